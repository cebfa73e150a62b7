// What holds of every value that a slot of a temporary ever has.
#pragma once

#include <cstdint>
#include <vector>

#include "il_reference/language/program.hpp"

namespace gputest::il {

enum class Fact {
  /// The value is a number that arithmetic made, a constant that is no NaN, or a NaN that
  /// arithmetic made: of a NaN's bits nothing has to be kept.
  number,
  /// The value is a whole number as a float, unless sums overflow.
  whole,
};

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
  bool unmodified_holds(const Source& source, unsigned slot) const;

  const Program* program_ = nullptr;
  Fact fact_ = Fact::number;
  std::vector<bool> holds_;  ///< 4 temporary + slot
};

}  // namespace gputest::il
