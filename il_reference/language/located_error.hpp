// An error with a place in a program's text.
#pragma once

#include <string>

#include "common/core/error.hpp"
#include "il_reference/language/program.hpp"

namespace gputest::il {

/// An Error of status bad_input; its sentence begins "line 6, column 1: ". in_file() gives it the
/// form of the parser's messages: "kernel.il:6:1: error: …".
class LocatedError : public Error {
 public:
  LocatedError(Location location, const std::string& sentence,
               SourceLocation where = SourceLocation::current());

  /// "kernel.il:6:1: error: …"
  std::string in_file(const std::string& file) const;

 private:
  Location location_;
  std::string sentence_;
};

}  // namespace gputest::il
