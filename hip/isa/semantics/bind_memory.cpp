#include "hip/isa/semantics/bind_memory.hpp"

#include <bit>

#include "hip/isa/buffer.hpp"
#include "hip/isa/wave.hpp"
#include "hip/isa/words.hpp"

namespace gputest::isa {
namespace {

/// Whether it is a buffer_ or tbuffer_ instruction.
bool is_of_buffer(const Syntax& syntax) {
  return syntax.mnemonic.starts_with("buffer_") || syntax.mnemonic.starts_with("tbuffer_");
}

void bind_modifiers(const Syntax& syntax, Operation& op, bool is_buffer) {
  for (const Modifier& modifier : syntax.modifiers) {
    const std::string& name = modifier.name;
    if (name == "offset")
      op.offset = number_of(modifier);
    else if (name == "glc" || name == "sc0" || name == "sc1")  // CDNA 3 has two bits of scope
      op.returns = true;
    else if (name == "offen" && is_buffer)
      op.immediate |= kHasOffset;
    else if (name == "idxen" && is_buffer)
      op.immediate |= kHasIndex;
    else if (name != "slc" && name != "dlc" && name != "scc" && name != "nt")
      throw Fault("the modifier " + name + " is not implemented");
  }
}

Operand register_or_off(const std::string& text, Type type, const Surroundings& in) {
  return text == "off" ? Operand() : parse_operand(text, type, in);
}

/// Operands of a load, a store or an atomic; `address` is the position of the address operand.
void bind_address(const Syntax& syntax, const Surroundings& in, Operation& op,
                  std::size_t address) {
  const bool is_buffer = is_of_buffer(syntax);
  bind_modifiers(syntax, op, is_buffer);
  const auto& operands = syntax.operands;
  op.in[0] = register_or_off(operands.at(address), Type::b32, in);
  if (!is_buffer) return;
  const u32 parts = op.immediate & (kHasOffset | kHasIndex);
  if (parts == 0) op.in[0] = Operand();
  if (op.in[0].words != std::popcount(parts))
    throw Fault("the number of address registers does not match offen and idxen");
  op.in[3] = parse_operand(operands.at(address + 1), Type::b32, in);
  op.in[4] = parse_operand(operands.at(address + 2), Type::b32, in);
  if (op.in[3].place != Place::scalar || op.in[3].words != 4)
    throw Fault("a buffer's descriptor has four registers");
}
std::size_t scalar_base(const Syntax& syntax, const Surroundings& in, Operation& op,
                        std::size_t at) {
  if (is_of_buffer(syntax) || syntax.mnemonic.starts_with("flat_")) return at;
  op.in[1] = register_or_off(syntax.operands.at(at), Type::b32, in);
  return at + 1;
}

}  // namespace

void bind_vector_load(const Syntax& syntax, const Surroundings& in, Operation& op) {
  bind_address(syntax, in, op, 1);  // rejects modifiers that come with other operands, such as lds
  op.out[0] = parse_operand(syntax.operands.at(0), Type::b32, in);
  static_cast<void>(scalar_base(syntax, in, op, 2));
}
void bind_vector_store(const Syntax& syntax, const Surroundings& in, Operation& op) {
  const bool is_buffer = is_of_buffer(syntax);
  bind_address(syntax, in, op, is_buffer ? 1 : 0);
  op.in[2] = parse_operand(syntax.operands.at(is_buffer ? 0 : 1), Type::b32, in);
  static_cast<void>(scalar_base(syntax, in, op, 2));
}
void bind_vector_atomic(const Syntax& syntax, const Surroundings& in, Operation& op) {
  const bool returns = syntax.find("glc") != nullptr || syntax.find("sc0") != nullptr;
  if (is_of_buffer(syntax)) {
    // The old value goes to the first of the data registers.
    bind_vector_store(syntax, in, op);
    op.returns = returns;  // sc1 by itself is a scope
    if (!returns) return;
    const bool compares = syntax.mnemonic.find("cmpswap") != std::string::npos;
    op.out[0] = op.in[2];
    if (compares) op.out[0].words /= 2;
    return;
  }
  const std::size_t address = returns ? 1 : 0;
  if (returns) op.out[0] = parse_operand(syntax.operands.at(0), Type::b32, in);
  bind_address(syntax, in, op, address);
  op.returns = returns;  // sc1 by itself is a scope
  op.in[2] = parse_operand(syntax.operands.at(address + 1), Type::b32, in);
  static_cast<void>(scalar_base(syntax, in, op, address + 2));
}

}  // namespace gputest::isa
