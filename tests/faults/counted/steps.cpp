// Faults between the integrator and the device on which it moves particles.
#include <stdexcept>

#include "common/core/error.hpp"
#include "common/particles/generators.hpp"
#include "common/simulate/simulation.hpp"
#include "tests/faults/counted/fault.hpp"
#include "tests/support/faulty_device.hpp"

namespace gputest::counted {
namespace {

using test::FaultyDevice;

constexpr const char* kForces = "lj_simd";
constexpr std::uint64_t kSteps = 20;

/// Whether a simulation of a melt with that seed fails a check at its start or its end.
bool is_seen(const Registry& registry, Device& device, std::uint64_t n, std::uint64_t seed) {
  const Kernel& kernel = cpu_kernel(registry, kForces);
  SimulationOptions options;
  options.time_step = 0.005;
  options.problem = default_options(registry, kernel.info().family);
  SimulationState state;
  state.particles = generate_lattice_of(n, 0.8442, seed, true);
  set_temperature(state.particles, 1.44, seed + 1);
  try {
    Simulation simulation(registry, kernel, device, configuration_of(kernel, Precision::fp64),
                          options, std::move(state));
    simulation.check();
    for (std::uint64_t left = kSteps; left > 0;) left -= simulation.advance(left);
    simulation.check();
  } catch (const Error& error) {
    return error.status() == Status::verification_failed;
  }
  return false;
}

/// Makes a device with a fault that the salt chooses.
using MakeDevice =
    std::function<std::unique_ptr<Device>(Device& device, std::uint64_t n, std::mt19937_64&)>;

Fault of_steps(const std::string& what, std::uint64_t n, std::uint64_t quick,
               const MakeDevice& make) {
  return {kForces, what, n, quick, [=](const Registry& registry, std::uint64_t size) -> Planting {
            const std::shared_ptr<Device> device = registry.find_backend("cpu")->open("cpu:0");
            if (is_seen(registry, *device, size, 1))
              throw std::runtime_error("steps without a fault fail");
            return [&registry, device, make, size](std::uint64_t salt) {
              std::mt19937_64 engine(salt);
              return is_seen(registry, *make(*device, size, engine), size, 2 * salt);
            };
          }};
}

}  // namespace

std::vector<Fault> faults_of_steps() {
  const auto all_larger = [](Device& device, std::uint64_t, std::mt19937_64&) {
    return std::make_unique<FaultyDevice>(device, kForces,
                                          [](std::vector<double>& forces, std::uint64_t) {
                                            for (double& f : forces) f *= 1.1;
                                          });
  };
  const auto one_larger = [](Device& device, std::uint64_t n, std::mt19937_64& engine) {
    const std::uint64_t particle = engine() % n, from = 2 + engine() % (kSteps / 2);
    return std::make_unique<FaultyDevice>(device, kForces,
                                          [=](std::vector<double>& forces, std::uint64_t launch) {
                                            if (launch < from) return;
                                            for (std::size_t c = 0; c < 3; ++c)
                                              forces[4 * particle + c] *= 1.1;
                                          });
  };
  // This is below the cutoff, because the skin is a ninth of the radius.
  const auto short_lists = [](Device& device, std::uint64_t, std::mt19937_64&) {
    return std::make_unique<FaultyDevice>(
        device, [](const std::string& kernel, KernelSignature& signature) {
          if (kernel.find("neighbour") != 0) return;
          for (Scalar& scalar : signature.scalars)
            if (scalar.name == "radius2") scalar.value = std::get<double>(scalar.value) * 0.64;
        });
  };
  return {of_steps("forces 1.1 times as large", 2000, 500, all_larger),
          of_steps("one force 1.1 times as large from a step on", 2000, 500, one_larger),
          of_steps("lists too short", 2000, 500, short_lists)};
}

}  // namespace gputest::counted
