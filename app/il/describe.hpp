// `gputest il describe`: the machine code that a compiler of the r600 family makes of a kernel.
#pragma once

#include <string>

#include "common/core/error.hpp"

namespace gputest {

/// The options, as text.
struct IlDescribeCommand {
  std::string file;
  std::string target = "cypress";
  std::string format = "table";
  bool strict = false;
};

/// Translates the kernel to OpenCL C, compiles that for the target, and prints registers, clauses,
/// bundles, and the inner loop with its IL lines. Throws Error(unavailable) if the compiler or its
/// library is not installed.
Status describe_il(const IlDescribeCommand& command);

}  // namespace gputest
