// Sums of GRAPE-5 calls on the processor, in double precision: those with a softening length for
// each particle, and those with a cutoff in precisions without tables.
#pragma once

#include <array>
#include <cstddef>
#include <vector>

#include "libraries/g5/cutoff.hpp"

namespace gputest::libraries {

/// Bodies j: three coordinates each, masses, and squared softening lengths or none.
struct G5Bodies {
  std::vector<double> x, m, eps2;
};

/// a and p of a point.
using G5Sum = std::array<double, 4>;

/// The sums at `count` points, of the first n bodies. The squared softening length of a pair is
/// that of the point plus that of the body. With a cutoff, which has the softening length, these
/// are not read. A pair at distance 0 adds nothing if its softening length is 0 or there is a
/// cutoff. Parallel. Throws Error(bad_input) if a sum is not finite.
std::vector<G5Sum> g5_sums_on_host(std::size_t count, const double* x, const double* eps2,
                                   const G5Bodies& bodies, std::size_t n, const G5Cutoff* cutoff);

/// Throws Error(bad_input) if a sum is not finite. `precision` is its precision's name.
void require_finite_sums(const std::vector<G5Sum>& sums, const char* precision, bool is_cut);

}  // namespace gputest::libraries
