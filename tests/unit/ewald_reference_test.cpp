// The oracle of the family ewald: Madelung's constants, energies that do not depend on the
// splitting, forces as their derivatives, and stress.
#include <gtest/gtest.h>

#include <cmath>
#include <numeric>

#include "common/ewald/oracle.hpp"
#include "common/particles/ions.hpp"

namespace gputest::ewald_reference_test {
namespace {

std::vector<std::uint64_t> all_of(const ParticleSet& particles) {
  std::vector<std::uint64_t> all(particles.size());
  std::iota(all.begin(), all.end(), std::uint64_t{0});
  return all;
}

double energy_of(const ParticleSet& particles) {
  double energy = 0;
  for (const CoulombShare& share : coulomb_shares(particles, all_of(particles)))
    energy += share.energy;
  return energy;
}

/// A cell of edge 1 with ions at those places, with alternating charges 1 and -1.
ParticleSet cell(const std::vector<std::array<double, 3>>& places) {
  ParticleSet ions;
  ions.resize(places.size());
  for (std::size_t i = 0; i < places.size(); ++i) {
    ions.x[i] = places[i][0];
    ions.y[i] = places[i][1];
    ions.z[i] = places[i][2];
    ions.charge.push_back(i % 2 == 0 ? 1 : -1);
  }
  ions.box = {{0, 0, 0}, {1, 1, 1}, {true, true, true}};
  ions.has_box = true;
  return ions;
}

/// A face-centred lattice and another, displaced by (x, x, x).
ParticleSet two_lattices(double x) {
  std::vector<std::array<double, 3>> places;
  for (const auto& [a, b, c] :
       {std::array{0.0, 0.0, 0.0}, {0.0, 0.5, 0.5}, {0.5, 0.0, 0.5}, {0.5, 0.5, 0.0}}) {
    places.push_back({a, b, c});
    places.push_back({std::fmod(a + x, 1), std::fmod(b + x, 1), std::fmod(c + x, 1)});
  }
  return cell(places);
}

// Published to ten digits and more: R. E. Crandall and J. P. Buhler, J. Phys. A 20, 5497 (1987); Y.
// Sakamoto, J. Chem. Phys. 28, 164 (1958).
TEST(EwaldReference, MadelungsConstantsAreThePublishedOnes) {
  const double rock_salt = 1.747564594633182, caesium = 1.762674773070988,
               blende = 1.638055053388789;
  EXPECT_NEAR(-energy_of(two_lattices(0.5)) / 4 * 0.5, rock_salt, 1e-10);
  EXPECT_NEAR(-energy_of(cell({{0, 0, 0}, {0.5, 0.5, 0.5}})) * std::sqrt(3.0) / 2, caesium, 1e-10);
  EXPECT_NEAR(-energy_of(two_lattices(0.25)) / 4 * std::sqrt(3.0) / 4, blende, 1e-10);
}

TEST(EwaldReference, TheEnergyDoesNotDependOnTheSplitting) {
  for (const std::uint64_t n : {8, 7}) {  // neutral and not
    ParticleSet ions = generate_ions(n, 3, true);
    ions.box.high = {2.5, 2, 3};
    const double right = energy_of(ions);
    for (const double alpha : {0.9, 1.7, 3.1})
      EXPECT_NEAR(coulomb_totals(ions, alpha).energy, right, 1e-12 * std::abs(right)) << alpha;
  }
}

TEST(EwaldReference, ForcesAreDerivativesOfTheEnergy) {
  ParticleSet ions = generate_ions(7, 5, true);
  ions.charge[2] = 0.3;
  const auto shares = coulomb_shares(ions, {2, 5});
  const auto derivative = [&](std::vector<double> ParticleSet::*axis, std::uint64_t i) {
    constexpr double kStep = 1e-4;
    ParticleSet moved = ions;
    (moved.*axis)[i] += kStep;
    const double after = energy_of(moved);
    (moved.*axis)[i] -= 2 * kStep;
    return (after - energy_of(moved)) / (2 * kStep);
  };
  EXPECT_NEAR(shares[0].fx, -derivative(&ParticleSet::x, 2), 1e-7);
  EXPECT_NEAR(shares[0].fy, -derivative(&ParticleSet::y, 2), 1e-7);
  EXPECT_NEAR(shares[1].fz, -derivative(&ParticleSet::z, 5), 1e-7);
}

TEST(EwaldReference, PartsAddUpToTheWhole) {
  const ParticleSet ions = generate_ions(9, 2, true);  // with a net charge
  const double alpha = 1.1;
  const auto all = all_of(ions);
  const auto real = real_shares(ions, alpha, converged_cutoff(alpha), 1e-16, all);
  const auto wave = wave_shares(ions, alpha, all_waves(ions, 14), 1e-16, all);
  const auto whole = coulomb_shares(ions, all);
  for (const std::uint64_t i : all) {
    const CoulombShare& of_waves = wave.shares[i];
    EXPECT_NEAR(real[i].fx + of_waves.fx, whole[i].fx, 1e-12);
    EXPECT_NEAR(real[i].fy + of_waves.fy, whole[i].fy, 1e-12);
    EXPECT_NEAR(real[i].fz + of_waves.fz, whole[i].fz, 1e-12);
    EXPECT_NEAR(real[i].energy + of_waves.energy + constant_energies(ions, alpha)[i],
                whole[i].energy, 1e-12);
  }
}

TEST(EwaldReference, TheStressIsTheDerivativeByTheBoxAndItsTraceTheEnergy) {
  for (const std::uint64_t n : {8, 7}) {
    const ParticleSet ions = generate_ions(n, 4, true);
    const CoulombTotals totals = coulomb_totals(ions, 1.5);
    EXPECT_NEAR(totals.virial[0] + totals.virial[1] + totals.virial[2], totals.energy, 1e-11);
    // The box and its content, stretched along y.
    constexpr double kStep = 1e-5;
    const auto stretched = [&](double by) {
      ParticleSet longer = ions;
      longer.box.high[1] *= by;
      for (double& y : longer.y) y *= by;
      return energy_of(longer);
    };
    const double slope = (stretched(1 + kStep) - stretched(1 - kStep)) / (2 * kStep);
    EXPECT_NEAR(totals.virial[1], -slope, 1e-7) << n;
  }
}

TEST(EwaldReference, ALoneChargeFeelsItsImagesAndTheBackground) {
  // A lattice of unit charges in a background: -2.8372974795 / (2 L) (C. A. Sholl, Proc. Phys. Soc.
  // 92, 434, 1967).
  ParticleSet one = cell({{0.2, 0.3, 0.4}});
  EXPECT_NEAR(energy_of(one), -2.8372974795 / 2, 1e-9);
  const auto share = coulomb_shares(one, {0})[0];
  EXPECT_NEAR(std::hypot(share.fx, share.fy, share.fz), 0, 1e-12);
}

TEST(EwaldReference, TheCutoffEndsTheRealPart) {
  const ParticleSet ions = generate_ions(8, 1, true);
  const auto of = [&](double cutoff) {
    return real_shares(ions, 0.5, cutoff, 1e-16, {0})[0].energy;
  };
  EXPECT_EQ(of(0.5), 0);
  EXPECT_LT(of(1.15), 0) << "six neighbours of the other sign";
  EXPECT_GT(of(1.55), of(1.15)) << "and twelve of the same sign";
}

}  // namespace
}  // namespace gputest::ewald_reference_test
