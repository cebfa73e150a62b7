// What the host knows of a central force: its name, the textbook formula, what rounding does to it,
// and its coefficients. The kernels' formulas are in common/central/law.h, which shares no code
// with these.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace gputest {

/// A law g(x), x = B r^2, of the force A g(B r^2) (x_i - x_j) on body i.
struct CentralLaw {
  const char* name;
  const char* formula;  ///< of g and, where the name does not say it, what x is
  unsigned number;      ///< the specialization `law`
  double flops;         ///< of g; a division, a root, an exponential and an erfc count as 10 each
};

/// Every law g(x), in the order in which help names them. That of alkali halides is none of them
/// (halides.hpp).
const std::vector<CentralLaw>& central_laws();
/// One of these or is_halide_law(). Throws Error(bad_input) where there is none of that name.
const CentralLaw& find_central_law(std::string_view name);

/// A law at one x, and what rounding does to it. Real is double or long double.
template <class Real>
struct CentralTerms {
  Real g = 0;
  Real magnitude = 0;  ///< of the sum whose value g is: what an error is relative to
  Real slope = 0;      ///< at least |x dg/dx|, which turns a relative error of x into one of g
  /// Roundings of the formula as kernels have it, in units of ε and relative to `magnitude`: half a
  /// unit for a sum or product, and what OpenCL allows of functions (2 of a reciprocal root, 2.5 of
  /// a division, 3 of an exponential, 16 of erfc).
  Real own = 0;
};

/// Of the law of that number at x above 0; `shape` is Morse's. By the textbook formula.
template <class Real>
CentralTerms<Real> central_terms(unsigned law, Real x, Real shape);

/// The number `shape` of a law with inverse length alpha; 0 where it has none. Morse's well is
/// deepest at a distance of 1.
double central_shape(const CentralLaw& law, double alpha);

/// A and B of pairs of types, row by row.
struct CentralCoefficients {
  std::vector<double> a, b;
};
/// Of types whose masses those are: charges are +1 and -1 in turns, masses attract with G = 1, the
/// types' sizes are 1, 0.9, … of the distance at which lj vanishes, and alpha is the inverse length
/// of ewald-real, born and morse.
CentralCoefficients central_coefficients(const CentralLaw& law, double alpha,
                                         const std::vector<double>& masses);

}  // namespace gputest
