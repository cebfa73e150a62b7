// Parsers of disassemblers' output, for loops and kinds of instructions.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace gputest {

/// An instruction of a kernel. Addresses increase within the kernel.
struct Instruction {
  std::uint64_t address;
  std::string mnemonic;                      ///< "v_fma_f32", "FFMA.FTZ", "fma.rn.ftz.f32"
  std::optional<std::uint64_t> branches_to;  ///< the target of a direct branch
};

/// Instructions by kernel symbol.
using Disassembly = std::map<std::string, std::vector<Instruction>, std::less<>>;

/// The output of `llvm-objdump -d` of an AMD code object.
Disassembly parse_amd_disassembly(std::string_view text);
/// The output of `cuobjdump -sass` of a cubin.
Disassembly parse_sass(std::string_view text);
/// PTX as nvcc writes it. Addresses are instruction numbers.
Disassembly parse_ptx(std::string_view text);

}  // namespace gputest
