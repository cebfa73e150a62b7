#include "common/lj/oracle.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdlib>
#include <numeric>

#include "common/particles/generators.hpp"
#include "common/particles/reader.hpp"

namespace gputest::lj_reference_test {
namespace {

std::vector<std::uint64_t> all_of(const ParticleSet& particles) {
  std::vector<std::uint64_t> all(particles.size());
  std::iota(all.begin(), all.end(), std::uint64_t{0});
  return all;
}

const PairLaw kLj{pair_forces().front()};

ParticleSet two_at(double distance) {
  ParticleSet two;
  two.resize(2);
  two.x = {0, distance};
  return two;
}

TEST(LjReference, TwoParticlesRepelWithinTheMinimumAndAttractBeyond) {
  const LjField near = lj_field(two_at(1), kLj, {6.25, 0}, {0, 1});
  EXPECT_DOUBLE_EQ(near.state[0].fx, -24);  // away from the other
  EXPECT_DOUBLE_EQ(near.state[1].fx, 24);
  EXPECT_DOUBLE_EQ(near.state[0].energy, 0);
  EXPECT_DOUBLE_EQ(near.state[0].virial, 12);
  EXPECT_DOUBLE_EQ(near.sum_of_forces[0], 24);
  EXPECT_DOUBLE_EQ(near.scale[0].force, 72);
  const LjField far = lj_field(two_at(2), kLj, {6.25, 0}, {0});
  EXPECT_DOUBLE_EQ(far.state[0].fx, 24 * (std::pow(2, -7) - 2 * std::pow(2, -13)));
  EXPECT_DOUBLE_EQ(far.state[0].energy, 2 * (std::pow(2, -12) - std::pow(2, -6)));
}

TEST(LjReference, EndsAtTheCutoffAndMarksPairsThatRoundingMayPutOnEitherSide) {
  const LjField beyond = lj_field(two_at(2.5), kLj, {6.25, 1e-6}, {0});
  EXPECT_EQ(beyond.state[0].fx, 0);
  EXPECT_GT(beyond.doubt[0].force, 0.03);
  const LjField within = lj_field(two_at(2.4), kLj, {6.25, 1e-6}, {0});
  EXPECT_GT(within.state[0].fx, 0.03);
  EXPECT_EQ(within.doubt[0].force, 0);
}

TEST(LjReference, ShiftingSubtractsOnlyTheEnergyAtTheCutoffFromEachPair) {
  const ParticleSet open = generate_lattice_of(500, 0.8442, 2, false);
  const LjField unshifted = lj_field(open, kLj, {6.25, 0}, all_of(open));
  const LjField shifted = lj_field(open, kLj, {6.25, 0, true}, all_of(open));
  const double at_cutoff = 4 * (std::pow(2.5, -12) - std::pow(2.5, -6));
  for (std::uint64_t i = 0; i < open.size(); ++i) {
    int pairs = 0;
    for (std::uint64_t j = 0; j < open.size(); ++j) {
      const double dx = open.x[i] - open.x[j], dy = open.y[i] - open.y[j];
      const double dz = open.z[i] - open.z[j];
      if (j != i && dx * dx + dy * dy + dz * dz < 6.25) ++pairs;
    }
    EXPECT_GT(pairs, 5);
    EXPECT_NEAR(shifted.state[i].energy, unshifted.state[i].energy - pairs * at_cutoff / 2, 1e-13);
    EXPECT_EQ(shifted.state[i].fx, unshifted.state[i].fx);
    EXPECT_EQ(shifted.state[i].virial, unshifted.state[i].virial);
    EXPECT_EQ(shifted.scale[i].energy, unshifted.scale[i].energy);
  }
}

TEST(LjReference, ShiftedEndsAtTheCutoffWithoutAJump) {
  const LjField within = lj_field(two_at(2.5 - 1e-9), kLj, {6.25, 1e-6, true}, {0});
  EXPECT_NEAR(within.state[0].energy, 0, 1e-10);
  EXPECT_NEAR(within.doubt[0].energy, 0, 1e-10);
  EXPECT_GT(within.doubt[0].force, 0.03);
}

TEST(LjReference, TakesTheNearestImageOnlyAlongPeriodicAxes) {
  ParticleSet two = two_at(9.0);
  two.has_box = true;
  two.box = {{0, 0, 0}, {10, 10, 10}, {true, false, false}};
  EXPECT_DOUBLE_EQ(lj_field(two, kLj, {6.25, 0}, {0}).state[0].fx, 24);
  two.box.periodic = {false, true, true};
  EXPECT_EQ(lj_field(two, kLj, {6.25, 0}, {0}).state[0].fx, 0);
}

/// n particles scattered in a box of those edges, rarely nearer to each other than 0.8. Along
/// periodic axes some lie exactly on the box's faces.
ParticleSet scattered(std::uint64_t n, std::array<double, 3> edge, std::array<bool, 3> periodic) {
  ParticleSet p = generate_uniform(n, 11);
  std::vector<double>* positions[] = {&p.x, &p.y, &p.z};
  for (std::size_t axis = 0; axis < 3; ++axis) {
    const auto [least, most] =
        std::minmax_element(positions[axis]->begin(), positions[axis]->end());
    const double low = *least, extent = *most - low;
    for (double& at : *positions[axis]) at = edge[axis] * ((at - low) / extent);
  }
  p.has_box = true;
  p.box = {{0, 0, 0}, {edge[0], edge[1], edge[2]}, {periodic[0], periodic[1], periodic[2]}};
  return p;
}

TEST(LjReference, ByCubesEqualsTheSumOverAllPairs) {
  struct Box {
    std::array<double, 3> edge;
    std::array<bool, 3> periodic;
  };
  const Box boxes[] = {{{30, 30, 30}, {true, true, true}},    {{30, 30, 30}, {false, false, false}},
                       {{5.1, 40, 110}, {true, true, true}},  {{7.6, 20, 130}, {true, false, true}},
                       {{1, 1, 9000}, {false, false, false}}, {{60, 60, 6}, {false, true, false}}};
  for (const Box& box : boxes) {
    const ParticleSet p = scattered(20000, box.edge, box.periodic);
    const LjCut cut{6.25, 1e-6};
    std::vector<std::uint64_t> some;
    for (std::uint64_t i = 0; i < p.size(); i += 61) some.push_back(i);
    const LjField right = lj_field(p, kLj, cut, some);
    const LjField field = lj_field_of_all(p, kLj, cut);
    ASSERT_EQ(field.particle.size(), p.size());
    for (std::size_t k = 0; k < some.size(); ++k) {
      const std::uint64_t i = some[k];
      const double allowed = 1e-12 * right.scale[k].force;
      EXPECT_NEAR(field.state[i].fx, right.state[k].fx, allowed);
      EXPECT_NEAR(field.state[i].fz, right.state[k].fz, allowed);
      EXPECT_NEAR(field.state[i].virial, right.state[k].virial, 1e-12 * right.scale[k].virial);
      EXPECT_NEAR(field.scale[i].energy, right.scale[k].energy, 1e-12 * right.scale[k].energy);
      EXPECT_NEAR(field.wrapped[i].force, right.wrapped[k].force, 1e-12 * right.wrapped[k].force);
    }
  }
}

class LjMelt : public testing::Test {
 protected:
  void SetUp() override {
    const char* folder = std::getenv("GPUTEST_DATA_DIR");
    if (folder == nullptr || *folder == '\0') GTEST_SKIP() << "GPUTEST_DATA_DIR is not set";
    melt = read_particles(std::string(folder) + "/lj_melt_2048.data");
    dump = read_particles(std::string(folder) + "/lj_melt_2048.dump");
  }
  ParticleSet melt, dump;
};

/// Results of LAMMPS for the same state.
TEST_F(LjMelt, MatchesTheForcesEnergyAndPressureOfLammps) {
  const LjField field = lj_field(melt, kLj, {6.25, 0}, all_of(melt));
  ASSERT_EQ(dump.size(), melt.size());
  std::vector<std::uint64_t> place(dump.size() + 1);
  for (std::uint64_t i = 0; i < melt.size(); ++i) place[static_cast<std::size_t>(melt.id[i])] = i;
  for (std::uint64_t k = 0; k < dump.size(); ++k) {
    const std::uint64_t i = place[static_cast<std::size_t>(dump.id[k])];
    const LjState& s = field.state[i];
    EXPECT_LT(std::hypot(s.fx - dump.fx[k], s.fy - dump.fy[k], s.fz - dump.fz[k]),
              1e-9 * field.sum_of_forces[i]);
  }
  const LjThermodynamics whole = lj_thermodynamics(melt, field);
  const auto n = static_cast<double>(melt.size());
  EXPECT_NEAR(whole.potential / n, -5.7590279223, 1e-10 * 5.76);
  EXPECT_NEAR(whole.temperature, 0.757496954119, 1e-10);
  EXPECT_NEAR(whole.pressure, 0.20435514475, 1e-8 * 0.2);
  // pair_modify shift yes
  const LjThermodynamics shifted =
      lj_thermodynamics(melt, lj_field(melt, kLj, {6.25, 0, true}, all_of(melt)));
  EXPECT_NEAR(shifted.potential / n, -5.30962823411, 1e-11 * 5.31);
  EXPECT_EQ(shifted.pressure, whole.pressure);
}

}  // namespace
}  // namespace gputest::lj_reference_test
