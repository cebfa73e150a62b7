// How far a law of central forces is off in fp32, by its formula and from a table, as a curve over
// the distance.
#pragma once

#include <string>
#include <vector>

#include "common/central/laws.hpp"
#include "common/central/table.hpp"

namespace gputest {

/// A part of the distances, r to r_end with B = 1, and the largest errors of floats x = r^2 there.
struct CentralCurvePart {
  double r = 0, r_end = 0;
  double force = 0;       ///< g(r^2) r at the beginning
  double by_table = 0;    ///< of g from the table, relative to its magnitude (CentralTerms)
  double of_largest = 0;  ///< of g r from the table, relative to the largest |g r| of all parts
  double by_formula = 0;  ///< of g by its formula in fp32, likewise
};

/// From r = `from` to `to` in `parts` of equal ratio, at 256 floats of each. Errors are those of
/// the CPU's kernels, against the law in long double. The table covers that range.
std::vector<CentralCurvePart> central_error_curve(const CentralLaw& law, double shape,
                                                  const CentralTable& table, double from, double to,
                                                  std::size_t parts);

}  // namespace gputest
