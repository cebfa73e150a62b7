// Devices that share a command's kernel: --devices, and the ranks that mpirun starts.
#pragma once

#include "app/command/options.hpp"
#include "common/many/ranks.hpp"
#include "common/run/registry.hpp"

namespace gputest {

/// Where the command has devices that share, or mpirun has started this process, adds the API
/// "many" to the registry, and has the command choose it. False on a rank but 0, which has done
/// what rank 0 wanted and is to end. Throws as many::register_many() does.
bool share_devices(Registry& registry, many::Ranks& ranks, RunCommand& command);

}  // namespace gputest
