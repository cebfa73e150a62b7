// From what the user named to the cases that will run.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "app/command/options.hpp"
#include "common/run/registry.hpp"

namespace gputest {

/// One row to be: a kernel on a device at one point of its axes.
struct Case {
  std::string api;
  const Kernel* kernel;  ///< where the API lacks it, another API's of that name
  DeviceInfo device;
  Configuration configuration;
  std::uint64_t n;
  std::string skip_reason = {};  ///< why it is a skipped row and does not run; empty: it runs
  bool exists = true;            ///< the API has the kernel, and the kernel the configuration
  std::string input = {};        ///< tells its problem from others of that n, where there are some

  /// Why it is an error and does not run; empty where the kernel is as it should be.
  const std::string& fault() const { return kernel->info().fault; }
  bool runs() const { return skip_reason.empty() && fault().empty(); }
};

/// The cases of a run, and what it leaves out with the reason.
struct Selection {
  std::vector<Case> cases;               ///< in the order of the rows
  std::vector<Unavailable> unavailable;  ///< APIs that would have taken part
};

/// Every case that the command names. What a kernel does not have of what was named (a layout, a
/// precision, a block, a value of an axis), and what an API does not have of the kernels that were
/// named in full, is a case with a skip reason. Throws Error(usage) for a name that nothing has,
/// with near matches, for an axis or an option that no kernel named has a use for, and where no
/// case is left that runs; Error(bad_input) for a value that its option does not take, used or not;
/// Error(unavailable) for an API asked for
/// by name, or a device, that is not there.
Selection select(const Registry& registry, const RunCommand& command,
                 const std::vector<std::uint64_t>& counts);

/// Whether the command's patterns take the kernel, whatever its API.
bool is_chosen(const RunCommand& command, const Kernel& kernel);

}  // namespace gputest
