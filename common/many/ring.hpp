// Which parts of the bodies meet on which device: the whole ring, or the half of it that is enough
// if a device computes both sides of a pair.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

namespace gputest::many {

/// Bodies first … first + count - 1 of n.
struct Range {
  std::uint64_t first = 0, count = 0;
};

/// One step of a device: it computes its first `own` bodies with `bodies`, received from the device
/// `from`.
struct IncomingBodies {
  std::size_t from;
  Range bodies;
  std::uint64_t own;
};

/// The steps of a device after the first, which only uses its own bodies. `counts` are the bodies
/// of each device. In the whole ring every other device's part is received (Makino 2002, New
/// Astronomy 7, 373). In half of the ring a device receives the parts of the devices before it that
/// are nearer than the opposite one. Then any two parts meet once; of two opposite devices, each
/// computes half. A step without bodies is left out.
std::vector<IncomingBodies> incoming_of(std::size_t device,
                                        const std::vector<std::uint64_t>& counts, bool both_sides);

/// The sender's side of a step: the device sends its `bodies` to the device `to`.
struct OutgoingBodies {
  std::size_t to;
  Range bodies;
};

/// The bodies that a device sends, step by step, matching the others' incoming_of(). A step without
/// bodies is left out; only the last one can be empty.
std::vector<OutgoingBodies> outgoing_of(std::size_t device,
                                        const std::vector<std::uint64_t>& counts, bool both_sides);

}  // namespace gputest::many
