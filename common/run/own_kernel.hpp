// A kernel of the user's own, in a file that is read when the program runs.
#pragma once

#include <string>

namespace gputest {

/// Where it is and which kernel it says that it is.
struct OwnKernel {
  std::string path;  ///< begins with / or .
  std::string text;
  std::string family;   ///< "gravity"
  std::string variant;  ///< "mine"
};

}  // namespace gputest
