// Sums of MR3 calls on the processor, in double precision by textbook formulas: the forms that end
// in _host, excluded pairs, and waves.
#pragma once

#include <vector>

#include "common/central/table.hpp"
#include "libraries/mr3/pairs.hpp"

namespace gputest::libraries {

/// Sums to be added to the three numbers of each particle i.
using Mr3Sums = std::vector<double>;

/// The sums over all pairs of a call that has passed require(). Parallel.
Mr3Sums sums_on_host(const Mr3Pairs& call);
/// The contribution of excluded pairs, to be subtracted from the sums.
struct Mr3Excluded {
  Mr3Sums sums;
  /// Particles i with an excluded pair very near to a bound of x = rscale r^2. The device's
  /// rounding may have put the pair on the other side. The step at the bound may be large.
  std::vector<std::size_t> undecided;
};
/// The sums over the excluded pairs. g comes from the table if there is one, else from the formula.
/// `epsilon` is the device's rounding; 0 if the sums were not computed on a device. Parallel.
Mr3Excluded excluded_on_host(const Mr3Pairs& call, const Mr3Exclusions& excluded,
                             const CentralTable* table, double epsilon);
/// Adds the contributions of all particles j to particle i.
void add_on_host(Mr3Sums& sums, const Mr3Pairs& call, std::size_t i, const CentralTable* table);
/// The forces of a salt. Parallel.
Mr3Sums salt_on_host(const Mr3Salt& call);

/// The results of a wave sum: the sums of each particle, and tpot.
struct Mr3WaveSums {
  Mr3Sums sums;
  double tpot = 0;
};
/// Computes the structure factors S = sum q e^(i K x) by a direct sum over charges and waves. From
/// these it computes the particles' sums, like MDGRAPE-2's WINE (DFT and IDFT). Parallel.
Mr3WaveSums waves_on_host(const Mr3Waves& call);

}  // namespace gputest::libraries
