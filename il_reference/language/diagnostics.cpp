#include "il_reference/language/diagnostics.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace gputest::il {

bool has_errors(const Diagnostics& diagnostics) {
  return std::any_of(diagnostics.begin(), diagnostics.end(),
                     [](const Diagnostic& d) { return d.severity == Severity::error; });
}

std::string to_text(const Diagnostics& diagnostics, std::string_view file) {
  std::string text;
  for (const Diagnostic& d : diagnostics) {
    text += fmt::format("{}:{}:{}: {}: {}\n", file, d.location.line, d.location.column,
                        d.severity == Severity::error ? "error" : "warning", d.message);
  }
  return text;
}

}  // namespace gputest::il
