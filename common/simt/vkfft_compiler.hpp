// The run-time compiler that VkFFT's headers call, in the place of NVRTC and hiprtc, whose
// functions differ by a prefix: so that those are opened when they are wanted, and compile for the
// device's own target.
#pragma once

#include <cstring>
#include <exception>
#include <string>

namespace gputest::simt {

/// Functions as nvrtc.h and hiprtc.h declare them, of which a platform's file makes macros before
/// it includes vkFFT.h. compile_text() makes code for the device in use of a text, and throws
/// Error.
template <class Handle, class Result, std::string (*compile_text)(const std::string&)>
struct VkFftCompiler {
  static constexpr Result kSuccess = Result(0), kFailure = Result(6);  // of compilation

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
  /// What it throws is kept for failure().
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

  /// Why the last text was not compiled by this thread.
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
