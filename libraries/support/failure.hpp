// How a call of a library fails: a sentence for the client's handler, and never an exception.
#pragma once

#include <atomic>
#include <string>

namespace gputest::libraries {

/// What a client installs: the status is one of the command's exit statuses (docs/usage.md).
using ErrorHandler = void (*)(int status, const char* sentence);

/// The failures of one library.
class Failures {
 public:
  /// What its sentences on standard error begin with: "libgputest-g5".
  explicit constexpr Failures(const char* library) : library_(library) {}

  /// Null for the default, which prints the sentence and ends the program with the status.
  void install(ErrorHandler handler) { handler_ = handler; }

  /// Calls f. What f throws becomes a sentence that begins with the name of the call, and the
  /// result is then `failed`.
  template <class Result, class F>
  Result guarded(const char* call, Result failed, const F& f) {
    try {
      return f();
    } catch (...) {
      report(call);
    }
    return failed;
  }

  /// The same of an f without a result.
  template <class F>
  void guarded(const char* call, const F& f) {
    guarded(call, 0, [&] {
      f();
      return 0;
    });
  }

 private:
  /// The exception that is being handled.
  void report(const char* call);

  const char* library_;
  std::atomic<ErrorHandler> handler_{nullptr};
};

}  // namespace gputest::libraries
