#include "il_reference/language/diagnostics.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace gputest::il {

bool has_errors(const Diagnostics& diagnostics) {
  return std::any_of(diagnostics.begin(), diagnostics.end(),
                     [](const Diagnostic& d) { return d.severity == Severity::error; });
}

Diagnostics first_of_each(Diagnostics diagnostics) {
  std::stable_sort(
      diagnostics.begin(), diagnostics.end(),
      [](const Diagnostic& a, const Diagnostic& b) { return a.location < b.location; });
  std::size_t errors = 0, warnings = 0;
  std::erase_if(diagnostics, [&](const Diagnostic& d) {
    return (d.severity == Severity::error ? errors : warnings)++ >= most_diagnostics;
  });
  return diagnostics;
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
