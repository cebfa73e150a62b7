// Time steps with the forces of a fast multipole method: energy and momentum, on the host and on
// devices, after a restart.
#include <gtest/gtest.h>

#include <cmath>

#include "app/registry.hpp"
#include "common/core/scratch_folder.hpp"
#include "common/particles/generators.hpp"
#include "common/simulate/simulation.hpp"

namespace gputest::fmm_simulation_test {
namespace {

/// Parameterized by a device's name.
class FmmSimulationTest : public testing::TestWithParam<const char*> {
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

  std::unique_ptr<Simulation> make(SimulationState state, Precision precision, bool on_host) {
    const Kernel* kernel = nullptr;
    for (const auto& candidate : registry.kernels())
      if (candidate->info().api == api && candidate->info().name() == "fmm_lists")
        kernel = candidate.get();
    const KernelInfo& info = kernel->info();
    const Configuration configuration{
        "float4", precision, info.blocks.empty() ? 0 : info.blocks.front(), {{"degree", "4"}}};
    SimulationOptions options;
    options.time_step = 0.01;
    options.on_host = on_host;
    return std::make_unique<Simulation>(registry, *kernel, *device, configuration, options,
                                        std::move(state));
  }
  std::unique_ptr<Simulation> make(ParticleSet particles, Precision precision, bool on_host) {
    SimulationState state;
    state.particles = std::move(particles);
    return make(std::move(state), precision, on_host);
  }
  /// Whether the device is hip:host, which is slow and gets fewer bodies and steps.
  bool emulated() const { return std::string(GetParam()) == "hip:host"; }
  std::uint64_t bodies() const { return emulated() ? 100 : 1000; }

  Registry registry = make_registry();
  std::string api;
  std::unique_ptr<Device> device;
};

void run(Simulation& simulation, std::uint64_t steps) {
  while (steps > 0) steps -= simulation.advance(steps);
}

TEST_P(FmmSimulationTest, KeepsTheEnergyAndTheMomentum) {
  const auto simulation = make(generate_plummer(bodies(), 1), Precision::fp32, false);
  EXPECT_TRUE(simulation->on_device());
  const double before = simulation->thermodynamics().total();
  const Momenta momenta = momenta_of(simulation->state().particles);
  simulation->verify();
  simulation->check();
  run(*simulation, emulated() ? 10 : 70);
  simulation->check();
  simulation->verify();
  EXPECT_NEAR(simulation->thermodynamics().total(), before, 1e-3 * std::abs(before));
  const Momenta now = momenta_of(simulation->state().particles);
  EXPECT_NEAR(now.angular[2], momenta.angular[2], 1e-3 * now.angular_of_sizes);
  EXPECT_NEAR(now.momentum[0], momenta.momentum[0], 1e-3 * now.of_sizes);
}

TEST_P(FmmSimulationTest, MovesBodiesOnTheDeviceAsOnTheHost) {
  const std::uint64_t n = bodies() / 2;
  const auto simulation = make(generate_plummer(n, 2), Precision::fp64, false);
  const auto right = make(generate_plummer(n, 2), Precision::fp64, true);
  EXPECT_FALSE(right->on_device());
  const std::uint64_t steps = emulated() ? 5 : 20;
  run(*simulation, steps);
  run(*right, steps);
  const ParticleSet a = simulation->snapshot(), b = right->snapshot();
  for (std::size_t i = 0; i < a.size(); ++i) EXPECT_NEAR(a.x[i], b.x[i], 1e-9) << i;
}

TEST_P(FmmSimulationTest, GoesOnFromACheckpointWithTheSameResults) {
  const ScratchFolder folder;
  const std::string path = folder.path("state");
  const auto whole = make(generate_plummer(bodies(), 3), Precision::fp32, false);
  const std::uint64_t first = emulated() ? 3 : 10, then = emulated() ? 2 : 15;
  run(*whole, first + then);
  const auto part = make(generate_plummer(bodies(), 3), Precision::fp32, false);
  run(*part, first);
  write_checkpoint(path, "a run", part->state());
  const auto rest = make(read_checkpoint(path, "a run"), Precision::fp32, false);
  run(*rest, then);
  EXPECT_EQ(rest->state().particles.x, whole->state().particles.x);
  EXPECT_EQ(rest->state().particles.vz, whole->state().particles.vz);
}

INSTANTIATE_TEST_SUITE_P(Devices, FmmSimulationTest, testing::Values("cpu:", "opencl:", "hip:host"),
                         [](const auto& of) {
                           const std::string name = of.param;
                           return name.substr(0, name.find(':'));
                         });

}  // namespace
}  // namespace gputest::fmm_simulation_test
