// The failure of a library's call: a sentence for the client's handler, and never an exception.
#pragma once

#include <atomic>
#include <string>

namespace gputest::libraries {

/// A client's handler: the status is one of the command's exit statuses (docs/usage.md).
using ErrorHandler = void (*)(int status, const char* sentence);

/// The failures of one library.
class Failures {
 public:
  /// `library` begins its sentences on standard error: "libgputest-g5".
  explicit constexpr Failures(const char* library) : library_(library) {}

  /// Null restores the default, which prints the sentence and ends the program with the status.
  void install(ErrorHandler handler) { handler_ = handler; }

  /// Calls f. If f throws, reports a sentence that begins with the name of the call, and returns
  /// `failed`.
  template <class Result, class F>
  Result guarded(const char* call, Result failed, const F& f) {
    try {
      return f();
    } catch (...) {
      report(call);
    }
    return failed;
  }

  /// The same for an f without a result.
  template <class F>
  void guarded(const char* call, const F& f) {
    guarded(call, 0, [&] {
      f();
      return 0;
    });
  }

 private:
  /// Reports the exception that is being handled.
  void report(const char* call);

  const char* library_;
  std::atomic<ErrorHandler> handler_{nullptr};
};

}  // namespace gputest::libraries
