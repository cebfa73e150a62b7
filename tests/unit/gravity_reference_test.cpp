#include "common/gravity/oracle.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <cstdlib>
#include <numeric>

#include "common/particles/generators.hpp"
#include "common/particles/reader.hpp"

namespace gputest::gravity_reference_test {
namespace {

std::vector<std::uint64_t> all_of(const ParticleSet& particles) {
  std::vector<std::uint64_t> bodies(particles.size());
  std::iota(bodies.begin(), bodies.end(), std::uint64_t{0});
  return bodies;
}

TEST(GravityReference, TwoBodiesPullEachOtherByTheFormula) {
  ParticleSet two;
  two.resize(2);
  two.x = {0, 3};
  two.y = {0, 4};
  two.mass = {2, 7};
  const GravityField field = gravity_field(two, 0, {0, 1});
  // r = 5: a_0 = 7/25 towards (3, 4)/5, a_1 = 2/25 in the opposite direction
  EXPECT_DOUBLE_EQ(field.ax[0], 7.0 / 25 * 3 / 5);
  EXPECT_DOUBLE_EQ(field.ay[0], 7.0 / 25 * 4 / 5);
  EXPECT_DOUBLE_EQ(field.ax[1], -2.0 / 25 * 3 / 5);
  EXPECT_EQ(field.az[0], 0);
  EXPECT_DOUBLE_EQ(field.m_over_r[0], 7.0 / 5);
  EXPECT_DOUBLE_EQ(field.sum_of_pulls[0], 7.0 / 25);
}

TEST(GravityReference, SofteningEntersSquaredAndABodyMeetsItself) {
  ParticleSet two;
  two.resize(2);
  two.x = {0, 3};
  two.mass = {2, 7};
  const GravityField field = gravity_field(two, 16, {0});
  EXPECT_DOUBLE_EQ(field.ax[0], 7.0 * 3 / 125);
  EXPECT_DOUBLE_EQ(field.m_over_r[0], 7.0 / 5 + 2.0 / 4);
}

TEST(GravityReference, APartOfTheBodiesGetsTheSameForces) {
  const ParticleSet particles = generate_plummer(1000, 5);
  const GravityField all = gravity_field(particles, 1e-4, all_of(particles));
  const GravityField some = gravity_field(particles, 1e-4, {0, 511, 999});
  for (std::size_t k = 0; k < 3; ++k) EXPECT_EQ(some.ax[k], all.ax[some.body[k]]);
}

TEST(GravityReference, TheForcesOfAClosedSystemSumToZero) {
  const ParticleSet particles = generate_plummer(2000, 6);
  const GravityField field = gravity_field(particles, 1e-4, all_of(particles));
  double force = 0, pulls = 0;
  for (std::uint64_t i = 0; i < particles.size(); ++i) {
    force += particles.mass[i] * field.ax[i];
    pulls += particles.mass[i] * field.sum_of_pulls[i];
  }
  EXPECT_LT(std::abs(force), 1e-14 * pulls);
}

/// The values published with the snapshot, computed in extended precision.
TEST(GravityReference, ReproducesTheSnapshotsEnergyAndAcceleration) {
  const char* folder = std::getenv("GPUTEST_DATA_DIR");
  if (folder == nullptr || *folder == '\0') GTEST_SKIP() << "GPUTEST_DATA_DIR is not set";
  const ParticleSet particles = read_particles(std::string(folder) + "/plummer_4096.nbody");
  const double eps2 = 0.02 * 0.02;
  const GravityField field = gravity_field(particles, eps2, all_of(particles));
  const GravityEnergy energy = gravity_energy(particles, eps2, field);
  EXPECT_NEAR(energy.kinetic, 0.242207285549254, 1e-12 * 0.2422);
  EXPECT_NEAR(energy.potential, -0.499007963064482, 1e-12 * 0.4990);
  EXPECT_NEAR(field.ax[0], -0.06512877403, 1e-12);
  EXPECT_NEAR(field.ay[0], 0.281429269802, 1e-12);
  EXPECT_NEAR(field.az[0], 0.0635560406629, 1e-12);
}

TEST(GravityReference, TheTreesPullsEqualTheSumsWithinAFifth) {
  for (const double eps2 : {0.0, 4e-4}) {
    const ParticleSet particles = generate_plummer(20000, 6);
    std::vector<std::uint64_t> some;
    for (std::uint64_t i = 0; i < particles.size(); i += 97) some.push_back(i);
    const GravityField field = gravity_field(particles, eps2, some);
    const std::vector<double> pulls = pulls_by_tree(particles, eps2);
    for (std::size_t k = 0; k < some.size(); ++k)
      EXPECT_NEAR(pulls[some[k]], field.sum_of_pulls[k], 0.2 * field.sum_of_pulls[k]) << some[k];
  }
}

/// For a sphere of bodies, and for two heavy ones that the others see as one node.
TEST(GravityReference, TheTreesBoundsHoldForEveryBodyAndAreUseful) {
  constexpr std::uint64_t kBodies = 5000;
  ParticleSet pair = generate_plummer(kBodies, 6);
  for (std::uint64_t i = 0; i < kBodies; ++i) {
    pair.mass[i] = i < 2 ? 1 : 1e-9;
    if (i < 2) continue;
    pair.x[i] += 30;
  }
  for (const ParticleSet& particles : {generate_plummer(kBodies, 6), pair})
    for (const double eps2 : {0.0, 4e-4}) {
      const GravityField field = gravity_field(particles, eps2, all_of(particles));
      const std::vector<Between> bounds = m_over_r_by_tree(particles, eps2);
      double low = 0, high = 0;
      for (std::size_t i = 0; i < bounds.size(); ++i) {
        ASSERT_LE(bounds[i].low, field.m_over_r[i] * (1 + 1e-12)) << i;
        ASSERT_GE(bounds[i].high, field.m_over_r[i] * (1 - 1e-12)) << i;
        low += bounds[i].low / field.m_over_r[i];
        high += bounds[i].high / field.m_over_r[i];
      }
      EXPECT_GT(low, 0.65 * static_cast<double>(bounds.size()));
      EXPECT_LT(high, 1.6 * static_cast<double>(bounds.size()));
    }
}

TEST(GravityReference, TheTreeTakesCoincidingAndMasslessBodies) {
  ParticleSet same;
  same.resize(100);
  for (std::uint64_t i = 0; i < 100; ++i) same.mass[i] = i == 0 ? 1 : 0;
  same.x[99] = 2;
  const std::vector<double> pulls = pulls_by_tree(same, 1);
  EXPECT_EQ(pulls[0], 0);
  EXPECT_NEAR(pulls[99], 2 / std::pow(5, 1.5), 1e-12);
}

}  // namespace
}  // namespace gputest::gravity_reference_test
