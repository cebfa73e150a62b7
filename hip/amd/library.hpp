// HIP's run-time library for AMD, opened on first use, so that the program starts
// where it is not installed. runtime.cpp routes the API's functions through it.
#pragma once

#include <string>

namespace gputest::hip_amd {

/// A shared library that may not be there.
class Library {
 public:
  /// Opens `name` as the dynamic loader finds it. Does not throw: see absence().
  explicit Library(const std::string& name);

  /// Why the library is not there, a sentence without a full stop; empty if it is.
  const std::string& absence() const { return absence_; }

  /// An entry point; null where the library, or the entry point in it, is not there.
  void* find(const char* entry_point) const;

 private:
  void* handle_;
  std::string absence_;
};

/// libamdhip64 of the version that this program was compiled for.
const Library& hip_library();

}  // namespace gputest::hip_amd
