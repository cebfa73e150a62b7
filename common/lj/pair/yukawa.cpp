#include <algorithm>
#include <cmath>

#include "common/lj/pair_force.hpp"

namespace gputest {

/// F/r is a e^(-kappa r) (kappa + 1/r) / r^2; its logarithm has the slope -(kappa r + 2 + 1 /
/// (kappa r + 1)) over ln r. An absolute error of the exponent x = kappa r counts:
/// - r = r^2 sqrt(1/r^2) rounds a root (1 ε) and a product (1/2), the formula's root (1/2): 2 x;
/// - x itself rounds a product (1/2), the exponential's reduction to a power of two a product and a
///   constant (1), and the formula x again (1/2): 2 x;
/// - the exponential has 2 ε and the formula's 1; the root in each of three powers of 1/r 3;
///   products and sums, also of the formula, 4.
extern const PairForce pair_force_yukawa{
    "yukawa",
    "Yukawa, a e^(-kappa r) / r",
    {{"yukawa-a", "1", "strength of Yukawa's repulsion", true},
     {"yukawa-kappa", "1", "inverse screening length of Yukawa's repulsion", true}},
    [](double r, const PairParameters& p) -> PairTerms {
      const double energy = p[0] * std::exp(-p[1] * r) / r;
      return {energy * (p[1] + 1 / r), 0, energy, 0};
    },
    [](double r, const PairParameters& p) -> PairRounding {
      const double a = p[0], x = p[1] * r;
      const double factors = std::min({1.0, a, a / r, a * (p[1] + 1 / r) / r});
      return {(x + 2 + 1 / (x + 1)) / 2, 4 * x + 10, factors * std::exp(-x)};
    },
    52};

}  // namespace gputest
