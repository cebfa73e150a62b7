// The subcommands of gputest. Each returns the exit status, or throws Error.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "app/options.hpp"
#include "common/core/error.hpp"
#include "common/run/registry.hpp"

namespace gputest {

/// Runs the selected cases and prints the report.
Status run(const Registry& registry, const RunCommand& command,
           const std::vector<std::string>& argv);

/// `what` is apis, devices, kernels, layouts or formats.
Status list(const Registry& registry, const std::string& what, bool json);

/// Everything known of a kernel, API by API. `kernel` is a name, or api:name.
Status describe(const Registry& registry, const std::string& kernel, bool json);

struct GenerateCommand {
  std::string distribution;  ///< plummer, uniform or lattice
  std::string n;
  std::string seed;  ///< empty: the distribution's own
  std::string edge;
  std::string density;
  std::string format;  ///< empty: by the file's extension
  std::string output;
};
Status generate(const GenerateCommand& command);

struct SimulateCommand {
  RunCommand run;  ///< api, kernel, device, layout, precision, block, axes, n, input, seed, problem
  std::uint64_t steps = 1000;
  double time_step = 0.005;
  std::optional<double> temperature;  ///< none: velocities as they are
  std::uint64_t every = 100;          ///< steps between printed lines
  std::string trajectory;
  std::uint64_t trajectory_every = 100;
  std::string checkpoint;
  std::uint64_t checkpoint_every = 0;  ///< 0: at the end alone
  std::string restart;                 ///< a checkpoint to go on from
};
/// Moves particles under one kernel's forces and prints energies. A signal ends the run after a
/// whole step, with the checkpoint written.
Status simulate(const Registry& registry, const SimulateCommand& command);

/// Compares two JSON results row by row. `threshold` is the relative slowdown that counts.
Status compare(const std::string& old_file, const std::string& new_file, double threshold);

}  // namespace gputest
