// The table of instructions: one entry for each, which says what it does and what its operands are.
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "hip/isa/operation.hpp"
#include "hip/isa/syntax.hpp"

namespace gputest::isa {

/// What is known of the code that an instruction stands in.
struct Surroundings {
  std::string target;  ///< "gfx906"
  unsigned wavefront = 64;
  unsigned accumulation = 0;  ///< the vector register that a0 is
  unsigned vector_registers = 512;
  std::uint64_t next = 0;  ///< address of the next instruction
};

/// Bits of a scalar operation's `immediate`: what it does with SCC.
constexpr std::uint32_t kSetsCondition = 1, kReadsCondition = 2;

/// Fills in an operation's operands. Throws Fault for what it does not know.
using Binder = void (*)(const Syntax&, const Surroundings&, Operation&);

/// An instruction.
struct Semantics {
  std::string_view mnemonic;
  Handler run;
  std::array<Type, 2> results{};
  std::array<Type, 5> sources{};
  bool accumulates = false;  ///< the result's old value is the last source
  bool reads_vcc = false;    ///< without naming it, as its last source
  bool lanes = true;         ///< works on lanes: has modifiers of the vector ALU
  bool sets_condition = false, reads_condition = false;  ///< of the scalar ALU: SCC
  Binder bind = nullptr;      ///< where operands are not just results and sources
  Handler clamped = nullptr;  ///< of an integer instruction with the modifier clamp
  bool is_mixed = false;      ///< op_sel_hi says which sources are halves
};

/// The entry of that mnemonic (without its encoding); null where there is none.
const Semantics* find_semantics(std::string_view mnemonic);

/// Every mnemonic that has an entry.
std::vector<std::string_view> known_mnemonics();

/// The operand that the text names, whose bits mean `type`, of as many registers as the text has.
/// Throws Fault where it is none.
Operand parse_operand(std::string_view text, Type type, const Surroundings& in);

/// Results and sources as the table has them, and the vector ALU's modifiers.
void bind_alu(const Semantics& semantics, const Syntax& syntax, const Surroundings& in,
              Operation& operation);

/// A number of a modifier, such as offset:16. Throws Fault where it is none.
std::int64_t number_of(const Modifier& modifier);

// The tables, each in a file of semantics/.
std::span<const Semantics> scalar_instructions();
std::span<const Semantics> scalar_accumulating_instructions();
std::span<const Semantics> control_instructions();
std::span<const Semantics> vector_float_instructions();
std::span<const Semantics> vector_integer_instructions();
std::span<const Semantics> compare_instructions();
std::span<const Semantics> convert_instructions();
std::span<const Semantics> lane_instructions();
std::span<const Semantics> idle_instructions();
std::span<const Semantics> packed_instructions();
std::span<const Semantics> half_instructions();
std::span<const Semantics> matrix_instructions();
std::span<const Semantics> image_instructions();
std::span<const Semantics> scalar_memory_instructions();
std::span<const Semantics> vector_memory_instructions();
std::span<const Semantics> typed_buffer_instructions();
std::span<const Semantics> lds_instructions();

}  // namespace gputest::isa
