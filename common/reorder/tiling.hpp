// How kernels cut a permutation into two-dimensional transpositions.
#pragma once

#include <cstdint>
#include <vector>

#include "common/core/arguments.hpp"
#include "common/reorder/strided_order.hpp"

namespace gputest::reorder {

#ifndef GPUTEST_TEXT
/// The permutation that the scalars of a call tell (common/reorder/family.hpp).
StridedOrder order_of(const std::vector<Scalar>& scalars);

/// The dimensions of an order, the fastest of its result first.
std::vector<std::size_t> dimensions_of_result(const StridedOrder& order);

/// The same with the result's dimensions, the fastest first: `to` are strides in the source.
StridedOrder gathering(const StridedOrder& order);
#endif

/// A permutation as transpositions of matrices of runs. A run is `inner` elements that stay beside
/// each other; where the fastest dimension does not stay it is one element. Of the dimensions that
/// are left, `a` is the fastest of the source and `b` the fastest of the result; the others count
/// matrices. A matrix has b rows of a runs in the source and a rows of b runs in the result.
struct Tiling {
  std::uint32_t inner = 1;
  std::uint32_t a = 1, a_to = 1;    ///< runs along a, and from one to the next in the result
  std::uint32_t b = 1, b_from = 1;  ///< runs along b, and from one to the next in the source
  /// The other dimensions, and from one matrix to the next in the source and in the result.
  std::uint32_t outer[4] = {1, 1, 1, 1}, outer_from[4] = {}, outer_to[4] = {};

  std::uint64_t matrices() const {
    return std::uint64_t{outer[0]} * outer[1] * outer[2] * outer[3];
  }
  /// Tiles of edge × edge runs, or of what is left at the ends, that they all have.
  std::uint64_t tiles(std::uint32_t edge) const {
    return std::uint64_t{(a - 1) / edge + 1} * ((b - 1) / edge + 1) * matrices();
  }
};

/// Of that permutation.
Tiling tiling_of(const StridedOrder& order);

/// The same permutation of wider elements: `factor` of the narrower ones each.
struct Widened {
  StridedOrder order;
  std::uint32_t bytes;  ///< of an element: at most 16
};

/// Takes as many elements for one as stay beside each other and make 16 bytes, 8, …
Widened widened(StridedOrder order, std::uint32_t bytes);

}  // namespace gputest::reorder
