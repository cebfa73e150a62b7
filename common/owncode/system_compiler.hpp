// The system's C++ compiler, for user's kernels on the host.
#pragma once

#include <string>
#include <vector>

namespace gputest::owncode {

/// A library compiled from a text. It remains open until the program ends, because OpenMP's threads
/// may wait in code that it needs.
class CompiledLibrary {
 public:
  /// Compiles the text with $CXX or, if that is not set, c++, g++ or clang++. Messages name `file`.
  /// Throws Error(unavailable) if there is no compiler. Throws Error(bad_input) if the compiler
  /// rejects the text, with its messages, if the library cannot be loaded, or as
  /// require_stateless() if it must be `stateless`.
  CompiledLibrary(const std::string& file, const std::string& text,
                  const std::vector<std::string>& options, bool stateless);

  /// The address of that symbol. Throws Error(bad_input) if there is none.
  void* find(const char* name) const;

 private:
  std::string file_;
  void* handle_ = nullptr;
};

}  // namespace gputest::owncode
