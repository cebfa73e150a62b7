// A kernel's machine code in decoded form: decoded once from LLVM's assembly.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "il_reference/r600/assembly.hpp"
#include "il_reference/r600/instructions.hpp"

namespace gputest::r600 {

/// The place of an operand.
struct Source {
  enum class Kind : std::uint8_t {
    immediate,  ///< `number` is its bits
    constant,   ///< dword `number` of the constant buffer
    general,    ///< register `number`
    relative,   ///< register `number` + the thread's index
    vector,     ///< PV: the previous bundle's result in `slot`
    scalar,     ///< PS: the previous bundle's result of t
    queue,      ///< OQAP: the oldest unread result of LDS
  };
  Kind kind = Kind::immediate;
  std::uint8_t slot = 0;  ///< 0 to 3: x to w
  bool negative = false, absolute = false;
  std::uint32_t number = 0;
};

/// The destination of a result.
struct Target {
  enum class Kind : std::uint8_t { none, general, relative, address, predicate };
  Kind kind = Kind::none;
  std::uint8_t slot = 0;
  bool ends_threads = false;  ///< for a predicate: threads with a false result become inactive
  std::uint32_t number = 0;
};

/// The threads of an operation, by the predicate bit.
enum class Condition : std::uint8_t { always, if_zero, if_one };

/// An operation of LDS.
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
  bool returns = false;  ///< for LDS: the old word goes into the queue
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

/// Operations that run at once.
using AluBundle = std::vector<Alu>;

/// A load from memory into registers.
struct Fetch {
  enum class Space : std::uint8_t { memory, tables, arguments };
  Space space = Space::memory;
  std::uint32_t offset = 0;   ///< bytes
  std::uint32_t address = 0;  ///< register; its x is the address in bytes
  std::uint32_t target = 0;   ///< register; its first slots are written
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
    nothing,  ///< padding that no thread reaches
  };
  Kind kind = Kind::nothing;
  bool pushes = false;                  ///< of arithmetic: before it
  bool inverts = false;                 ///< of arithmetic: after it
  unsigned pops = 0;                    ///< of arithmetic: after it
  std::size_t target = 0;               ///< of a jump
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
  Code code;  ///< holds the text of everything
  unsigned slots = 5;
  std::vector<Control> steps;
  std::vector<std::uint8_t> tables;  ///< constant data; the address of a table is its offset here
  std::uint32_t constants = 0;       ///< dwords of the constant buffer, as far as operands read it

  Program() = default;
  Program(const Program&) = delete;
  Program& operator=(const Program&) = delete;
  Program(Program&&) = default;
  Program& operator=(Program&&) = default;
};

/// Decodes that kernel's code for a GPU with that many slots in a bundle. Throws Error(bad_input),
/// with kernel, place and text, for an unknown instruction, operand or modifier, and for code that
/// no compiler writes.
Program decode(Code code, const std::string& kernel, unsigned slots);

}  // namespace gputest::r600
