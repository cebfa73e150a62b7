// How many numbers are exchanged per body, and their addition on the host.
#pragma once

#include <cstddef>
#include <cstdint>

#include "common/device/staging.hpp"

namespace gputest::many {

/// Coordinates x, y, z; sums of the acceleration and of m/r.
inline constexpr std::size_t kCoordinates = 3, kSums = 4;

/// Adds `terms`, numbers of that many bytes each, to the numbers from `sums` on.
inline void add_numbers(std::byte* sums, const Staging& terms, std::uint64_t bytes_per_number) {
  const auto add = [&]<class Real>(Real* all) {
    const auto* const more = reinterpret_cast<const Real*>(terms.data());
    for (std::size_t k = 0; k < terms.size() / sizeof(Real); ++k) all[k] += more[k];
  };
  if (bytes_per_number == sizeof(float))
    add(reinterpret_cast<float*>(sums));
  else
    add(reinterpret_cast<double*>(sums));
}

}  // namespace gputest::many
