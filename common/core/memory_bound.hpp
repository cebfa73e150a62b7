// The machine's memory and the bound of this process.
#pragma once

#include <cstdint>
#include <string>

namespace gputest {

/// Bytes of the machine's memory.
std::uint64_t machine_memory();

/// The memory that one more process can use before the system must kill one: fifteen sixteenths of
/// available_memory().
std::uint64_t spare_memory();

/// After this call, this process can allocate at most `bytes` more of private memory, in addition
/// to its threads' stacks; an allocation beyond that fails. A smaller bound that is already set
/// remains. Under a sanitizer there is no bound, because its shadow memory would count as well.
void bound_memory(std::uint64_t bytes);

/// If memory runs out, Linux ends this process before its parent.
void offer_to_be_ended();

/// The message for a failed allocation, with the bound if there is one.
std::string memory_is_exhausted();

}  // namespace gputest
