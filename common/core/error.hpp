// The one exception type of gputest, and the command's exit statuses.
#pragma once

#include <stdexcept>
#include <string>
#include <utility>

namespace gputest {

/// The command's exit statuses. The numbers are stable; docs/usage.md documents them.
enum class Status {
  ok = 0,
  verification_failed = 1,  ///< a kernel gave a wrong answer, or a comparison regressed
  usage = 2,                ///< the command line names something that does not exist
  unavailable = 3,          ///< a required API, device or library is missing
  bad_input = 4,            ///< no run can use this file, number or size
  out_of_memory = 5,        ///< host or device memory is too small
  timeout = 6,              ///< --timeout passed
  device_lost = 7,          ///< the device stopped answering
  interrupted = 130,        ///< Ctrl-C (128 + SIGINT, as shells count)
};

/// A place in the source. It has the needed part of std::source_location, which clang 14 lacks.
struct SourceLocation {
  const char* file;
  unsigned line;
  static constexpr SourceLocation current(const char* file = __builtin_FILE(),
                                          unsigned line = __builtin_LINE()) {
    return {file, line};
  }
};

/// A failed call of an API.
struct ApiFailure {
  std::string api;        ///< "opencl"
  std::string call;       ///< "clBuildProgram"
  int code = 0;           ///< the API's own error number
  std::string build_log;  ///< the compiler's output, if a build failed
};

/// An error: one clear sentence for the user, the command's exit status and, if an API call failed,
/// that call.
class Error : public std::runtime_error {
 public:
  Error(Status status, const std::string& sentence,
        SourceLocation where = SourceLocation::current())
      : Error(status, sentence, ApiFailure{}, where) {}

  Error(Status status, const std::string& sentence, ApiFailure api_failure,
        SourceLocation where = SourceLocation::current())
      : std::runtime_error(sentence),
        status_(status),
        api_failure_(std::move(api_failure)),
        where_(where) {}

  Status status() const { return status_; }
  /// Its strings are empty if no API call failed.
  const ApiFailure& api_failure() const { return api_failure_; }
  SourceLocation where() const { return where_; }

 private:
  Status status_;
  ApiFailure api_failure_;
  SourceLocation where_;
};

}  // namespace gputest
