// The oracle of the family central: forces are derivatives of the textbook's potentials, coinciding
// particles exert no force, images are the nearest, and a table is as exact as documented.
#include <gtest/gtest.h>

#include <cmath>
#include <functional>
#include <string>

#include "common/central/curve.hpp"
#include "common/central/laws.hpp"
#include "common/central/oracle.hpp"
#include "common/central/table.hpp"
#include "common/core/error.hpp"

namespace gputest::central_reference_test {
namespace {

constexpr double kAlpha = 1.7;

/// The potential energy of a particle of type 0 and one of type 1, of masses 2 and 3.
long double potential(const std::string& law, long double r) {
  const long double alpha = kAlpha, sigma = 0.95L;
  if (law == "coulomb") return -1 / r;
  if (law == "gravity") return -6 / r;
  if (law == "ewald-real") return -std::erfc(alpha * r) / r;
  if (law == "lj") return 4 * (std::pow(sigma / r, 12.0L) - std::pow(sigma / r, 6.0L));
  if (law == "born") return std::exp(alpha * (sigma - r));
  if (law == "dispersion6") return -sigma / std::pow(r, 6.0L);
  if (law == "dispersion8") return -sigma / std::pow(r, 8.0L);
  return sigma * (std::exp(2 * alpha * (1 - r)) - 2 * std::exp(alpha * (1 - r)));
}

CentralPhysics physics_of(const CentralLaw& law) {
  const CentralCoefficients coefficients = central_coefficients(law, kAlpha, {2, 3});
  CentralPhysics physics;
  physics.law = law.number;
  physics.shape = central_shape(law, kAlpha);
  physics.types = 2;
  physics.a = coefficients.a;
  physics.b = coefficients.b;
  return physics;
}

ParticleSet two_types_at(double x, double y, double z) {
  ParticleSet two;
  two.resize(2);
  two.x[1] = x;
  two.y[1] = y;
  two.z[1] = z;
  two.mass = {0, 1};
  return two;
}

const std::string kOfPotential = "-potential";

/// The law of the force for the law of a potential; "" for other laws.
std::string law_of_potential(const std::string& law) {
  return law.size() > kOfPotential.size() &&
                 law.compare(law.size() - kOfPotential.size(), std::string::npos, kOfPotential) == 0
             ? law.substr(0, law.size() - kOfPotential.size())
             : "";
}

TEST(CentralReference, ALawOfAPotentialGivesThePotential) {
  int laws = 0;
  for (const CentralLaw& law : central_laws()) {
    const std::string force = law_of_potential(law.name);
    if (force.empty()) continue;
    ++laws;
    for (const double r : {0.75, 1.0, 2.25}) {
      const auto forces =
          central_forces(two_types_at(0, r, 0), physics_of(law), Precision::fp64, {0, 1});
      const auto right = static_cast<double>(potential(force, r));
      EXPECT_NEAR(forces[0].w, right, 1e-14 * std::abs(right)) << law.name << " at " << r;
      EXPECT_NEAR(forces[1].w, right, 1e-14 * std::abs(right)) << law.name << " at " << r;
    }
  }
  EXPECT_EQ(laws, 3);
}

TEST(CentralReference, AForceIsTheDerivativeOfItsPotential) {
  for (const CentralLaw& law : central_laws())
    for (const double r : {0.75, 1.0, 2.25}) {
      if (!law_of_potential(law.name).empty()) continue;
      // The particle of type 1 is at r (2, -1, 2)/3 from that of type 0.
      const ParticleSet two = two_types_at(2 * r / 3, -r / 3, 2 * r / 3);
      const auto forces = central_forces(two, physics_of(law), Precision::fp64, {0, 1});
      constexpr long double kStep = 1e-5L;
      const auto u = [&](long double at) { return potential(law.name, at); };
      const auto slope = static_cast<double>(
          (8 * (u(r + kStep) - u(r - kStep)) - (u(r + 2 * kStep) - u(r - 2 * kStep))) /
          (12 * kStep));
      const double tolerance = 1e-11 * std::abs(slope) + 1e-12;
      EXPECT_NEAR(forces[1].fx, -slope * 2 / 3, tolerance) << law.name << " at " << r;
      EXPECT_NEAR(forces[1].fy, slope / 3, tolerance) << law.name << " at " << r;
      EXPECT_NEAR(forces[0].fx, slope * 2 / 3, tolerance) << law.name << " at " << r;
      EXPECT_NEAR(forces[1].w, -slope / r, tolerance / r) << law.name << " at " << r;
    }
}

TEST(CentralReference, TheStatedSlopeIsAtLeastTheLaws) {
  for (const CentralLaw& law : central_laws())
    for (long double x = 0.3L; x < 40; x *= 1.3L) {
      const long double shape = kAlpha, step = x * 1e-6L;
      const auto g = [&](long double at) {
        return central_terms<long double>(law.number, at, shape).g;
      };
      const auto terms = central_terms<long double>(law.number, x, shape);
      const long double slope = std::abs(g(x + step) - g(x - step)) / (2 * step) * x;
      EXPECT_GE(terms.slope * 1.0001L, slope) << law.name << " at x = " << x;
      EXPECT_GE(terms.magnitude * 1.0001L, std::abs(terms.g)) << law.name;
    }
}

TEST(CentralReference, CoincidingParticlesExertNoForce) {
  const auto forces = central_forces(two_types_at(0, 0, 0), physics_of(central_laws().front()),
                                     Precision::fp32, {0});
  EXPECT_EQ(forces[0].fx, 0);
  EXPECT_EQ(forces[0].w, 0);
  EXPECT_EQ(forces[0].force_off, 0);
}

TEST(CentralReference, APeriodicBoxUsesTheNearestImage) {
  ParticleSet two = two_types_at(9, 0, 0);
  two.box = {{0, 0, 0}, {10, 10, 10}, {true, true, true}};
  two.has_box = true;
  const auto forces =
      central_forces(two, physics_of(central_laws().front()), Precision::fp64, {0, 1});
  // Unlike charges at a distance of 1, across the edge: the one at 0 is pulled to -1, the image of
  // 9.
  EXPECT_DOUBLE_EQ(forces[0].fx, -1);
  EXPECT_DOUBLE_EQ(forces[1].fx, 1);
}

CentralTable table_of(const CentralLaw& law, double low, double high) {
  const long double shape = central_shape(law, kAlpha);
  return make_central_table(
      [&](long double x) { return central_terms<long double>(law.number, x, shape).g; }, low, high);
}

TEST(CentralTable, EveryLawIsWithin3e7OfTheLargestForceInFp32) {
  for (const CentralLaw& law : central_laws()) {
    const LawCurve curve = central_law_curve({law.name, kAlpha, 0.5, 60, 20, ""});
    EXPECT_LE(curve.intervals, 1024u);
    for (const LawCurvePart& part : curve.parts)
      EXPECT_LT(part.of_largest, 3e-7) << law.name << " from " << part.r;
  }
}

TEST(CentralTable, DividesOctavesIntoAsManyPartsAsFit) {
  const CentralTable ten_octaves = table_of(central_laws().front(), 1, 1023);
  EXPECT_EQ(ten_octaves.parts(), 64u);
  EXPECT_EQ(ten_octaves.quartics.size(), 640u);
  EXPECT_EQ(ten_octaves.begin(0), 1);
  EXPECT_EQ(ten_octaves.end(), 1024);
  EXPECT_EQ(table_of(central_laws().front(), 1, 1.5).parts(), 1024u);
  EXPECT_THROW(table_of(central_laws().front(), 1e-40, 1), Error);
  EXPECT_THROW(table_of(find_central_law("dispersion8"), 1e-12, 1), Error) << "x^-5 overflows";
}

}  // namespace
}  // namespace gputest::central_reference_test
