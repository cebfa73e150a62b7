// Shapes and permutations as the command line has them.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace gputest::reorder {

/// The most elements of an array, and its dimensions.
constexpr std::uint64_t kMaxElements = std::uint64_t{1} << 31;
constexpr std::size_t kMinRank = 2;  ///< of a shape on the command line
constexpr std::size_t kMaxRank = 6;  ///< likewise

/// Extents or numbers of dimensions, the slowest first.
using Dimensions = std::vector<std::uint64_t>;

/// "64,64,64,5" or "64x64x64x5". Throws Error(bad_input) for what is no shape or has too many
/// elements.
Dimensions parse_shape(const std::string& text);

/// Of the rectangles of n elements the one nearest a square, its rows at least as long as its
/// columns. Throws Error(bad_input) for n = 0 and for too many.
Dimensions near_square_of(std::uint64_t n);

/// "3,0,1,2", neighbours, ends or reverse, for that many dimensions. Throws Error(bad_input) where
/// a dimension is missing, unknown or named twice.
Dimensions parse_permutation(const std::string& text, std::size_t rank);

/// "64 x 64 x 5".
std::string shape_text(const Dimensions& shape);

/// Elements of a shape that parse_shape() or near_square_of() gave.
std::uint64_t elements_of(const Dimensions& shape);

}  // namespace gputest::reorder
