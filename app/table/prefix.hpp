// Figures of very different size in one column: one prefix for all, so that they compare.
#pragma once

#include <string>

namespace gputest {

/// A power of 1000 before a unit: "G", 1e9.
struct Prefix {
  std::string symbol;
  double factor = 1;
};

/// The largest prefix, from p to P, under which the figure is 0.1 at least; so that a hundred times
/// as much is read as easily. None for what is not above 0.
Prefix prefix_for(double figure);

/// A figure over its prefix's factor, in seven characters: three figures behind the point or at
/// least three in all, in powers of ten where that is not enough.
std::string figure_text(double scaled);

}  // namespace gputest
