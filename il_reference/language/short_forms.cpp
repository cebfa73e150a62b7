// Instructions that abbreviate several others. The parser replaces them while reading.
#include "il_reference/language/text_parser.hpp"

namespace gputest::il {
namespace {

constexpr std::size_t rows = 4;

/// The register that many places after the operand.
template <typename Operand>
Operand after(Operand operand, std::size_t registers) {
  if (is_indexed(operand.file)) {
    operand.index.offset += static_cast<std::int32_t>(registers);
  } else {
    operand.number += static_cast<std::uint32_t>(registers);
  }
  return operand;
}

bool has_neighbours(File file) {
  return is_indexed(file) || file == File::temp || file == File::literal || file == File::input ||
         file == File::output;
}

}  // namespace

/// A register that the text does not use.
std::uint32_t TextParser::scratch_temp() {
  return static_cast<std::uint32_t>(macros_.size() + 1) * register_limit + scratch_temps_++;
}

bool TextParser::short_form(std::string_view word, Location location) {
  if (word != "transpose") return false;
  transpose(location);
  return true;
}

// transpose r4, r0: slot i of r4+k is slot k of r0+i. All four are read before any is written.
void TextParser::transpose(Location location) {
  const Destination to = destination();
  expect(',');
  const Source from = source('b');
  const bool whole = to.mask == Destination{}.mask && from.swizzle == Source{}.swizzle;
  if (!whole || !from.plain()) {
    fail(location, "transpose takes whole registers, without masks, swizzles and modifiers");
  }
  if (!has_neighbours(to.file) || !has_neighbours(from.file)) {
    fail(location, "transpose takes the first of four registers each");
  }
  const auto move = [&](const Destination& target, const Source& value) {
    Instruction made;
    made.opcode = Opcode::mov;
    made.has_destination = true;
    made.destination = target;
    made.source_count = 1;
    made.sources[0] = value;
    made.location = location;
    emit(made);
  };
  std::array<Source, rows> held;
  for (std::size_t row = 0; row < rows; ++row) {
    held[row] = after(from, row);
    if (to.file != from.file) continue;
    Destination scratch;
    scratch.number = scratch_temp();
    scratch.location = location;
    move(scratch, held[row]);
    held[row] = Source{};
    held[row].number = scratch.number;
    held[row].location = from.location;
  }
  for (std::size_t row = 0; row < rows; ++row) {
    for (std::size_t slot = 0; slot < rows; ++slot) {
      Destination target = after(to, row);
      target.mask.fill(Write::keep);
      target.mask[slot] = Write::result;
      Source value = held[slot];
      value.swizzle.fill(static_cast<Select>(row));
      value.letters = 1;
      move(target, value);
    }
  }
}

}  // namespace gputest::il
