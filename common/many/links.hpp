// How fast data go from device to device, measured where they go.
#pragma once

#include "common/many/devices.hpp"

namespace gputest::many {

/// Seconds that a transfer takes however small it is, and bytes a second of a large one.
struct Link {
  double latency = 0, bandwidth = 1;

  /// Seconds of `transfers` that are so many bytes together.
  double seconds(double transfers, double bytes) const {
    return transfers * latency + bytes / bandwidth;
  }
};

/// The two ways of data: between the host's memory and a device, and from rank to rank.
struct Links {
  Link copies;
  Link messages;  ///< without figures where there is one rank
};

/// Measures copies to and from this rank's first device, of which the slower counts, and then
/// messages while every rank sends one to the next. Medians. Every rank calls; rank 0 gets the
/// worst of all ranks, the others nothing.
Links measure_links(const ManyDevices& devices);

}  // namespace gputest::many
