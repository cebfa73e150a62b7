// How direct wave sums are cut.
#pragma once

#include <cstdint>

namespace gputest {

/// Wave vectors whose S a block of threads adds up together.
inline constexpr std::uint32_t kWavesPerBlock = 4;

}  // namespace gputest
