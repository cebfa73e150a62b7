// What stands before a translated kernel.
#pragma once

#include <string>
#include <string_view>

#include "il_reference/language/program.hpp"
#include "il_reference/opencl/translator.hpp"

namespace gputest::il {

/// The support functions that the kernel's text uses and, if it calls them, the shared semantics.
std::string preamble_for(const Program& program, Mode mode, std::string_view kernel);

/// Semantics and support functions whole, for a text of many kernels. `doubles` where one of them
/// has some.
std::string whole_preamble(bool doubles);

/// Whether a program has instructions of doubles.
bool uses_doubles(const Program& program);

}  // namespace gputest::il
