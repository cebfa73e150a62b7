// Measures how fast data go from device to device and how fast they are added.
#pragma once

#include <limits>

#include "common/many/devices.hpp"

namespace gputest::many {

/// The latency in seconds of a transfer of any size, and the bandwidth in bytes per second;
/// infinite if a large transfer took no longer than a small one.
struct Link {
  double latency = 0, bandwidth = std::numeric_limits<double>::infinity();

  /// Seconds of `transfers` transfers with `bytes` bytes in total.
  double seconds(double transfers, double bytes) const {
    return transfers * latency + bytes / bandwidth;
  }
};

/// The costs of a shared launch in addition to its arithmetic.
struct Links {
  bool direct = false;  ///< devices send to each other (Connection::direct)
  Link copies;     ///< between two devices that send directly, otherwise between the host's memory
                   ///< and a device
  Link messages;   ///< from rank to rank; none if there is one rank, or if direct
  Link additions;  ///< of sums on a device, by the bytes added
  Link host_additions;  ///< in the host's memory
  double launch = 0;    ///< seconds from enqueuing an almost empty launch until it has ended
};

/// Measures this rank's first device and, if devices send to each other, the first two of all
/// ranks; of copies to and from the host the slower one counts. Messages are measured while every
/// rank sends one to the next. All figures are medians. Every rank calls it after connect(); rank 0
/// gets the slowest links of all ranks, the others nothing.
Links measure_links(const ManyDevices& devices);

}  // namespace gputest::many
