// What calls of MR3 add up on the processor, in double precision and by the textbook's formulas:
// the forms that end in _host, pairs that are left out, and waves.
#pragma once

#include <vector>

#include "common/central/table.hpp"
#include "libraries/mr3/pairs.hpp"

namespace gputest::libraries {

/// What is to be added to three numbers of each particle i.
using Mr3Sums = std::vector<double>;

/// Of all pairs of a call that require() has passed. Parallel.
Mr3Sums sums_on_host(const Mr3Pairs& call);
/// What is to be taken away again.
struct Mr3Excluded {
  Mr3Sums sums;
  /// Particles i with an excluded pair so near to a bound of x = rscale r^2 that a device, which
  /// rounds, may have had the pair on the other side of it. What is cut off there may be large.
  std::vector<std::size_t> undecided;
};
/// Of the excluded pairs, g from the table rather than by formula where there is one. `epsilon` is
/// the device's rounding, 0 where nothing rounds otherwise. Parallel.
Mr3Excluded excluded_on_host(const Mr3Pairs& call, const Mr3Exclusions& excluded,
                             const CentralTable* table, double epsilon);
/// Adds what all particles j do to particle i.
void add_on_host(Mr3Sums& sums, const Mr3Pairs& call, std::size_t i, const CentralTable* table);
/// The forces of a salt. Parallel.
Mr3Sums salt_on_host(const Mr3Salt& call);

/// Of waves: the sums of each particle, and tpot.
struct Mr3WaveSums {
  Mr3Sums sums;
  double tpot = 0;
};
/// By the structure factors S = sum q e^(i K x), a direct sum of every charge and wave, and of
/// these the particles' sums, as MDGRAPE-2's WINE did them (DFT and IDFT). Parallel.
Mr3WaveSums waves_on_host(const Mr3Waves& call);

}  // namespace gputest::libraries
