// Ions in a periodic box with Ewald sums. The energy is Madelung's; forces equal direct sums and
// the energy's derivative; the pressure is its derivative by the volume. Steps conserve energy and
// momentum, across list rebuilds and restarts.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <array>
#include <cctype>
#include <cmath>
#include <sstream>
#include <stdexcept>

#include "app/registry.hpp"
#include "common/cells/periodic_box.hpp"
#include "common/cells/short_range.hpp"
#include "common/core/error.hpp"
#include "common/core/scratch_folder.hpp"
#include "common/ewald/oracle.hpp"
#include "common/ewald/parameters.hpp"
#include "common/particles/fold.hpp"
#include "common/particles/halides.hpp"
#include "common/simulate/charge_forces.hpp"
#include "common/simulate/observables.hpp"
#include "common/simulate/simulation.hpp"

namespace gputest::periodic_salt_test {
namespace {

constexpr double kNeighbours = 2.82;  // half the lattice constant of NaCl

class PeriodicSalt : public testing::Test {
 protected:
  const Kernel& kernel() const {
    for (const auto& candidate : registry.kernels())
      if (candidate->info().api == "cpu" && candidate->info().name() == "central_direct")
        return *candidate;
    throw std::logic_error("there is no central_direct");
  }
  static Configuration configuration(Precision precision = Precision::fp64) {
    return {"soa", precision, 0, {{"form", "function"}, {"sum", "plain"}}};
  }
  SimulationOptions options(double femtoseconds, double accuracy) const {
    SimulationOptions made;
    made.time_step = femtoseconds / halide_units::kFemtoseconds;
    for (const ProblemOption& option : registry.find_family("central")->options())
      made.problem[option.name] = option.default_value;
    made.problem["accuracy"] = fmt::format("{}", accuracy);
    return made;
  }
  std::unique_ptr<Simulation> make(SimulationState state, double femtoseconds, double accuracy) {
    return std::make_unique<Simulation>(registry, kernel(), *device, configuration(),
                                        options(femtoseconds, accuracy), std::move(state));
  }
  std::unique_ptr<Integrator> integrate(ParticleSet ions, double accuracy) {
    SimulationState state;
    state.particles = std::move(ions);
    return make_host_integrator({*registry.find_family("central"), kernel(), *device,
                                 configuration(), nullptr, find_charge_kernels(registry, "cpu")},
                                options(1, accuracy), std::move(state));
  }
  /// Ions displaced by up to `jitter` times the distance of neighbours.
  static ParticleSet crystal(std::uint64_t n, double jitter) {
    return halide_crystal(find_halide("NaCl"), n, 1, true, jitter, 1, 0);
  }
  static SimulationState at(double kelvin, std::uint64_t n) {
    SimulationState state;
    state.particles = crystal(n, 0);
    set_temperature(state.particles, kelvin * halide_units::kBoltzmann, 3);
    return state;
  }

  Registry registry = make_registry();
  std::unique_ptr<Device> device = registry.find_backend("cpu")->open("cpu:0");
};

/// Energy and forces of the short-range terms, without charges, of nearest images, by the formula.
struct ShortRange {
  double energy = 0;
  std::vector<std::array<double, 3>> force;

