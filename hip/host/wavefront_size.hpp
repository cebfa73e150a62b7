// The wavefront size of a translation unit: 64 or 32, set by -DGT_HIP_HOST_WAVEFRONT.
//
// The runtime library takes the size with each launch, so one library serves both. Definitions that
// depend on the macro are in an inline namespace named after the size. So two translation units of
// one program may choose differently, and each name is still defined once. For the same reason, a
// kernel that depends on the size and is compiled for both in one program must have internal
// linkage.
#pragma once

#ifndef GT_HIP_HOST_WAVEFRONT
#define GT_HIP_HOST_WAVEFRONT 64
#endif

#if GT_HIP_HOST_WAVEFRONT == 32
#define GT_HIP_HOST_WAVEFRONT_NAMESPACE hip_host_wavefront_32
#elif GT_HIP_HOST_WAVEFRONT == 64
#define GT_HIP_HOST_WAVEFRONT_NAMESPACE hip_host_wavefront_64
#else
#error "GT_HIP_HOST_WAVEFRONT must be 32 or 64"
#endif

inline namespace GT_HIP_HOST_WAVEFRONT_NAMESPACE {

/// Threads in a wavefront.
inline constexpr int warpSize = GT_HIP_HOST_WAVEFRONT;

}  // namespace GT_HIP_HOST_WAVEFRONT_NAMESPACE
