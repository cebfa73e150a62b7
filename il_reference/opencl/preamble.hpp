// The text before a translated kernel.
#pragma once

#include <string>
#include <string_view>

#include "il_reference/language/program.hpp"
#include "il_reference/opencl/translator.hpp"

namespace gputest::il {

/// The support functions that the kernel's text uses and, if it calls them, the shared semantics.
std::string preamble_for(const Program& program, Mode mode, std::string_view kernel);

/// All semantics and support functions, for a text of many kernels. `doubles`: a kernel uses
/// doubles.
std::string whole_preamble(bool doubles);

/// Whether a program has instructions on doubles.
bool uses_doubles(const Program& program);

}  // namespace gputest::il
