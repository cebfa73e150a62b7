// Steps that stay on the device, compared with those of the host: on the CPU, on OpenCL's first
// device and on hip:host, which runs the same kernels as GPUs.
#include <gtest/gtest.h>

#include <cmath>
#include <functional>
#include <limits>

#include "app/registry.hpp"
#include "common/cells/periodic_box.hpp"
#include "common/core/error.hpp"
#include "common/core/scratch_folder.hpp"
#include "common/particles/generators.hpp"
#include "common/simulate/simulation.hpp"
#include "tests/support/faulty_device.hpp"

namespace gputest::device_integrator_test {
namespace {

using test::FaultyDevice;

void set(KernelSignature& signature, const std::string& name, double value) {
  for (Scalar& scalar : signature.scalars)
    if (scalar.name == name) scalar.value = value;
}

/// A force kernel and its axes.
struct Forces {
  std::string kernel, list, newton3, layout;
};

/// A device and kernels of its API, with full and half lists in both storages.
struct Place {
  std::string api, device;
  std::uint32_t block;
  Forces ell, csr, half;
  std::string gravity;
};

class DeviceIntegratorTest : public testing::TestWithParam<Place> {
 protected:
  void SetUp() override {
    Backend* backend = registry.find_backend(GetParam().api);
    if (backend != nullptr)
      for (const DeviceInfo& info : backend->devices().devices)
        if (!device && info.fp64 && info.id.starts_with(GetParam().device))
          device = backend->open(info.id);
    if (!device) GTEST_SKIP() << "there is no " << GetParam().device;
  }

  struct Wanted {
    Forces forces = GetParam().ell;
    Precision precision = Precision::fp64;
    bool on_host = false;
    std::optional<std::uint64_t> capacity = std::nullopt;
    Device* device = nullptr;
    double time_step = 0.005;
  };

  std::unique_ptr<Simulation> make(const Wanted& wanted, SimulationState state) {
    const Kernel* kernel = nullptr;
    for (const auto& candidate : registry.kernels())
      if (candidate->info().api == GetParam().api &&
          candidate->info().name() == wanted.forces.kernel)
        kernel = candidate.get();
    Configuration configuration{wanted.forces.layout, wanted.precision, GetParam().block};
    SimulationOptions options;
    options.time_step = wanted.time_step;
    options.on_host = wanted.on_host;
    options.list_capacity = wanted.capacity;
    const Family& family = *registry.find_family(kernel->info().family);
    if (!wanted.forces.list.empty())
      configuration.axes = {{"list", wanted.forces.list}, {"newton3", wanted.forces.newton3}};
    for (const auto& [axis, values] : kernel->info().axes)
      configuration.axes.emplace(axis, values.front());
    for (const ProblemOption& option : family.options())
      options.problem[option.name] = option.default_value;
    return std::make_unique<Simulation>(registry, *kernel, wanted.device ? *wanted.device : *device,
                                        configuration, options, std::move(state));
  }

  /// A melt with a list that lasts some steps.
  static SimulationState melt(std::uint64_t n = 256) {
    SimulationState state;
    state.particles = generate_lattice_of(n, 0.8442, 2, true);
    set_temperature(state.particles, 1.44, 3);
    return state;
  }

  static void run(Simulation& simulation, std::uint64_t steps) {
    while (steps > 0) steps -= simulation.advance(steps);
  }

  /// The largest distance between the places of a particle in two runs, by id.
  static double distance(Simulation& a, Simulation& b) {
    const ParticleSet p = a.snapshot(), q = b.snapshot();
    EXPECT_EQ(p.id, q.id);
    const PeriodicEdges edges(p);
    double farthest = 0;
    for (std::size_t i = 0; i < p.size(); ++i)
      farthest =
          std::max({farthest, std::abs(edges.nearest(p.x[i] - q.x[i], 0)),
                    std::abs(edges.nearest(p.y[i] - q.y[i], 1)),
                    std::abs(edges.nearest(p.z[i] - q.z[i], 2)), std::abs(p.vx[i] - q.vx[i])});
    return farthest;
  }

