// OpenCL C compiled for the r600 family by the last compiler that has a back end for it.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "common/core/error.hpp"
#include "il_reference/r600/card.hpp"

namespace gputest {

/// LLVM 15 is the last whose r600 compiler Debian has the library for.
inline constexpr std::string_view kR600Compiler = "clang-15";

/// The targets that there are.
std::vector<std::string> r600_targets();

/// The card of that target. Throws Error(usage) where there is none.
r600::Card r600_card(const std::string& target);

/// Why there is no compiler for the target here; empty: there is one.
std::string r600_absence(const r600::Card& card);

/// The target's assembly of OpenCL C, with line tables. `options` are separated by blanks. Throws
/// Error(unavailable) where the compiler or its library is not installed, and with the compiler's
/// complaint where it makes no code of the text.
std::string r600_assembly(const std::string& text, const std::string& options,
                          const r600::Card& card);

/// That kernel of the assembly. Throws Error(unavailable) where it has none.
r600::Code r600_code(const std::string& assembly, const std::string& kernel);

}  // namespace gputest
