// Barriers of a block and memory fences.
//
// Every thread of the block must reach the same barrier. If some wait at one line and others at
// another, or have returned, the launch fails with hipErrorLaunchFailure. On a GPU it would hang or
// continue with wrong data.
#pragma once

#include <atomic>

#include "hip/host/call_site.hpp"
#include "hip/host/dialect.hpp"

namespace hip_host::detail {

/// Waits until every thread of the block arrives; returns the number of threads with a true
/// predicate.
unsigned block_barrier(bool predicate, const CallSite& site);

/// Waits like block_barrier(), if the barrier filter allows it.
void wait_for_block(const CallSite& site);

/// The number of threads in the running block.
unsigned block_threads();

/// Orders the running thread's accesses before and after it, for every thread.
inline void fence() {
#if GT_HIP_HOST_TSAN
  // ThreadSanitizer knows no fences. This is stronger: every fence is ordered before every later
  // one.
  static std::atomic<int> meeting = 0;
  meeting.fetch_add(1, std::memory_order_acq_rel);
#else
  std::atomic_thread_fence(std::memory_order_seq_cst);
#endif
}

}  // namespace hip_host::detail

/// Waits until every thread of the block arrives.
inline void __syncthreads(hip_host::detail::CallSite site = hip_host::detail::CallSite::here()) {
  hip_host::detail::wait_for_block(site);
}

/// Waits for the block and returns the number of threads with a `predicate` that is not 0.
inline int __syncthreads_count(
    int predicate, hip_host::detail::CallSite site = hip_host::detail::CallSite::here()) {
  return static_cast<int>(hip_host::detail::block_barrier(predicate != 0, site));
}

/// Waits for the block and returns 1 if `predicate` is not 0 for every thread, else 0.
inline int __syncthreads_and(int predicate,
                             hip_host::detail::CallSite site = hip_host::detail::CallSite::here()) {
  const unsigned votes = hip_host::detail::block_barrier(predicate != 0, site);
  return votes == hip_host::detail::block_threads() ? 1 : 0;
}

/// Waits for the block and returns 1 if `predicate` is not 0 for any thread, else 0.
inline int __syncthreads_or(int predicate,
                            hip_host::detail::CallSite site = hip_host::detail::CallSite::here()) {
  return hip_host::detail::block_barrier(predicate != 0, site) != 0 ? 1 : 0;
}

/// Orders this thread's memory accesses for the other threads of the device.
inline void __threadfence() { hip_host::detail::fence(); }
/// Orders this thread's memory accesses for the other threads of the block.
inline void __threadfence_block() { hip_host::detail::fence(); }
/// Orders this thread's memory accesses for the other devices and the host.
inline void __threadfence_system() { hip_host::detail::fence(); }
