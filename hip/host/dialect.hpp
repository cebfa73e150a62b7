// HIP's keywords for a C++ compiler.
#pragma once

#include <cstddef>
#include <cstdint>
#include <type_traits>

#include "common/core/sanitizers.hpp"

#ifndef GT_HIP_HOST_TSAN          // the build sets it for files that are not instrumented
#define GT_HIP_HOST_TSAN GT_TSAN  ///< 1 if ThreadSanitizer instruments the kernels
#endif

#define __global__  ///< a kernel is an ordinary function
#define __device__  ///< callable from a kernel, as every function is
#define __host__    ///< callable from the host, as every function is
#define __forceinline__ inline __attribute__((always_inline))  ///< inlined at every level
#define __launch_bounds__(...)  ///< a hint about registers, not used on the host

/// A variable that a block's threads share: `__shared__ float tile[128];`.
///
/// A block runs whole on one OpenMP thread, so a thread's static storage is the block's. It keeps
/// the previous block's content, like shared memory on a GPU. Two problems remain. Every such
/// variable of a program takes part of every thread's stack. AddressSanitizer does not see its end,
/// but UBSan's bounds check does for a plain `tile[i]`. GT_SHARED has neither problem.
#define __shared__ static thread_local

/// The same, made when a thread of the block first reaches it: GT_SHARED(float, tile, [128]). It is
/// then full of NaNs, and has exactly its size on the heap, so that AddressSanitizer sees its end.
/// A block that needs more than the device's shared memory in all fails. ThreadSanitizer would
/// treat the initialisation as an access of that thread.
#if GT_HIP_HOST_TSAN
#define GT_SHARED(type, name, ...) __shared__ type name __VA_ARGS__
#else
#define GT_SHARED(type, name, ...)                                        \
  static thread_local ::hip_host::detail::SharedVariable name##_variable; \
  auto& name = *static_cast<std::add_pointer_t<type __VA_ARGS__>>(        \
      ::hip_host::detail::shared_variable(name##_variable, sizeof(type __VA_ARGS__)))
#endif

/// Declares `name`, the block's dynamic shared memory, as elements of `type`. The launch sets its
/// size in bytes. On the host it is a heap block of exactly that size, full of NaNs when a block
/// begins.
#define HIP_DYNAMIC_SHARED(type, name) \
  type* const name = static_cast<type*>(::hip_host::detail::dynamic_shared_memory())

/// Keeps the commas of a template's arguments together: HIP_KERNEL_NAME(kernel<float, 4>).
#define HIP_KERNEL_NAME(...) __VA_ARGS__

namespace hip_host::detail {

/// The running block's dynamic shared memory, aligned to 256 bytes; null if the launch requested
/// none.
void* dynamic_shared_memory();

/// The place of a GT_SHARED variable, on one worker.
struct SharedVariable {
  std::uint64_t block = 0;  ///< the last block of this worker that reached it
  void* memory = nullptr;   ///< that block's
};

/// The running block's `bytes` for that variable, aligned to 256 bytes. Throws KernelFault if the
/// block needs more than the device's shared memory.
void* shared_variable(SharedVariable& variable, std::size_t bytes);

}  // namespace hip_host::detail