  Registry registry = make_registry();
  std::unique_ptr<Device> device;
};

void expect_same(const SimulationState& a, const SimulationState& b) {
  EXPECT_EQ(a.step, b.step);
  EXPECT_EQ(a.particles.time, b.particles.time);
  EXPECT_EQ(a.particles.x, b.particles.x);
  EXPECT_EQ(a.particles.vz, b.particles.vz);
  EXPECT_EQ(a.particles.id, b.particles.id);
  EXPECT_EQ(a.z, b.z);
}

TEST_P(DeviceIntegratorTest, FollowsTheHostsTrajectoryThroughSeveralLists) {
  constexpr double kRounding = 1e-10;  // 40 steps of a melt amplify 1e-15 to about 1e-13
  Wanted on_host;
  on_host.on_host = true;
  const auto right = make(on_host, melt());
  EXPECT_FALSE(right->on_device());
  run(*right, 40);
  EXPECT_GT(right->lists_made(), 4u);
  for (const Forces& forces : {GetParam().ell, GetParam().csr, GetParam().half}) {
    SCOPED_TRACE(forces.kernel + " " + forces.list + " " + forces.newton3 + " " + forces.layout);
    const auto simulation = make({forces}, melt());
    EXPECT_TRUE(simulation->on_device());
    run(*simulation, 40);
    EXPECT_LT(distance(*simulation, *right), kRounding);
    EXPECT_EQ(simulation->lists_made(), right->lists_made());
    const Thermodynamics now = simulation->thermodynamics(), there = right->thermodynamics();
    EXPECT_EQ(now.step, there.step);
    EXPECT_NEAR(now.potential, there.potential, 1e-9);
    EXPECT_NEAR(now.kinetic, there.kinetic, 1e-9);
    EXPECT_NEAR(now.pressure, there.pressure, 1e-9);
  }
}

TEST_P(DeviceIntegratorTest, FollowsTheHostInSinglePrecision) {
  Wanted wanted;
  wanted.precision = Precision::fp32;
  const auto simulation = make(wanted, melt());
  wanted.on_host = true;
  const auto right = make(wanted, melt());
  run(*simulation, 20);
  run(*right, 20);
  EXPECT_LT(distance(*simulation, *right), 1e-4);
}

TEST_P(DeviceIntegratorTest, FollowsTheHostInAnOpenBoxWhoseParticlesDisperse) {
  const auto open = [] {
    SimulationState state = melt();
    state.particles.box.periodic = {false, true, false};
    return state;
  };
  Wanted wanted;
  const auto simulation = make(wanted, open());
  wanted.on_host = true;
  const auto right = make(wanted, open());
  run(*simulation, 40);
  run(*right, 40);
  EXPECT_LT(distance(*simulation, *right), 1e-10);
  EXPECT_EQ(simulation->lists_made(), right->lists_made());
}

TEST_P(DeviceIntegratorTest, MovesBodiesUnderGravityAsTheHostDoes) {
  const auto plummer = [] {
    SimulationState state;
    state.particles = generate_plummer(200, 1);
    return state;
  };
  Wanted wanted;
  wanted.forces = {GetParam().gravity, "", "", ""};
  wanted.time_step = 0.004;
  for (const char* layout : {"float4", "aos", "soa"}) {
    wanted.forces.layout = layout;
    wanted.on_host = false;
    const auto simulation = make(wanted, plummer());
    EXPECT_TRUE(simulation->on_device());
    wanted.on_host = true;
    const auto right = make(wanted, plummer());
    run(*simulation, 50);
    run(*right, 50);
    EXPECT_LT(distance(*simulation, *right), 1e-11);
    EXPECT_NEAR(simulation->thermodynamics().total(), right->thermodynamics().total(), 1e-12);
  }
  wanted.forces.layout = "aosoa";  // the stride from body to body is not constant
  wanted.on_host = false;
  EXPECT_FALSE(make(wanted, plummer())->on_device());
}

TEST_P(DeviceIntegratorTest, GoesOnFromACheckpointWithTheSameResults) {
  const ScratchFolder folder;
  const std::string path = folder.path("state");
  Wanted wanted;
  for (const Precision precision : {Precision::fp32, Precision::fp64}) {
    wanted.precision = precision;
    const auto whole = make(wanted, melt());
    run(*whole, 37);
    const auto first = make(wanted, melt());
    run(*first, 20);  // no list is made at this step
    write_checkpoint(path, "a run", first->state());
    const auto second = make(wanted, read_checkpoint(path, "a run"));
    expect_same(second->state(), first->state());
    run(*second, 17);
    expect_same(second->state(), whole->state());
    EXPECT_GT(whole->lists_made(), 2u);
  }
}

TEST_P(DeviceIntegratorTest, HasTheSameTrajectoryHoweverOftenItIsRead) {
  const auto rarely = make({}, melt());
  run(*rarely, 30);
  const auto often = make({}, melt());
  for (int k = 0; k < 30; ++k) {
    EXPECT_EQ(often->advance(1), 1u);
    often->thermodynamics();
    if (k % 7 == 0) often->snapshot();
  }
  expect_same(often->state(), rarely->state());
}

TEST_P(DeviceIntegratorTest, GrowsAListThatIsTooSmall) {
  const auto roomy = make({}, melt());
  run(*roomy, 30);
  Wanted wanted;
  wanted.capacity = 3;
  const auto tight = make(wanted, melt());
  run(*tight, 30);
  expect_same(tight->state(), roomy->state());
  wanted.forces = GetParam().csr;
  const auto rows = make(wanted, melt());
  run(*rows, 30);
  EXPECT_LT(distance(*rows, *roomy), 1e-10);
}

TEST_P(DeviceIntegratorTest, WouldShowAListThatIsNeverRebuiltAndLostEntries) {
  const auto right = make({}, melt());
  run(*right, 60);
  const auto off_by = [&](test::FaultOfArguments fault) {
    FaultyDevice faulty(*device, std::move(fault));
    Wanted wanted;
    wanted.device = &faulty;
    const auto simulation = make(wanted, melt());
    run(*simulation, 60);
    return distance(*simulation, *right);
  };
  EXPECT_EQ(off_by([](const std::string&, KernelSignature&) {}), 0);
  EXPECT_GT(off_by([](const std::string& kernel, KernelSignature& signature) {
              if (kernel == "step_move")
                set(signature, "half_skin2", std::numeric_limits<double>::infinity());
            }),
            1e-6);
  EXPECT_GT(off_by([](const std::string& kernel, KernelSignature& signature) {
              if (kernel.starts_with("neighbour_")) set(signature, "radius2", 2.45 * 2.45);
            }),
            1e-6);
}

TEST_P(DeviceIntegratorTest, SaysWhichParticleIsLost) {
  for (const double speed : {1e25, 1e300, std::nan("")})
    for (const bool periodic : {true, false}) {
      if (periodic && speed < 1e26) continue;  // only fast: it meets nothing for some steps
      SimulationState state = melt();
      state.particles.vx[7] = speed;
      state.particles.box.periodic = {periodic, periodic, periodic};
      Wanted wanted;
      wanted.precision = Precision::fp32;
      const auto simulation = make(wanted, std::move(state));
      try {
        run(*simulation, 5);
        FAIL() << "no error was thrown at speed " << speed;
      } catch (const Error& error) {
        EXPECT_EQ(error.status(), Status::bad_input);
        const std::string said = error.what();
        EXPECT_NE(said.find("out of bounds; a smaller time step may help"), said.npos) << said;
        EXPECT_EQ(said.find("at step 1 the position or velocity of particle 7 "), 0u) << said;
      }
    }
}

INSTANTIATE_TEST_SUITE_P(EveryApi, DeviceIntegratorTest,
                         testing::Values(Place{"cpu",
                                               "cpu:0",
                                               0,
                                               {"lj_naive", "ell", "off", "float4"},
                                               {"lj_simd", "csr", "off", "soa"},
                                               {"lj_naive", "csr", "on", "aos3"},
                                               "gravity_tiled"},
                                         Place{"opencl",
                                               "opencl:",
                                               64,
                                               {"lj_transposed", "ell", "off", "float4"},
                                               {"lj_unrolled", "csr", "off", "soa"},
                                               {"lj_register", "csr", "on", "aos3"},
                                               "gravity_tiled"},
                                         Place{"hip",
                                               "hip:host",
                                               64,
                                               {"lj_transposed", "ell", "off", "float4"},
                                               {"lj_register", "csr", "off", "soa"},
                                               {"lj_warp", "csr", "on", "aos3"},
                                               "gravity_tiled"}),
                         [](const auto& place) { return place.param.api; });

}  // namespace
}  // namespace gputest::device_integrator_test
