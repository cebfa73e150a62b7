#include <cmath>

#include "common/lj/pair_force.hpp"

namespace gputest {

extern const PairForce pair_force_morse{
    "morse",
    "Morse, d0 (e^(-2 alpha (r - r0)) - 2 e^(-alpha (r - r0)))",
    {{"morse-d0", "1", "depth of Morse's well", true},
     {"morse-alpha", "5", "inverse width of Morse's well", true},
     {"morse-r0", "1.12246", "distance at the bottom of Morse's well", true}},
    [](double r, const std::array<double, 3>& p) -> PairTerms {
      const double d0 = p[0], alpha = p[1], r0 = p[2];
      const double once = d0 * std::exp(-alpha * (r - r0));
      const double twice = d0 * std::exp(-2 * alpha * (r - r0));
      return {2 * alpha * twice, 2 * alpha * once, twice, 2 * once};
    },
    [](double, const std::array<double, 3>&) { return 0.0; },
    45};

}  // namespace gputest
