// Loads into scalar registers, from addresses and through buffers' descriptors.
#include <cstring>

#include "hip/isa/buffer.hpp"
#include "hip/isa/memory.hpp"
#include "hip/isa/report.hpp"
#include "hip/isa/semantics.hpp"
#include "hip/isa/semantics/races.hpp"
#include "hip/isa/waits.hpp"
#include "hip/isa/wave.hpp"
#include "hip/isa/words.hpp"

namespace gputest::isa {
namespace {

/// out[0]: the registers; in[0]: the address; in[1]: a register added to it, if any.
void bind_load(const Syntax& syntax, const Surroundings& in, Operation& op) {
  if (syntax.operands.size() != 3) throw Fault("a scalar load has three operands");
  op.out[0] = parse_operand(syntax.operands[0], Type::b32, in);
  op.in[0] = parse_operand(syntax.operands[1], Type::b64, in);
  const unsigned registers = syntax.mnemonic.starts_with("s_buffer_") ? 4 : 2;
  if (op.in[0].place != Place::scalar || op.in[0].words != registers)
    throw Fault(fmt::format("the address has {} registers, not {}", op.in[0].words, registers));
  const Operand added = parse_operand(syntax.operands[2], Type::b32, in);
  if (added.place == Place::constant)
    op.offset = static_cast<std::int32_t>(added.value);
  else
    op.in[1] = added;
  for (const Modifier& modifier : syntax.modifiers) {
    if (modifier.name == "offset")
      op.offset += number_of(modifier);
    else if (modifier.name != "glc" && modifier.name != "dlc")
      throw Fault("the modifier " + modifier.name + " is not implemented");
  }
}

void require_address(const Wave& wave, const Operation& op) {
  if (defined_lanes(wave, op.in[0]) == 0 ||
      (op.in[1].words != 0 && (~defined_bits(wave, op.in[1]) & 0xFFFF'FFFF) != 0))
    throw Fault("it loads from an undefined address");
}

void put_word(Wave& wave, const Operation& op, unsigned k, u32 word, bool has_value) {
  Operand to = op.out[0];
  to.words = 1;
  to.index = static_cast<std::uint16_t>(to.index + k);
  put_scalar(wave, to, word, has_value ? ~0ull : 0);
}

/// Loads the first `words` words of the result.
void load_words(Wave& wave, const Operation& op, u64 address, unsigned words) {
  const Allocation& array = wave.memory->find(address, u64{4} * words, false);
  const u8* states = nullptr;
  if (array.shadow) {
    states = array.shadow->written(address - array.begin);
    touch_array(wave, array, 0, address - array.begin, 4 * words, Use::read);
  }
  const auto* from = reinterpret_cast<const std::uint8_t*>(address);
  for (unsigned k = 0; k < words; ++k) {
    std::uint32_t word = 0;
    std::memcpy(&word, from + 4 * k, 4);
    const bool has_value = states == nullptr || all_have_value<4>(states + 4 * k);
    if (!has_value)
      remark(wave, op, 0,
             fmt::format("reads an undefined value, at byte {} of {}",
                         address - array.begin + 4 * k, array.name));
    put_word(wave, op, k, word, has_value);
  }
}

void issue_scalar(Wave& wave, const Operation& op) {
  issue(wave, wave.other_memory, {op.out[0].index, op.out[0].words, true, false});
}

void load(Wave& wave, const Operation& op) {
  require_address(wave, op);
  u64 address = scalar_value(wave, op.in[0]) + static_cast<u64>(op.offset);
  if (op.in[1].words != 0) address += scalar_value(wave, op.in[1]);
  load_words(wave, op, address & ~u64{3}, op.out[0].words);
  issue_scalar(wave, op);
}

void load_buffer(Wave& wave, const Operation& op) {
  require_address(wave, op);
  const ScalarBufferLoad from = scalar_buffer_load(wave, op);
  if (from.words != 0) load_words(wave, op, from.address, from.words);
  for (unsigned k = from.words; k < op.out[0].words; ++k) put_word(wave, op, k, 0, true);
  issue_scalar(wave, op);
}

constexpr Semantics scalar_load(std::string_view mnemonic, Handler run = &load) {
  Semantics entry{mnemonic, run};
  entry.lanes = false;
  entry.bind = &bind_load;
  return entry;
}

const Semantics kScalarMemory[]{
    scalar_load("s_load_dword"),
    scalar_load("s_load_dwordx2"),
    scalar_load("s_load_dwordx4"),
    scalar_load("s_load_dwordx8"),
    scalar_load("s_load_dwordx16"),
    scalar_load("s_buffer_load_dword", &load_buffer),
    scalar_load("s_buffer_load_dwordx2", &load_buffer),
    scalar_load("s_buffer_load_dwordx4", &load_buffer),
    scalar_load("s_buffer_load_dwordx8", &load_buffer),
    scalar_load("s_buffer_load_dwordx16", &load_buffer),
};

}  // namespace

std::span<const Semantics> scalar_memory_instructions() { return kScalarMemory; }

}  // namespace gputest::isa
