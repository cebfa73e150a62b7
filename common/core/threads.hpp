// A check, in advance, that OpenMP can start its threads.
#pragma once

#include <cstdint>
#include <string>

namespace gputest {

/// Starts as many threads as OpenMP would, with equal stacks, and ends them. OpenMP's run-time
/// would end the process if a thread cannot start. Throws Error(bad_input) for more threads than
/// the run-time supports, Error(out_of_memory) if the system refuses one.
void require_threads();
/// The same for a region of `wanted` threads. The message names the setting `number`.
void require_threads(int wanted, const std::string& number);

/// Bytes of address space of the stacks of OpenMP's threads.
std::uint64_t thread_stacks();

}  // namespace gputest
