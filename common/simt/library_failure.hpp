// What a pass throws where a platform or one of its libraries fails.
#pragma once

#include <stdexcept>
#include <string>

namespace gputest {
namespace simt {

/// A library's function gave an error of the run-time API, whose last error it may have taken
/// along.
struct LibraryFailure : std::runtime_error {
  LibraryFailure(const char* name, int error)
      : std::runtime_error(std::string(name) + " gave error " + std::to_string(error)),
        library(name),
        code(error) {}

  const char* library;
  int code;
};

/// Throws it for anything but the API's success, which is 0.
template <class Code>
void require_success(Code code, const char* call) {
  if (static_cast<int>(code) != 0) throw LibraryFailure(call, static_cast<int>(code));
}

}  // namespace simt
}  // namespace gputest
