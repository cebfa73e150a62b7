// What compiles texts for a kind of GPU.
#pragma once

#include <string>
#include <vector>

#include "common/texts/program.hpp"

namespace gputest::texts {

/// What a compiler made.
struct Compiled {
  std::string code;                  ///< what a driver loads: machine code, or PTX for a newer GPU
  std::string machine_code;          ///< an ELF file
  std::string ptx;                   ///< NVIDIA's, where the compiler gives it
  std::string compiler;              ///< "NVRTC 13.0"
  std::vector<std::string> options;  ///< that it was given
};

/// A vendor's compilers, of which the first that is there is taken: in a library, or as a process.
class Compiler {
 public:
  Compiler() = default;
  virtual ~Compiler() = default;
  Compiler(const Compiler&) = delete;
  Compiler& operator=(const Compiler&) = delete;

  /// Why none is there, with what to install, a sentence without a full stop; empty where one is.
  virtual std::string absence() const = 0;
  /// Name and version of the one that is taken, "NVRTC 13.0".
  virtual std::string name() const = 0;
  virtual Reader reader() const = 0;
  /// Why it compiles nothing for the target, a sentence without a full stop; empty where it may.
  virtual std::string ignorance(const std::string&) const { return ""; }
  /// What it is given beside the target's.
  virtual std::vector<std::string> options() const = 0;
  /// Throws Error(unavailable) where there is none or it does not know the target, Error(bad_input)
  /// with its messages where it refuses the program.
  virtual Compiled compile(const Program& program, const std::string& target) const = 0;
};

}  // namespace gputest::texts
