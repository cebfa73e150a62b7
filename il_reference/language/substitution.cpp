// The meaning of a source with several layers of swizzles and modifiers: a macro's operand that the
// macro swizzles again, or `r1_neg(xyzw).x000`. Each layer acts on the four slots from the layers
// before it, as if the operand's text were in its place.
#include <algorithm>

#include "il_reference/language/text_parser.hpp"

namespace gputest::il {
namespace {

/// A source of one number for all slots is negated as a whole: `r2.zw_neg(y)` and `r2.zw_neg(w)`
/// are the same double.
void negate_everywhere(Source& made) {
  const bool any = std::find(made.negate.begin(), made.negate.end(), true) != made.negate.end();
  made.negate.fill(any);
}

/// Extends the swizzle to four letters. A short one repeats its last letter; the two letters of a
/// 64-bit number are repeated as a pair, with its sign.
void fill_up(Source& made, char kind) {
  if (made.letters == 0) return;
  const bool pair = in_pairs(kind) && made.letters == 2;
  for (std::size_t slot = made.letters; slot < 4; ++slot) {
    made.swizzle[slot] = made.swizzle[pair ? slot % 2 : made.letters - 1u];
  }
  if (in_pairs(kind) && made.letters <= 2) negate_everywhere(made);
}

/// Which slots are negated. For a pair: both slots, if either letter is present.
std::array<bool, 4> negated(const Source& source, char kind) {
  std::array<bool, 4> slots = source.negate;
  for (std::size_t slot = 0; in_pairs(kind) && slot < 4; ++slot) {
    slots[slot] = source.negate[slot] || source.negate[slot ^ 1u];
  }
  return slots;
}

bool only_for_floats(const Source& s) {
  return s.invert || s.bias || s.x2 || s.sign || s.divide != DivComp::none;
}

bool has_constant(const Source& s) {
  return std::any_of(s.swizzle.begin(), s.swizzle.end(),
                     [](Select select) { return select >= Select::zero; });
}

/// Whether one source can express `outer` applied to `inner`, both filled up.
bool composable(const Source& outer, const Source& inner) {
  if (inner.plain()) return true;
  if (only_for_floats(outer)) return false;
  if (outer.letters == 0) return true;
  return inner.divide == DivComp::none && !(only_for_floats(inner) && has_constant(outer));
}

Source composed(const Source& outer, const Source& inner, char kind) {
  Source made = inner;
  made.location = outer.location;
  if (outer.letters != 0) {
    made.letters = outer.letters;
    for (std::size_t slot = 0; slot < 4; ++slot) {
      const Select select = outer.swizzle[slot];
      const auto from = static_cast<std::size_t>(select);
      made.swizzle[slot] = select < Select::zero ? inner.swizzle[from] : select;
      made.negate[slot] = select < Select::zero && inner.negate[from];
    }
  }
  if (outer.absolute) made.negate = {};
  made.absolute = made.absolute || outer.absolute;
  const std::array<bool, 4> before = negated(made, kind);
  const std::array<bool, 4> after = negated(outer, kind);
  for (std::size_t slot = 0; slot < 4; ++slot) {
    if (after[slot]) made.negate[slot] = !before[slot];
  }
  if (only_for_floats(outer)) {
    made.invert = outer.invert;
    made.bias = outer.bias;
    made.x2 = outer.x2;
    made.sign = outer.sign;
    made.divide = outer.divide;
  }
  return made;
}

}  // namespace

WrittenSource TextParser::written_source() {
  scanner_.skip_space();
  const Location location = scanner_.location();
  const Register named = register_name();
  WrittenSource written;
  if (named.input != nullptr) written = *named.input;
  Source layer;
  layer.location = location;
  layer.file = named.file;
  layer.number = named.number;
  if (named.output != nullptr) {
    layer.file = named.output->file;
    layer.number = named.output->number;
    layer.index = named.output->index;
  } else if (named.input == nullptr && is_indexed(layer.file)) {
    expect('[');
    layer.index = index();
  }
  while (true) {
    swizzle(layer);
    scanner_.skip_space_in_line();
    source_modifiers(layer);
    written.push_back(layer);
    if (scanner_.peek() != '.') return written;
    layer = Source{};
    layer.location = location;
  }
}

/// Computes a modifier that no single source can express into a temp before the instruction.
Source TextParser::held_in_temp(const Source& value, char kind) {
  Instruction move;
  move.opcode = Opcode::mov;
  move.has_destination = true;
  move.destination.file = File::temp;
  move.destination.number = scratch_temp();
  move.destination.location = value.location;
  move.source_count = 1;
  move.sources[0] = value;
  move.location = value.location;
  if (kind == 'i' || kind == 'u') {
    // As an integer operation, so that _neg is two's complement.
    move.opcode = Opcode::iadd;
    move.source_count = 2;
    move.sources[1].file = File::temp;
    move.sources[1].number = move.destination.number;
    move.sources[1].swizzle.fill(Select::zero);
  }
  emit(move);
  Source held;
  held.number = move.destination.number;
  held.location = value.location;
  return held;
}

/// The source that an instruction reads if it takes an operand of that kind here.
Source TextParser::meant(const WrittenSource& written, char kind) {
  Source made = written.front();
  fill_up(made, kind);
  for (std::size_t layer = 1; layer < written.size(); ++layer) {
    Source outer = written[layer];
    fill_up(outer, kind);
    if (!composable(outer, made)) made = held_in_temp(made, kind);
    made = composed(outer, made, kind);
  }
  return made;
}

Source TextParser::source(char kind, Shape shape) {
  Source made = meant(written_source(), kind);
  // The exponent of dldexp or the count of a shift, one for both pairs of the result.
  if (shape == Shape::pairs && made.letters == 1) negate_everywhere(made);
  return made;
}

}  // namespace gputest::il
