// Loads into scalar registers.
#include <cstring>

#include "hip/isa/memory.hpp"
#include "hip/isa/report.hpp"
#include "hip/isa/semantics.hpp"
#include "hip/isa/semantics/races.hpp"
#include "hip/isa/waits.hpp"
#include "hip/isa/wave.hpp"
#include "hip/isa/words.hpp"

namespace gputest::isa {
namespace {

/// out[0]: the registers; in[0]: the address; in[1]: a register that is added, if any.
void bind_load(const Syntax& syntax, const Surroundings& in, Operation& op) {
  if (syntax.operands.size() != 3) throw Fault("a scalar load has three operands");
  op.out[0] = parse_operand(syntax.operands[0], Type::b32, in);
  op.in[0] = parse_operand(syntax.operands[1], Type::b64, in);
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

void load(Wave& wave, const Operation& op) {
  if (~defined_bits(wave, op.in[0]) != 0 ||
      (op.in[1].words != 0 && (~defined_bits(wave, op.in[1]) & 0xFFFF'FFFF) != 0))
    throw Fault("it loads from an address that nobody wrote");
  const unsigned words = op.out[0].words;
  std::uint64_t address = scalar_value(wave, op.in[0]) + static_cast<std::uint64_t>(op.offset);
  if (op.in[1].words != 0) address += scalar_value(wave, op.in[1]);
  address &= ~std::uint64_t{3};
  const auto bytes = std::uint64_t{4} * words;
  const Allocation& array = wave.memory->find(address, bytes, false);
  const u8* states = nullptr;
  if (array.shadow) {
    states = array.shadow->written(address - array.begin);
    touch_array(wave, array, 0, address - array.begin, 4 * words, Use::read);
  }
  const auto* from = reinterpret_cast<const std::uint8_t*>(address);
  for (unsigned k = 0; k < words; ++k) {
    Operand to = op.out[0];
    to.words = 1;
    to.index = static_cast<std::uint16_t>(to.index + k);
    std::uint32_t word = 0;
    std::memcpy(&word, from + 4 * k, 4);
    const bool has_value = states == nullptr || all_have_value<4>(states + 4 * k);
    if (!has_value)
      remark(wave, op, 0,
             fmt::format("reads what nobody wrote, at byte {} of {}", address - array.begin + 4 * k,
                         array.name));
    put_scalar(wave, to, word, has_value ? ~0ull : 0);
  }
  issue(wave, wave.other_memory, {op.out[0].index, op.out[0].words, true, false});
}

constexpr Semantics scalar_load(std::string_view mnemonic) {
  Semantics entry{mnemonic, &load};
  entry.lanes = false;
  entry.bind = &bind_load;
  return entry;
}

const Semantics kTable[]{
    scalar_load("s_load_dword"),   scalar_load("s_load_dwordx2"),  scalar_load("s_load_dwordx4"),
    scalar_load("s_load_dwordx8"), scalar_load("s_load_dwordx16"),
};

}  // namespace

std::span<const Semantics> scalar_memory_instructions() { return kTable; }

}  // namespace gputest::isa
