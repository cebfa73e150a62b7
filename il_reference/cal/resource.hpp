// A CAL resource: elements in rows that are padded to a pitch.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "il_reference/cal/format.hpp"

namespace gputest::cal {

class Device;

/// Memory from Device::alloc_… (CALresource); the last reference frees it (calResFree).
class Resource {
 public:
  enum class Place { local, remote };

  /// The result of calResMap: the host's view of the elements, and the distance of rows. Element
  /// (x, y) begins at words[(y * pitch + x) * format().words]. The padding between the end of a row
  /// and the pitch reads as garbage.
  struct Mapping {
    std::span<std::uint32_t> words;
    std::uint64_t pitch;  ///< in elements
  };

  Resource(Device& device, std::uint64_t width, std::uint64_t height, bool two_dimensional,
           std::uint64_t pitch, const Format& format, Place place, std::uint64_t depth = 1);
  ~Resource();
  Resource(const Resource&) = delete;
  Resource& operator=(const Resource&) = delete;

  const Device& device() const { return device_; }
  std::uint64_t width() const { return width_; }
  std::uint64_t height() const { return height_; }  ///< 1 for a 1D resource
  std::uint64_t depth() const { return depth_; }    ///< layers of a 3D resource, one after another
  bool two_dimensional() const { return two_dimensional_; }
  std::uint64_t pitch() const { return pitch_; }
  const Format& format() const { return format_; }
  Place place() const { return place_; }
  bool is_mapped() const { return mapped_; }
  std::uint64_t bytes() const { return pitch_ * height_ * depth_ * format_.bytes(); }

  /// calResMap: copies a local resource to the host, which the device counts; gives direct access
  /// to a remote one. Throws Error(usage) if the resource is already mapped.
  Mapping map();

  /// calResUnmap: copies a local resource back to the GPU. The mapping's words are then invalid.
  void unmap();

  /// The memory that kernels read and write: all rows with their padding.
  std::span<std::uint32_t> memory() { return memory_; }

  /// Writes contiguous elements, row by row, through map() and unmap(). If `words` ends early, the
  /// remaining elements keep their values.
  void write(std::span<const std::uint32_t> words);

  /// Every element, row by row without gaps, through map() and unmap().
  std::vector<std::uint32_t> read();

 private:
  Device& device_;
  std::uint64_t width_, height_;
  bool two_dimensional_;
  std::uint64_t pitch_;
  Format format_;
  Place place_;
  std::uint64_t depth_;
  std::vector<std::uint32_t> memory_;
  std::vector<std::uint32_t> host_copy_;  // of a local resource while it is mapped
  bool mapped_ = false;
};

}  // namespace gputest::cal
