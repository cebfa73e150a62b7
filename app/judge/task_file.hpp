// The TOML file of a task: docs/judge.md.
#pragma once

#include <string>

#include "common/task/task.hpp"

namespace gputest {

/// Reads a task. Throws Error(bad_input), with file and line, if the file has an error that shows
/// without the reference.
task::Task read_task(const std::string& path);

}  // namespace gputest
