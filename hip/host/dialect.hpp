// HIP's keywords for a C++ compiler.
#pragma once

#if defined(__SANITIZE_ADDRESS__)
#define GT_HIP_HOST_ASAN 1
#elif defined(__has_feature)
#if __has_feature(address_sanitizer)
#define GT_HIP_HOST_ASAN 1
#endif
#endif
#ifndef GT_HIP_HOST_ASAN
#define GT_HIP_HOST_ASAN 0  ///< 1 where AddressSanitizer instruments this translation unit
#endif

#ifndef GT_HIP_HOST_TSAN  // the build says it to the files that are not instrumented
#if defined(__SANITIZE_THREAD__)
#define GT_HIP_HOST_TSAN 1
#elif defined(__has_feature)
#if __has_feature(thread_sanitizer)
#define GT_HIP_HOST_TSAN 1
#endif
#endif
#endif
#ifndef GT_HIP_HOST_TSAN
#define GT_HIP_HOST_TSAN 0  ///< 1 where ThreadSanitizer instruments the kernels
#endif

#define __global__  ///< a kernel is an ordinary function
#define __device__  ///< callable from a kernel, as every function is
#define __host__    ///< callable from the host, as every function is
#define __forceinline__ inline __attribute__((always_inline))  ///< inlined at every level
#define __launch_bounds__(...)  ///< a hint about registers, of which the host has no need

/// A variable that a block's threads share: `__shared__ float tile[128];`.
///
/// A block runs whole on one OpenMP thread, so a thread's static storage is the block's. It keeps
/// what the last block left there, as shared memory on a GPU does.
///
/// AddressSanitizer puts no redzones round thread-local variables. Under it the variable is plain
/// static and launches take turns, one block at a time, so that an overrun is seen. Neither does it
/// put them round statics of functions with external linkage that are templates or inline: a kernel
/// or one of its template arguments belongs in an unnamed namespace. UBSan's bounds check sees a
/// plain `tile[i]` in any case.
#if GT_HIP_HOST_ASAN
#define __shared__ static
#else
#define __shared__ static thread_local
#endif

/// Declares `name`, the block's dynamic shared memory, as elements of `type`. The launch gives its
/// size in bytes; on the host it is a heap block of exactly that size, full of NaNs when a block
/// begins.
#define HIP_DYNAMIC_SHARED(type, name) \
  type* const name = static_cast<type*>(::hip_host::detail::dynamic_shared_memory())

/// Keeps the commas of a template's arguments together: HIP_KERNEL_NAME(kernel<float, 4>).
#define HIP_KERNEL_NAME(...) __VA_ARGS__

namespace hip_host::detail {

/// The running block's dynamic shared memory, aligned to 256 bytes; null where the launch requested
/// none.
void* dynamic_shared_memory();

}  // namespace hip_host::detail
