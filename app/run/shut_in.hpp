// Shuts in the workers of `judge` that run code of the host: docs/judge.md.
#pragma once

#include <string>
#include <vector>

#include "app/run/isolation.hpp"
#include "app/run/selection.hpp"

namespace gputest {

/// The user's files that a shut-in worker may open.
struct Openable {
  std::vector<std::string> files;             ///< to read
  std::vector<std::string> folders_of_tools;  ///< that only compilers and the reference read
};

/// Whether a kernel on the device is code of the host's processor, which can call the system.
bool runs_code_of_host(const DeviceInfo& device);

/// Whether this system can shut in the workers of those cases that need it. If not, warns.
bool can_shut_in(const std::vector<Case>& cases);

/// Shuts in this process, which is a worker. It may write only to its room. Compilers and the
/// reference run in a second process, which is shut in likewise but may start programs. On OpenCL
/// devices the worker may too, because PoCL runs a linker. Throws Error(unavailable).
void shut_in(const WorkerOrder& order, const Openable& openable);

}  // namespace gputest
