// The loop in which a kernel spends its time, and the kinds of instructions in it.
#pragma once

#include <array>
#include <optional>
#include <string_view>
#include <vector>

#include "common/codeobject/disassembly.hpp"

namespace gputest {

/// What an instruction occupies.
enum class InstructionKind {
  fma,      ///< a floating-point multiplication and addition in one
  mul,      ///< a floating-point multiplication
  add,      ///< a floating-point addition or subtraction
  special,  ///< 1/sqrt, 1/x, square root and the like, at a fraction of the rate
  shared,   ///< shared memory and what passes through its hardware: shuffles
  global,   ///< any other memory but images
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

/// Of a mnemonic of AMD's machine code, of SASS (in capitals) or of PTX (with points).
InstructionKind kind_of(std::string_view mnemonic);

/// How many instructions of a loop are of which kind.
struct LoopCount {
  std::array<unsigned, kInstructionKinds.size()> by_kind{};
  unsigned of(InstructionKind kind) const { return by_kind[static_cast<std::size_t>(kind)]; }
  unsigned total() const;
};

/// A loop is what lies between a branch backwards and its target; an inner one has no other within.
/// Of a kernel's inner loops, the one with most floating-point instructions, which leaves out the
/// loops that atomic additions and remainders are made of. None where the kernel has no loop.
std::optional<LoopCount> inner_loop(const std::vector<Instruction>& kernel);

}  // namespace gputest
