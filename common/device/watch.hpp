// The unused memory behind the arrays of a kernel. A kernel that writes there is wrong.
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

/// A kernel has written behind an array. The row is then `failed`.
class Overrun : public Error {
 public:
  explicit Overrun(const std::string& array);
};

/// The number of bytes watched behind such an array on that device: 4096, or fewer if the device's
/// longest array requires it. This is a whole page, so that arrays that lie next to each other keep
/// their position within a page.
///
/// None for memory that kernels do not write: 2D resources and host memory. None under
/// AddressSanitizer, which watches every byte, reads included.
std::uint64_t watched_bytes(const DeviceInfo& device, const ArrayShape& shape);

/// Device memory of the arguments, with the watched bytes behind them.
std::uint64_t allocated_bytes(const DeviceInfo& device, const KernelSignature& arguments);

/// The watched bytes behind the arrays of an execution.
class Watch {
 public:
  /// Fills `bytes` bytes behind one more array; check() compares them later.
  void add(const ArrayShape& array, std::uint64_t bytes, DeviceMemory& memory);

  /// Throws Overrun if one of them has changed. Only the first call compares, before launches and
  /// downloads are timed.
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
