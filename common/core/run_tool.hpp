// Programs that are started for what they write: compilers.
#pragma once

#include <optional>
#include <string>
#include <vector>

namespace gputest {

/// How a program ended, and all that it wrote to standard output and standard error.
struct ToolEnd {
  bool succeeded = false;  ///< with exit status 0
  std::string messages;
};

/// Starts words[0], found as a shell finds it, with the other words as its arguments and `input` at
/// its standard input, and waits for its end. None where there is no such program. Its
/// environment is this process' with `variables` ("A=b") before it. Throws Error(unavailable) where
/// it cannot be started for another reason.
std::optional<ToolEnd> run_tool(const std::vector<std::string>& words, const std::string& input,
                                const std::vector<std::string>& variables = {});

}  // namespace gputest
