// Text files that the build puts into the program.
#pragma once

#include <string_view>
#include <vector>

namespace gputest {

struct EmbeddedFile {
  std::string_view path;  ///< from the project's root
  std::string_view text;
};

}  // namespace gputest
