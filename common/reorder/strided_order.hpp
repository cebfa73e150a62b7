// A permutation as kernels get it: strides along the source's dimensions, as few as it has.
#pragma once

#include <cstddef>
#include <cstdint>

namespace gputest::reorder {

/// The dimensions of a source, the fastest first: along dimension k lie extent[k] elements, to[k]
/// elements apart in the result and `from(k)` apart in the source. Behind dimension `rank` there
/// are none: extents 1, strides of the whole.
struct StridedOrder {
  static constexpr std::size_t kMost = 6;
  std::uint32_t rank = 0;
  std::uint32_t extent[kMost] = {1, 1, 1, 1, 1, 1};
  std::uint32_t to[kMost] = {};

  std::uint32_t from(std::size_t k) const {
    std::uint32_t stride = 1;
    while (k-- > 0) stride *= extent[k];
    return stride;
  }
  std::uint32_t elements() const { return from(kMost); }

  /// Adds a slower dimension. One of extent 1 is left out, and one that follows the last in the
  /// result as it does in the source lengthens that.
  void add(std::uint32_t length, std::uint32_t stride) {
    if (length == 1) return;
    if (rank > 0 && stride == to[rank - 1] * extent[rank - 1]) {
      extent[rank - 1] *= length;
      return;
    }
    extent[rank] = length;
    to[rank] = stride;
    ++rank;
  }
};

}  // namespace gputest::reorder
