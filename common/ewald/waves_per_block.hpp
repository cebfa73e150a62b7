// How direct wave sums are divided among blocks.
#pragma once

#include <cstdint>

namespace gputest {

/// Wave vectors for which one block of threads adds up S together.
inline constexpr std::uint32_t kWavesPerBlock = 4;

}  // namespace gputest
