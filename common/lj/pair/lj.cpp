#include <cmath>

#include "common/lj/pair_force.hpp"

namespace gputest {

extern const PairForce pair_force_lj{"lj",
                                     "Lennard-Jones in reduced units, 4 (r^-12 - r^-6)",
                                     {},
                                     [](double r, const std::array<double, 3>&) -> PairTerms {
                                       const double r6 = std::pow(r, -6);
                                       return {48 * r6 * r6 / r, 24 * r6 / r, 4 * r6 * r6, 4 * r6};
                                     },
                                     [](double largest, const std::array<double, 3>&) {
                                       return 2 * std::pow(48 / largest, 1.0 / 14);
                                     },
                                     34};

}  // namespace gputest
