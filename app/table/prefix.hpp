// One prefix for all figures of a column, so that they can be compared at sight.
#pragma once

#include <string>

namespace gputest {

/// A power of 1000 before a unit: "G", 1e9.
struct Prefix {
  std::string symbol;
  double factor = 1;
};

/// The largest prefix, from p to P, with which the figure is at least 0.1. Figures up to a hundred
/// times as large then remain readable. None for figures that are not above 0.
Prefix prefix_for(double figure);

/// A figure divided by its prefix's factor, in seven characters: with three decimals, or at least
/// three digits in all; with a power of ten if that does not suffice.
std::string figure_text(double scaled);

}  // namespace gputest
