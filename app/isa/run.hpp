// `gputest isa run` and `isa trace`: one launch of a kernel in AMD's machine code on data from
// files.
#pragma once

#include <string>
#include <vector>

#include "common/core/error.hpp"

namespace gputest {

/// The options, as text.
struct IsaRunCommand {
  std::string file, kernel, target;
  std::string grid = "1", block = "64";
  std::string lds;      ///< dynamic LDS of a block, in bytes
  std::string timeout;  ///< seconds
  std::vector<std::string> arguments, outputs;
  bool count = false;  ///< show counts of the launch
  bool wide = false;   ///< every column of their tables
  bool trace = false;  ///< show each instruction of a wavefront
  std::string traced_block = "0", traced_wavefront = "0", traced_lane;  ///< an empty lane: all
};

/// Runs the kernel.
Status run_isa(const IsaRunCommand& command);

}  // namespace gputest
