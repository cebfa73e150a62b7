// Moving particles: compared with LAMMPS, conservation laws, restarts.
#include "common/simulate/simulation.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <limits>

#include "app/registry.hpp"
#include "common/core/error.hpp"
#include "common/core/host.hpp"
#include "common/core/scratch_folder.hpp"
#include "common/particles/generators.hpp"
#include "common/particles/reader.hpp"

namespace gputest::simulation_test {
namespace {

class SimulationTest : public testing::Test {
 protected:
  /// A simulation with the CPU's vector kernel in fp64.
  std::unique_ptr<Simulation> make(const std::string& algorithm, SimulationState state,
                                   double time_step = 0.005, const char* shift = "off") {
    const Kernel* kernel = nullptr;
    for (const auto& candidate : registry.kernels())
      if (candidate->info().api == "cpu" && candidate->info().name() == algorithm + "_simd")
        kernel = candidate.get();
    Configuration configuration{"soa", Precision::fp64, 0};
    for (const auto& [axis, values] : kernel->info().axes)
      configuration.axes[axis] = values.front();
    SimulationOptions options;
    options.time_step = time_step;
    for (const ProblemOption& option : registry.find_family(algorithm)->options())
      options.problem[option.name] = option.default_value;
    if (algorithm == "lj") options.problem["shift"] = shift;
    return std::make_unique<Simulation>(registry, *kernel, *device, configuration, options,
                                        std::move(state));
  }
  static SimulationState melt(std::uint64_t n = 500) {
    SimulationState state;
    state.particles = generate_lattice_of(n, 0.8442, 2, true);
    set_temperature(state.particles, 1.44, 3);
    return state;
  }
  static void run(Simulation& simulation, int steps) {
    for (int k = 0; k < steps; ++k) simulation.step();
  }

