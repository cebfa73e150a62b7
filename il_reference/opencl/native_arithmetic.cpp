#include "il_reference/opencl/native_arithmetic.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <map>

namespace gputest::il {
namespace {

constexpr Type f = Type::floating;
constexpr Type i = Type::signed_integer;
constexpr Type u = Type::unsigned_integer;
using Kind = NativeForm::Kind;

const std::map<Opcode, NativeForm>& forms() {
  static const std::map<Opcode, NativeForm> table{
      {Opcode::abs, {"fabs($0)", f, f, Kind::function}},
      {Opcode::add, {"$0 + $1", f, f}},
      {Opcode::sub, {"$0 - $1", f, f}},
      // Slot by slot, so that compilers see slots with a common factor or product.
      {Opcode::mul, {"$0 * $1", f, f, Kind::each}},
      {Opcode::mad, {"$0 * $1 + $2", f, f, Kind::each}},
      {Opcode::fma, {"fma($0, $1, $2)", f, f, Kind::function}},
      {Opcode::min, {"fmin($0, $1)", f, f, Kind::function}},
      {Opcode::max, {"fmax($0, $1)", f, f, Kind::function}},
      {Opcode::frc, {"$0 - floor($0)", f, f}},
      {Opcode::flr, {"floor($0)", f, f}},
      {Opcode::round_neginf, {"floor($0)", f, f}},
      {Opcode::round_plusinf, {"ceil($0)", f, f}},
      {Opcode::round_nearest, {"rint($0)", f, f}},
      {Opcode::rnd, {"rint($0)", f, f}},
      {Opcode::round_z, {"trunc($0)", f, f}},
      {Opcode::trc, {"trunc($0)", f, f}},
      {Opcode::sgn, {"sign($0)", f, f}},
      {Opcode::lrp, {"$0 * ($1 - $2) + $2", f, f}},
      {Opcode::eq, {"$0 == $1", f, u, Kind::comparison}},
      {Opcode::ne, {"$0 != $1", f, u, Kind::comparison}},
      {Opcode::lt, {"$0 < $1", f, u, Kind::comparison}},
      {Opcode::ge, {"$0 >= $1", f, u, Kind::comparison}},
      {Opcode::dp2, {"$0 * $1", f, f, Kind::dot}},
      {Opcode::dp3, {"$0 * $1", f, f, Kind::dot}},
      {Opcode::dp4, {"$0 * $1", f, f, Kind::dot}},
      {Opcode::sqrt, {"sqrt($0)", f, f}},
      {Opcode::sqrt_vec, {"sqrt($0)", f, f}},
      {Opcode::exp, {"exp2($0)", f, f}},
      {Opcode::exp_vec, {"exp2($0)", f, f}},
      {Opcode::exn, {"exp($0)", f, f}},
      {Opcode::ln, {"log($0)", f, f}},
      {Opcode::log, {"log2($0)", f, f}},
      {Opcode::log_vec, {"log2($0)", f, f}},
      {Opcode::sin, {"sin($0)", f, f}},
      {Opcode::sin_vec, {"sin($0)", f, f}},
      {Opcode::cos, {"cos($0)", f, f}},
      {Opcode::cos_vec, {"cos($0)", f, f}},
      {Opcode::iadd, {"$0 + $1", u, u}},
      {Opcode::imul, {"$0 * $1", u, u}},
      {Opcode::imad, {"$0 * $1 + $2", u, u}},
      {Opcode::imin, {"min($0, $1)", i, i, Kind::function}},
      {Opcode::imax, {"max($0, $1)", i, i, Kind::function}},
      {Opcode::imul_high, {"mul_hi($0, $1)", i, i, Kind::function}},
      {Opcode::inegate, {"0u - $0", u, u}},
      {Opcode::inot, {"~$0", u, u}},
      {Opcode::iand, {"$0 & $1", u, u}},
      {Opcode::ior, {"$0 | $1", u, u}},
      {Opcode::ixor, {"$0 ^ $1", u, u}},
      // OpenCL C takes a shift's count modulo 32, as IL does.
      {Opcode::ishl, {"$0 << $1", u, u, Kind::function}},
      {Opcode::ishr, {"$0 >> $1", i, i, Kind::function}},
      {Opcode::ushr, {"$0 >> $1", u, u, Kind::function}},
      {Opcode::ieq, {"$0 == $1", u, u, Kind::comparison}},
      {Opcode::ine, {"$0 != $1", u, u, Kind::comparison}},
      {Opcode::ilt, {"$0 < $1", i, u, Kind::comparison}},
      {Opcode::ige, {"$0 >= $1", i, u, Kind::comparison}},
      {Opcode::ult, {"$0 < $1", u, u, Kind::comparison}},
      {Opcode::uge, {"$0 >= $1", u, u, Kind::comparison}},
      {Opcode::umul, {"$0 * $1", u, u}},
      {Opcode::umul_high, {"mul_hi($0, $1)", u, u, Kind::function}},
      {Opcode::umad, {"$0 * $1 + $2", u, u}},
      {Opcode::udiv, {"il_uquotient($0, $1)", u, u, Kind::each}},
      {Opcode::umod, {"il_uremainder($0, $1)", u, u, Kind::each}},
      {Opcode::cmov_logical, {"($0 != 0u ? $1 : $2)", u, u, Kind::each}},
      {Opcode::bitalign,
       {"(uint)((((ulong)$0 << 32) | (ulong)$1) >> ($2 & 31u))", u, u, Kind::each}},
      {Opcode::itof, {"(float)($0)", i, f, Kind::each}},
      {Opcode::utof, {"(float)($0)", u, f, Kind::each}},
      {Opcode::ftoi, {"convert_int_sat($0)", f, i, Kind::each}},
      {Opcode::ftou, {"convert_uint_sat($0)", f, u, Kind::each}},
      {Opcode::umin, {"min($0, $1)", u, u, Kind::function}},
      {Opcode::umax, {"max($0, $1)", u, u, Kind::function}},
  };
  return table;
}

/// Division; its form depends on _zeroop for a divisor of 0. Without _zeroop IL gives FLT_MAX,
/// which keeps later results finite.
const NativeForm* division_form(const Instruction& instruction) {
  static const NativeForm div[]{{"clamp($0 / $1, -FLT_MAX, FLT_MAX)", f, f},
                                {"($1 == 0.0f ? 0.0f : $0 / $1)", f, f, Kind::each},
                                {"$0 / $1", f, f},
                                {"$0 / $1", f, f}};
  static const NativeForm rcp[]{{"clamp(1.0f / $0, -FLT_MAX, FLT_MAX)", f, f},
                                {"($0 == 0.0f ? 0.0f : 1.0f / $0)", f, f, Kind::each},
                                {"1.0f / $0", f, f},
                                {"1.0f / $0", f, f}};
  static const NativeForm rsq[]{{"min(rsqrt($0), FLT_MAX)", f, f},
                                {"($0 == 0.0f ? 0.0f : rsqrt($0))", f, f, Kind::each},
                                {"rsqrt($0)", f, f},
                                {"rsqrt($0)", f, f}};
  const auto which = static_cast<unsigned>(instruction.suffixes.zero_op);
  switch (instruction.opcode) {
    case Opcode::div:
      return &div[which];
    case Opcode::rcp:
    case Opcode::rcp_vec:
      return &rcp[which];
    case Opcode::rsq:
    case Opcode::rsq_vec:
      return &rsq[which];
    default:
      return nullptr;
  }
}

/// Whether native arithmetic cannot express a source's modifiers: they are for floats, and on other
/// operands act on bits. A native form has only _neg of an integer.
bool has_unusual_modifier(const Instruction& instruction) {
  const std::string_view kinds = info(instruction.opcode).sources;
  for (unsigned k = 0; k < instruction.source_count; ++k) {
    Source source = instruction.sources[k];
    if (source.divide != DivComp::none) return true;
    if (kinds[k] == 'i' || kinds[k] == 'u') source.negate = {};
    if (kinds[k] != 'f' && !source.plain()) return true;
  }
  return false;
}

/// The slots of the sources that make the result: the destination's slots, or those of the shape.
std::vector<unsigned> slots_read(const Instruction& instruction,
                                 const std::vector<unsigned>& slots) {
  switch (instruction.opcode) {
    case Opcode::dp2:
      return {0, 1};
    case Opcode::dp3:
      return {0, 1, 2};
    case Opcode::dp4:
      return {0, 1, 2, 3};
    default:
      break;
  }
  if (info(instruction.opcode).shape == Shape::scalar) return {0};
  return slots;
}

std::string filled_in(std::string_view form, const std::vector<Expression>& operands) {
  std::string text;
  for (std::size_t k = 0; k < form.size(); ++k) {
    if (form[k] == '$')
      text += operands[static_cast<std::size_t>(form[++k] - '0')].text;
    else
      text += form[k];
  }
  return text;
}

Expression result_of_each(const Operands& operands, const Instruction& instruction,
                          const NativeForm& form, const std::vector<unsigned>& slots) {
  std::vector<std::string> results;
  for (const unsigned slot : slots) {
    std::vector<Expression> values;
    for (unsigned k = 0; k < instruction.source_count; ++k)
      values.push_back(operands.native(instruction.sources[k], {slot}, form.operands));
    results.push_back(filled_in(form.text, values));
  }
  if (std::all_of(results.begin(), results.end(),
                  [&](const std::string& result) { return result == results.front(); }))
    return {results.front(), 1, form.result};
  const auto width = static_cast<unsigned>(results.size());
  return {fmt::format("({})({})", type_name(form.result, width), fmt::join(results, ", ")), width,
          form.result};
}

/// The sum over the slots read, added from the last to the first: programs keep w constant, so
/// compilers can move its product out of a loop.
Expression sum_of_products(const Operands& operands, const Instruction& instruction,
                           const std::vector<unsigned>& slots) {
  const auto operand = [&](unsigned k, unsigned slot) {
    return operands.native(instruction.sources[k], {slot}, f).text;
  };
  std::string sum = fmt::format("{} * {}", operand(0, slots.back()), operand(1, slots.back()));
  for (auto slot = slots.rbegin() + 1; slot != slots.rend(); ++slot)
    sum = fmt::format("mad({}, {}, {})", operand(0, *slot), operand(1, *slot), sum);
  return {sum, 1, f};
}

}  // namespace

const NativeForm* native_form(const Instruction& instruction) {
  if (has_unusual_modifier(instruction)) return nullptr;
  if (const NativeForm* form = division_form(instruction)) return form;
  const auto found = forms().find(instruction.opcode);
  return found == forms().end() ? nullptr : &found->second;
}

Expression native_result(const Operands& operands, const Instruction& instruction,
                         const NativeForm& form, const std::vector<unsigned>& slots) {
  const std::vector<unsigned> read = slots_read(instruction, slots);
  if (form.kind == Kind::each) return result_of_each(operands, instruction, form, read);
  if (form.kind == Kind::dot) return sum_of_products(operands, instruction, read);
  std::vector<Expression> values;
  unsigned width = 1;
  for (unsigned k = 0; k < instruction.source_count; ++k) {
    values.push_back(operands.native(instruction.sources[k], read, form.operands));
    width = std::max(width, values.back().width);
  }
  if (form.kind == Kind::function)
    for (Expression& value : values) value = widened(value, width);
  Expression result{filled_in(form.text, values), width, form.result};
  if (form.kind == Kind::comparison) {
    result.text = width == 1 ? fmt::format("({} ? 0xFFFFFFFFu : 0u)", result.text)
                             : fmt::format("as_{}({})", type_name(u, width), result.text);
  }
  return result;
}

Expression native_suffixes(const Instruction& instruction, Expression value) {
  const Suffixes& suffixes = instruction.suffixes;
  if (suffixes.shift == 0 && !suffixes.saturate) return value;
  value = reinterpret(value, f);
  constexpr std::string_view factors[]{"0.125f", "0.25f", "0.5f", "", "2.0f", "4.0f", "8.0f"};
  if (suffixes.shift != 0)
    value.text = fmt::format("{} * ({})", factors[suffixes.shift + 3], value.text);
  if (suffixes.saturate) value.text = fmt::format("clamp({}, 0.0f, 1.0f)", value.text);
  return value;
}

}  // namespace gputest::il
