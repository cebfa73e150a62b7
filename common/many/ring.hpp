// Which parts of the bodies meet on which device: the ring, and the half of it that is enough where
// a device computes both sides of a pair.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

namespace gputest::many {

/// Bodies first … first + count - 1 of n.
struct Range {
  std::uint64_t first = 0, count = 0;
};

/// A step of a device: with its first `own` bodies it computes those others' of the device `from`.
struct Visit {
  std::size_t from;
  Range visitors;
  std::uint64_t own;
};

/// The steps of a device but the first, which is of its own bodies alone. `counts` are every
/// device's bodies. In the whole ring all others' parts visit a device (Makino 2002, New Astronomy
/// 7, 373). In the half of it those of the devices before it do that stand nearer than the one
/// opposite, so that any two parts meet once; of two that are opposite, each device computes half.
/// A step without bodies is left out.
std::vector<Visit> visits_of(std::size_t device, const std::vector<std::uint64_t>& counts,
                             bool both_sides);

/// The other side of a step: the device's bodies `guests` visit the device `to`.
struct Errand {
  std::size_t to;
  Range guests;
};

/// Where a device's own bodies go, step by step, as the others' visits_of() have it. A step without
/// bodies, which only the last can be, is left out.
std::vector<Errand> errands_of(std::size_t device, const std::vector<std::uint64_t>& counts,
                               bool both_sides);

}  // namespace gputest::many
