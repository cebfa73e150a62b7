// Which of Highway's targets a file that is compiled for each of them leaves out. To be included
// before <hwy/foreach_target.h>, which looks at it.
#pragma once

// Vectors stand in structs and arrays, which the sizeless ones cannot.
#define GT_SIZELESS_TARGETS (HWY_SVE | HWY_SVE2 | HWY_SVE_256 | HWY_SVE2_128 | HWY_RVV)

// GT_SKIPPED_TARGETS: what this build has no code for (cmake/simd_targets.cmake).
#define HWY_DISABLED_TARGETS (GT_SIZELESS_TARGETS | GT_SKIPPED_TARGETS)
