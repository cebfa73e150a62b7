// The place in the source of each element of the result, from the definitions.
#pragma once

#include <cstdint>
#include <vector>

namespace gputest::reorder {

/// For each index of a result, the index in its source.
class Places {
 public:
  virtual ~Places() = default;
  /// Fills `places` with the places of the indices from `first` on.
  virtual void fill(std::uint64_t first, std::vector<std::uint64_t>& places) const = 0;
};

/// The places of a copy.
struct SamePlaces : Places {
  void fill(std::uint64_t first, std::vector<std::uint64_t>& places) const override;
};

/// The places of a permutation: result[i0][i1]… is source[j0][j1]… with j[permutation[k]] = i[k];
/// for arrays of that shape, the slowest dimension first. With `back` it is source[i0]… that equals
/// result[j0]….
class PermutedPlaces : public Places {
 public:
  /// The shape is that of the array before the permutation, back or not.
  PermutedPlaces(std::vector<std::uint64_t> shape, std::vector<std::uint64_t> permutation,
                 bool back);
  void fill(std::uint64_t first, std::vector<std::uint64_t>& places) const override;

 private:
  std::vector<std::uint64_t> extents_;  ///< of the result
  std::vector<std::uint64_t> strides_;  ///< in the source, along each of these extents
};

/// The places of planes of ry rows of rx elements, stored by diagonals: a walk along every
/// diagonal, stored as a table of one plane.
class DiagonalPlaces : public Places {
 public:
  /// `falling` is the slant; with `back` the source is stored by diagonals.
  DiagonalPlaces(std::uint64_t rx, std::uint64_t ry, bool falling, bool back);
  void fill(std::uint64_t first, std::vector<std::uint64_t>& places) const override;

 private:
  std::vector<std::uint32_t> place_;  ///< in a plane of the source, for each index in the result's
                                      ///< plane
};

}  // namespace gputest::reorder
