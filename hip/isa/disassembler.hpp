// LLVM's own disassembler, through its C API. The library is opened when it is first asked for.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

namespace gputest::isa {

/// An instruction as text.
struct DisassembledInstruction {
  std::string text;        ///< "v_add_f32_e32 v0, v1, v2"; empty where the bytes are none
  std::uint32_t size = 0;  ///< bytes
};

/// Why there is no LLVM with AMD's GPUs on this machine; empty where there is one.
std::string why_no_disassembler();

/// Disassembles the machine code of one target. Not for use by two threads at once.
class Disassembler {
 public:
  /// The target as compilers name it, "gfx906", and how many threads a wavefront has.
  /// Throws Error(unavailable) where LLVM is missing or does not know it.
  Disassembler(const std::string& target, unsigned wavefront);
  ~Disassembler();
  Disassembler(const Disassembler&) = delete;
  Disassembler& operator=(const Disassembler&) = delete;

  /// The instruction that the code begins with.
  DisassembledInstruction first(std::string_view code, std::uint64_t address) const;

 private:
  void* context_;
};

}  // namespace gputest::isa
