// Highway targets that are left out of files compiled for several targets. Include this before
// <hwy/foreach_target.h>, which reads it.
#pragma once

// Vectors are members of structs and arrays, which is impossible for sizeless types.
#define GT_SIZELESS_TARGETS (HWY_SVE | HWY_SVE2 | HWY_SVE_256 | HWY_SVE2_128 | HWY_RVV)

// GT_SKIPPED_TARGETS: the targets without code in this build (cmake/simd_targets.cmake).
#define HWY_DISABLED_TARGETS (GT_SIZELESS_TARGETS | GT_SKIPPED_TARGETS)
