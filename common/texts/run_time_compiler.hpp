// NVRTC and hiprtc: compilers in libraries, opened on first use. Their functions differ only by a
// prefix.
#pragma once

#include <initializer_list>
#include <map>
#include <string>
#include <vector>

#include "common/core/shared_library.hpp"

namespace gputest::texts {

/// A run-time compiler.
class RunTimeCompiler {
 public:
  /// Opens the first of the libraries; `prefix` is the prefix of its functions' names, "nvrtc".
  RunTimeCompiler(std::string prefix, std::initializer_list<std::string> libraries);

  bool is_there() const { return is_whole_; }
  /// The loader's message if there is no library.
  const std::string& absence() const { return library_.absence(); }
  /// The library's file; empty if there is none.
  std::string path() const { return library_.path(); }

  /// Points `function` at the library's function with that name after the prefix.
  template <class Function>
  bool find(Function& function, const char* name) const {
    return library_.find(function, (prefix_ + name).c_str());
  }
  /// "13.0", from its function Version; empty if it has none.
  std::string version() const;
  /// Throws Error(unavailable), which names the call, unless the code means success.
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

/// A text for such a compiler.
class RunTimeProgram {
 public:
  /// `file` is the text's name; `headers` are the headers that it includes, by name. Throws
  /// Error(unavailable).
  RunTimeProgram(const RunTimeCompiler& compiler, const std::string& file, const std::string& text,
                 const std::map<std::string, std::string>& headers = {});
  ~RunTimeProgram();
  RunTimeProgram(const RunTimeProgram&) = delete;
  RunTimeProgram& operator=(const RunTimeProgram&) = delete;

  /// Compiles the text for `target`. Throws Error(bad_input) with the compiler's messages if it
  /// rejects the text.
  void compile(const std::vector<std::string>& options, const std::string& target) const;
  /// A part of the result, for example "CUBIN" by the functions GetCUBINSize and GetCUBIN. Throws
  /// Error(unavailable).
  std::string get(const std::string& what) const;

 private:
  const RunTimeCompiler& compiler_;
  std::string file_;
  RunTimeCompiler::Handle* program_ = nullptr;
};

}  // namespace gputest::texts
