// A pool of threads that wait for work.
#pragma once

#include <cstdint>
#include <functional>

namespace gputest::cpu {

/// Calls `work` in the caller and in up to `threads` - 1 other threads, as soon as they wake up.
/// `work` takes its tasks from a shared place. Returns when all calls that began have returned. It
/// does not wait for threads that have not begun, so that other programs on the processor do not
/// delay it. No exception may leave `work`. During another call, for example inside `work`, the
/// caller works alone.
void run_on_threads(std::uint32_t threads, const std::function<void()>& work);

}  // namespace gputest::cpu
