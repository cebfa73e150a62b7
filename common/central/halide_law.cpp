#include "common/central/halide_law.hpp"

#include <cmath>
#include <initializer_list>

namespace gputest {

const CentralLaw& halide_law() {
  static const CentralLaw law{
      "tosi-fumi", "the force of A e^((sigma - r)/rho) - C/r^6 - D/r^8 + q q/r, in A and eV", 10,
      40};
  return law;
}

const CentralLaw& halide_virial_law() {
  static const CentralLaw law{"tosi-fumi-virial", "the force of tosi-fumi, and its virial -r u'(r)",
                              11, 41};
  return law;
}

bool is_halide_law(const CentralLaw& law) {
  return law.number == halide_law().number || law.number == halide_virial_law().number;
}

template <class Real>
HalideTerms<Real> halide_terms(const HalidePair& pair, Real x) {
  const Real r = std::sqrt(x), y = Real(pair.k) * r, x3 = x * x * x;
  const Real born = Real(pair.a) * std::exp(-y);
  const Real sixth = Real(pair.c) / x3, eighth = Real(pair.d) / (x3 * x),
             charges = Real(pair.qq) / r;
  // A term, its steepness in x, and the roundings of the kernels' formula, in ε: 2 for a reciprocal
  // root, so 2.5 for r, 4.5 for 1/r^2, 14.5 for 1/r^6; 3 for an exponential.
  struct Term {
    Real value, slope, own;
  };
  const auto sum = [](std::initializer_list<Term> terms) {
    CentralTerms<Real> all;
    for (const Term& term : terms) {
      all.g += term.value;
      all.magnitude += std::abs(term.value);
      all.slope += std::abs(term.value) * term.slope;
      all.own += std::abs(term.value) * term.own;
    }
    if (all.magnitude > 0) all.own /= all.magnitude;
    return all;
  };
  HalideTerms<Real> terms;
  terms.energy =
      sum({{born, y / 2, 3 * y + 5}, {-sixth, 3, 17}, {-eighth, 4, 22}, {charges, Real(0.5), 4}});
  terms.force = sum({{born * y / x, (y + 1) / 2, 3 * y + 14},
                     {-6 * sixth / x, 4, 23},
                     {-8 * eighth / x, 5, 28},
                     {charges / x, Real(1.5), 9}});
  terms.virial = sum({{born * y, std::abs(1 - y) / 2, 3 * y + 15},
                      {-6 * sixth, 3, 24},
                      {-8 * eighth, 4, 29},
                      {charges, Real(0.5), 10}});
  return terms;
}

template HalideTerms<double> halide_terms(const HalidePair&, double);
template HalideTerms<long double> halide_terms(const HalidePair&, long double);

}  // namespace gputest
