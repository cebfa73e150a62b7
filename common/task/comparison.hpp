// Compares an output with the reference's.
#pragma once

#include <string>
#include <vector>

#include "common/task/numbers.hpp"
#include "common/task/task.hpp"

namespace gputest::task {

/// An output of the reference, and the scale of its allowed differences.
struct Expected {
  Numbers numbers;
  std::vector<double> scale;  ///< of each number, or one for all; empty: not needed
};

/// The differences of an output.
struct Difference {
  std::vector<bool> wrong;  ///< for each number
  std::size_t worst = 0;    ///< the number that differs by most, in terms of what it may
  double error = 0;         ///< its difference: in ulps, relative to the scale, or absolute (exact)
  double mean_square = 0;   ///< of all
  bool passed = true;
};

/// Compares an output of that type. A number that is not finite is infinitely wrong unless it is
/// the expected one.
Difference compare(const Comparison& comparison, Element element, const Numbers& found,
                   const Expected& expected);

/// The difference that a number may have, in its own unit.
double allowed(const Comparison& comparison, Element element, const Expected& expected,
               std::size_t k);

}  // namespace gputest::task
