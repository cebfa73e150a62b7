#include <cmath>

#include "common/lj/pair_force.hpp"

namespace gputest {

extern const PairForce pair_force_yukawa{
    "yukawa",
    "Yukawa, a e^(-kappa r) / r",
    {{"yukawa-a", "1", "strength of Yukawa's repulsion", true},
     {"yukawa-kappa", "1", "inverse screening length of Yukawa's repulsion", true}},
    [](double r, const std::array<double, 3>& p) -> PairTerms {
      const double energy = p[0] * std::exp(-p[1] * r) / r;
      return {energy * (p[1] + 1 / r), 0, energy, 0};
    },
    [](double largest, const std::array<double, 3>& p) { return 2 * std::cbrt(p[0] / largest); },
    44};

}  // namespace gputest
