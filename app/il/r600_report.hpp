// Reports a kernel's machine code for the r600 family.
#pragma once

#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "il_reference/r600/card.hpp"

namespace gputest {

/// The text that a kernel was compiled from, for reports by line.
struct R600Source {
  std::string file;                ///< as the compiler's line tables name it
  std::vector<std::string> lines;  ///< the first is line 1
};

/// Registers, clauses, bundles, the inner loop with each operation's line, and the operations of
/// each line; `title` is the kernel's name.
std::string r600_text(const std::string& title, const r600::Card& card, const r600::Code& code,
                      const R600Source& source);

/// The same numbers as JSON.
nlohmann::ordered_json r600_json(const r600::Card& card, const r600::Code& code,
                                 const R600Source& source);

}  // namespace gputest
