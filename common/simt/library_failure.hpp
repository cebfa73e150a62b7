// The exception of a pass in which a platform or one of its libraries fails.
#pragma once

#include <stdexcept>
#include <string>

namespace gputest {
namespace simt {

/// A library's function returned an error of the run-time API, and may have cleared the API's last
/// error.
struct LibraryFailure : std::runtime_error {
  LibraryFailure(const char* name, int error)
      : std::runtime_error(std::string(name) + " gave error " + std::to_string(error)),
        library(name),
        code(error) {}

  const char* library;
  int code;
};

/// Throws LibraryFailure unless the code is 0, the API's success.
template <class Code>
void require_success(Code code, const char* call) {
  if (static_cast<int>(code) != 0) throw LibraryFailure(call, static_cast<int>(code));
}

}  // namespace simt
}  // namespace gputest
