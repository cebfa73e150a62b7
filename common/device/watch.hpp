// An array of a kernel in device memory, and the watched bytes around it. A kernel that writes
// there is wrong, and reading there changes its answer.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "common/core/arguments.hpp"
#include "common/core/error.hpp"
#include "common/device/device.hpp"
#include "common/device/queue.hpp"

namespace gputest {

/// A kernel has written outside its arrays or to an input. The row is then `failed`.
class Overrun : public Error {
 public:
  explicit Overrun(const std::string& sentence);
};

/// The bytes watched around an array. Those before it and those behind it are whole pages, so that
/// arrays that lie next to each other keep their position within a page.
struct WatchedBytes {
  std::uint64_t before = 0;
  std::uint64_t behind = 0;
};

/// 4096 bytes on either side, and as many behind as fill the last page. Fewer or none if the
/// device's longest array requires it.
///
/// None for memory that kernels do not write: 2D resources and host memory. None under
/// AddressSanitizer, which watches every byte, reads included.
WatchedBytes watched_bytes(const DeviceInfo& device, const ArrayShape& shape);

/// Device memory of the arguments, with the watched bytes around them.
std::uint64_t allocated_bytes(const DeviceInfo& device, const KernelSignature& arguments);

/// The copies of one array of a kernel, in one allocation with watched bytes around each copy.
class WatchedArray {
 public:
  /// Allocates. `index` numbers the kernel's arrays: the watched bytes of any two differ. 2D
  /// resources, host memory and arrays without watched bytes have an allocation per copy.
  WatchedArray(Queue& queue, const DeviceInfo& device, const ArrayShape& shape, std::size_t index,
               bool read_only, std::uint32_t copies);

  /// Fills the watched bytes with NaN. Separate from the allocation, so that the arrays of a kernel
  /// on the host lie next to each other.
  void watch(Queue& queue);

  DeviceMemory& operator[](std::uint32_t copy) const { return *copies_[copy]; }

  /// Writes the content of an input's copy and the watched bytes around it. Around even copies they
  /// are NaN, which shows in sums. Around odd copies they repeat the array's own first bytes, which
  /// shows where NaN is ignored.
  void write(std::uint32_t copy, const std::vector<std::byte>& content);
  /// Throws Overrun if that copy or the watched bytes around it have changed since write().
  void check_input(std::uint32_t copy, const std::vector<std::byte>& content) const;

  /// Sets every byte of all copies and of the watched bytes around them. A simulator that guards
  /// allocations keeps the watched bytes.
  void fill(unsigned char byte);
  /// Throws Overrun if the watched bytes around that copy have changed since fill() or watch().
  void check_filled(std::uint32_t copy) const;

 private:
  bool is_watched() const { return whole_ != nullptr; }
  std::uint64_t begin_of(std::uint32_t copy) const { return watched_.before + copy * stride_; }
  std::vector<std::byte> before() const;
  std::vector<std::byte> behind(std::uint32_t copy, const std::vector<std::byte>& content) const;
  /// `before` are the bytes before the first copy: other copies follow the bytes behind a copy.
  void check(std::uint32_t copy, const std::vector<std::byte>& before,
             const std::vector<std::byte>& behind) const;

  ArrayShape shape_;
  std::size_t index_;
  WatchedBytes watched_;
  std::uint64_t stride_ = 0;             ///< bytes from one copy to the next
  bool fills_around_;                    ///< fill() sets the watched bytes too
  std::optional<unsigned char> filled_;  ///< content of the watched bytes; none: NaN
  std::unique_ptr<DeviceMemory> whole_;  ///< null without watched bytes
  std::vector<std::unique_ptr<DeviceMemory>> copies_;
};

}  // namespace gputest
