// Loads that have been issued and not been waited for.
#pragma once

#include "hip/isa/wave.hpp"

namespace gputest::isa {

/// Notes that a load writes those registers some time; none for what is only counted.
void issue(Wave& wave, std::vector<Outstanding>& queue, const Outstanding& load);

/// Waits until no more than `most` of the queue are outstanding.
void wait(Wave& wave, std::vector<Outstanding>& queue, std::uint64_t most);

}  // namespace gputest::isa
