#include "il_reference/language/located_error.hpp"

#include <fmt/format.h>

namespace gputest::il {

LocatedError::LocatedError(Location location, const std::string& sentence, SourceLocation where)
    : Error(Status::bad_input,
            fmt::format("line {}, column {}: {}", location.line, location.column, sentence), where),
      location_(location),
      sentence_(sentence) {}

std::string LocatedError::in_file(const std::string& file) const {
  return fmt::format("{}:{}:{}: error: {}", file, location_.line, location_.column, sentence_);
}

}  // namespace gputest::il
