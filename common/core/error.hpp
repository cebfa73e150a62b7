// The one exception type of gputest, and the command's exit statuses.
#pragma once

#include <stdexcept>
#include <string>
#include <utility>

namespace gputest {

/// How the command ends. The numbers are documented in docs/usage.md and stable.
enum class Status {
  ok = 0,
  verification_failed = 1,  ///< a kernel gave a wrong answer, or a comparison regressed
  usage = 2,                ///< the command line names something that does not exist
  unavailable = 3,          ///< the API, device or library that is needed is not there
  bad_input = 4,            ///< a file, a number or a size that no run can use
  out_of_memory = 5,        ///< host or device memory does not suffice
  timeout = 6,              ///< --timeout passed
  device_lost = 7,          ///< the device stopped answering
  interrupted = 130,        ///< Ctrl-C (128 + SIGINT, as shells count)
};

/// A place in the source: std::source_location, which clang 14 lacks, cut down to what is used.
struct SourceLocation {
  const char* file;
  unsigned line;
  static constexpr SourceLocation current(const char* file = __builtin_FILE(),
                                          unsigned line = __builtin_LINE()) {
    return {file, line};
  }
};

/// What an API said when a call of it failed.
struct ApiFailure {
  std::string api;        ///< "opencl"
  std::string call;       ///< "clBuildProgram"
  int code = 0;           ///< the API's own error number
  std::string build_log;  ///< the compiler's output, where a build failed
};

/// An error with one clear sentence for the user, the status it ends the command with and, where
/// an API call failed, that call.
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
  /// Empty strings where no API call was involved.
  const ApiFailure& api_failure() const { return api_failure_; }
  SourceLocation where() const { return where_; }

 private:
  Status status_;
  ApiFailure api_failure_;
  SourceLocation where_;
};

}  // namespace gputest
