// The line of source where a thread called a synchronising function. It distinguishes threads that
// wait at the same place from those that wait elsewhere.
#pragma once

namespace hip_host::detail {

/// A line of source. As a default argument, here() is the line of the call.
struct CallSite {
  const char* file = "";  ///< never null
  int line = 0;           ///< counted from 1

  /// The caller's line.
  static constexpr CallSite here(const char* file_ = __builtin_FILE(),
                                 int line_ = __builtin_LINE()) {
    return {file_, line_};
  }
};

}  // namespace hip_host::detail
