// Time steps with the forces of trees: compared with direct sums, on the host and on devices, after
// a restart, with faulty kernels. Also models that collide.
#include <gtest/gtest.h>

#include <cmath>

#include "app/registry.hpp"
#include "common/core/error.hpp"
#include "common/core/scratch_folder.hpp"
#include "common/particles/encounter.hpp"
#include "common/particles/galaxy.hpp"
#include "common/particles/generators.hpp"
#include "common/simulate/simulation.hpp"
#include "tests/support/faulty_device.hpp"

namespace gputest::tree_simulation_test {
namespace {

using test::FaultyDevice;

/// Two spheres with equal numbers of bodies, near enough to collide at once.
ParticleSet colliding(std::uint64_t n) {
  Encounter encounter;
  encounter.separation = 2;
  encounter.impact = 0.5;
  return generate_encounter(generate_plummer, n, 1, encounter);
}

void run(Simulation& simulation, std::uint64_t steps) {
  while (steps > 0) steps -= simulation.advance(steps);
}

struct Wanted {
  std::string kernel = "tree_walk_group";
  std::string layout = "float4";
  Precision precision = Precision::fp32;
  double time_step = 0.01;
  bool on_host = false;
  OptionValues options = {};
  Device* device = nullptr;
};

/// Parameterized by a device's name.
class TreeSimulationTest : public testing::TestWithParam<const char*> {
 protected:
  void SetUp() override {
    const std::string name = GetParam();
    api = name.substr(0, name.find(':'));
    Backend* backend = registry.find_backend(api);
    if (backend != nullptr)
      for (const DeviceInfo& info : backend->devices().devices)
        if (!device && info.fp64 && info.id.starts_with(name)) device = backend->open(info.id);
    if (!device) GTEST_SKIP() << "there is no " << name;
  }

  std::unique_ptr<Simulation> make(const Wanted& wanted, SimulationState state) {
    const Kernel* kernel = nullptr;
    for (const auto& candidate : registry.kernels())
      if (candidate->info().api == api && candidate->info().name() == wanted.kernel)
        kernel = candidate.get();
    const KernelInfo& info = kernel->info();
    Configuration configuration{wanted.layout, wanted.precision,
                                info.blocks.empty() ? 0 : info.blocks.front()};
    for (const auto& [axis, values] : info.axes) configuration.axes[axis] = values.front();
    SimulationOptions options;
    options.time_step = wanted.time_step;
    options.on_host = wanted.on_host;
    options.problem = wanted.options;
    return std::make_unique<Simulation>(registry, *kernel, wanted.device ? *wanted.device : *device,
                                        configuration, options, std::move(state));
  }
  std::unique_ptr<Simulation> make(const Wanted& wanted, ParticleSet particles) {
    SimulationState state;
    state.particles = std::move(particles);
    return make(wanted, std::move(state));
  }

