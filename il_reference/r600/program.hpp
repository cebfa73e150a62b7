// A kernel's machine code as it is executed: decoded once, from what LLVM's assembly of it says.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "il_reference/r600/assembly.hpp"
#include "il_reference/r600/instructions.hpp"

namespace gputest::r600 {

/// Where an operation of arithmetic gets one of its operands.
struct Source {
  enum class Kind : std::uint8_t {
    immediate,  ///< `number` is its bits
    constant,   ///< dword `number` of the constant buffer
    general,    ///< register `number`
    relative,   ///< register `number` + the thread's index
    vector,     ///< PV: what `slot` of the bundle before gave
    scalar,     ///< PS: what t of the bundle before gave
    queue,      ///< OQAP: the oldest result of LDS that nobody took
  };
  Kind kind = Kind::immediate;
  std::uint8_t slot = 0;  ///< 0 to 3: x to w
  bool negative = false, absolute = false;
  std::uint32_t number = 0;
};

/// Where its result goes.
struct Target {
  enum class Kind : std::uint8_t { none, general, relative, address, predicate };
  Kind kind = Kind::none;
  std::uint8_t slot = 0;
  bool ends_threads = false;  ///< of a predicate: threads that it is false for stop being active
  std::uint32_t number = 0;
};

/// Which threads an operation is for, by the predicate bit.
enum class Condition : std::uint8_t { always, if_zero, if_one };

/// What LDS is asked for.
enum class LdsKind : std::uint8_t {
  none,
  write,
  read,
  add,
  subtract,
  minimum,
  maximum,
  minimum_unsigned,
  maximum_unsigned,
  conjunction,
  disjunction,
  exclusive,
  exchange,
  compare_exchange,
};

/// One operation of a bundle.
struct Alu {
  const Instruction* instruction = nullptr;  ///< null: LDS or a barrier
  LdsKind lds = LdsKind::none;
  bool returns = false;  ///< of LDS: what was there goes into the queue
  bool barrier = false;
  std::array<Source, 3> sources;
  unsigned source_count = 0;
  Target target;
  unsigned unit = 0;  ///< 0 to 3, and 4 for t
  bool clamped = false;
  float factor = 1;  ///< of the result
  Condition condition = Condition::always;
  const Operation* text = nullptr;
};

/// Operations that are done at once.
using AluBundle = std::vector<Alu>;

/// A load, of registers from memory.
struct Fetch {
  enum class Space : std::uint8_t { memory, tables, arguments };
  Space space = Space::memory;
  std::uint32_t offset = 0;   ///< bytes
  std::uint32_t address = 0;  ///< register, in x the address in bytes
  std::uint32_t target = 0;   ///< register, whose first slots are written
  unsigned bits = 32;         ///< 8, 16, or 32 for each slot
  unsigned slots = 1;
  const Operation* text = nullptr;
};

/// An instruction of control flow.
struct Control {
  enum class Kind : std::uint8_t {
    arithmetic,
    fetch,
    jump,
    invert,
    pop,
    loop_start,
    loop_end,
    loop_break,
    loop_continue,
    store,         ///< `slots` dwords, at an address in dwords
    masked_store,  ///< x into the bits of w, at an address in dwords
    atomic,        ///< at an address in bytes
    end,
    nothing,  ///< padding, which no thread reaches
  };
  Kind kind = Kind::nothing;
  bool pushes = false;                  ///< of arithmetic: before it
  bool inverts = false;                 ///< of arithmetic: after it
  unsigned pops = 0;                    ///< of arithmetic: after it
  std::size_t target = 0;               ///< where a jump goes
  std::uint32_t data = 0, address = 0;  ///< registers of a store
  unsigned slots = 1;
  LdsKind atomic = LdsKind::none;
  std::vector<AluBundle> bundles;
  std::vector<Fetch> fetches;
  const Step* text = nullptr;
};

/// A kernel.
struct Program {
  std::string kernel;
  Code code;  ///< that everything's text is in
  unsigned slots = 5;
  std::vector<Control> steps;
  std::vector<std::uint8_t> tables;  ///< constant data, which addresses of tables are offsets in
  std::uint32_t constants = 0;       ///< dwords of the constant buffer that operands read

  Program() = default;
  Program(const Program&) = delete;
  Program& operator=(const Program&) = delete;
  Program(Program&&) = default;
  Program& operator=(Program&&) = default;
};

/// Decodes that kernel's code for a card with so many slots in a bundle. Throws Error(bad_input)
/// with kernel, place and text where an instruction, an operand or a modifier is not known, or
/// where the code is none that a compiler writes.
Program decode(Code code, const std::string& kernel, unsigned slots);

}  // namespace gputest::r600
