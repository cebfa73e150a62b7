// The run-time compiler that VkFFT's headers call instead of NVRTC or hiprtc. So those are opened
// only when needed, and compile for the device's target.
#pragma once

#include <cstring>
#include <exception>
#include <string>

namespace gputest::simt {

/// Functions with the declarations of nvrtc.h and hiprtc.h. A platform's file defines macros for
/// them before it includes vkFFT.h. compile_text() compiles a text for the current device and
/// throws Error.
template <class Handle, class Result, std::string (*compile_text)(const std::string&)>
struct VkFftCompiler {
  static constexpr Result kSuccess = Result(0), kFailure = Result(6);  // to compile

  template <class... Ignored>
  static Result create(Handle* program, const char* text, Ignored...) {
    *program = reinterpret_cast<Handle>(new Program{text, {}});
    return kSuccess;
  }
  static Result destroy(Handle* program) {
    delete of(*program);
    return kSuccess;
  }
  static Result name(Handle, const char*) { return kSuccess; }
  /// Keeps an exception for failure().
  static Result compile(Handle program, int, const char* const*) {
    try {
      of(program)->code = compile_text(of(program)->text);
      return kSuccess;
    } catch (...) {
      failure() = std::current_exception();
      return kFailure;
    }
  }
  static Result size(Handle program, std::size_t* bytes) {
    *bytes = of(program)->code.size();
    return kSuccess;
  }
  static Result code(Handle program, char* to) {
    std::memcpy(to, of(program)->code.data(), of(program)->code.size());
    return kSuccess;
  }
  /// The messages are in failure().
  static Result log(Handle, char* to) {
    *to = '\0';
    return kSuccess;
  }
  static const char* error_text(Result) { return ""; }

  /// The exception of this thread's last failed compilation.
  static std::exception_ptr& failure() {
    static thread_local std::exception_ptr kept;
    return kept;
  }

 private:
  struct Program {
    std::string text, code;
  };
  static Program* of(Handle handle) { return reinterpret_cast<Program*>(handle); }
};

}  // namespace gputest::simt
