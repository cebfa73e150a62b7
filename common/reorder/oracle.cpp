#include "common/reorder/oracle.hpp"

#include <algorithm>
#include <numeric>

namespace gputest::reorder {
namespace {

/// Elements between neighbours along each dimension of a row-major array.
std::vector<std::uint64_t> row_major_strides(const std::vector<std::uint64_t>& shape) {
  std::vector<std::uint64_t> strides(shape.size(), 1);
  for (std::size_t k = shape.size(); k-- > 1;) strides[k - 1] = strides[k] * shape[k];
  return strides;
}

}  // namespace

void SamePlaces::fill(std::uint64_t first, std::vector<std::uint64_t>& places) const {
  std::iota(places.begin(), places.end(), first);
}

PermutedPlaces::PermutedPlaces(std::vector<std::uint64_t> shape,
                               std::vector<std::uint64_t> permutation, bool back)
    : extents_(shape), strides_(shape.size()) {
  std::vector<std::uint64_t> permuted(shape.size());
  for (std::size_t k = 0; k < shape.size(); ++k) permuted[k] = shape[permutation[k]];
  if (back) {
    const std::vector<std::uint64_t> strides = row_major_strides(permuted);
    for (std::size_t k = 0; k < shape.size(); ++k) strides_[permutation[k]] = strides[k];
  } else {
    extents_ = permuted;
    const std::vector<std::uint64_t> strides = row_major_strides(shape);
    for (std::size_t k = 0; k < shape.size(); ++k) strides_[k] = strides[permutation[k]];
  }
}

void PermutedPlaces::fill(std::uint64_t first, std::vector<std::uint64_t>& places) const {
  std::vector<std::uint64_t> index(extents_.size());
  std::uint64_t rest = first, place = 0;
  for (std::size_t k = extents_.size(); k-- > 0; rest /= extents_[k]) {
    index[k] = rest % extents_[k];
    place += index[k] * strides_[k];
  }
  for (std::uint64_t& filled : places) {
    filled = place;
    for (std::size_t k = extents_.size(); k-- > 0;) {
      place += strides_[k];
      if (++index[k] < extents_[k]) break;
      place -= extents_[k] * strides_[k];
      index[k] = 0;
    }
  }
}

DiagonalPlaces::DiagonalPlaces(std::uint64_t rx, std::uint64_t ry, bool falling, bool back)
    : place_(rx * ry) {
  std::uint32_t stored = 0;
  for (std::uint64_t sum = 0; sum + 1 < rx + ry; ++sum)
    for (std::uint64_t y = sum < rx ? 0 : sum - rx + 1; y <= std::min(sum, ry - 1); ++y) {
      const std::uint64_t x = falling ? rx - 1 - (sum - y) : sum - y;
      const auto plain = static_cast<std::uint32_t>(y * rx + x);
      if (back)
        place_[plain] = stored;
      else
        place_[stored] = plain;
      ++stored;
    }
}

void DiagonalPlaces::fill(std::uint64_t first, std::vector<std::uint64_t>& places) const {
  const std::uint64_t plane = place_.size();
  std::uint64_t i = first;
  for (std::uint64_t& filled : places) {
    filled = i - i % plane + place_[i % plane];
    ++i;
  }
}

}  // namespace gputest::reorder
