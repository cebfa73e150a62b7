// Launching kernels: hip_host::launch, and HIP's hipLaunchKernelGGL over it.
#pragma once

#include <cstddef>
#include <type_traits>

#include "hip/host/dialect.hpp"
#include "hip/host/errors.hpp"
#include "hip/host/streams.hpp"
#include "hip/host/vector_types.hpp"
#include "hip/host/wavefront_size.hpp"

namespace hip_host::detail {

/// The shape of a launch, apart from the kernel.
struct LaunchShape {
  dim3 grid;                 ///< blocks
  dim3 block;                ///< threads per block, at most 1024 in all
  std::size_t shared_bytes;  ///< dynamic shared memory per block, at most 64 KiB
  hipStream_t stream;        ///< null for the default stream
  unsigned wavefront;        ///< lanes in a wavefront, 32 or 64
};

/// A kernel with its arguments: call(arguments) runs it as one thread.
struct KernelCall {
  void (*call)(const void* arguments);  ///< null for no kernel
  const void* arguments;
};

/// hip_host::launch without types.
hipError_t launch(const LaunchShape& shape, const KernelCall& kernel);

}  // namespace hip_host::detail

namespace hip_host {
inline namespace GT_HIP_HOST_WAVEFRONT_NAMESPACE {

/// Runs `kernel` over the grid; blocking. Arguments convert as in a call; every thread gets its own
/// copy of them.
///
/// Returns, and keeps for hipGetLastError:
/// - hipErrorInvalidDeviceFunction for a null kernel.
/// - hipErrorInvalidConfiguration for a grid or block that is empty or exceeds the device's limits.
/// - hipErrorInvalidValue for too much dynamic shared memory, or a malformed
///   GPUTEST_HIP_HOST_ORDER.
/// - hipErrorInvalidHandle for a stream that does not exist.
/// - hipErrorOutOfMemory if the host has no memory for the threads' stacks.
/// - hipErrorNotSupported for a launch from within a kernel.
/// - hipErrorLaunchFailure for a fault of the kernel, such as a barrier that not every thread
///   reaches.
///
/// last_launch_message() gives details. A kernel's exception is passed on after the other threads'
/// stacks are unwound. A failed launch has no effect on the next one.
template <class... Parameters>
hipError_t launch(void (*kernel)(Parameters...), dim3 grid, dim3 block, std::size_t shared_bytes,
                  hipStream_t stream, std::type_identity_t<Parameters>... arguments) {
  const auto thread = [&] { kernel(arguments...); };
  const detail::LaunchShape shape{grid, block, shared_bytes, stream, unsigned{warpSize}};
  using Thread = decltype(thread);
  void (*const call)(const void*) = [](const void* closure) { (*static_cast<Thread*>(closure))(); };
  return detail::launch(shape, {kernel == nullptr ? nullptr : call, &thread});
}

}  // namespace GT_HIP_HOST_WAVEFRONT_NAMESPACE
}  // namespace hip_host

/// hipLaunchKernelGGL(kernel, grid, block, shared_bytes, stream, arguments...): the launch that
/// compiles on every platform. Read its error with hipGetLastError.
#define hipLaunchKernelGGL(...) static_cast<void>(::hip_host::launch(__VA_ARGS__))
