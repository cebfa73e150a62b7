// What holds of every value that a slot of a temporary ever has.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "il_reference/language/program.hpp"

namespace gputest::il {

enum class Fact {
  /// The value is a number that arithmetic made, a constant that is no NaN, or a NaN that
  /// arithmetic made: of a NaN's bits nothing has to be kept.
  number,
  /// The value is a whole number as a float, unless sums overflow.
  whole,
  /// The value is set to a whole constant, or a whole constant is added to it, and nothing else:
  /// a Step each time.
  counted,
};

/// What an instruction does to a slot that counts: it becomes `by`, or by so much more.
struct Step {
  bool relative = false;
  int by = 0;
};

/// The step of an instruction's result for that slot; nothing where it is none.
std::optional<Step> step_of(const Program& program, const Instruction& instruction, unsigned slot);

/// For which slots of temporaries a fact holds, whatever way the program takes: it holds of the 0
/// that registers begin as and of the result of every instruction that writes the slot.
class SlotFacts {
 public:
  SlotFacts() = default;  ///< for none
  SlotFacts(const Program& program, Fact fact);

  bool holds(File file, std::uint32_t number, unsigned slot) const;
  /// Of an operand, after its swizzle and modifiers.
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
