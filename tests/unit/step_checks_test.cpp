// The checks during a run: right runs pass, and errors that begin after the start are found.
#include "common/simulate/step_checks.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <utility>
#include <vector>

#include "app/registry.hpp"
#include "common/core/error.hpp"
#include "common/particles/generators.hpp"
#include "common/simulate/simulation.hpp"
#include "tests/support/faulty_device.hpp"

namespace gputest::step_checks_test {
namespace {

using test::FaultyDevice;
using Fault = test::FaultOfArrays;

/// A kernel with the fault in every launch.
class FaultyKernel : public Kernel {
 public:
  FaultyKernel(const Kernel& kernel, Fault fault)
      : Kernel(kernel.info()), kernel_(kernel), fault_(std::move(fault)) {}
  std::unique_ptr<Execution> prepare(Device& device, const Configuration& configuration,
                                     const KernelSignature& arguments) const override {
    return std::make_unique<FaultyExecution>(kernel_.prepare(device, configuration, arguments),
                                             *this);
  }

 private:
  class FaultyExecution : public Execution {
   public:
    FaultyExecution(std::unique_ptr<Execution> execution, const FaultyKernel& kernel)
        : execution_(std::move(execution)), kernel_(kernel) {}
    void upload(const std::vector<HostArray>& inputs) override { execution_->upload(inputs); }
    void spoil() override { execution_->spoil(); }
    void launch() override { execution_->launch(); }
    void synchronize() override { execution_->synchronize(); }
    std::vector<HostArray> download(std::uint32_t copy) override {
      std::vector<HostArray> outputs = execution_->download(copy);
      HostArray& first = outputs.front();
      std::vector<double> values(first.as<double>(),
                                 first.as<double>() + first.data.size() / sizeof(double));
      kernel_.fault_(values, kernel_.launches_++);
      std::copy(values.begin(), values.end(), first.as<double>());
      return outputs;
    }

   private:
    std::unique_ptr<Execution> execution_;
    const FaultyKernel& kernel_;
  };

  const Kernel& kernel_;
  Fault fault_;
  mutable std::uint64_t launches_ = 0;
};

class StepChecksTest : public testing::Test {
 protected:
  struct Wanted {
    std::string kernel = "lj_simd";
    Precision precision = Precision::fp64;
    double time_step = 0.005;
    std::map<std::string, std::string> options = {};
    Device* device = nullptr;
    bool on_host = false;
    Fault fault_of_kernel = {};
  };

  std::unique_ptr<Simulation> make(const Wanted& wanted, ParticleSet particles) {
    const Kernel* kernel = nullptr;
    for (const auto& candidate : registry.kernels())
      if (candidate->info().api == "cpu" && candidate->info().name() == wanted.kernel)
        kernel = candidate.get();
    if (wanted.fault_of_kernel) {
      faulty_kernel = std::make_unique<FaultyKernel>(*kernel, wanted.fault_of_kernel);
      kernel = faulty_kernel.get();
    }
    Configuration configuration{"soa", wanted.precision, 0};
    for (const auto& [axis, values] : kernel->info().axes)
      configuration.axes[axis] = values.front();
    SimulationOptions options;
    options.time_step = wanted.time_step;
    options.on_host = wanted.on_host;
    for (const ProblemOption& option : registry.find_family(kernel->info().family)->options())
      options.problem[option.name] = option.default_value;
    for (const auto& [name, value] : wanted.options) options.problem[name] = value;
    SimulationState state;
    state.particles = std::move(particles);
    return std::make_unique<Simulation>(registry, *kernel, wanted.device ? *wanted.device : *device,
                                        configuration, options, std::move(state));
  }

  static ParticleSet melt(double temperature = 1.44) {
    ParticleSet particles = generate_lattice_of(kParticles, 0.8442, 2, true);
    set_temperature(particles, temperature, 3);
    return particles;
  }
  static constexpr std::uint64_t kParticles = 500;

  static void run(Simulation& simulation, std::uint64_t steps) {
    while (steps > 0) steps -= simulation.advance(steps);
  }

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
  /// The same for a melt on a device with that fault.
  std::string complaint_of(const std::string& kernel, Fault fault, std::uint64_t steps = 40) {
    FaultyDevice faulty(*device, kernel, std::move(fault));
    Wanted wanted;
    wanted.device = &faulty;
    return complaint(*make(wanted, melt()), steps);
  }

  /// The error message of a run with every step and its energies checked; "" if it passes.
  static std::string complaint_of_steps(Simulation& simulation, std::uint64_t steps) {
    try {
      for (std::uint64_t k = 0; k < steps; ++k) {
        simulation.advance_checked();
        if (k % 3 == 0) simulation.checked_thermodynamics();  // so that kicks are due, or are not
      }
      return "";
    } catch (const Error& error) {
      EXPECT_EQ(error.status(), Status::verification_failed);
      return error.what();
    }
  }
  /// The same for a melt on a device with that fault.
  std::string complaint_of_steps(const std::string& kernel, Fault fault) {
    FaultyDevice faulty(*device, kernel, std::move(fault));
    Wanted wanted;
    wanted.device = &faulty;
    return complaint_of_steps(*make(wanted, melt()), 20);
  }