  explicit ShortRange(const ParticleSet& p) : force(p.size()) {
    const auto pairs = halide_pairs(find_halide("NaCl"));
    const auto types = halide_types(find_halide("NaCl"), p);
    const PeriodicEdges edges(p);
    for (std::size_t i = 0; i < p.size(); ++i)
      for (std::size_t j = 0; j < p.size(); ++j) {
        if (i == j) continue;
        const double d[] = {edges.nearest(p.x[i] - p.x[j], 0), edges.nearest(p.y[i] - p.y[j], 1),
                            edges.nearest(p.z[i] - p.z[j], 2)};
        const double r = std::hypot(d[0], d[1], d[2]);
        const HalidePair& of = pairs[static_cast<std::size_t>(2 * types[i] + types[j])];
        const double born = of.a * std::exp(-of.k * r);
        energy += (born - of.c / std::pow(r, 6) - of.d / std::pow(r, 8)) / 2;
        const double slope = of.k * born - 6 * of.c / std::pow(r, 7) - 8 * of.d / std::pow(r, 9);
        for (std::size_t axis = 0; axis < 3; ++axis) force[i][axis] += slope * d[axis] / r;
      }
  }
};

TEST_F(PeriodicSalt, ThePerfectCrystalHasMadelungsEnergy) {
  constexpr double kMadelung = 1.747564594633182;
  for (const std::uint64_t n : {64, 512}) {
    const ParticleSet ions = crystal(n, 0);
    const double charges =
        -kMadelung * static_cast<double>(n) / 2 * halide_units::kCoulomb / kNeighbours;
    const double right = charges + ShortRange(ions).energy;
    EXPECT_NEAR(integrate(ions, 1e-9)->energies().potential / right, 1, 1e-9) << n;
    EXPECT_NEAR(integrate(ions, 1e-4)->energies().potential / right, 1, 1e-4) << n;
  }
}

TEST_F(PeriodicSalt, ForcesEqualTheDirectSums) {
  for (const std::uint64_t n : {64, 216, 512})
    for (const double accuracy : {1e-3, 1e-5, 1e-8}) {
      ParticleSet ions = crystal(n, 0.2);
      const auto integrator = integrate(ions, accuracy);
      const HostArray forces = integrator->forces();
      const bool listed = integrator->charges()->half_skin() > 0;
      EXPECT_EQ(listed, n == 512);
      const ShortRange others(ions);
      std::vector<std::uint64_t> all(n);
      for (std::uint64_t i = 0; i < n; ++i) all[i] = i;
      const auto charges = coulomb_shares(ions, all);
      double squares = 0;
      for (std::uint64_t i = 0; i < n; ++i) {
        const double of_charges[] = {charges[i].fx, charges[i].fy, charges[i].fz};
        for (std::size_t axis = 0; axis < 3; ++axis) {
          const double off = real_at(forces, 4 * i + axis) - others.force[i][axis] -
                             halide_units::kCoulomb * of_charges[axis];
          squares += off * off;
        }
      }
      const double unit = halide_units::kCoulomb * ChargedSystem(ions).typical_force();
      const double error = std::sqrt(squares / static_cast<double>(n)) / unit;
      EXPECT_LT(error, accuracy) << n;
      EXPECT_GT(error, accuracy / 1000) << n << ": more accurate than requested";
      const JudgedForces judged =
          integrator->charges()->judge(integrator->state().particles, {0, n / 2, n - 1});
      EXPECT_EQ(judged.fault, "");
    }
}

TEST_F(PeriodicSalt, ForcesAtOtherPlacesAreFoundWrong) {
  const auto integrator = integrate(crystal(64, 0.2), 1e-4);
  ParticleSet moved = integrator->state().particles;
  moved.x[5] += 0.1;
  EXPECT_NE(integrator->charges()->judge(moved, {5}).fault, "");
}

TEST_F(PeriodicSalt, AForceIsTheDerivativeOfTheEnergy) {
  constexpr double kStep = 1e-4;
  const ParticleSet ions = crystal(512, 0.2);
  const auto energy = [&](double by) {
    ParticleSet moved = ions;
    moved.y[77] += by;
    return integrate(moved, 1e-9)->energies().potential;
  };
  const double slope = (energy(kStep) - energy(-kStep)) / (2 * kStep);
  EXPECT_NEAR(real_at(integrate(ions, 1e-9)->forces(), 4 * 77 + 1), -slope, 1e-6);
}

TEST_F(PeriodicSalt, ThePressureIsTheDerivativeOfTheEnergy) {
  constexpr double kStep = 1e-4;
  for (const std::uint64_t n : {64, 512}) {
    const auto at_scale = [&](double scale) {
      SimulationState state;
      state.particles = crystal(n, 0.1);
      ParticleSet& p = state.particles;
      for (auto* component : {&p.x, &p.y, &p.z})
        for (double& at : *component) at *= scale;
      for (double& high : p.box.high) high *= scale;
      return make(std::move(state), 1, 1e-8)->thermodynamics();
    };
    const double edge = std::cbrt(static_cast<double>(n)) * kNeighbours;
    const auto volume = [&](double scale) { return std::pow(edge * scale, 3); };
    const double right = -(at_scale(1 + kStep).potential - at_scale(1 - kStep).potential) /
                         (volume(1 + kStep) - volume(1 - kStep)) * halide_units::kGigapascals;
    EXPECT_NEAR(at_scale(1).pressure, right, 1e-5 * std::abs(right)) << n;
  }
}

TEST_F(PeriodicSalt, StepsKeepEnergyAndMomentumAcrossListRebuilds) {
  const auto simulation = make(at(1200, 512), 0.5, 1e-5);
  simulation->verify();
  simulation->check();
  const double first = simulation->thermodynamics().total();
  double drift = 0;
  for (int k = 0; k < 12; ++k) {
    for (int step = 0; step < 25; ++step) simulation->step();
    drift = std::max(drift, std::abs(simulation->thermodynamics().total() / first - 1));
  }
  EXPECT_GT(simulation->lists_made(), 2u);
  simulation->check();
  simulation->verify();
  EXPECT_LT(drift, 3e-6);
  const ParticleSet& p = simulation->state().particles;
  double momentum = 0, sizes = 0;
  for (std::size_t i = 0; i < p.size(); ++i) {
    momentum += p.mass[i] * p.vx[i];
    sizes += p.mass[i] * std::abs(p.vx[i]);
  }
  EXPECT_LT(std::abs(momentum), 1e-6 * sizes);  // with a mesh, to its accuracy
}

TEST_F(PeriodicSalt, ARebuiltListHasThePairsOfANewOne) {
  const auto simulation = make(at(4000, 512), 2, 1e-5);
  for (int step = 0; step < 60; ++step) simulation->step();
  ASSERT_GT(simulation->lists_made(), 3u);
  const double anew = integrate(simulation->state().particles, 1e-5)->energies().potential;
  // A missing pair changes the energy by about 1e-6 eV at the cutoff, and more within.
  EXPECT_NEAR(simulation->thermodynamics().potential, anew, 1e-8);
}

TEST_F(PeriodicSalt, ARestartContinuesBitForBit) {
  const ScratchFolder folder;
  const auto begun = [&] {
    SimulationState state = at(2000, 512);
    Thermostat chain;
    chain.from = chain.to = 2000 * halide_units::kBoltzmann;
    chain.period = 30 / halide_units::kFemtoseconds;
    state.thermostat = chain;
    return make(std::move(state), 2, 1e-4);
  };
  const auto run = [](Simulation& simulation, int steps) {
    for (int k = 0; k < steps; ++k) simulation.step();
  };
  const auto whole = begun();
  run(*whole, 40);
  EXPECT_GT(whole->lists_made(), 1u);
  const auto first = begun();
  run(*first, 29);
  write_checkpoint(folder.path("state"), "a run", first->state());
  const auto second = make(read_checkpoint(folder.path("state"), "a run"), 2, 1e-4);
  run(*second, 11);
  EXPECT_EQ(second->state().particles.x, whole->state().particles.x);
  EXPECT_EQ(second->state().particles.vz, whole->state().particles.vz);
  EXPECT_EQ(second->thermodynamics().total(), whole->thermodynamics().total());
  EXPECT_EQ(second->thermodynamics().pressure, whole->thermodynamics().pressure);
}

TEST_F(PeriodicSalt, InvalidInputIsRefused) {
  const auto refused = [&](ParticleSet ions, double accuracy, const std::string& cutoff,
                           Precision precision, const std::string& word) {
    SimulationState state;
    state.particles = std::move(ions);
    SimulationOptions asked = options(1, accuracy);
    if (!cutoff.empty()) asked.problem["cutoff"] = cutoff;
    try {
      Simulation(registry, kernel(), *device, configuration(precision), asked, std::move(state));
      ADD_FAILURE() << "no error was thrown for " << word;
    } catch (const Error& error) {
      EXPECT_EQ(error.status(), Status::bad_input);
      EXPECT_NE(std::string(error.what()).find(word), std::string::npos) << error.what();
    }
  };
  refused(crystal(63, 0), 1e-4, "", Precision::fp64, "net charge");
  refused(crystal(64, 0), 1e-4, "5.7", Precision::fp64, "half of the box's shortest edge");
  refused(crystal(64, 0), 1e-9, "", Precision::fp32, "fp32");
  ParticleSet flat = crystal(64, 0);
  flat.box.high[2] = flat.box.low[2];
  refused(flat, 1e-4, "", Precision::fp64, "edge of 0 along z");
  ParticleSet half_open = crystal(64, 0);
  half_open.box.periodic[1] = false;
  refused(half_open, 1e-4, "", Precision::fp64, "periodic along every axis");
}

TEST_F(PeriodicSalt, ObservablesUseNearestImagesAndUnwrappedPaths) {
  ParticleSet ions = crystal(1728, 0);
  Observables observables;
  const double edge = ions.box.high[0];
  for (int t = 0; t < 20; ++t) {
    if (t > 0)
      for (double& x : ions.x) x += 1.5;
    if (t > 0) fold(ions);
    observables.sample(ions, {}, 1.5 * 1.5 * t * t);
  }
  ASSERT_GT(19 * 1.5, edge / 2);
  // All ions move alike, and the mean squared displacement over time is 1.
  EXPECT_NEAR(observables.means().diffusion[0], 1.0 / 6, 1e-9);
  std::ostringstream out;
  observables.write_distances(out);
  EXPECT_GT(observables.contrast(), 0.5);
  double farthest = 0;
  std::istringstream lines(out.str());
  for (std::string line; std::getline(lines, line);)
    if (std::isdigit(static_cast<unsigned char>(line[0])) != 0)
      farthest = std::max(farthest, std::stod(line.substr(line.find(',', line.find(',') + 1) + 1)));
  EXPECT_NEAR(farthest, edge / 2, edge / 400);
}

}  // namespace
}  // namespace gputest::periodic_salt_test
