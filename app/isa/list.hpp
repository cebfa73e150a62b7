// `gputest isa list`: the kernels of a file of AMD's machine code.
#pragma once

#include <string>

#include "common/core/error.hpp"

namespace gputest {

/// Prints the kernels; `format` is table or json.
Status list_isa(const std::string& path, const std::string& format);

}  // namespace gputest
