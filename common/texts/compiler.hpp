// Compilers of kernel texts for one kind of GPU.
#pragma once

#include <string>
#include <vector>

#include "common/texts/program.hpp"

namespace gputest::texts {

/// The output of a compiler.
struct Compiled {
  std::string code;          ///< for the driver to load: machine code, or PTX for a newer GPU
  std::string machine_code;  ///< an ELF file
  std::string ptx;           ///< of NVIDIA, if the compiler returns it
  std::string compiler;      ///< "NVRTC 13.0"
  std::vector<std::string> options;  ///< passed to it
};

/// A vendor's compilers; the first available one is used, a library or a program.
class Compiler {
 public:
  Compiler() = default;
  virtual ~Compiler() = default;
  Compiler(const Compiler&) = delete;
  Compiler& operator=(const Compiler&) = delete;

  /// Why none is available, with a package to install, a sentence without a full stop; empty if one
  /// is.
  virtual std::string absence() const = 0;
  /// Name and version of the compiler in use, "NVRTC 13.0".
  virtual std::string name() const = 0;
  virtual Reader reader() const = 0;
  /// Why it cannot compile for the target, a sentence without a full stop; empty if it may.
  virtual std::string ignorance(const std::string&) const { return ""; }
  /// Its options, except the target's.
  virtual std::vector<std::string> options() const = 0;
  /// Throws Error(unavailable) if there is no compiler or it does not know the target,
  /// Error(bad_input) with its messages if it rejects the program.
  virtual Compiled compile(const Program& program, const std::string& target) const = 0;
};

}  // namespace gputest::texts
