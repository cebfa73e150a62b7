// LLVM's own disassembler, through its C API. The library is opened on first use.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

namespace gputest::isa {

/// An instruction as text.
struct DisassembledInstruction {
  std::string text;        ///< "v_add_f32_e32 v0, v1, v2"; empty if the bytes are not an
                           ///< instruction
  std::uint32_t size = 0;  ///< bytes
};

/// Why this machine has no LLVM with AMD's GPUs; empty if it has.
std::string why_no_disassembler();

/// Disassembles the machine code of one target. Not thread-safe.
class Disassembler {
 public:
  /// `target` is the compilers' name, "gfx906"; `wavefront` the number of threads in a wavefront.
  /// Throws Error(unavailable) if LLVM is missing or does not know the target.
  Disassembler(const std::string& target, unsigned wavefront);
  ~Disassembler();
  Disassembler(const Disassembler&) = delete;
  Disassembler& operator=(const Disassembler&) = delete;

  /// The first instruction of the code.
  DisassembledInstruction first(std::string_view code, std::uint64_t address) const;

 private:
  void* context_;
};

}  // namespace gputest::isa
