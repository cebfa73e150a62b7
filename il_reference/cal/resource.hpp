// A CAL resource: elements in rows that are padded to a pitch.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "il_reference/cal/format.hpp"

namespace gputest::cal {

class Device;

/// Memory that Device::alloc_… has made (CALresource), freed when nothing refers to it any more
/// (calResFree).
class Resource {
 public:
  enum class Place { local, remote };

  /// What calResMap gives: the host's view of the elements, and how far apart rows begin. Element
  /// (x, y) begins at words[(y * pitch + x) * format().words]; what lies between the end of a row
  /// and the pitch is nobody's and reads as garbage.
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
  std::uint64_t depth() const { return depth_; }    ///< layers of a 3D one, behind each other
  bool two_dimensional() const { return two_dimensional_; }
  std::uint64_t pitch() const { return pitch_; }
  const Format& format() const { return format_; }
  Place place() const { return place_; }
  bool is_mapped() const { return mapped_; }
  std::uint64_t bytes() const { return pitch_ * height_ * depth_ * format_.bytes(); }

  /// calResMap: copies a local resource to the host, which the device's counter sees; shows a
  /// remote one where it is. A resource is not mapped twice. Throws Error(usage).
  Mapping map();

  /// calResUnmap: copies a local resource back to the card. The mapping's words are then invalid.
  void unmap();

  /// What kernels read and write: all rows with their padding.
  std::span<std::uint32_t> memory() { return memory_; }

  /// Writes elements given without gaps, row by row, through map() and unmap(). `words` may end
  /// before the last row does; the rest keeps what it was.
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
