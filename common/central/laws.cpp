#include "common/central/laws.hpp"

#include <fmt/format.h>

#include <cmath>
#include <numbers>

#include "common/central/halide_law.hpp"
#include "common/core/error.hpp"

namespace gputest {
namespace {

enum LawNumber : unsigned {
  kInverseSquare,
  kEwaldReal,
  kLennardJones,
  kBorn,
  kDispersion6,
  kDispersion8,
  kMorse,
  kInverseRoot,
  kEwaldPotential,
  kLennardJonesPotential
};

}  // namespace

const std::vector<CentralLaw>& central_laws() {
  static const std::vector<CentralLaw> laws{
      {"coulomb", "x^(-3/2), A = q_i q_j", kInverseSquare, 12},
      {"gravity", "x^(-3/2), A = -m_i m_j", kInverseSquare, 12},
      {"ewald-real", "2/sqrt(pi) e^(-x)/x + erfc(sqrt(x))/x^(3/2), x = (alpha r)^2", kEwaldReal,
       37},
      {"lj", "2 x^(-7) - x^(-4), x = (r/sigma)^2", kLennardJones, 16},
      {"born", "e^(-sqrt(x))/sqrt(x), x = (alpha r)^2", kBorn, 22},
      {"dispersion6", "x^(-4), the force of -1/r^6", kDispersion6, 12},
      {"dispersion8", "x^(-5), the force of -1/r^8", kDispersion8, 13},
      {"morse", "(e^(2 (alpha - y)) - e^(alpha - y))/y, y = sqrt(x) = alpha r", kMorse, 25},
      {"coulomb-potential", "x^(-1/2), A = q_i q_j", kInverseRoot, 10},
      {"ewald-real-potential", "erfc(sqrt(x))/sqrt(x), x = (alpha r)^2", kEwaldPotential, 22},
      {"lj-potential", "x^(-6) - x^(-3), x = (r/sigma)^2", kLennardJonesPotential, 14},
  };
  return laws;
}

const CentralLaw& find_central_law(std::string_view name) {
  for (const CentralLaw* law : {&halide_law(), &halide_virial_law()})
    if (name == law->name) return *law;
  std::string names;
  for (const CentralLaw& law : central_laws()) {
    if (law.name == name) return law;
    names += fmt::format("{}, ", law.name);
  }
  names += fmt::format("{}, {}", halide_law().name, halide_virial_law().name);
  throw Error(Status::bad_input,
              fmt::format("there is no law '{}' of central forces; the laws are {}", name, names));
}

template <class Real>
CentralTerms<Real> central_terms(unsigned law, Real x, Real shape) {
  const Real y = std::sqrt(x);
  // g is left - right, both not negative. Near x each falls like x^-slope.
  Real left = 0, right = 0, left_slope = 0, right_slope = 0, own = 0;
  switch (law) {
    case kInverseSquare:
      left = 1 / (x * y);
      left_slope = Real(1.5);
      own = 7;
      break;
    case kEwaldReal: {
      const Real gauss = 2 * std::numbers::inv_sqrtpi_v<Real> * std::exp(-x) / x;
      left = gauss + std::erfc(y) / (x * y);
      // d/dx of erfc(y)/x^(3/2) is -gauss/(2 x) - 3/2 erfc(y)/x^(5/2), and of gauss it is -gauss (1
      // + 1/x).
      left_slope = x + Real(1.5);
      // erfc multiplies the root's 3 roundings by its slope over y, at most 2 x + 1.
      own = 16 + 7 + 3 * (2 * x + 1) + 6;
      break;
    }
    case kLennardJones: {
      const Real x4 = 1 / (x * x * x * x);
      left = 2 * x4 / (x * x * x);
      right = x4;
      left_slope = 7;
      right_slope = 4;
      own = 24;
      break;
    }
    case kBorn:
      left = std::exp(-y) / y;
      left_slope = (y + 1) / 2;
      own = 3 * y + 10;
      break;
    case kDispersion6:
      left = 1 / (x * x * x * x);
      left_slope = 4;
      own = 12;
      break;
    case kDispersion8:
      left = 1 / (x * x * x * x * x);
      left_slope = 5;
      own = 15;
      break;
    case kInverseRoot:
      left = 1 / y;
      left_slope = Real(0.5);
      own = 3;
      break;
    case kEwaldPotential:
      left = std::erfc(y) / y;
      // d/dx is -erfc(y)/(2 x^(3/2)) - e^(-x)/(√π x). y times erfc's slope over erfc is at most 2 x
      // + 1.
      left_slope = x + 1;
      own = 16 + 3 * (2 * x + 1) + 4;
      break;
    case kLennardJonesPotential:
      left = 1 / (x * x * x * x * x * x);
      right = 1 / (x * x * x);
      left_slope = 6;
      right_slope = 3;
      own = 20;
      break;
    default: {
      const Real decay = std::exp(shape - y);
      left = decay * decay / y;
      right = decay / y;
      left_slope = y + Real(0.5);
      right_slope = (y + 1) / 2;
      own = 6 * y + 2 * std::abs(shape - y) + 14;
      break;
    }
  }
  return {left - right, left + right, left * left_slope + right * right_slope, own};
}

template CentralTerms<double> central_terms(unsigned, double, double);
template CentralTerms<long double> central_terms(unsigned, long double, long double);

double central_shape(const CentralLaw& law, double alpha) {
  return law.number == kMorse ? alpha : 0;
}

CentralCoefficients central_coefficients(const CentralLaw& law, double alpha,
                                         const std::vector<double>& masses) {
  const bool attracts = std::string(law.name) == "gravity";
  const auto size = [](std::size_t type) { return 1 - 0.1 * static_cast<double>(type % 8); };
  CentralCoefficients made;
  for (std::size_t i = 0; i < masses.size(); ++i)
    for (std::size_t j = 0; j < masses.size(); ++j) {
      const double charges = (i + j) % 2 == 0 ? 1 : -1;
      const double sigma = (size(i) + size(j)) / 2;
      switch (law.number) {
        case kInverseSquare:
          made.a.push_back(attracts ? -masses[i] * masses[j] : charges);
          made.b.push_back(1);
          break;
        case kEwaldReal:
          made.a.push_back(charges * alpha * alpha * alpha);
          made.b.push_back(alpha * alpha);
          break;
        case kLennardJones:
          made.a.push_back(24 / (sigma * sigma));
          made.b.push_back(1 / (sigma * sigma));
          break;
        case kBorn:
          made.a.push_back(alpha * alpha * std::exp(alpha * sigma));
          made.b.push_back(alpha * alpha);
          break;
        case kDispersion6:
          made.a.push_back(-6 * sigma);
          made.b.push_back(1);
          break;
        case kDispersion8:
          made.a.push_back(-8 * sigma);
          made.b.push_back(1);
          break;
        case kInverseRoot:
          made.a.push_back(charges);
          made.b.push_back(1);
          break;
        case kEwaldPotential:
          made.a.push_back(charges * alpha);
          made.b.push_back(alpha * alpha);
          break;
        case kLennardJonesPotential:
          made.a.push_back(4);
          made.b.push_back(1 / (sigma * sigma));
          break;
        default:
          made.a.push_back(2 * alpha * alpha * sigma);
          made.b.push_back(alpha * alpha);
          break;
      }
    }
  return made;
}

}  // namespace gputest