  Registry registry = make_registry();
  std::string api;
  std::unique_ptr<Device> device;
};

/// Expects equality of all values in a checkpoint.
void expect_same(const SimulationState& a, const SimulationState& b) {
  EXPECT_EQ(a.step, b.step);
  EXPECT_EQ(a.particles.time, b.particles.time);
  EXPECT_EQ(a.particles.x, b.particles.x);
  EXPECT_EQ(a.particles.y, b.particles.y);
  EXPECT_EQ(a.particles.vz, b.particles.vz);
  EXPECT_EQ(a.particles.id, b.particles.id);
  EXPECT_EQ(a.z, b.z);
}

TEST_P(TreeSimulationTest, GoesOnFromACheckpointWithTheSameResults) {
  const ScratchFolder folder;
  const std::string path = folder.path("state");
  const bool emulated = std::string(GetParam()) == "hip:host";  // slow, so it runs only a part
  const std::uint64_t last = emulated ? 68 : 140;
  for (const char* kernel : {"tree_walk_group", "tree_walk_thread"})
    for (const bool on_host : {false, true}) {
      if (emulated && (on_host || kernel != std::string("tree_walk_group"))) continue;
      Wanted wanted;
      wanted.kernel = kernel;
      wanted.on_host = on_host;
      wanted.time_step = emulated ? 0.06 : 0.03;
      const auto whole = make(wanted, colliding(200));
      EXPECT_EQ(whole->on_device(), !on_host);
      run(*whole, last);
      EXPECT_GT(whole->lists_made(), on_host ? 1u : 0u);  // theta was determined again
      auto part = make(wanted, colliding(200));
      for (const std::uint64_t stop : {64, 100, 128}) {  // at such a step, and at others
        if (stop >= last) break;
        run(*part, stop - part->step_number());
        write_checkpoint(path, "a run", part->state());
        part = make(wanted, read_checkpoint(path, "a run"));
      }
      run(*part, last - part->step_number());
      expect_same(part->state(), whole->state());
    }
}

TEST_P(TreeSimulationTest, MovesBodiesOnTheDeviceAsOnTheHost) {
  Wanted wanted;
  wanted.precision = Precision::fp64;
  wanted.time_step = 0.03;
  const auto simulation = make(wanted, colliding(300));
  wanted.on_host = true;
  const auto right = make(wanted, colliding(300));
  EXPECT_NEAR(simulation->thermodynamics().total(), right->thermodynamics().total(), 1e-12);
  const std::uint64_t steps = std::string(GetParam()) == "hip:host" ? 20 : 80;
  run(*simulation, steps);
  run(*right, steps);
  const ParticleSet a = simulation->snapshot(), b = right->snapshot();
  for (std::size_t i = 0; i < a.size(); ++i) EXPECT_NEAR(a.x[i], b.x[i], 1e-9) << i;
}

INSTANTIATE_TEST_SUITE_P(Devices, TreeSimulationTest,
                         testing::Values("cpu:", "opencl:", "hip:host"), [](const auto& of) {
                           const std::string name = of.param;
                           return name.substr(0, name.find(':'));
                         });

/// Runs on the CPU.
class TreeStepsTest : public TreeSimulationTest {
 protected:
  /// The error message of a run that is checked at its start and after that many steps; "" if it
  /// passes.
  static std::string complaint(Simulation& simulation, std::uint64_t steps) {
    try {
      simulation.check();
      run(simulation, steps);
      simulation.check();
      return "";
    } catch (const Error& error) {
      EXPECT_EQ(error.status(), Status::verification_failed);
      return error.what();
    }
  }
  std::string complaint_of(test::FaultOfArrays fault, std::uint64_t steps = 20) {
    FaultyDevice faulty(*device, "tree_walk_group", std::move(fault));
    Wanted wanted;
    wanted.precision = Precision::fp64;
    wanted.device = &faulty;
    return complaint(*make(wanted, generate_plummer(2000, 1)), steps);
  }
};
INSTANTIATE_TEST_SUITE_P(Processor, TreeStepsTest, testing::Values("cpu:"));

TEST_P(TreeStepsTest, ACollisionKeepsItsEnergyAndMatchesDirectSums) {
  const ParticleSet bodies = colliding(4000);
  const auto by_tree = make({}, bodies);
  Wanted direct;
  direct.kernel = "gravity_simd";
  direct.layout = "soa";
  const auto by_pairs = make(direct, bodies);
  const double before = by_tree->thermodynamics().total();
  const Momenta momenta = momenta_of(by_tree->state().particles);
  by_tree->verify();
  EXPECT_EQ(complaint(*by_tree, 200), "");
  by_tree->verify();
  run(*by_pairs, 200);
  const double after = by_tree->thermodynamics().total();
  EXPECT_LT(std::abs(after / before - 1), 1e-3);
  EXPECT_NEAR(after, by_pairs->thermodynamics().total(), 1e-3 * std::abs(before));
  const Momenta now = momenta_of(by_tree->state().particles);
  EXPECT_NEAR(now.angular[2], momenta.angular[2], 1e-3 * now.angular_of_sizes);
  EXPECT_NEAR(now.momentum[0], 0, 1e-3 * now.of_sizes);
  // The spheres have approached. Each body is at the place that direct sums give, except for some
  // deflected by near ones.
  const ParticleSet a = by_tree->snapshot(), b = by_pairs->snapshot();
  std::vector<double> apart(a.size());
  double of_first = 0, of_second = 0;
  for (std::size_t i = 0; i < a.size(); ++i) {
    apart[i] = std::hypot(a.x[i] - b.x[i], a.y[i] - b.y[i], a.z[i] - b.z[i]);
    (i < a.size() / 2 ? of_first : of_second) += a.x[i] / static_cast<double>(a.size() / 2);
  }
  std::nth_element(apart.begin(), apart.begin() + 2000, apart.end());
  EXPECT_LT(apart[2000], 3e-3);
  EXPECT_LT(std::abs(of_first - of_second), 1.5);  // 1.94 at first
}

TEST_P(TreeStepsTest, RightRunsPass) {
  for (const char* theta : {"auto", "0", "0.2"})
    for (const std::uint64_t n : {1, 2, 17, 500}) {
      Wanted wanted;
      wanted.options = {{"theta", theta}, {"accuracy", "5e-3"}};
      EXPECT_EQ(complaint(*make(wanted, generate_plummer(n, 1)), 30), "") << theta << " " << n;
    }
}

TEST_P(TreeStepsTest, PlantedFaultOfOneForceIsFound) {
  EXPECT_EQ(complaint_of([](std::vector<double>&, std::uint64_t) {}), "");
  // The fault is found in the body if that is compared, otherwise in the sum of all forces.
  for (const double factor : {0.0, 2.0, -1.0}) {
    const std::string said = complaint_of([&](std::vector<double>& a, std::uint64_t launch) {
      for (std::size_t k = 28; launch >= 10 && k < 31; ++k) a[k] *= factor;
    });
    EXPECT_EQ(said.find("at step 20 "), 0u) << said;
  }
}

TEST_P(TreeStepsTest, PlantedFaultOfAllForcesIsFound) {
  for (const double factor : {0.998, 1.002}) {
    const std::string said = complaint_of([&](std::vector<double>& a, std::uint64_t launch) {
      for (double& value : a) value *= launch < 10 ? 1 : factor;
    });
    EXPECT_NE(said.find("do not meet --accuracy=0.001"), said.npos) << said;
  }
}

TEST_P(TreeStepsTest, PlantedFaultOfOnlySomeStepsIsFoundInTheMomentum) {
  const std::string said = complaint_of([](std::vector<double>& a, std::uint64_t launch) {
    if (launch == 10)
      for (std::size_t k = 0; k < a.size(); k += 4) a[k] += 0.1;
  });
  EXPECT_EQ(said.find("at step 20 the momentum has changed by "), 0u) << said;
}

TEST_P(TreeStepsTest, InvalidInputIsRefusedBeforeTheFirstStep) {
  const auto status = [&](const OptionValues& options, ParticleSet bodies) {
    Wanted wanted;
    wanted.options = options;
    try {
      make(wanted, std::move(bodies));
      return Status::ok;
    } catch (const Error& error) {
      return error.status();
    }
  };
  const ParticleSet bodies = generate_plummer(50, 1);
  EXPECT_EQ(status({}, bodies), Status::ok);
  for (const char* theta : {"nan", "-0.1", "2"})
    EXPECT_EQ(status({{"theta", theta}}, bodies), Status::bad_input) << theta;
  EXPECT_EQ(status({{"accuracy", "1e-6"}}, bodies), Status::bad_input);
  ParticleSet negative = bodies;
  negative.mass[3] = -1;
  EXPECT_EQ(status({}, negative), Status::bad_input);
}

/// The bodies' 2 K / |W|.
double virial_ratio(const ParticleSet& p) {
  double kinetic = 0, potential = 0;
  for (std::size_t i = 0; i < p.size(); ++i) {
    kinetic += p.mass[i] * (p.vx[i] * p.vx[i] + p.vy[i] * p.vy[i] + p.vz[i] * p.vz[i]) / 2;
    for (std::size_t j = 0; j < i; ++j)
      potential +=
          p.mass[i] * p.mass[j] / std::hypot(p.x[i] - p.x[j], p.y[i] - p.y[j], p.z[i] - p.z[j]);
  }
  return 2 * kinetic / potential;
}

TEST(Galaxy, IsInEquilibriumAndItsDiscTurns) {
  constexpr std::size_t kBodies = 4000, kDisc = kBodies / 4;
  const ParticleSet p = generate_galaxy(kBodies, 1);
  EXPECT_NEAR(virial_ratio(p), 0.96, 0.06);
  double mass = 0, turning = 0, speed = 0, height = 0;
  for (std::size_t i = 0; i < kBodies; ++i) mass += p.mass[i];
  EXPECT_NEAR(mass, 1, 1e-12);
  for (std::size_t i = 0; i < kDisc; ++i) {
    const double r = std::hypot(p.x[i], p.y[i]);
    turning += (p.x[i] * p.vy[i] - p.y[i] * p.vx[i]) / r;
    speed += std::hypot(p.vx[i], p.vy[i], p.vz[i]);
    height = std::max(height, std::abs(p.z[i]));
  }
  EXPECT_GT(turning, 0.8 * speed);
  EXPECT_LT(height, 0.2);
  EXPECT_EQ(generate_galaxy(kBodies, 1).x, p.x);
  EXPECT_NE(generate_galaxy(kBodies, 2).x, p.x);
  EXPECT_THROW(generate_galaxy(0, 1), Error);
}

TEST(Encounter, FollowsTheRequestedOrbit) {
  Encounter encounter;
  encounter.mass_ratio = 0.25;
  encounter.separation = 13;
  encounter.impact = 5;
  const ParticleSet p = generate_encounter(generate_plummer, 1000, 3, encounter);
  ASSERT_EQ(p.size(), 1000u);
  struct Sum {
    double m = 0, x = 0, y = 0, vx = 0, vy = 0;
  } sums[2];
  for (std::size_t i = 0; i < p.size(); ++i) {
    Sum& sum = sums[i < 800 ? 0 : 1];
    sum.m += p.mass[i];
    sum.x += p.mass[i] * p.x[i];
    sum.y += p.mass[i] * p.y[i];
    sum.vx += p.mass[i] * p.vx[i];
    sum.vy += p.mass[i] * p.vy[i];
    EXPECT_EQ(p.id[i], static_cast<std::int64_t>(i));
  }
  EXPECT_NEAR(sums[0].m, 1, 1e-12);
  EXPECT_NEAR(sums[1].m, 0.25, 1e-12);
  const auto [m1, x1, y1, vx1, vy1] = sums[0];
  const auto [m2, x2, y2, vx2, vy2] = sums[1];
  EXPECT_NEAR(x1 + x2, 0, 1e-12);
  EXPECT_NEAR(vx1 + vx2, 0, 1e-12);
  EXPECT_NEAR(x2 / m2 - x1 / m1, 12, 1e-9);
  EXPECT_NEAR(y2 / m2 - y1 / m1, 5, 1e-9);
  EXPECT_NEAR(vx2 / m2 - vx1 / m1, -std::sqrt(2 * 1.25 / 13), 1e-9);
  EXPECT_NEAR(vy2 / m2 - vy1 / m1, 0, 1e-9);
  encounter.velocity = 2;
  const ParticleSet faster = generate_encounter(generate_plummer, 1000, 3, encounter);
  EXPECT_NEAR(faster.vx[0] - p.vx[0], 0.2 * (2 - std::sqrt(2 * 1.25 / 13)), 1e-9);
}

TEST(Encounter, WithALighterModelKeepsItsDensityAndEquilibrium) {
  Encounter encounter;
  encounter.mass_ratio = 0.125;
  encounter.separation = 1e3;
  encounter.velocity = 0;
  const ParticleSet both = generate_encounter(generate_plummer, 9000, 3, encounter);
  const ParticleSet whole = generate_plummer(1000, 4);  // like the second model
  ParticleSet second;
  second.resize(1000);
  for (std::size_t i = 0; i < 1000; ++i) {
    second.x[i] = both.x[8000 + i];
    second.y[i] = both.y[8000 + i];
    second.z[i] = both.z[8000 + i];
    second.vx[i] = both.vx[8000 + i];
    second.vy[i] = both.vy[8000 + i];
    second.vz[i] = both.vz[8000 + i];
    second.mass[i] = both.mass[8000 + i];
  }
  EXPECT_NEAR(second.z[7], whole.z[7] / 2, 1e-12);
  EXPECT_NEAR(virial_ratio(second), virial_ratio(whole), 1e-9);
}

TEST(Encounter, InvalidInputIsRefused) {
  const auto refused = [](std::uint64_t n, const Encounter& encounter) {
    try {
      generate_encounter(generate_plummer, n, 1, encounter);
    } catch (const Error& error) {
      return error.status() == Status::bad_input;
    }
    return false;
  };
  EXPECT_FALSE(refused(2, {}));
  EXPECT_TRUE(refused(1, {}));
  EXPECT_TRUE(refused(0, {}));
  for (const double wrong : {0.0, -1.0, std::nan(""), HUGE_VAL}) {
    EXPECT_TRUE(refused(100, {wrong, 10, 1, {}}));
    EXPECT_TRUE(refused(100, {1, wrong, 0, {}}));
    if (wrong != 0) {
      EXPECT_TRUE(refused(100, {1, 10, wrong, {}}));
      EXPECT_TRUE(refused(100, {1, 10, 1, wrong}));
    }
  }
  EXPECT_TRUE(refused(100, {1, 10, 10, {}}));
  EXPECT_TRUE(refused(100, {1e-3, 10, 1, {}}));
}

}  // namespace
}  // namespace gputest::tree_simulation_test
