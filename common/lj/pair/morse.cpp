#include <algorithm>
#include <cmath>

#include "common/lj/pair_force.hpp"

namespace gputest {

/// F/r of the repulsion is 2 d0 alpha e^(-2 alpha (r - r0)) / r; its logarithm has the slope
/// -(alpha r + 1/2) over ln r^2. The repulsion is the square of an exponential, so an absolute
/// error of the exponent x = alpha (r0 - r) counts twice:
/// - r = r^2 sqrt(1/r^2) rounds a root (1 ε) and a product (1/2), the formula's root (1/2): 2 alpha
///   r in x;
/// - x itself rounds a difference and a product (1); the exponential's reduction to a power of two
///   rounds a product and a constant (1), and the formula x again (1): 3 |x|;
/// - the exponential has 2 ε, which twice makes 4; the formula's 1; the roots in 1/r 1; products
///   and a sum 4.
extern const PairForce pair_force_morse{
    "morse",
    "Morse, d0 (e^(-2 alpha (r - r0)) - 2 e^(-alpha (r - r0)))",
    {{"morse-d0", "1", "depth of Morse's well", true},
     {"morse-alpha", "5", "inverse width of Morse's well", true},
     {"morse-r0", "1.12246", "distance at the bottom of Morse's well", true}},
    [](double r, const PairParameters& p) -> PairTerms {
      const double d0 = p[0], alpha = p[1], r0 = p[2];
      const double once = d0 * std::exp(-alpha * (r - r0));
      const double twice = d0 * std::exp(-2 * alpha * (r - r0));
      return {2 * alpha * twice, 2 * alpha * once, twice, 2 * once};
    },
    [](double r, const PairParameters& p) -> PairRounding {
      const double d0 = p[0], alpha = p[1], r0 = p[2];
      const double factors = std::min({1.0, d0, 2 * d0 * alpha, 2 * d0 * alpha / r});
      return {alpha * r + 0.5, 2 * (2 * alpha * r + 3 * alpha * std::abs(r - r0)) + 10,
              factors * std::exp(-alpha * (r - r0))};
    },
    55};

}  // namespace gputest
