// How fast data go from device to device, and are added there, measured where that happens.
#pragma once

#include <limits>

#include "common/many/devices.hpp"

namespace gputest::many {

/// Seconds that a transfer takes however small it is, and bytes per second of a large one; infinite
/// where a large one took no longer.
struct Link {
  double latency = 0, bandwidth = std::numeric_limits<double>::infinity();

  /// Seconds of `transfers` that are so many bytes together.
  double seconds(double transfers, double bytes) const {
    return transfers * latency + bytes / bandwidth;
  }
};

/// What a shared launch takes time for beside its arithmetic.
struct Links {
  bool direct = false;  ///< devices send to each other (Connection::direct)
  Link copies;     ///< between two devices that do, else between the host's memory and a device
  Link messages;   ///< from rank to rank; none where there is one rank, or where direct
  Link additions;  ///< of sums on a device, by the bytes that are added
  Link host_additions;  ///< in the host's memory
  double launch = 0;    ///< seconds from enqueuing next to nothing until that has ended
};

/// Measures this rank's first device and, where devices send to each other, the first two of all;
/// of copies to and from the host the slower counts. Then messages, while every rank sends one to
/// the next. Medians. Every rank calls after connect(); rank 0 gets the worst of all ranks, the
/// others nothing.
Links measure_links(const ManyDevices& devices);

}  // namespace gputest::many
