// A kernel's machine code, decoded.
#pragma once

#include <deque>
#include <map>
#include <string>
#include <vector>

#include "hip/isa/operation.hpp"

namespace gputest::isa {

/// Operations in the order of their addresses.
struct Program {
  std::string kernel;
  std::uint64_t begin = 0;  ///< address of the first
  std::vector<Operation> operations;
  std::vector<std::int32_t> at_word;  ///< the operation at each word from `begin`; -1 within one
  std::deque<std::string> texts;

  /// The number of the operation at the address. Throws Fault if no operation begins there.
  std::size_t at(std::uint64_t address) const;

  /// "k.hip:12", the source line of the instruction at the address; empty if the code object has no
  /// lines.
  std::string line_of(std::uint64_t address) const;
  std::map<std::uint64_t, std::string> lines;  ///< valid from that address on
};

}  // namespace gputest::isa
