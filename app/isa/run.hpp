// `gputest isa run` and `isa trace`: one launch of a kernel of AMD's machine code over files.
#pragma once

#include <string>
#include <vector>

#include "common/core/error.hpp"

namespace gputest {

/// Options as text.
struct IsaRunCommand {
  std::string file, kernel, target;
  std::string grid = "1", block = "64";
  std::string lds;      ///< bytes that the launch adds to a block's
  std::string timeout;  ///< seconds
  std::vector<std::string> arguments, outputs;
  bool count = false;  ///< show what the launch does
  bool trace = false;  ///< show what a wavefront does
  std::string traced_block = "0", traced_wavefront = "0", traced_lane;  ///< the last empty: all
};

/// Runs the kernel.
Status run_isa(const IsaRunCommand& command);

}  // namespace gputest
