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
/// Of the excluded pairs, g from the table rather than by formula where there is one.
Mr3Sums excluded_on_host(const Mr3Pairs& call, const Mr3Exclusions& excluded,
                         const CentralTable* table);
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
