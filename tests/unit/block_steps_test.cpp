// Block time steps: comparison with one step for all, the integrator's order, the energy error for
// a given number of forces, restarts, and faults.
#include <gtest/gtest.h>

#include <cmath>

#include "app/registry.hpp"
#include "common/core/error.hpp"
#include "common/core/scratch_folder.hpp"
#include "common/particles/encounter.hpp"
#include "common/particles/generators.hpp"
#include "common/simulate/simulation.hpp"
#include "tests/support/faulty_device.hpp"

namespace gputest::block_steps_test {
namespace {

using test::FaultyDevice;

void run(Simulation& simulation, std::uint64_t steps) {
  while (steps > 0) steps -= simulation.advance(steps);
}

struct Wanted {
  double time_step = 0.01;
  std::uint32_t levels = 0;  ///< 0: one step for all
  double eta = 0.025;
  std::string kernel = "tree_walk_group";
  Precision precision = Precision::fp64;
  OptionValues options = {{"theta", "0.3"}, {"accuracy", "1e-2"}};
  Device* device = nullptr;
  bool on_host = false;
};

/// Parameterized by a device's name.
class BlockStepsTest : public testing::TestWithParam<const char*> {
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
    Configuration configuration{info.layouts.front(), wanted.precision,
                                info.blocks.empty() ? 0 : info.blocks.front()};
    for (const auto& [axis, values] : info.axes) configuration.axes[axis] = values.front();
    SimulationOptions options;
    options.time_step = wanted.time_step;
    if (wanted.levels > 0) options.block_steps = {wanted.levels, wanted.eta, 0};
    options.problem = wanted.options;
    options.on_host = wanted.on_host;
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

/// The largest difference of a body's position or velocity between two runs.
double distance(Simulation& a, Simulation& b) {
  const ParticleSet p = a.snapshot(), q = b.snapshot();
  double farthest = 0;
  for (std::size_t i = 0; i < p.size(); ++i)
    farthest = std::max({farthest, std::abs(p.x[i] - q.x[i]), std::abs(p.y[i] - q.y[i]),
                         std::abs(p.z[i] - q.z[i]), std::abs(p.vx[i] - q.vx[i])});
  return farthest;
}

std::uint64_t body_steps(const Simulation& simulation) {
  return simulation.block_counts()->body_steps;
}

TEST_P(BlockStepsTest, OfOneLevelEqualOneStepForAll) {
  const ParticleSet bodies = generate_plummer(150, 1);
  const Wanted one;
  const auto right = make(one, bodies);
  run(*right, 8);
  Wanted all;
  all.levels = 3;
  all.time_step = 8 * one.time_step;
  all.eta = 1e-12;  // every body needs less than an eighth of the step
  const auto shortest = make(all, bodies);
  run(*shortest, 1);
  EXPECT_EQ(shortest->block_counts()->substeps, 8u);
  EXPECT_EQ(body_steps(*shortest), 8 * 150u);
  EXPECT_EQ(shortest->block_counts()->too_long, 8 * 150u);
  all.time_step = one.time_step;
  all.eta = 1e12;
  const auto longest = make(all, bodies);
  run(*longest, 8);
  EXPECT_EQ(longest->block_counts()->substeps, 8u);
  EXPECT_EQ(longest->block_counts()->at_start, (std::vector<std::uint64_t>{8 * 150, 0, 0, 0}));
  // For active bodies OpenCL compiles other code, and results differ by rounding.
  EXPECT_LE(distance(*shortest, *right), api == "opencl" ? 1e-13 : 0);
  EXPECT_EQ(distance(*longest, *right), 0);
}

/// Also within the first step, when only some bodies are active.
TEST_P(BlockStepsTest, ForcesOfAllKernelsAreRightOnActiveBodies) {
  Wanted wanted;
  wanted.time_step = 0.05;
  wanted.levels = 3;
  for (const char* kernel : {"tree_walk_group", "tree_walk_lists", "tree_walk_thread"}) {
    wanted.kernel = kernel;
    const auto simulation = make(wanted, generate_plummer(100, 1));
    simulation->check();
    const double before = simulation->checking_seconds();
    run(*simulation, 1);
    EXPECT_GT(simulation->checking_seconds(), before) << kernel;  // it has checked within the step
    simulation->check();
    EXPECT_GT(body_steps(*simulation), 100u);
    EXPECT_LT(body_steps(*simulation), 100 * simulation->block_counts()->substeps);
  }
}

TEST_P(BlockStepsTest, ContinueFromACheckpointWithTheSameResults) {
  const ScratchFolder folder;
  const std::string path = folder.path("state");
  Wanted wanted;
  wanted.time_step = 0.05;
  wanted.levels = 5;
  wanted.precision = Precision::fp32;
  wanted.options = {};
  const auto whole = make(wanted, generate_plummer(200, 1));
  run(*whole, 4);
  auto part = make(wanted, generate_plummer(200, 1));
  for (const std::uint64_t stop : {1, 2}) {
    run(*part, stop - part->step_number());
    write_checkpoint(path, "a run", part->state());
    part = make(wanted, read_checkpoint(path, "a run"));
  }
  run(*part, 2);
  EXPECT_EQ(part->state().particles.x, whole->state().particles.x);
  EXPECT_EQ(part->state().particles.vz, whole->state().particles.vz);
  EXPECT_EQ(part->state().particles.time, whole->state().particles.time);
  EXPECT_EQ(part->state().z, whole->state().z);
}

INSTANTIATE_TEST_SUITE_P(Devices, BlockStepsTest, testing::Values("cpu:", "opencl:", "hip:host"),
                         [](const auto& of) {
                           const std::string name = of.param;
                           return name.substr(0, name.find(':'));
                         });

/// Runs on the CPU.
class BlockStepsOnHostTest : public BlockStepsTest {
 protected:
  /// The error message of a run that is checked at its start and after that many steps.
  std::string complaint(Wanted wanted, test::FaultOfArrays fault, std::uint64_t steps = 4) {
    FaultyDevice faulty(*device, "tree_walk_group", std::move(fault));
    wanted.device = &faulty;
    return complaint(*make(wanted, generate_plummer(2000, 1)), steps);
  }
  static std::string complaint(Simulation& simulation, std::uint64_t steps) {
    try {
      for (; steps > 0; --steps) {
        simulation.check();
        simulation.advance(1);
      }
      simulation.check();
      return "";
    } catch (const Error& error) {
      EXPECT_EQ(error.status(), Status::verification_failed);
      return error.what();
    }
  }
  Status refused(const Wanted& wanted) {
    try {
      make(wanted, generate_plummer(50, 1));
      return Status::ok;
    } catch (const Error& error) {
      return error.status();
    }
  }
};
INSTANTIATE_TEST_SUITE_P(Processor, BlockStepsOnHostTest, testing::Values("cpu:"));

/// Positions in a smooth model, compared with those of a run with much shorter steps.
TEST_P(BlockStepsOnHostTest, AreOfSecondOrder) {
  const ParticleSet bodies = generate_plummer(60, 3);
  Wanted wanted;
  wanted.options = {{"theta", "0"}, {"eps", "0.2"}};
  wanted.time_step = 0.5 / 1024;
  const auto right = make(wanted, bodies);
  run(*right, 1024);
  wanted.levels = 6;
  std::vector<double> off;
  for (const double part : {1.0, 0.5, 0.25}) {  // a factor on each body's step
    wanted.time_step = 0.125 * part;
    wanted.eta = 0.01 * part * part;
    const auto simulation = make(wanted, bodies);
    run(*simulation, static_cast<std::uint64_t>(4 / part));
    EXPECT_GT(simulation->block_counts()->deepest, 0u);
    off.push_back(distance(*simulation, *right));
  }
  for (std::size_t k = 0; k + 1 < off.size(); ++k)
    EXPECT_NEAR(std::log2(off[k] / off[k + 1]), 2, 0.5) << off[k] << " " << off[k + 1];
}

TEST_P(BlockStepsOnHostTest, KeepTheEnergyOfAnEccentricOrbitBetterWithAsManyForces) {
  ParticleSet bodies;
  bodies.resize(2);
  const double m[] = {0.75, 0.25}, farthest = 1.9;  // for a semi-major axis of 1
  for (std::size_t i = 0; i < 2; ++i) {
    bodies.id[i] = static_cast<std::int64_t>(i);
    bodies.mass[i] = m[i];
    bodies.x[i] = (i == 0 ? m[1] : -m[0]) * farthest;
    bodies.vy[i] = (i == 0 ? m[1] : -m[0]) * std::sqrt(2 / farthest - 1);
  }
  constexpr double kPeriod = 6.283185307179586;
  const auto drift = [&](Wanted wanted, std::uint64_t steps, std::uint64_t& forces) {
    wanted.options = {{"eps", "0.01"}};
    wanted.time_step = kPeriod / static_cast<double>(steps);
    const auto simulation = make(wanted, bodies);
    const double before = simulation->thermodynamics().total();
    if (wanted.levels > 0)
      EXPECT_EQ(complaint(*simulation, 2 * steps), "");
    else
      run(*simulation, 2 * steps);
    forces = wanted.levels > 0 ? body_steps(*simulation) : 4 * steps;
    return std::abs(simulation->thermodynamics().total() / before - 1);
  };
  Wanted blocks;
  blocks.levels = 8;
  std::uint64_t of_blocks = 0, of_one = 0;
  const double own = drift(blocks, 64, of_blocks);
  const double one = drift({}, of_blocks / 4, of_one);
  EXPECT_LT(of_one, of_blocks + 4);
  EXPECT_LT(own, one / 3) << of_blocks;
}

TEST_P(BlockStepsOnHostTest, ACollisionKeepsItsEnergyWithFewerForces) {
  Encounter encounter;
  encounter.separation = 2;
  encounter.impact = 0.5;
  Wanted wanted;
  wanted.precision = Precision::fp32;
  wanted.options = {};
  wanted.time_step = 0.08;
  wanted.levels = 6;
  wanted.eta = 0.005;
  const auto simulation = make(wanted, generate_encounter(generate_plummer, 4000, 1, encounter));
  const double before = simulation->thermodynamics().total();
  EXPECT_EQ(complaint(*simulation, 4), "");
  EXPECT_LT(std::abs(simulation->thermodynamics().total() / before - 1), 1e-3);
  const BlockCounts& counts = *simulation->block_counts();
  EXPECT_GE(counts.deepest, 3u);
  EXPECT_LT(2 * counts.body_steps, counts.steps * 4000 << counts.deepest);
  std::uint64_t at_start = 0;
  for (const std::uint64_t bodies : counts.at_start) at_start += bodies;
  EXPECT_EQ(at_start, 4 * 4000u);
}

/// In launches that leave some results unchanged, the results of a share of the bodies stay too, as
/// if groups with active bodies were skipped.
TEST_P(BlockStepsOnHostTest, PlantedFaultOfSkippedGroupsIsFoundWithinTheStep) {
  Wanted wanted;
  wanted.time_step = 0.05;
  wanted.levels = 5;
  wanted.options = {};
  for (const double share : {0.0, 0.125, 1.0}) {
    std::vector<double> before;
    const std::string said = complaint(wanted, [&](std::vector<double>& a, std::uint64_t) {
      const auto kept = static_cast<std::size_t>(share * static_cast<double>(a.size()));
      bool of_some = false;
      for (std::size_t k = 0; k < before.size(); ++k) of_some = of_some || a[k] == before[k];
      for (std::size_t k = 0; of_some && k < kept; ++k) a[k] = before[k];
      before = a;
    });
    if (share == 0)
      EXPECT_EQ(said, "");
    else
      EXPECT_NE(said.find(" bodies were active, the force"), said.npos) << said;
  }
}

TEST_P(BlockStepsOnHostTest, PlantedFaultsOfKicksAndDriftsAreFound) {
  Wanted wanted;
  wanted.time_step = 0.05;
  wanted.levels = 5;
  wanted.options = {};
  const auto said_of = [&](const std::string& faulty_kernel, double factor, double excess = 1) {
    FaultyDevice faulty(*device, [&](const std::string& kernel, KernelSignature& signature) {
      for (Scalar& scalar : signature.scalars)
        if (kernel == faulty_kernel && (scalar.name == "shortest_step" || scalar.name == "excess"))
          scalar.value =
              (scalar.name == "excess" ? excess : factor) * std::get<double>(scalar.value);
    });
    Wanted with = wanted;
    with.device = &faulty;
    return complaint(*make(with, generate_plummer(500, 1)), 2);
  };
  EXPECT_EQ(said_of("step_level", 1), "");
  const char* kKicks = "from the position that its forces give";
  EXPECT_NE(said_of("step_level", 0.999999).find(kKicks), std::string::npos);
  EXPECT_NE(said_of("step_drift", 1.000001).find(kKicks), std::string::npos);
  EXPECT_NE(said_of("step_level", 1, 1.1).find(kKicks), std::string::npos);  // other levels
}

TEST_P(BlockStepsOnHostTest, InvalidOptionsAreRefused) {
  Wanted wanted;
  wanted.levels = 3;
  EXPECT_EQ(refused(wanted), Status::ok);
  wanted.options["eps"] = "0";
  EXPECT_EQ(refused(wanted), Status::bad_input);
  wanted.options.erase("eps");
  wanted.on_host = true;
  EXPECT_EQ(refused(wanted), Status::usage);
  wanted.on_host = false;
  for (const double eta : {0.0, -1.0, std::nan(""), HUGE_VAL}) {
    wanted.eta = eta;
    EXPECT_EQ(refused(wanted), Status::bad_input);
  }
  wanted.eta = 0.025;
  wanted.levels = kMostBlockLevels + 1;
  EXPECT_EQ(refused(wanted), Status::bad_input);
  wanted.levels = 3;
  wanted.options = {};
  for (const char* kernel : {"gravity_simd", "fmm_lists"}) {
    wanted.kernel = kernel;
    EXPECT_EQ(refused(wanted), Status::usage) << kernel;
  }
}

}  // namespace
}  // namespace gputest::block_steps_test
