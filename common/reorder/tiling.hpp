// Cuts a permutation into two-dimensional transpositions for kernels.
#pragma once

#include <cstdint>
#include <vector>

#include "common/core/arguments.hpp"
#include "common/reorder/strided_order.hpp"

namespace gputest::reorder {

#ifndef GPUTEST_TEXT
/// The permutation given by the scalars of a call (common/reorder/family.hpp).
StridedOrder order_of(const std::vector<Scalar>& scalars);

/// The dimensions of an order, the fastest of its result first.
std::vector<std::size_t> dimensions_of_result(const StridedOrder& order);

/// The same order over the result's dimensions, the fastest first: `to` are strides in the source.
StridedOrder gathering(const StridedOrder& order);
#endif

/// A permutation as transpositions of matrices of runs. A run is `inner` elements that stay
/// adjacent; if the fastest dimension changes, it is one element. Among the remaining dimensions,
/// `a` is the fastest of the source and `b` the fastest of the result; the others count matrices. A
/// matrix has b rows of a runs in the source and a rows of b runs in the result.
struct Tiling {
  std::uint32_t inner = 1;
  std::uint32_t a = 1, a_to = 1;    ///< runs along a, and their distance in the result
  std::uint32_t b = 1, b_from = 1;  ///< runs along b, and their distance in the source
  /// The other dimensions, and the distance of matrices in the source and in the result.
  std::uint32_t outer[4] = {1, 1, 1, 1}, outer_from[4] = {}, outer_to[4] = {};

  std::uint64_t matrices() const {
    return std::uint64_t{outer[0]} * outer[1] * outer[2] * outer[3];
  }
  /// The number of tiles of edge × edge runs, fewer at the ends, in all matrices.
  std::uint64_t tiles(std::uint32_t edge) const {
    return std::uint64_t{(a - 1) / edge + 1} * ((b - 1) / edge + 1) * matrices();
  }
};

/// The tiling of that permutation.
Tiling tiling_of(const StridedOrder& order);

/// The same permutation with wider elements, each made of several narrower ones.
struct Widened {
  StridedOrder order;
  std::uint32_t bytes;  ///< of an element: at most 16
};

/// Combines as many elements as stay adjacent and make 16 bytes, 8, …
Widened widened(StridedOrder order, std::uint32_t bytes);

}  // namespace gputest::reorder
