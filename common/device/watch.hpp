// What lies behind the arrays of a kernel and is nobody's: a kernel that writes there is wrong.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "common/core/arguments.hpp"
#include "common/core/error.hpp"
#include "common/device/device.hpp"
#include "common/device/queue.hpp"

namespace gputest {

/// A kernel has written behind an array. The runner's row of it is `failed`.
class Overrun : public Error {
 public:
  explicit Overrun(const std::string& array);
};

/// How many bytes behind such an array are watched on that device: 4096, or as many as still fit
/// its longest array. It is a whole page, so that arrays which lie one behind the other lie in
/// their pages as they would without.
///
/// None where nothing of a kernel's goes: no kernel writes a 2D resource, and the API's own copies
/// alone write the host's memory. Nor under AddressSanitizer, which watches every byte and reads
/// too.
std::uint64_t watched_bytes(const DeviceInfo& device, const ArrayShape& shape);

/// What the arguments take of the device's memory, with what is watched behind them.
std::uint64_t allocated_bytes(const DeviceInfo& device, const KernelSignature& arguments);

/// What is watched behind the arrays of an execution.
class Watch {
 public:
  /// So many bytes behind one more array, which it fills now and looks at later.
  void add(const ArrayShape& array, std::uint64_t bytes, DeviceMemory& memory);

  /// Throws Overrun where one of them has changed. Only the first call looks, which is
  /// the one before launches and downloads are timed.
  void check();

 private:
  struct Watched {
    ArrayShape array;
    std::uint64_t bytes;
    const DeviceMemory* memory;
  };
  std::vector<Watched> watched_;
  bool was_checked_ = false;
};

}  // namespace gputest
