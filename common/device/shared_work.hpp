// What each of several devices did of a launch that they share.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace gputest {

/// One device's part of a launch.
struct DeviceShare {
  std::string device;       ///< its id; devices named several times have the same
  std::string kernel;       ///< that ran on it
  std::uint64_t items = 0;  ///< results that were its own
  double copies = 0;        ///< seconds of one launch that its copies took
  double kernels = 0;       ///< that its kernels took
  double waits = 0;         ///< in which it computed nothing, since its copies were not hidden
  int rank = 0;             ///< that has the device
  std::string host = {};    ///< of that rank; the name that it gives itself
};

/// How a launch was shared.
struct SharedWork {
  std::string copies;  ///< how data go from device to device: "NCCL 2.28.3", "through the host's
                       ///< pinned memory: libnccl.so.2 is not there", "none: one device"
  std::string split;   ///< what the shares follow: "equal" or "measured speed"
  std::vector<DeviceShare> shares;
};

/// An interface that the executions of several devices have as well.
class SharesWork {
 public:
  virtual ~SharesWork() = default;
  /// Of the last launch, or of the last whose times were kept.
  virtual SharedWork shared_work() const = 0;
};

}  // namespace gputest
