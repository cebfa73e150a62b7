#include "common/many/ring.hpp"

#include <numeric>

namespace gputest::many {

std::vector<IncomingBodies> incoming_of(std::size_t device,
                                        const std::vector<std::uint64_t>& counts, bool both_sides) {
  const std::size_t devices = counts.size();
  const std::size_t steps = both_sides ? devices / 2 : devices - 1;
  std::vector<IncomingBodies> incoming;
  for (std::size_t step = 1; step <= steps; ++step) {
    const std::size_t from = (device + devices - step) % devices;
    const auto first = std::accumulate(
        counts.begin(), counts.begin() + static_cast<std::ptrdiff_t>(from), std::uint64_t{0});
    IncomingBodies received{from, {first, counts[from]}, counts[device]};
    if (both_sides && 2 * step == devices) {
      // Half of the bodies of the device with the lower number meet the other device's bodies
      // there; the other half is received by the other device.
      if (device < from) {
        received.own -= received.own / 2;
      } else {
        received.bodies.count /= 2;
        received.bodies.first += counts[from] - received.bodies.count;
      }
    }
    if (received.own > 0 && received.bodies.count > 0) incoming.push_back(received);
  }
  return incoming;
}

std::vector<OutgoingBodies> outgoing_of(std::size_t device,
                                        const std::vector<std::uint64_t>& counts, bool both_sides) {
  std::vector<OutgoingBodies> outgoing;
  for (std::size_t step = 1; step < counts.size(); ++step) {
    const std::size_t to = (device + step) % counts.size();
    for (const IncomingBodies& received : incoming_of(to, counts, both_sides))
      if (received.from == device) outgoing.push_back({to, received.bodies});
  }
  return outgoing;
}

}  // namespace gputest::many
