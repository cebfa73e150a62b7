// Messages of the parser and the checker about a text.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "il_reference/language/program.hpp"

namespace gputest::il {

enum class Severity : std::uint8_t { warning, error };

/// One message about a text, with its place.
struct Diagnostic {
  Severity severity = Severity::error;
  Location location;
  std::string message;  ///< a sentence without its full stop
};

using Diagnostics = std::vector<Diagnostic>;

/// The errors of a text, and the warnings, that are reported at most.
inline constexpr std::size_t most_diagnostics = 100;

/// The diagnostics in the text's order: the first errors and the first warnings, at most
/// `most_diagnostics` of each.
Diagnostics first_of_each(Diagnostics diagnostics);

/// Whether any diagnostic is an error.
bool has_errors(const Diagnostics& diagnostics);

/// One line for each diagnostic, in the text's order: "kernel.il:12:5: error: …".
std::string to_text(const Diagnostics& diagnostics, std::string_view file);

}  // namespace gputest::il
