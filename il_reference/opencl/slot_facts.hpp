// Facts about every value that a slot of a temporary can have.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "il_reference/language/program.hpp"

namespace gputest::il {

enum class Fact {
  /// The value is a number or NaN from arithmetic, or a constant that is not NaN. The bits of a NaN
  /// need not be kept.
  number,
  /// The value is a whole number as a float, unless sums overflow.
  whole,
  /// The slot is only set to a whole constant, or raised by one: each write is a Step.
  counted,
};

/// An instruction's effect on a slot that counts: sets it to `by`, or adds `by`.
struct Step {
  bool relative = false;
  int by = 0;
};

/// The step of an instruction's result for that slot; nothing if it is not a step.
std::optional<Step> step_of(const Program& program, const Instruction& instruction, unsigned slot);

/// The slots of temporaries for which a fact holds on every path of the program: it holds for the
/// registers' initial 0 and for the result of every instruction that writes the slot.
class SlotFacts {
 public:
  SlotFacts() = default;  ///< for no slot
  SlotFacts(const Program& program, Fact fact);

  bool holds(File file, std::uint32_t number, unsigned slot) const;
  /// For an operand, after its swizzle and modifiers.
  bool holds(const Source& source, unsigned slot) const;

 private:
  bool result_holds(const Instruction& instruction, unsigned slot) const;
  bool literal_holds(std::uint32_t number, unsigned slot) const;
  bool unmodified_holds(const Source& source, unsigned slot) const;

  const Program* program_ = nullptr;
  Fact fact_ = Fact::number;
  std::vector<bool> holds_;  ///< 4 temporary + slot
};

}  // namespace gputest::il