  Registry registry = make_registry();
  std::unique_ptr<Device> device = registry.find_backend("cpu")->open("cpu:0");
  std::unique_ptr<Kernel> faulty_kernel;
};

TEST_F(StepChecksTest, RightRunsPass) {
  for (const Precision precision : {Precision::fp32, Precision::fp64})
    for (const bool on_host : {false, true}) {
      Wanted wanted;
      wanted.precision = precision;
      wanted.on_host = on_host;
      EXPECT_EQ(complaint(*make(wanted, melt()), 200), "");
      wanted.time_step = 0.01;
      EXPECT_EQ(complaint(*make(wanted, melt()), 100), "");
      wanted.kernel = "gravity_simd";
      wanted.time_step = 0.004;
      EXPECT_EQ(complaint(*make(wanted, generate_plummer(300, 1)), 100), "");
    }
}

TEST_F(StepChecksTest, FewOrDistantParticlesAndLargeOwnTermsPass) {
  for (const std::uint64_t n : {2, 3, 17}) {
    Wanted wanted;
    wanted.precision = Precision::fp32;
    wanted.kernel = "gravity_simd";
    ParticleSet bodies = generate_plummer(n, 1);
    EXPECT_EQ(complaint(*make(wanted, bodies), 20), "") << n;
    bodies.x[0] += 1e4;
    bodies.mass[0] = 100;
    EXPECT_EQ(complaint(*make(wanted, bodies), 20), "") << n;
    wanted.options["eps"] = "1e-7";
    wanted.time_step = 1e-5;
    EXPECT_EQ(complaint(*make(wanted, generate_plummer(n, 1)), 20), "") << n;
  }
}

/// The energy jumps by 0.6 for each pair that crosses a cutoff of 1.3.
TEST_F(StepChecksTest, TheJumpOfATruncatedPotentialIsNotDrift) {
  for (const bool on_host : {false, true}) {
    Wanted wanted;
    wanted.options["cutoff"] = "1.3";
    wanted.time_step = 0.002;
    wanted.on_host = on_host;
    const auto simulation = make(wanted, melt());
    const double before = simulation->thermodynamics().total();
    EXPECT_EQ(complaint(*simulation, 200), "");
    const Thermodynamics now = simulation->thermodynamics();
    EXPECT_GT(std::abs(now.total() - before), 0.02 * (now.kinetic + std::abs(now.potential)));
  }
}

TEST_F(StepChecksTest, PlantedFaultOfAllForcesFromAStepOnIsFound) {
  const auto larger = [](std::vector<double>& forces, std::uint64_t launch) {
    if (launch < 25) return;
    for (double& f : forces) f *= 1 + 1e-9;
  };
  EXPECT_EQ(complaint_of("lj_simd", larger, 15), "");
  const std::string said = complaint_of("lj_simd", larger);
  EXPECT_EQ(said.find("at step 40 the force on particle "), 0u) << said;
  Wanted wanted;
  wanted.on_host = true;
  wanted.fault_of_kernel = larger;
  EXPECT_NE(complaint(*make(wanted, melt()), 40).find("the force on particle"), said.npos);
}

TEST_F(StepChecksTest, PlantedFaultOfOneForceBreaksNewtonsThirdLaw) {
  for (const double factor : {0.0, 1.001, -1.0}) {
    std::string said = complaint_of("lj_simd", [&](std::vector<double>& forces, std::uint64_t k) {
      if (k >= 25) forces[4 * 7] *= factor;
    });
    EXPECT_NE(said.find("add up to"), said.npos) << said;
  }
  Wanted wanted;
  wanted.kernel = "gravity_simd";
  FaultyDevice faulty(*device, "gravity_simd", [](std::vector<double>& sums, std::uint64_t k) {
    if (k >= 10) sums[4 * 7] *= 1.01;
  });
  wanted.device = &faulty;
  const std::string said = complaint(*make(wanted, generate_plummer(300, 1)), 20);
  EXPECT_NE(said.find("net force"), said.npos) << said;
}

TEST_F(StepChecksTest, PlantedFaultOfOnlySomeStepsIsFoundInTheMomentum) {
  const std::string said =
      complaint_of("lj_simd", [](std::vector<double>& forces, std::uint64_t launch) {
        if (launch == 20) forces[4 * 7] *= 1.01;
      });
  EXPECT_EQ(said.find("at step 40 the momentum has changed by "), 0u) << said;
}

/// The first three arrays of a state are positions, the next three are velocities.
TEST_F(StepChecksTest, PlantedFaultOfVelocitiesIsFoundInTheEnergy) {
  const std::string said = complaint_of("step_move", [](std::vector<double>& state, std::uint64_t) {
    for (std::size_t k = 3 * kParticles; k < 6 * kParticles; ++k) state[k] *= 1.001;
  });
  EXPECT_NE(said.find("at step 40 the energy has changed by "), said.npos) << said;
}

TEST_F(StepChecksTest, ATimeStepThatIsTooLargeIsFoundInTheEnergy) {
  Wanted wanted;
  wanted.time_step = 0.03;
  const std::string said = complaint(*make(wanted, melt()), 40);
  EXPECT_NE(said.find("the time step of 0.03 is too large"), said.npos) << said;
}

TEST_F(StepChecksTest, EveryStepOfRightRunsPasses) {
  for (const Precision precision : {Precision::fp32, Precision::fp64})
    for (const bool on_host : {false, true}) {
      Wanted wanted;
      wanted.precision = precision;
      wanted.on_host = on_host;
      const auto melting = make(wanted, melt());
      EXPECT_EQ(complaint_of_steps(*melting, 60), "");
      EXPECT_GT(melting->lists_made(), 3u);
      wanted.kernel = "gravity_simd";
      wanted.time_step = 0.004;
      EXPECT_EQ(complaint_of_steps(*make(wanted, generate_plummer(300, 1)), 20), "");
      ParticleSet apart = generate_plummer(17, 1);
      apart.x[0] += 1e4;
      apart.mass[0] = 100;
      EXPECT_EQ(complaint_of_steps(*make(wanted, apart), 20), "");
    }
}

TEST_F(StepChecksTest, LooksDoNotChangeARun) {
  const auto looked_at = make({}, melt()), other = make({}, melt());
  EXPECT_EQ(complaint_of_steps(*looked_at, 40), "");
  run(*other, 40);
  EXPECT_EQ(looked_at->state().particles.x, other->state().particles.x);
  EXPECT_EQ(looked_at->state().particles.vz, other->state().particles.vz);
}

TEST_F(StepChecksTest, PlantedFaultsOfTheMoveAreFound) {
  std::vector<double> kept;
  const std::pair<const char*, Fault> faults[] = {
      {"the position of particle",
       [&](auto& state, std::uint64_t) {  // the first move alone
         if (kept.empty()) kept = state;
         state = kept;
       }},
      {"the position of particle",
       [](auto& state, std::uint64_t move) {
         if (move == 7) state[kParticles + 3] *= 1 + 1e-13;
       }},
      {"the velocity of particle",
       [](auto& state, std::uint64_t move) {
         if (move == 7) state[3 * kParticles + 3] *= 1 + 1e-13;
       }},
      {"the velocity of particle",
       [](auto& state, std::uint64_t) {
         std::swap_ranges(&state[3 * kParticles], &state[4 * kParticles], &state[4 * kParticles]);
       }},
      {"the mass or number of particle",
       [](auto& state, std::uint64_t) { state[6 * kParticles + 3] = 2; }}};
  for (const auto& [said, fault] : faults) {
    const std::string complaint = complaint_of_steps("step_move", fault);
    EXPECT_NE(complaint.find(said), complaint.npos) << complaint;
  }
}

TEST_F(StepChecksTest, AKickThatOnlyPrintingNeedsIsChecked) {
  const std::string said = complaint_of_steps(
      "step_kick", [](auto& state, std::uint64_t) { state[3 * kParticles + 3] *= 1 + 1e-13; });
  EXPECT_NE(said.find("the velocity of particle"), said.npos) << said;
}

/// The sums of a block are potential energy, kinetic energy and virial.
TEST_F(StepChecksTest, PlantedFaultsOfPrintedEnergiesAreFound) {
  const char* said[] = {"the potential energy is", "the kinetic energy is", "the virial is"};
  for (std::size_t which = 0; which < 3; ++which) {
    const std::string complaint = complaint_of_steps(
        "step_measure", [&](auto& sums, std::uint64_t) { sums[which] *= 1 + 1e-6; });
    EXPECT_NE(complaint.find(said[which]), complaint.npos) << complaint;
  }
}

/// A single launch of the kernel that moves the particles, whose forces are those of a step.
TEST_F(StepChecksTest, ForcesThatAreTooLargeInAFewStepsAreFoundInThoseThatAreChecked) {
  const std::string said = complaint_of_steps("lj_simd", [](auto& forces, std::uint64_t launch) {
    if (launch == 9)
      for (double& f : forces) f *= 1.2;
  });
  EXPECT_NE(said.find("the force on particle"), said.npos) << said;
}

}  // namespace
}  // namespace gputest::step_checks_test
