// Ions within walls: energy is conserved, pressure is a derivative of the energy, a thermostat
// makes a canonical ensemble, and a restart continues bit for bit.
#include <gtest/gtest.h>

#include <cmath>

#include "app/registry.hpp"
#include "common/core/error.hpp"
#include "common/core/scratch_folder.hpp"
#include "common/particles/halides.hpp"
#include "common/simulate/observables.hpp"
#include "common/simulate/simulation.hpp"

namespace gputest::salt_simulation_test {
namespace {

class SaltSimulation : public testing::Test {
 protected:
  /// A simulation with the CPU's central_direct in fp64; the time step is in fs.
  std::unique_ptr<Simulation> make(SimulationState state, double femtoseconds) {
    const Kernel* kernel = nullptr;
    for (const auto& candidate : registry.kernels())
      if (candidate->info().api == "cpu" && candidate->info().name() == "central_direct")
        kernel = candidate.get();
    const Configuration configuration{
        "soa", Precision::fp64, 0, {{"form", "function"}, {"sum", "plain"}}};
    SimulationOptions options;
    options.time_step = femtoseconds / halide_units::kFemtoseconds;
    for (const ProblemOption& option : registry.find_family("central")->options())
      options.problem[option.name] = option.default_value;
    return std::make_unique<Simulation>(registry, *kernel, *device, configuration, options,
                                        std::move(state));
  }
  static SimulationState crystal(double kelvin, double room = 1.25) {
    SimulationState state;
    state.particles = halide_crystal(find_halide("NaCl"), 64, 1, false, 0, room, 0);
    set_temperature(state.particles, kelvin * halide_units::kBoltzmann, 3);
    return state;
  }
  static Thermostat chain(double from, double to, std::uint64_t ramp) {
    Thermostat made;
    made.from = from * halide_units::kBoltzmann;
    made.to = to * halide_units::kBoltzmann;
    made.ramp = ramp;
    made.period = 30 / halide_units::kFemtoseconds;
    return made;
  }
  static void run(Simulation& simulation, std::uint64_t steps) {
    for (std::uint64_t k = 0; k < steps; ++k) simulation.step();
  }

