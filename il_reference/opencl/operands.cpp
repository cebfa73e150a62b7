#include "il_reference/opencl/operands.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

namespace gputest::il {
namespace {

std::string type_base(Type type) {
  switch (type) {
    case Type::floating:
      return "float";
    case Type::signed_integer:
      return "int";
    case Type::unsigned_integer:
      return "uint";
  }
  return "";
}

std::string constant_text(Select select, Type type) {
  const bool one = select == Select::one;
  if (type == Type::floating) return one ? "1.0f" : "0.0f";
  return one ? (type == Type::signed_integer ? "0x3F800000" : "0x3F800000u")
             : (type == Type::signed_integer ? "0" : "0u");
}

/// Calls f(file, number) for every register that an instruction reads only to compute an address.
template <class F>
void for_each_index(const Instruction& instruction, F f) {
  const auto visit = [&](File file, const Index& index) {
    if (is_indexed(file) && index.relative) f(index.file, index.number);
  };
  if (instruction.has_destination)
    visit(instruction.destination.file, instruction.destination.index);
  for (unsigned k = 0; k < instruction.source_count; ++k)
    visit(instruction.sources[k].file, instruction.sources[k].index);
}

}  // namespace

std::string type_name(Type type, unsigned width) {
  return width == 1 ? type_base(type) : fmt::format("{}{}", type_base(type), width);
}

Expression reinterpret(Expression expression, Type type) {
  if (expression.type == type) return expression;
  expression.text = fmt::format("as_{}({})", type_name(type, expression.width), expression.text);
  expression.type = type;
  return expression;
}

Expression widened(const Expression& expression, unsigned width) {
  if (expression.width == width) return expression;
  return {fmt::format("({})({})", type_name(expression.type, width), expression.text), width,
          expression.type};
}

std::vector<unsigned> result_slots(const Destination& destination) {
  std::vector<unsigned> slots;
  for (unsigned slot = 0; slot < 4; ++slot)
    if (destination.mask[slot] == Write::result) slots.push_back(slot);
  return slots;
}

RegisterTypes::RegisterTypes(const Program& program) {
  std::set<std::uint32_t> temps[2];  // [0] used as floats, [1] used as anything else
  std::set<std::uint32_t> literals[2];
  const auto see = [&](File file, std::uint32_t number, char kind) {
    if (kind == 'b' || kind == '-' || kind == 'm') return;
    if (file == File::temp) temps[kind == 'f' ? 0 : 1].insert(number);
    if (file == File::literal) literals[kind == 'f' ? 0 : 1].insert(number);
  };
  for (const Instruction& instruction : program.instructions) {
    const InstructionInfo& row = info(instruction.opcode);
    for_each_index(instruction, [&](File file, std::uint32_t number) { see(file, number, 'u'); });
    if (instruction.has_destination)
      see(instruction.destination.file, instruction.destination.number, row.result);
    for (unsigned k = 0; k < instruction.source_count; ++k) {
      const Source& source = instruction.sources[k];
      const char kind = k < row.sources.size() ? row.sources[k] : 'u';
      see(source.file, source.number, kind == 'b' && !source.plain() ? 'f' : kind);
    }
  }
  const auto only_floats = [](const std::set<std::uint32_t>(&seen)[2]) {
    std::set<std::uint32_t> only;
    std::set_difference(seen[0].begin(), seen[0].end(), seen[1].begin(), seen[1].end(),
                        std::inserter(only, only.begin()));
    return only;
  };
  floating_temps_ = only_floats(temps);
  floating_literals_ = only_floats(literals);
}

Type RegisterTypes::of(File file, std::uint32_t number) const {
  const bool floating = (file == File::temp && floating_temps_.count(number) != 0) ||
                        (file == File::literal && floating_literals_.count(number) != 0);
  return floating ? Type::floating : Type::unsigned_integer;
}

std::string Operands::index_text(const Index& index) const {
  if (!index.relative) return fmt::format("{}u", static_cast<std::uint32_t>(index.offset));
  Expression slot = reinterpret(
      {fmt::format("{}.{}", register_text(index.file, index.number, {}), kSlots[index.component]),
       1, type_of(index.file, index.number)},
      Type::unsigned_integer);
  if (holds_numbers(index.file, index.number, index.component))
    slot.text = fmt::format("il_canonical({})", slot.text);
  if (index.offset == 0) return slot.text;
  return fmt::format("{} {} {}u", slot.text, index.offset < 0 ? '-' : '+',
                     index.offset < 0 ? -static_cast<std::int64_t>(index.offset) : index.offset);
}

std::string Operands::register_text(File file, std::uint32_t number, const Index& index) const {
  switch (file) {
    case File::constant:
    case File::indexed_temp:
    case File::global: {
      const std::string array = name(file, number);
      const std::string place = index_text(index);
      if (!index.relative && file != File::global) return fmt::format("{}[{}]", array, place);
      return fmt::format("{}[il_index({}, {}_count, fault, {}u)]", array, place, array, place_);
    }
    default:
      return name(file, number);
  }
}

Expression Operands::swizzled(const Source& source, const std::vector<unsigned>& slots,
                              Type type) const {
  const Type own = type_of(source.file, source.number);
  const std::string base = register_text(source.file, source.number, source.index);
  std::vector<Select> selects;
  for (const unsigned slot : slots) selects.push_back(source.swizzle[slot]);
  if (std::all_of(selects.begin(), selects.end(), [&](Select s) { return s == selects[0]; }))
    selects.resize(1);

  std::vector<std::string> parts;
  for (std::size_t k = 0; k < selects.size();) {
    if (!is_register(selects[k])) {
      parts.push_back(constant_text(selects[k++], type));
      continue;
    }
    std::string letters;
    for (; k < selects.size() && is_register(selects[k]); ++k)
      letters += kSlots[static_cast<unsigned>(selects[k])];
    const auto width = static_cast<unsigned>(letters.size());
    parts.push_back(
        reinterpret({letters == kSlots ? base : base + "." + letters, width, own}, type).text);
  }
  const auto width = static_cast<unsigned>(selects.size());
  if (parts.size() == 1) return {parts.front(), width, type};
  return {fmt::format("({})({})", type_name(type, width), fmt::join(parts, ", ")), width, type};
}

std::string Operands::bits(const Source& source, unsigned slot, char kind) const {
  // In the order of modifiers that il::Source gives.
  std::string value = bits_before_division(source, slot, kind);
  const auto divisor = static_cast<unsigned>(source.divide);
  if (source.divide != DivComp::none && source.divide != DivComp::unknown && slot < divisor)
    value = fmt::format("il_divide({}, {})", value, bits_before_division(source, divisor, kind));
  // A double's sign is in its second slot; either slot's letter selects it.
  const bool is_double = kind == 'd';
  const bool signs = !is_double || slot % 2 == 1;
  if (source.absolute && signs && kind != 'q') value = fmt::format("il_abs({})", value);
  const bool negated = signs && (source.negate[slot] || (is_double && source.negate[slot - 1]));
  if (negated)
    value = fmt::format("{}({})", kind == 'i' || kind == 'u' ? "il_inegate" : "il_neg", value);
  return value;
}

std::string Operands::bits_before_division(const Source& source, unsigned slot, char kind) const {
  const Select select = source.swizzle[slot];
  std::string value = constant_text(select, Type::unsigned_integer);
  if (is_register(select)) {
    value = fmt::format("{}.{}", register_text(source.file, source.number, source.index),
                        kSlots[static_cast<unsigned>(select)]);
    value =
        reinterpret({value, 1, type_of(source.file, source.number)}, Type::unsigned_integer).text;
    if (kind != 'f' && holds_numbers(source.file, source.number, static_cast<unsigned>(select)))
      value = fmt::format("il_canonical({})", value);
  }
  if (source.invert) value = fmt::format("il_invert({})", value);
  if (source.bias) value = fmt::format("il_bias({})", value);
  if (source.x2) value = fmt::format("il_x2({})", value);
  if (source.sign) value = fmt::format("il_sgn({})", value);
  return value;
}

Expression Operands::native(const Source& source, const std::vector<unsigned>& slots,
                            Type type) const {
  const auto negated = [&](unsigned slot) { return source.negate[slot]; };
  const bool all_negated = std::all_of(slots.begin(), slots.end(), negated);
  if (!all_negated && std::any_of(slots.begin(), slots.end(), negated)) {
    // Slot by slot: a product with 1 would change bits that are no number.
    std::vector<std::string> parts;
    for (const unsigned slot : slots) parts.push_back(native(source, {slot}, type).text);
    const auto width = static_cast<unsigned>(slots.size());
    return {fmt::format("({})({})", type_name(type, width), fmt::join(parts, ", ")), width, type};
  }
  Expression value = swizzled(source, slots, type);
  if (type == Type::floating) {
    if (source.invert) value.text = fmt::format("(1.0f - {})", value.text);
    if (source.bias) value.text = fmt::format("({} - 0.5f)", value.text);
    if (source.x2) value.text = fmt::format("(2.0f * {})", value.text);
    if (source.sign) value.text = fmt::format("sign({})", value.text);
    if (source.absolute) value.text = fmt::format("fabs({})", value.text);
  }
  if (all_negated) value.text = fmt::format("(-{})", value.text);
  return value;
}

}  // namespace gputest::il
