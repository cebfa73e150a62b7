// The table of instructions: one entry for each, with its action and its operands.
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "hip/isa/operation.hpp"
#include "hip/isa/syntax.hpp"

namespace gputest::isa {

/// The context of an instruction.
struct Surroundings {
  std::string target;  ///< "gfx906"
  unsigned wavefront = 64;
  unsigned accumulation = 0;  ///< the vector register of a0
  unsigned vector_registers = 512;
  std::uint64_t next = 0;  ///< address of the next instruction
};

/// Bits of a scalar operation's `immediate`: its use of SCC.
constexpr std::uint32_t kSetsCondition = 1, kReadsCondition = 2;

/// Fills in an operation's operands. Throws Fault for unknown ones.
using Binder = void (*)(const Syntax&, const Surroundings&, Operation&);

/// An instruction.
struct Semantics {
  std::string_view mnemonic;
  Handler run;
  std::array<Type, 2> results{};
  std::array<Type, 5> sources{};
  bool accumulates = false;  ///< the result's old value is the last source
  bool reads_vcc = false;    ///< implicitly, as its last source
  bool lanes = true;         ///< works on lanes: has modifiers of the vector ALU
  bool sets_condition = false, reads_condition = false;  ///< of the scalar ALU: SCC
  Binder bind = nullptr;      ///< if the operands are not just results and sources
  Handler clamped = nullptr;  ///< of an integer instruction with the modifier clamp
  bool is_mixed = false;      ///< op_sel_hi selects the sources that are halves
};

/// The entry of that mnemonic (without its encoding); null if there is none.
const Semantics* find_semantics(std::string_view mnemonic);

/// Every mnemonic that has an entry.
std::vector<std::string_view> known_mnemonics();

/// The operand in the text. Its bits mean `type`, and it has as many registers as the text says.
/// Throws Fault for an invalid operand.
Operand parse_operand(std::string_view text, Type type, const Surroundings& in);

/// Binds results and sources in the table's order, and the vector ALU's modifiers.
void bind_alu(const Semantics& semantics, const Syntax& syntax, const Surroundings& in,
              Operation& operation);

/// The number in a modifier such as offset:16. Throws Fault if there is none.
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
