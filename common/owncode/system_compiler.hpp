// The system's C++ compiler, for user's kernels on the host.
#pragma once

#include <string>
#include <vector>

#include "common/core/scratch_path.hpp"

namespace gputest::owncode {

/// The output of the system's compiler.
struct SystemOutput {
  std::string code;      ///< the file; empty if the compiler rejects the text
  std::string messages;  ///< of the compiler, unless the code is from the cache
};

/// Compiles a text with $CXX or, if that is not set, c++, g++ or clang++, or takes its code from
/// the cache of compiled kernels, where it has the name `file`. A text that includes files by their
/// paths, or has options that name files, is not kept. Throws Error(unavailable), which says that
/// `what` needs a compiler, if there is none.
SystemOutput compile_on_system(const std::string& file, const std::string& text,
                               const std::vector<std::string>& options, const std::string& what,
                               bool checks_accesses = false);

/// A new temporary file with that code, which may be run. Throws Error(bad_input).
ScratchPath program_file(const std::string& code, const std::string& ending);

/// The checks of a library beside the compiler's.
enum class Checked {
  state,    ///< no variable keeps its value from one launch to the next: require_stateless()
  accesses  ///< each load and store calls __asan_loadN_noabort() or __asan_storeN_noabort()
};

/// A library compiled from a text. It remains open until the program ends, because OpenMP's threads
/// may wait in code that it needs.
class CompiledLibrary {
 public:
  /// Compiles the text with $CXX or, if that is not set, c++, g++ or clang++. Messages name `file`.
  /// Throws Error(unavailable) if there is no compiler. Throws Error(bad_input) if the compiler
  /// rejects the text, with its messages, if the library cannot be loaded, or as
  /// require_stateless(). Under AddressSanitizer, which has its own checks, accesses call nothing.
  CompiledLibrary(const std::string& file, const std::string& text,
                  const std::vector<std::string>& options, Checked checked);

  /// The address of that symbol. Throws Error(bad_input) if there is none.
  void* find(const char* name) const;

  /// The line of the text before that address, "./mine.hip:12", of a library whose accesses are
  /// checked. The name of the file alone if addr2line, of binutils, cannot tell.
  std::string line_of(const void* code) const;

 private:
  std::string file_;
  ScratchPath library_;  ///< for line_of()
  void* handle_ = nullptr;
};

}  // namespace gputest::owncode
