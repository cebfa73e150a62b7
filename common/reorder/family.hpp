// The family "reorder": an array of up to six dimensions stored anew in another order.
#pragma once

#include <cstddef>
#include <memory>

namespace gputest {

class Family;

/// An array is copied into another in which its elements stand in another order. What order is the
/// kernel's axis `order`:
///
///     same      that of the source: a copy, the ceiling of the others
///     permuted  dimension k of the result is dimension permutation[k] of the source
///     diagonal  of each plane, its diagonals one behind the other
///     in_place  permuted, in the memory of the array itself
///
/// --shape=64,64,64,5 is the array, its last dimension running fastest: 2 to 6 dimensions of at
/// least 1, at most 2^31 elements, which kernels index in 32 bits. "square" is the rectangle of
/// n elements that is nearest a square, its rows at least as long as its columns. --permutation
/// names each dimension once, from 0, or says neighbours (the last two change places), ends (the
/// first and the last do) or reverse. The default is neighbours: of a square, its transpose.
///
/// A plane has Ry rows of Rx elements, the last two dimensions; the others count planes. With
/// --slant=rising a diagonal holds the elements whose x + y is alike, with falling those whose
/// Rx - 1 - x + y is. Diagonals follow each other by that sum, and the elements of one by y.
///
/// --direction=back takes the result for the source: a kernel undoes the order.
///
/// An element is 1, 2, 4, 8 or 16 bytes (axis `element`), which no kernel looks into; so precision
/// has no say. The only layout is row_major.
///
/// In place dimensions of the same extent change places two by two, or stay, so that each element
/// changes places with one other; of other permutations the row is skipped. The frame makes
/// "reordered" what "source" is, the kernel changes it and reads nothing else, and two launches
/// undo each other, which is verified (common/device/in_place.hpp).
///
/// Arguments: the input "source" and the output "reordered", in words of 32 bits of which the last
/// may be partly used; the scalars n (elements), extent0 … extent5 and to0 … to5, slant, back.
/// These are the source's dimensions, the fastest first: along dimension k lie extent<k> elements,
/// to<k> elements apart in the result. Dimensions of one element are left out, and dimensions that
/// stay beside each other are one; what is left over has extent 1. Of planes stored by diagonals
/// they are Rx, Ry and the number of planes, slant is 1 for falling, and back is 1 for back. The
/// specialization "element" is its bytes.
///
/// Verification is exact: the oracle walks the result and finds each element's place in the source
/// by the definitions above, bit for bit. Elements of 4 bytes and more are all different, so that
/// any misplaced one shows. Shorter ones cannot be: each is a hash of its index, and a kernel must
/// give the right answer for two fillings, so that one misplaced element of 1 byte goes unnoticed
/// once in 65025 times, of 2 bytes once in 4.3e9. No element has all its bits set, as memory has
/// that was not written.
///
/// A rate counts bytes read and written, each once.
std::unique_ptr<Family> make_reorder();

/// The layout row_major, as kernels in C++ see it.
template <class Real>
struct DenseElements {
  using gt_real = Real;
  static constexpr const char* kLayout = "row_major";
  static constexpr std::size_t kArrays = 1;
  const void* elements;
};

}  // namespace gputest
