// Devices that share a command's kernel: --devices, and the ranks that mpirun starts.
#pragma once

#include "app/command/options.hpp"
#include "common/many/ranks.hpp"
#include "common/run/registry.hpp"

namespace gputest {

/// If the command has --devices, or mpirun started this process, adds the API "many" to the
/// registry and makes the command choose it. Returns false on ranks other than 0; they have served
/// rank 0 and must end. Throws like many::register_many().
bool share_devices(Registry& registry, many::Ranks& ranks, RunCommand& command);

}  // namespace gputest
