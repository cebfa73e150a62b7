// The part of each of several devices in a launch that they share.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace gputest {

/// One device's part of a launch.
struct DeviceShare {
  std::string device;       ///< its id; a device named several times has several shares
  std::string kernel;       ///< that ran on it
  std::uint64_t items = 0;  ///< results that it computed
  double copies = 0;        ///< seconds of its copies in one launch
  double kernels = 0;       ///< seconds of its kernels
  double waits = 0;         ///< seconds without computation, because copies were not hidden
  int rank = 0;             ///< of the process that has the device
  std::string host = {};    ///< of that rank: its host name
};

/// How a launch was shared.
struct SharedWork {
  std::string copies;  ///< the way of data from device to device: "NCCL 2.28.3", "through the
                       ///< host's pinned memory: libnccl.so.2 is not there", "none: one device"
  std::string split;   ///< the rule of the shares: "equal" or "measured speed"
  std::vector<DeviceShare> shares;
};

/// A further interface of executions on several devices.
class SharesWork {
 public:
  virtual ~SharesWork() = default;
  /// The work of the last launch, or of the last launch with recorded times.
  virtual SharedWork shared_work() const = 0;
};

}  // namespace gputest
