// The files in which the ceilings of devices are kept from one run to the next.
#pragma once

#include <map>
#include <optional>
#include <string>
#include <vector>

#include "common/core/precision.hpp"
#include "common/device/device.hpp"

namespace gputest {

/// How fast arrays are read and written that are so large together.
struct StreamRoof {
  double bytes = 0;
  double bytes_per_s = 0;
};

/// What a device reaches; 0 where it is not known.
struct DeviceRoofs {
  std::vector<StreamRoof> streams;            ///< by size, the smallest first
  std::map<Precision, double> multiply_adds;  ///< fused, a second
  std::map<Precision, double> roots;          ///< reciprocal square roots a second
  double shared_bytes_per_s = 0;
  double launches_per_s = 0;  ///< of kernels that do next to nothing
};

/// Where files are kept: gputest in the folder that $XDG_CACHE_HOME names or, where it is not set
/// or is no absolute path, $HOME/.cache. Empty where neither is set.
std::string roof_folder();

/// What is kept of the device; none where nothing is. What was kept by another version of the
/// program, or of another driver, and what cannot be read is none too, which a note says.
std::optional<DeviceRoofs> read_roofs(const DeviceInfo& device);

/// Keeps it, in a file that is whole or not there. Where that cannot be, a note says so.
void keep_roofs(const DeviceInfo& device, const DeviceRoofs& roofs);

/// Deletes what is kept of every device, and returns of how many. Throws Error(bad_input) where a
/// file cannot be deleted.
std::size_t forget_roofs();

}  // namespace gputest
