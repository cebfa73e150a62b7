// Loads that have been issued but not waited for.
#pragma once

#include "hip/isa/wave.hpp"

namespace gputest::isa {

/// Notes that a load will write those registers; no registers if it is only counted.
void issue(Wave& wave, std::vector<Outstanding>& queue, const Outstanding& load);

/// Waits until no more than `most` of the queue are outstanding.
void wait(Wave& wave, std::vector<Outstanding>& queue, std::uint64_t most);

}  // namespace gputest::isa
