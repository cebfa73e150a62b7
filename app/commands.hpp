// The subcommands of gputest. Each returns the exit status, or throws Error.
#pragma once

#include <string>
#include <vector>

#include "app/options.hpp"
#include "common/core/error.hpp"
#include "common/core/registry.hpp"

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

/// Compares two JSON results row by row. `threshold` is the relative slowdown that counts.
Status compare(const std::string& old_file, const std::string& new_file, double threshold);

}  // namespace gputest
