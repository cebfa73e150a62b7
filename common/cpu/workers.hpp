// Threads that wait for work.
#pragma once

#include <cstdint>
#include <functional>

namespace gputest::cpu {

/// Calls `work` in the caller and, as soon as they come, in up to `threads` - 1 other threads; it
/// takes what there is to do from a place that they share. Returns when every call that began has
/// returned. A thread that has not begun is not waited for, so that other programs on the processor
/// delay no one. No exception may leave `work`. While another call is running, which it is inside
/// `work` too, the caller works alone.
void run_on_threads(std::uint32_t threads, const std::function<void()>& work);

}  // namespace gputest::cpu
