// A user's kernel, in a file that is read at run time.
#pragma once

#include <string>

namespace gputest {

/// Its file, and the kernel that the file names.
struct OwnKernel {
  std::string path;  ///< begins with / or .
  std::string text;
  std::string family;   ///< "gravity"
  std::string variant;  ///< "mine"
  /// The description, if the text contains none: as in the head of a file.
  std::string manifest = {};
};

}  // namespace gputest
