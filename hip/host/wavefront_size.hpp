// The wavefront size of a translation unit: 64 or 32, by -DGT_HIP_HOST_WAVEFRONT.
//
// The runtime library takes the size with each launch, so one library serves both. What a header
// makes of the macro lies in an inline namespace named after the size: two translation units of one
// program may choose differently and still each name is defined once. A kernel that depends on the
// size and is compiled for both in one program must have internal linkage for the same reason.
#pragma once

#ifndef GT_HIP_HOST_WAVEFRONT
#define GT_HIP_HOST_WAVEFRONT 64
#endif

#if GT_HIP_HOST_WAVEFRONT == 32
#define GT_HIP_HOST_WAVEFRONT_NAMESPACE hip_host_wavefront_32
#elif GT_HIP_HOST_WAVEFRONT == 64
#define GT_HIP_HOST_WAVEFRONT_NAMESPACE hip_host_wavefront_64
#else
#error "GT_HIP_HOST_WAVEFRONT is 32 or 64"
#endif

inline namespace GT_HIP_HOST_WAVEFRONT_NAMESPACE {

/// Threads in a wavefront.
inline constexpr int warpSize = GT_HIP_HOST_WAVEFRONT;

}  // namespace GT_HIP_HOST_WAVEFRONT_NAMESPACE
