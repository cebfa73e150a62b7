// The message of a library's error, kept by an error handler.
#pragma once

#include <string>

namespace library_tests {

struct LastError {
  int status = 0;
  std::string sentence;
};
/// The last error of this thread.
inline LastError& last_error() {
  thread_local LastError error;
  return error;
}
inline void keep_error(int status, const char* sentence) { last_error() = {status, sentence}; }

/// The message since the last call of this function; clears it.
inline std::string said() {
  const std::string sentence = last_error().sentence;
  last_error() = {};
  return sentence;
}

}  // namespace library_tests
