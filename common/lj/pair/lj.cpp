#include <cmath>

#include "common/lj/pair_force.hpp"

namespace gputest {

/// F/r of the repulsion is 48 r^-14, so 48 (r^2)^-7. The evaluator's powers and sums are four
/// roundings.
extern const PairForce pair_force_lj{"lj",
                                     "Lennard-Jones in reduced units, 4 (r^-12 - r^-6)",
                                     {},
                                     [](double r, const PairParameters&) -> PairTerms {
                                       const double r6 = std::pow(r, -6);
                                       return {48 * r6 * r6 / r, 24 * r6 / r, 4 * r6 * r6, 4 * r6};
                                     },
                                     [](double r, const PairParameters&) -> PairRounding {
                                       return {7, 4, std::pow(r, -8)};
                                     },
                                     34};

}  // namespace gputest
