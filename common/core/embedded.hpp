// Text files that the build puts into the program.
#pragma once

#include <string_view>
#include <vector>

namespace gputest {

/// A file's path and text.
struct EmbeddedFile {
  std::string_view path;  ///< from the project's root
  std::string_view text;
};

}  // namespace gputest
