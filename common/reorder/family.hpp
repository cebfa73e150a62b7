// The family "reorder": an array of up to six dimensions stored in another order.
#pragma once

#include <cstddef>
#include <memory>

namespace gputest {

class Family;

/// An array is copied into another in which its elements have another order. The kernel's axis
/// `order` sets it:
///
///     same      that of the source: a copy, the ceiling of the others
///     permuted  dimension k of the result is dimension permutation[k] of the source
///     diagonal  the diagonals of each plane, one after another
///     in_place  permuted, in the memory of the array itself
///
/// --shape=64,64,64,5 sets the array, its last dimension the fastest: 2 to 6 dimensions of at least
/// 1, at most 2^31 elements, because kernels index in 32 bits. "square" is the rectangle of n
/// elements that is nearest a square, with rows at least as long as its columns. --permutation
/// names each dimension once, from 0, or is neighbours (swaps the last two), ends (swaps the first
/// and the last) or reverse. The default is neighbours: it transposes a square.
///
/// A plane has Ry rows of Rx elements, the last two dimensions; the others count planes. With
/// --slant=rising a diagonal holds the elements with equal x + y, with falling those with equal
/// Rx - 1 - x + y. Diagonals are ordered by that sum, and the elements of one by y.
///
/// --direction=back takes the result as the source: a kernel undoes the order.
///
/// An element has 1, 2, 4, 8 or 16 bytes (axis `element`). No kernel reads its content, so
/// precision has no effect. The only layout is row_major.
///
/// In place, dimensions of the same extent are swapped in pairs, or stay, so that each element is
/// swapped with one other; the row is skipped for other permutations. The framework initialises
/// "reordered" with the content of "source"; the kernel changes it and reads nothing else. Two
/// launches undo each other, which is verified (common/device/in_place.hpp).
///
/// Arguments: the input "source" and the output "reordered", in words of 32 bits; the last may be
/// partly used; the scalars n (elements), extent0 … extent5 and to0 … to5, slant, back. These are
/// the source's dimensions, the fastest first: dimension k has extent<k> elements, to<k> elements
/// apart in the result. Dimensions of one element are left out, and dimensions that stay adjacent
/// are merged; the remaining ones have extent 1. For planes stored by diagonals they are Rx, Ry and
/// the number of planes, slant is 1 for falling, and back is 1 for back. The specialization
/// "element" is its bytes.
///
/// Verification is exact: the oracle walks the result and finds each element's place in the source
/// by the definitions above, bit for bit. Elements of 4 bytes or more are all different, so that
/// any misplaced one shows. Shorter ones cannot be: each is a hash of its index, and a kernel must
/// give the right answer for two fillings. So one misplaced element of 1 byte goes unnoticed once
/// in 65025 times, and one of 2 bytes once in 4.3e9. No element has all its bits set, because
/// unwritten memory has.
///
/// A rate counts bytes read and written, each once.
std::unique_ptr<Family> make_reorder();

/// The layout row_major, as seen by kernels in C++.
template <class Real>
struct DenseElements {
  using gt_real = Real;
  static constexpr const char* kLayout = "row_major";
  static constexpr std::size_t kArrays = 1;
  const void* elements;
};

}  // namespace gputest
