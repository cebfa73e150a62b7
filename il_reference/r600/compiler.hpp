// Compiles OpenCL C for the r600 family with the last compiler that has a back end for it.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "common/core/error.hpp"
#include "il_reference/r600/card.hpp"

namespace gputest {

/// LLVM 15 is the last version for which Debian has the library of the r600 back end.
inline constexpr std::string_view kR600Compiler = "clang-15";

/// The targets that exist.
std::vector<std::string> r600_targets();

/// The GPU of that target. Throws Error(usage) if there is none.
r600::Card r600_card(const std::string& target);

/// Why the compiler for the target is missing here; empty if it is not missing.
std::string r600_absence(const r600::Card& card);

/// The target's assembly for OpenCL C, with line tables. `options` are separated by blanks. Throws
/// Error(unavailable) if the compiler or its library is not installed, and with the compiler's
/// error message if it rejects the text.
std::string r600_assembly(const std::string& text, const std::string& options,
                          const r600::Card& card);

/// The kernel of that name in the assembly. Throws Error(unavailable) if there is none.
r600::Code r600_code(const std::string& assembly, const std::string& kernel);

}  // namespace gputest
