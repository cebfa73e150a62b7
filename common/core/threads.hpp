// The threads that OpenMP will start, asked for before it does.
#pragma once

#include <cstdint>
#include <string>

namespace gputest {

/// Starts as many threads as OpenMP would, with stacks as large, and ends them. OpenMP's run-time
/// ends the process where it cannot have its threads; this throws Error(bad_input) for more of them
/// than its run-time takes, Error(out_of_memory) where the system refuses one.
void require_threads();
/// The same for a region of `wanted` threads; `number` is the setting that the sentence of a
/// refusal names.
void require_threads(int wanted, const std::string& number);

/// Bytes of address space that the stacks of OpenMP's threads take.
std::uint64_t thread_stacks();

}  // namespace gputest
