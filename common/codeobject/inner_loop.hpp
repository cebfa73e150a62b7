// A kernel's most important loop, and the kinds of its instructions.
#pragma once

#include <array>
#include <optional>
#include <string_view>
#include <vector>

#include "common/codeobject/disassembly.hpp"

namespace gputest {

/// The hardware that an instruction occupies.
enum class InstructionKind {
  fma,      ///< a floating-point multiply-add
  mul,      ///< a floating-point multiplication
  add,      ///< a floating-point addition or subtraction
  special,  ///< 1/sqrt, 1/x, square root and the like, at a fraction of the rate
  shared,   ///< shared memory, and shuffles, which use its hardware
  global,   ///< any other memory except images
  image,    ///< texture fetches
  control,  ///< branches, barriers, waits
  other,    ///< integers, moves, comparisons, conversions
};
constexpr std::array kInstructionKinds{
    InstructionKind::fma,     InstructionKind::mul,     InstructionKind::add,
    InstructionKind::special, InstructionKind::shared,  InstructionKind::global,
    InstructionKind::image,   InstructionKind::control, InstructionKind::other};

/// "fma", …
std::string_view name(InstructionKind kind);

/// The kind of a mnemonic of AMD's machine code, of SASS (in capitals) or of PTX (with points).
InstructionKind kind_of(std::string_view mnemonic);

/// The number of a loop's instructions of each kind.
struct LoopCount {
  std::array<unsigned, kInstructionKinds.size()> by_kind{};
  unsigned of(InstructionKind kind) const { return by_kind[static_cast<std::size_t>(kind)]; }
  unsigned total() const;
};

/// The inner loop with the most floating-point instructions; this leaves out the loops of atomic
/// additions and remainders. A loop is the code between a backward branch and its target; an inner
/// loop contains no other. None if the kernel has no loop.
std::optional<LoopCount> inner_loop(const std::vector<Instruction>& kernel);

}  // namespace gputest
