// Shapes and permutations, as written on the command line.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace gputest::arrays {

/// The most elements of an array, because kernels index in 32 bits.
constexpr std::uint64_t kMaxElements = std::uint64_t{1} << 31;

/// Extents or numbers of dimensions, the slowest first.
using Dimensions = std::vector<std::uint64_t>;

/// The shapes that a family takes on the command line.
struct ShapeRules {
  std::string family;
  std::string word;     ///< the word for a shape that follows from n: "square"
  std::string example;  ///< "64,64,5"
  std::size_t min_rank, max_rank;
  std::uint64_t min_extent = 1;
};

/// Parses "64,64,64,5" or "64x64x64x5". Throws Error(bad_input) if the text is not a shape, breaks
/// the rules or has too many elements.
Dimensions parse_shape(const std::string& text, const ShapeRules& rules);

/// Throws Error(bad_input), naming the family, for n = 0 and for more than kMaxElements.
void require_countable(std::uint64_t n, const std::string& family);

/// The rectangle of n > 0 elements that is nearest a square, with rows at least as long as its
/// columns.
Dimensions near_square_of(std::uint64_t n);

/// The box of n > 0 elements with the least surface, no extent larger than the next: 1000 gives 10
/// x 10 x 10, 2^20 gives 64 x 128 x 128, and a prime number gives a line.
Dimensions near_cube_of(std::uint64_t n);

/// Parses "3,0,1,2", neighbours, ends or reverse, for that many dimensions. Throws Error(bad_input)
/// if a dimension is missing, unknown or named twice.
Dimensions parse_permutation(const std::string& text, std::size_t rank);

/// "64 x 64 x 5".
std::string shape_text(const Dimensions& shape);

/// The number of elements of a shape that a function above returned.
std::uint64_t elements_of(const Dimensions& shape);

}  // namespace gputest::arrays