  Registry registry = make_registry();
  std::unique_ptr<Device> device = registry.find_backend("cpu")->open("cpu:0");
};

TEST_F(SaltSimulation, ConservesEnergyInCollisionsWithWalls) {
  const auto simulation = make(crystal(3000, 1), 0.25);
  simulation->verify();
  simulation->check();
  const double first = simulation->thermodynamics().total();
  double drift = 0;
  bool met = false;
  for (int k = 0; k < 40; ++k) {
    run(*simulation, 25);
    drift = std::max(drift, std::abs(simulation->thermodynamics().total() / first - 1));
    const ParticleSet& p = simulation->state().particles;
    for (std::size_t i = 0; i < p.size(); ++i) {
      EXPECT_GE(p.x[i], p.box.low[0]);
      EXPECT_LE(p.x[i], p.box.high[0]);
      met = met || p.x[i] < 0.2;
    }
  }
  simulation->check();
  EXPECT_LT(drift, 3e-6);  // 1.3e-5 if kicks are not split at walls
  EXPECT_TRUE(met);
}

TEST_F(SaltSimulation, EveryStepWithWallsAndAThermostatIsRepeated) {
  for (const bool with_thermostat : {false, true}) {
    SimulationState state = crystal(3000, 1);
    if (with_thermostat) state.thermostat = chain(3000, 1000, 200);
    const auto simulation = make(state, 1);
    for (int k = 0; k < 200; ++k) {
      simulation->advance_checked();
      if (k % 10 == 0) simulation->checked_thermodynamics();
    }
  }
}

TEST_F(SaltSimulation, ThePressureAtRestIsTheDerivativeOfTheEnergy) {
  const auto at_scale = [&](double scale) {
    SimulationState state = crystal(0, 1);
    for (auto* component : {&state.particles.x, &state.particles.y, &state.particles.z})
      for (double& at : *component) at *= scale;
    for (double& high : state.particles.box.high) high *= scale;
    return make(std::move(state), 1)->thermodynamics();
  };
  constexpr double kStep = 1e-4;
  const double edge = 4 * 2.82;
  const auto volume = [&](double scale) { return std::pow(edge * scale, 3); };
  const double right = -(at_scale(1 + kStep).potential - at_scale(1 - kStep).potential) /
                       (volume(1 + kStep) - volume(1 - kStep)) * halide_units::kGigapascals;
  EXPECT_NEAR(at_scale(1).pressure, right, 1e-6 * std::abs(right) + 1e-6);
}

TEST_F(SaltSimulation, AThermostatMakesACanonicalEnsemble) {
  SimulationState state = crystal(1000);
  state.thermostat = chain(1000, 1000, 0);
  const auto simulation = make(std::move(state), 2);
  run(*simulation, 1000);
  double sum = 0, squares = 0;
  constexpr int kSamples = 3000;
  for (int k = 0; k < kSamples; ++k) {
    run(*simulation, 4);
    const double t = simulation->thermodynamics().temperature / 1000;
    sum += t;
    squares += t * t;
  }
  const double mean = sum / kSamples, variance = squares / kSamples - mean * mean;
  // 24 ps are more than 200 correlation times of K, 100 fs each. So the mean is known to 0.7 %, and
  // the variance, 2 over the degrees of freedom, to 10 %. Five times as much is allowed.
  EXPECT_NEAR(mean, 1, 0.035);
  EXPECT_NEAR(variance, 2.0 / (3 * 64), 0.5 * 2.0 / (3 * 64));
}

TEST_F(SaltSimulation, TheConservedQuantityStaysConstantThroughARamp) {
  SimulationState state = crystal(300);
  state.thermostat = chain(300, 900, 1500);
  const auto simulation = make(std::move(state), 0.5);
  const Thermodynamics first = simulation->thermodynamics();
  run(*simulation, 2000);
  const Thermodynamics last = simulation->thermodynamics();
  EXPECT_NEAR(last.total() / first.total(), 1, 1e-5);
  EXPECT_GT((last.potential + last.kinetic) - (first.potential + first.kinetic),
            100 * std::abs(last.total() - first.total()))
      << "the thermostat added heat";
}

TEST_F(SaltSimulation, ContinuesFromACheckpointInTheMiddleOfARamp) {
  const ScratchFolder folder;
  const auto begun = [&] {
    SimulationState state = crystal(300);
    state.thermostat = chain(300, 900, 50);
    return make(std::move(state), 1);
  };
  const auto whole = begun();
  run(*whole, 40);
  const auto first = begun();
  run(*first, 23);
  write_checkpoint(folder.path("state"), "a run", first->state());
  const auto second = make(read_checkpoint(folder.path("state"), "a run"), 1);
  run(*second, 17);
  EXPECT_EQ(second->state().particles.x, whole->state().particles.x);
  EXPECT_EQ(second->state().particles.vz, whole->state().particles.vz);
  EXPECT_EQ(second->thermodynamics().total(), whole->thermodynamics().total());
  EXPECT_NE(whole->thermodynamics().reservoir, 0);
}

TEST_F(SaltSimulation, ParticlesWithoutWallsOrOutsideThemAreRefused) {
  SimulationState state = crystal(300);
  state.particles.box.periodic = {true, true, false};
  EXPECT_THROW(make(state, 1), Error);
  state.particles.box.periodic = {false, false, false};
  state.particles.y[5] = -1;
  EXPECT_THROW(make(state, 1), Error);
}

TEST(Rotation, IsRemovedAndTheTemperatureKept) {
  ParticleSet ions = halide_crystal(find_halide("KBr"), 27, 1, false, 0.05, 1, 0);
  set_temperature(ions, 2, 5);
  stop_rotation(ions, 100);
  double kinetic = 0, spin = 0, size = 0;
  double of[3] = {0, 0, 0};
  for (std::size_t i = 0; i < ions.size(); ++i) {
    const double m = ions.mass[i];
    of[0] += m * (ions.y[i] * ions.vz[i] - ions.z[i] * ions.vy[i]);
    of[1] += m * (ions.z[i] * ions.vx[i] - ions.x[i] * ions.vz[i]);
    of[2] += m * (ions.x[i] * ions.vy[i] - ions.y[i] * ions.vx[i]);
    size += m * std::abs(ions.x[i] * ions.vy[i]);
    kinetic +=
        m * (ions.vx[i] * ions.vx[i] + ions.vy[i] * ions.vy[i] + ions.vz[i] * ions.vz[i]) / 2;
  }
  for (const double component : of) spin = std::max(spin, std::abs(component));
  EXPECT_LT(spin, 1e-12 * size);  // the centre of mass rests, so the origin does not matter
  EXPECT_NEAR(kinetic, 100, 1e-10);
}

TEST(Observables, ACrystalHasDistantPeaksAndRandomIonsHaveNone) {
  ParticleSet ions = halide_crystal(find_halide("NaCl"), 512, 1, false, 0.05, 1.25, 0);
  Observables of_crystal;
  of_crystal.sample(ions, {}, 0);
  EXPECT_GT(of_crystal.contrast(), 0.5);
  EXPECT_FALSE(of_crystal.melted_at());
  const Observables::Means at_rest = of_crystal.means();
  EXPECT_EQ(at_rest.diffusion[0], 0);
}

TEST(Observables, DiffusionIsASixthOfTheSlopeOfMeanSquaredDisplacements) {
  ParticleSet ions = halide_crystal(find_halide("NaCl"), 64, 1, false, 0, 2, 0);
  const ParticleSet first = ions;
  Observables observables;
  for (int t = 0; t < 20; ++t) {  // cations, including the first ion, move by √(12 t) along x
    for (std::size_t i = 0; i < ions.size(); ++i)
      if (ions.charge[i] > 0) ions.x[i] = first.x[i] + std::sqrt(12.0 * t);
    observables.sample(ions, {}, t);
  }
  EXPECT_NEAR(observables.means().diffusion[0], 2, 1e-9);
  EXPECT_EQ(observables.means().diffusion[1], 0);
}

}  // namespace
}  // namespace gputest::salt_simulation_test
