#include "il_reference/opencl/raw_arithmetic.hpp"

#include <fmt/format.h>

#include "il_reference/opencl/shared_arithmetic.hpp"

namespace gputest::il {
namespace {

constexpr std::string_view kOne = "0x3F800000u";

std::string sum(const std::string& a, const std::string& b) {
  return fmt::format("il_add_raw({}, {})", a, b);
}

/// The product of two texts. Equal texts are equal values, because no write comes between them.
std::string product(const std::string& a, const std::string& b, bool ieee) {
  if (ieee) return fmt::format("il_mul_ieee_raw({}, {})", a, b);
  if (a == b) return fmt::format("il_square_raw({})", a);
  if (a == kOne || b == kOne) return fmt::format("il_times_one_raw({})", a == kOne ? b : a);
  return fmt::format("il_mul_raw({}, {})", a, b);
}

}  // namespace

std::optional<std::string> raw_result(const Operands& operands, const Instruction& instruction,
                                      unsigned slot) {
  const Suffixes& suffixes = instruction.suffixes;
  const auto operand = [&](unsigned k, unsigned read) {
    return operands.bits(instruction.sources[k], read, 'f');
  };
  const auto product_at = [&](unsigned read) {
    return product(operand(0, read), operand(1, read), suffixes.ieee);
  };
  const auto products = [&](unsigned count) {
    std::string text = product_at(0);
    for (unsigned read = 1; read < count; ++read) text = sum(text, product_at(read));
    return text;
  };
  const auto call = [&](std::string_view name) {
    const bool scalar = info(instruction.opcode).shape == Shape::scalar;
    const unsigned read = scalar ? 0 : slot;
    std::string arguments = operand(0, read);
    for (unsigned k = 1; k < instruction.source_count; ++k) arguments += ", " + operand(k, read);
    return fmt::format("il_{}_raw({}{})", name, arguments, zero_op_argument(instruction));
  };
  switch (instruction.opcode) {
    case Opcode::add:
      return call("add");
    case Opcode::sub:
      return call("sub");
    case Opcode::mul:
      return product_at(slot);
    case Opcode::mad:
      return sum(product_at(slot), operand(2, slot));
    case Opcode::fma:
      return call("fma");
    case Opcode::dp2:
      return products(2);
    case Opcode::dp3:
      return products(3);
    case Opcode::dp4:
      return products(4);
    case Opcode::rcp:
    case Opcode::rcp_vec:
      return call("rcp");
    case Opcode::sqrt:
    case Opcode::sqrt_vec:
      return call("sqrt");
    case Opcode::rsq:
    case Opcode::rsq_vec:
      return call("rsq");
    case Opcode::min:
      if (suffixes.ieee) return std::nullopt;
      return call("min");
    case Opcode::max:
      if (suffixes.ieee) return std::nullopt;
      return call("max");
    default:
      return std::nullopt;
  }
}

}  // namespace gputest::il
