// Messages of the parser and the checker about a text.
#pragma once

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

/// Whether any diagnostic is an error.
bool has_errors(const Diagnostics& diagnostics);

/// One line for each diagnostic, in the text's order: "kernel.il:12:5: error: …".
std::string to_text(const Diagnostics& diagnostics, std::string_view file);

}  // namespace gputest::il