  Registry registry = make_registry();
  std::unique_ptr<Device> device = registry.find_backend("cpu")->open("cpu:0");
};

void expect_same(const SimulationState& a, const SimulationState& b) {
  EXPECT_EQ(a.step, b.step);
  EXPECT_EQ(a.particles.x, b.particles.x);
  EXPECT_EQ(a.particles.vz, b.particles.vz);
  EXPECT_EQ(a.particles.id, b.particles.id);
  EXPECT_EQ(a.x, b.x);
}

TEST_F(SimulationTest, GoesOnFromACheckpointWithTheSameResults) {
  const ScratchFolder folder;
  const std::string path = folder.path("state");
  const auto whole = make("lj", melt());
  run(*whole, 37);
  const auto first = make("lj", melt());
  run(*first, 20);  // no list is made at this step
  write_checkpoint(path, "a run", first->state());
  const auto second = make("lj", read_checkpoint(path, "a run"));
  expect_same(second->state(), first->state());
  run(*second, 17);
  expect_same(second->state(), whole->state());
  EXPECT_GT(whole->lists_made(), 2u);
}

TEST_F(SimulationTest, AStateThatIsNotFiniteLeavesThePreviousCheckpoint) {
  const ScratchFolder folder;
  const std::string path = folder.path("state");
  const auto simulation = make("lj", melt());
  SimulationState state = simulation->state();
  write_checkpoint(path, "a run", state);
  for (const double wrong : {std::nan(""), std::numeric_limits<double>::infinity()}) {
    state.particles.vy[3] = wrong;
    EXPECT_THROW(write_checkpoint(path, "a run", state), Error);
  }
  expect_same(read_checkpoint(path, "a run"), simulation->state());
  state = simulation->state();
  state.thermostat.emplace().heat = std::nan("");
  EXPECT_THROW(write_checkpoint(path, "a run", state), Error);
  expect_same(read_checkpoint(path, "a run"), simulation->state());
}

TEST_F(SimulationTest, RefusesCheckpointsOfOtherRunsAndBrokenOnes) {
  const ScratchFolder folder;
  const std::string path = folder.path("state");
  const auto simulation = make("lj", melt(100 * 4));
  write_checkpoint(path, "a run", simulation->state());
  const auto refusal = [&](const std::string& description) -> std::string {
    try {
      read_checkpoint(path, description);
    } catch (const Error& error) {
      return error.status() == Status::bad_input ? error.what() : "another status";
    }
    return "";
  };
  EXPECT_EQ(refusal("a run"), "");
  EXPECT_NE(refusal("another").find("of another run"), std::string::npos);
  const auto size = std::filesystem::file_size(path);
  {
    std::fstream file(path, std::ios::in | std::ios::out | std::ios::binary);
    file.seekp(static_cast<std::streamoff>(size / 2));
    file.put('!');
  }
  EXPECT_NE(refusal("a run").find("damaged"), std::string::npos);
  for (const auto length : {size - 1, size / 2, std::uintmax_t{30}, std::uintmax_t{22}}) {
    std::filesystem::resize_file(path, length);
    EXPECT_NE(refusal("a run"), "") << length;
  }
  std::filesystem::resize_file(path, 5);
  EXPECT_NE(refusal("a run").find("is not a checkpoint"), std::string::npos);
}

/// Writes bytes at an offset from a checkpoint's first number, and a checksum (FNV-1a) that fits.
void replace_in_checkpoint(const std::string& path, std::size_t offset, const std::string& with) {
  std::string content = read_file(path);
  const std::size_t first = content.find('\n', content.find('\n') + 1) + 1;
  content.replace(first + offset, with.size(), with);
  const std::size_t end = content.size() - sizeof(std::uint64_t);
  std::uint64_t sum = 0xcbf29ce484222325u;
  for (std::size_t k = first; k < end; ++k)
    sum = (sum ^ static_cast<unsigned char>(content[k])) * 0x100000001b3u;
  content.replace(end, sizeof sum, reinterpret_cast<const char*>(&sum), sizeof sum);
  std::ofstream(path, std::ios::binary) << content;
}

template <class Number>
std::string bytes_of(Number number) {
  return {reinterpret_cast<const char*>(&number), sizeof number};
}

TEST_F(SimulationTest, RefusesACheckpointWithNumbersThatNoRunWrites) {
  const ScratchFolder folder;
  const std::string path = folder.path("state");
  SimulationState state = make("lj", melt())->state();
  state.thermostat.emplace();
  state.thermostat->from = state.thermostat->to = 1.5;
  constexpr std::size_t kStep = 8, kTime = 16, kHasBox = 24, kLow = 25, kHigh = 49, kPeriodic = 73;
  constexpr std::size_t kThermostat = 76 + 500 * 11 * 8, kPeriod = kThermostat + 24;
  const struct {
    std::size_t place;
    std::string bytes, says;
  } kWrong[] = {
      {0, bytes_of((std::uint64_t{1} << 63) + 500), "9223372036854776308 particles"},
      {0, bytes_of(std::uint64_t{0}), "0 particles, but the data of 500"},
      {0, bytes_of(std::uint64_t{499}), "499 particles, but the data of 500"},
      {kStep, bytes_of(~std::uint64_t{0}), "step 18446744073709551615"},
      {kTime, bytes_of(std::nan("")), "the time nan"},
      {kHasBox, "\7", "7 in place of the mark of a box"},
      {kLow + 16, bytes_of(std::numeric_limits<double>::infinity()), "a box from inf to"},
      {kHigh, bytes_of(std::nan("")), "to nan along x"},
      {kHigh + 8, bytes_of(-1.0), "to -1 along y"},
      {kPeriodic + 1, "\2", "2 in place of the mark of a periodic axis"},
      {kThermostat, bytes_of(-1.0), "a thermostat from -1 to 1.5"},
      {kPeriod, bytes_of(0.0), "with period 0"},
  };
  for (const auto& [place, bytes, says] : kWrong) {
    write_checkpoint(path, "a run", state);
    EXPECT_NO_THROW(read_checkpoint(path, "a run"));
    replace_in_checkpoint(path, place, bytes);
    try {
      read_checkpoint(path, "a run");
      ADD_FAILURE() << says;
    } catch (const Error& error) {
      EXPECT_EQ(error.status(), Status::bad_input);
      EXPECT_NE(std::string(error.what()).find(says), std::string::npos) << error.what();
    }
  }
}

TEST_F(SimulationTest, ConservesMomentumAndNearlyConservesEnergy) {
  const auto simulation = make("lj", melt());
  const double before = simulation->thermodynamics().total();
  EXPECT_NEAR(simulation->thermodynamics().temperature, 1.44, 1e-12);
  run(*simulation, 100);
  // The potential is cut and not shifted, so energy changes when a pair crosses the cutoff.
  const double drift = std::abs(simulation->thermodynamics().total() / before - 1);
  EXPECT_LT(drift, 3e-3);
  EXPECT_GT(drift, 3e-4);
  const ParticleSet now = simulation->snapshot();
  double momentum[3] = {0, 0, 0};
  for (std::size_t i = 0; i < now.size(); ++i) {
    momentum[0] += now.vx[i];
    momentum[1] += now.vy[i];
    momentum[2] += now.vz[i];
    EXPECT_EQ(now.id[i], static_cast<std::int64_t>(i));
    EXPECT_GE(now.x[i], now.box.low[0]);
    EXPECT_LT(now.x[i], now.box.high[0]);
  }
  EXPECT_LT(std::hypot(momentum[0], momentum[1], momentum[2]), 1e-10);
}

TEST_F(SimulationTest, ConservesEnergyIfThePotentialIsShifted) {
  const auto unshifted = make("lj", melt());
  const auto shifted = make("lj", melt(), 0.005, "on");
  const double before = shifted->thermodynamics().total();
  EXPECT_GT(before, unshifted->thermodynamics().total() + 0.4 * 500);
  run(*shifted, 100);
  run(*unshifted, 100);
  EXPECT_NEAR(shifted->thermodynamics().total() / before, 1, 1e-4);
  expect_same(shifted->state(), unshifted->state());
}

TEST_F(SimulationTest, OfGravityConservesEnergyToTheSquareOfTheStep) {
  const auto drift = [&](double time_step, int steps) {
    SimulationState state;
    state.particles = generate_plummer(400, 1);
    const auto simulation = make("gravity", std::move(state), time_step);
    const double before = simulation->thermodynamics().total();
    EXPECT_NEAR(before, -0.25, 0.03);
    run(*simulation, steps);
    return std::abs(simulation->thermodynamics().total() / before - 1);
  };
  const double coarse = drift(0.004, 50), fine = drift(0.001, 200);
  EXPECT_LT(coarse, 1e-3);
  EXPECT_LT(fine, coarse / 4);
}

TEST_F(SimulationTest, RefusesInvalidStepsAndMasslessParticles) {
  for (const double step : {0.0, -1.0, std::nan("")})
    EXPECT_THROW(make("lj", melt(), step), Error) << step;
  SimulationState massless = melt();
  massless.particles.mass[3] = 0;
  EXPECT_THROW(make("lj", std::move(massless)), Error);
}

/// LAMMPS (29 Sep 2021): pair_style lj/cut 2.5, fix nve, timestep 0.005; total energy per atom and
/// pressure at steps 0, 10, … 50.
TEST_F(SimulationTest, FollowsLammpsFor50Steps) {
  const char* folder = std::getenv("GPUTEST_DATA_DIR");
  if (folder == nullptr || *folder == '\0') GTEST_SKIP() << "GPUTEST_DATA_DIR is not set";
  constexpr double kTotal[] = {-4.623337298, -4.623850298, -4.623659872,
                               -4.623905853, -4.62435263,  -4.624120496};
  constexpr double kPressure[] = {0.2043551447, 0.1642705201, 0.1676099532,
                                  0.210872267,  0.235781826,  0.1547796842};
  SimulationState state;
  state.particles = read_particles(std::string(folder) + "/lj_melt_2048.data");
  const auto simulation = make("lj", std::move(state));
  for (int k = 0; k < 6; ++k) {
    const Thermodynamics now = simulation->thermodynamics();
    EXPECT_NEAR(now.total() / 2048, kTotal[k], 2e-9) << now.step;
    EXPECT_NEAR(now.pressure, kPressure[k], 2e-9) << now.step;
    if (k < 5) run(*simulation, 10);
  }
}

}  // namespace
}  // namespace gputest::simulation_test
