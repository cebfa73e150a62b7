// Which of Highway's targets a file that is compiled for each of them leaves out. To be included
// before <hwy/foreach_target.h>, which looks at it.
#pragma once

// Vectors stand in structs and arrays, which the sizeless ones cannot.
#define GT_SIZELESS_TARGETS (HWY_SVE | HWY_SVE2 | HWY_SVE_256 | HWY_SVE2_128 | HWY_RVV)

#if defined(__SANITIZE_ADDRESS__)
// A sanitizer sees with AVX2 what it would with the others, each of which it is slow to compile.
#define HWY_DISABLED_TARGETS (GT_SIZELESS_TARGETS | HWY_SSSE3 | HWY_SSE4 | HWY_AVX3)
#else
#define HWY_DISABLED_TARGETS GT_SIZELESS_TARGETS
#endif
