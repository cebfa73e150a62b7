// Runs the cases that a command selects: common to `gputest` and `gputest judge`.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "app/command/options.hpp"
#include "app/run/isolation.hpp"
#include "common/run/registry.hpp"

namespace gputest {

/// Runs the selected cases and prints the report; a worker serves the process that gave the order
/// instead. `argv` is the command line of this process, with which workers are started.
Status run_command(const Registry& registry, const RunCommand& command,
                   const std::vector<std::string>& argv, std::optional<WorkerOrder> order);

}  // namespace gputest
