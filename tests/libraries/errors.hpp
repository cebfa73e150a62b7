// What a library said through an error handler.
#pragma once

#include <string>

namespace library_tests {

struct LastError {
  int status = 0;
  std::string sentence;
};
/// Of this thread.
inline LastError& last_error() {
  thread_local LastError error;
  return error;
}
inline void keep_error(int status, const char* sentence) { last_error() = {status, sentence}; }

/// The sentence since the last time, and none from here on.
inline std::string said() {
  const std::string sentence = last_error().sentence;
  last_error() = {};
  return sentence;
}

}  // namespace library_tests
