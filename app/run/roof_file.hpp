// The files that keep the ceilings of devices from one run to the next.
#pragma once

#include <map>
#include <optional>
#include <string>
#include <vector>

#include "common/core/precision.hpp"
#include "common/device/device.hpp"

namespace gputest {

/// The bandwidth of arrays of a total size.
struct StreamRoof {
  double bytes = 0;
  double bytes_per_s = 0;
};

/// The ceilings of a device; 0 if unknown.
struct DeviceRoofs {
  std::vector<StreamRoof> streams;            ///< by size, the smallest first
  std::map<Precision, double> multiply_adds;  ///< fused multiply-adds per second
  std::map<Precision, double> roots;          ///< reciprocal square roots per second
  double shared_bytes_per_s = 0;
  double launches_per_s = 0;  ///< of kernels that do almost nothing
};

/// The folder of these files: gputest in $XDG_CACHE_HOME or, if that is not set or not an absolute
/// path, in $HOME/.cache. Empty if neither is set.
std::string roof_folder();

/// The kept ceilings of the device, if any. A file is ignored, with a note, if it comes from
/// another version of the program or another driver, or cannot be read.
std::optional<DeviceRoofs> read_roofs(const DeviceInfo& device);

/// Keeps the ceilings in a file, whole or not at all. If that fails, a note reports it.
void keep_roofs(const DeviceInfo& device, const DeviceRoofs& roofs);

/// Deletes the files of all devices and returns their number. Throws Error(bad_input) if a file
/// cannot be deleted.
std::size_t forget_roofs();

}  // namespace gputest
