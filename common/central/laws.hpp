// The host's description of a central force: name, textbook formula, rounding errors and
// coefficients. The kernels' formulas are in common/central/law.h, which shares no code with these.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace gputest {

/// A law g(x), x = B r^2, of the force A g(B r^2) (x_i - x_j) on body i.
struct CentralLaw {
  const char* name;
  const char* formula;  ///< the formula of g, and of x if the name does not imply it
  unsigned number;      ///< the specialization `law`
  double flops;         ///< of g; a division, a root, an exponential and an erfc count 10 each
};

/// Every law g(x), in the order in which the help names them. It does not hold the laws of alkali
/// halides (halide_law.hpp).
const std::vector<CentralLaw>& central_laws();
/// One of these laws, or one with is_halide_law(). Throws Error(bad_input) if no law has this name.
const CentralLaw& find_central_law(std::string_view name);

/// A law at one x, and its rounding errors. Real is double or long double.
template <class Real>
struct CentralTerms {
  Real g = 0;
  Real magnitude = 0;  ///< of the terms that g is the sum of; errors are relative to it
  Real slope = 0;      ///< at least |x dg/dx|, which turns a relative error of x into one of g
  /// Roundings of the kernels' formula, in units of ε and relative to `magnitude`. A sum or product
  /// counts half a unit. A function counts the error that OpenCL allows: 2 for a reciprocal root,
  /// 2.5 for a division, 3 for an exponential, 16 for erfc.
  Real own = 0;
};

/// The terms of law number `law` at x above 0, by the textbook formula; `shape` is Morse's.
template <class Real>
CentralTerms<Real> central_terms(unsigned law, Real x, Real shape);

/// The number `shape` of a law with inverse length alpha; 0 if it has none. Morse's well is deepest
/// at a distance of 1.
double central_shape(const CentralLaw& law, double alpha);

/// A and B of pairs of types, row by row.
struct CentralCoefficients {
  std::vector<double> a, b;
};
/// Coefficients for types with these masses. Charges alternate between +1 and -1; masses attract
/// with G = 1. The types' sizes are 1, 0.9, … of the distance at which lj vanishes. alpha is the
/// inverse length of ewald-real, born and morse.
CentralCoefficients central_coefficients(const CentralLaw& law, double alpha,
                                         const std::vector<double>& masses);

}  // namespace gputest
