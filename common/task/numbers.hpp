// The numbers of an array in the types of a reference: double, or whole numbers of 64 bits.
#pragma once

#include <bit>
#include <cstdint>
#include <vector>

#include "common/core/arguments.hpp"

namespace gputest::task {

/// Numbers of either type, each as its bits.
struct Numbers {
  bool are_real = true;
  std::vector<std::uint64_t> words;

  double real(std::size_t k) const { return std::bit_cast<double>(words[k]); }
  std::int64_t whole(std::size_t k) const { return static_cast<std::int64_t>(words[k]); }
  /// Of either type; whole numbers above 2^53 are rounded.
  double value(std::size_t k) const { return are_real ? real(k) : static_cast<double>(whole(k)); }
};

/// The same values as 64-bit numbers. An unsigned long keeps its bits.
Numbers widened(const HostArray& array);
/// The numbers in the shape's type: real ones rounded to nearest, whole ones cut to its bits.
HostArray narrowed(const Numbers& numbers, const ArrayShape& shape);

/// The nearest number of a floating-point type.
double rounded(Element element, double value);
/// The spacing of the type's numbers at that value; 1 for whole numbers.
double spacing(Element element, double value);

}  // namespace gputest::task
