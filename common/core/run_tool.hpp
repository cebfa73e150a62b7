// Runs other programs, such as compilers, and reads their output.
#pragma once

#include <functional>
#include <optional>
#include <string>
#include <vector>

namespace gputest {

/// The end of a program, and its whole standard output and standard error.
struct ToolEnd {
  bool succeeded = false;  ///< with exit status 0
  std::string messages;
};

/// Runs words[0], found in PATH, with the other words as arguments and `input` as standard input,
/// and waits for its end. None if there is no such program. `variables` ("A=b") precede this
/// process' environment. Throws Error(unavailable) if the program cannot be started for another
/// reason.
std::optional<ToolEnd> run_tool(const std::vector<std::string>& words, const std::string& input,
                                const std::vector<std::string>& variables = {});

/// After this call, a second process runs the tools of run_tool(), which may then be impossible in
/// this one. It first calls `begin`, and ends with this process. Call it while this process has one
/// thread. Throws Error(unavailable) if it cannot be started.
void run_tools_apart(const std::function<void()>& begin);

}  // namespace gputest
