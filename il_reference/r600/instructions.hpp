// The table of the instructions of arithmetic: what each does with the bits of its operands.
#pragma once

#include <string_view>
#include <vector>

#include "il_reference/r600/lanes.hpp"

namespace gputest::r600 {

/// What an instruction is beside its arithmetic.
enum class Kind : std::uint8_t {
  word,       ///< its result is bits: no clamping, no scaling
  number,     ///< its result is a float
  choice,     ///< its result is its second or third source
  predicate,  ///< its result, all bits or none, says which threads go on
  address,    ///< its result is the index that relative operands add
};

/// Where in a bundle of five it may stand.
enum class Unit : std::uint8_t {
  any,
  vector,  ///< in x, y, z or w
  trans,   ///< in t; Northern Islands, which have no t, compute it in x, y, z and w
};

/// An instruction of arithmetic.
struct Instruction {
  std::string_view mnemonic;
  unsigned sources;
  Kind kind;
  Unit unit;
  /// Of every lane. Sources beyond the instruction's own are not read.
  void (*compute)(const Lanes* const sources[3], Lanes& result);
};

/// The entry of that mnemonic; null where there is none.
const Instruction* find_instruction(std::string_view mnemonic);

/// Every mnemonic that has an entry.
std::vector<std::string_view> known_instructions();

/// The tables that find_instruction() joins.
const std::vector<Instruction>& float_instructions();
const std::vector<Instruction>& integer_instructions();

}  // namespace gputest::r600
