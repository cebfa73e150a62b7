// NVRTC and hiprtc, whose functions differ by a prefix: compilers in libraries, which are opened
// when they are asked for.
#pragma once

#include <initializer_list>
#include <map>
#include <string>
#include <vector>

#include "common/core/shared_library.hpp"

namespace gputest::texts {

/// Such a compiler.
class RunTimeCompiler {
 public:
  /// Opens the first of the libraries; `prefix` is what its functions' names begin with, "nvrtc".
  RunTimeCompiler(std::string prefix, std::initializer_list<std::string> libraries);

  bool is_there() const { return is_whole_; }
  /// What the loader says where no library is there.
  const std::string& absence() const { return library_.absence(); }

  /// Points `function` at the library's function of that name without its prefix.
  template <class Function>
  bool find(Function& function, const char* name) const {
    return library_.find(function, (prefix_ + name).c_str());
  }
  /// "13.0": what its function Version gives; empty where it has none.
  std::string version() const;
  /// Throws Error(unavailable) for anything but success, naming the call.
  void require(int code, const char* call) const;

 private:
  friend class RunTimeProgram;
  struct Handle;
  std::string prefix_;
  SharedLibrary library_;
  const char* (*error_text_)(int) = nullptr;
  int (*create_)(Handle**, const char*, const char*, int, const char* const*,
                 const char* const*) = nullptr;
  int (*destroy_)(Handle**) = nullptr;
  int (*compile_)(Handle*, int, const char* const*) = nullptr;
  int (*log_size_)(Handle*, std::size_t*) = nullptr;
  int (*log_)(Handle*, char*) = nullptr;
  bool is_whole_ = false;
};

/// A text that it compiles.
class RunTimeProgram {
 public:
  /// `file` is what the text is called, `headers` are those that it includes, by name. Throws
  /// Error(unavailable).
  RunTimeProgram(const RunTimeCompiler& compiler, const std::string& file, const std::string& text,
                 const std::map<std::string, std::string>& headers = {});
  ~RunTimeProgram();
  RunTimeProgram(const RunTimeProgram&) = delete;
  RunTimeProgram& operator=(const RunTimeProgram&) = delete;

  /// Throws Error(bad_input) with the compiler's messages where it refuses the text; `target` is
  /// what it is compiled for.
  void compile(const std::vector<std::string>& options, const std::string& target) const;
  /// What was made of it: "CUBIN", by the functions GetCUBINSize and GetCUBIN. Throws
  /// Error(unavailable).
  std::string get(const std::string& what) const;

 private:
  const RunTimeCompiler& compiler_;
  std::string file_;
  RunTimeCompiler::Handle* program_ = nullptr;
};

}  // namespace gputest::texts
