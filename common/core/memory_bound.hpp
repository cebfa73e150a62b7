// How much memory there is, and this process may have.
#pragma once

#include <cstdint>
#include <string>

namespace gputest {

/// The bytes of memory that the machine has.
std::uint64_t machine_memory();

/// What a process may have beside others without the system having to end one for want of memory:
/// what is free now (available_memory()) but for a sixteenth.
std::uint64_t spare_memory();

/// From here on this process has no more than so many bytes of memory of its own beside what it has
/// and the stacks of its threads: an allocation beyond fails. Where a smaller bound is set
/// already, that stays. Under a sanitizer, whose shadow is such memory, there is no bound.
void bound_memory(std::uint64_t bytes);

/// Should memory run out, Linux ends this process before its parent.
void offer_to_be_ended();

/// The sentence for an allocation that failed, with the bound where there is one.
std::string memory_is_exhausted();

}  // namespace gputest
