// The table of arithmetic instructions: mnemonics, properties and functions of operands' bits.
#pragma once

#include <string_view>
#include <vector>

#include "il_reference/r600/lanes.hpp"

namespace gputest::r600 {

/// Properties of an instruction apart from its arithmetic.
enum class Kind : std::uint8_t {
  word,       ///< its result is bits: no clamping, no scaling
  number,     ///< its result is a float
  choice,     ///< its result is a copy of its second or third source
  predicate,  ///< its result, all bits or none, selects the threads that continue
  address,    ///< its result is the index for relative operands
};

/// The units of a bundle of five that can run it.
enum class Unit : std::uint8_t {
  any,
  vector,  ///< in x, y, z or w
  trans,   ///< in t; Northern Islands, which have no t, compute it in x, y, z and w together
};

/// An instruction of arithmetic.
struct Instruction {
  std::string_view mnemonic;
  unsigned sources;
  Kind kind;
  Unit unit;
  /// Computes every lane. Reads only the instruction's own sources.
  void (*compute)(const Lanes* const sources[3], Lanes& result);
};

/// The entry of that mnemonic; null if there is none.
const Instruction* find_instruction(std::string_view mnemonic);

/// Every mnemonic that has an entry.
std::vector<std::string_view> known_instructions();

/// The tables that find_instruction() joins.
const std::vector<Instruction>& float_instructions();
const std::vector<Instruction>& integer_instructions();

}  // namespace gputest::r600
