// A permutation in the kernels' form: strides along the source's dimensions, as few as possible.
#pragma once

#include <cstddef>
#include <cstdint>

namespace gputest::reorder {

/// The dimensions of a source, the fastest first: dimension k has extent[k] elements, to[k]
/// elements apart in the result and `from(k)` apart in the source. Entries from `rank` on are
/// unused: extents of 1, strides of the whole.
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

  /// Adds a slower dimension. One of extent 1 is left out. One that follows the last dimension in
  /// both the result and the source lengthens it.
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
