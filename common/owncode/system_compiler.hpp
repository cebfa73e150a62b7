// The system's C++ compiler, for kernels of one's own on the host.
#pragma once

#include <string>
#include <vector>

namespace gputest::owncode {

/// A library that was compiled of a text. It stays open until the program ends, since OpenMP's
/// threads may wait in what it needs.
class CompiledLibrary {
 public:
  /// Compiles the text with $CXX or, where that is not set, c++, g++ or clang++. `file` is what
  /// messages name. Throws Error(unavailable) where there is no compiler, Error(bad_input) with the
  /// compiler's messages where it refuses the text or what is made of it cannot be opened.
  CompiledLibrary(const std::string& file, const std::string& text,
                  const std::vector<std::string>& options);

  /// The address of that name. Throws Error(bad_input) where it has none.
  void* find(const char* name) const;

 private:
  std::string file_;
  void* handle_ = nullptr;
};

}  // namespace gputest::owncode
