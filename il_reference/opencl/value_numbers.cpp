#include "il_reference/opencl/value_numbers.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "il_reference/language/instructions.hpp"

namespace gputest::il {
namespace {

/// The slots of its sources that determine the result for a slot.
std::vector<unsigned> read_for(const Instruction& instruction, unsigned slot) {
  switch (info(instruction.opcode).shape) {
    case Shape::slots:
      return {slot};
    case Shape::scalar:
      return {0};
    case Shape::dot:
      return {0, 1, 2, 3};
    default:
      return {};
  }
}

}  // namespace

void ValueNumbers::forget() {
  names_.clear();
  slots_.clear();
  factors_.clear();
}

ValueNumbers::Value ValueNumbers::named(const std::string& name) {
  const auto [found, is_new] = names_.try_emplace(name, 0);
  if (is_new) found->second = fresh();
  return found->second;
}

ValueNumbers::Value ValueNumbers::of(const Source& source, unsigned slot) {
  const Select select = source.swizzle[slot];
  const auto read = static_cast<unsigned>(select);
  Value value = 0;
  if (select == Select::zero || select == Select::one) {
    value = named(select == Select::one ? "1" : "0");
  } else if (source.file == File::temp) {
    const auto [found, is_new] = slots_.try_emplace({source.number, read}, 0);
    if (is_new) found->second = fresh();
    value = found->second;
  } else if (source.file == File::literal) {
    value = named(fmt::format("l{}.{}", source.number, read));
  } else {
    value = fresh();
  }
  if (source.plain()) return value;
  return source.divide != DivComp::none
             ? fresh()
             : named(fmt::format("{} {}{}{}{}{}{}", value, source.invert, source.bias, source.x2,
                                 source.sign, source.absolute, source.negate[slot]));
}

ValueNumbers::Value ValueNumbers::result(const Instruction& instruction, unsigned slot) {
  const std::vector<unsigned> read = read_for(instruction, slot);
  if (read.empty()) return fresh();
  const Suffixes& suffixes = instruction.suffixes;
  const bool plain = suffixes.shift == 0 && !suffixes.saturate;
  if (instruction.opcode == Opcode::mov && plain) return of(instruction.sources[0], slot);
  if (instruction.opcode == Opcode::mul && plain) {
    const auto [a, b] =
        std::minmax({of(instruction.sources[0], slot), of(instruction.sources[1], slot)});
    const Value one = named("1");
    if (a == one || b == one) return a == one ? b : a;
    const Value product = named(fmt::format("{} * {}", a, b));
    factors_[product] = {a, b};
    return product;
  }
  std::string name =
      fmt::format("{} {} {} {} {}", info(instruction.opcode).mnemonic, suffixes.shift,
                  suffixes.saturate, suffixes.ieee, static_cast<unsigned>(suffixes.zero_op));
  for (unsigned k = 0; k < instruction.source_count; ++k)
    for (const unsigned s : read) name += fmt::format(" {}", of(instruction.sources[k], s));
  return named(name);
}

void ValueNumbers::note(const Instruction& instruction) {
  const Destination& destination = instruction.destination;
  if (!instruction.has_destination || destination.file != File::temp) return;
  // All results use the slots' old values.
  std::array<Value, 4> values{};
  for (unsigned slot = 0; slot < 4; ++slot) {
    const Write write = destination.mask[slot];
    if (write == Write::result) values[slot] = result(instruction, slot);
    if (write == Write::zero || write == Write::one)
      values[slot] = named(write == Write::one ? "1" : "0");
  }
  for (unsigned slot = 0; slot < 4; ++slot)
    if (values[slot] != 0) slots_[{destination.number, slot}] = values[slot];
}

std::string ValueNumbers::text_of(Value value) const {
  for (const auto& [place, held] : slots_)
    if (held == value)
      return reinterpret({fmt::format("r{}.{}", place.first, "xyzw"[place.second]), 1,
                          operands_.type_of(File::temp, place.first)},
                         Type::floating)
          .text;
  return "";
}

std::optional<SharedProduct> ValueNumbers::shared_product(const Instruction& mad,
                                                          const std::vector<unsigned>& slots) {
  // For each slot, the pairs of factors that it could share, with the remaining factor.
  struct Way {
    unsigned slot;
    std::pair<Value, Value> pair;
    Value left;
  };
  std::vector<Way> ways;
  for (const unsigned slot : slots) {
    const Value both[]{of(mad.sources[0], slot), of(mad.sources[1], slot)};
    for (unsigned k = 0; k < 2; ++k) {
      const auto taken_apart = factors_.find(both[k]);
      if (taken_apart == factors_.end()) continue;
      const auto [u, v] = taken_apart->second;
      ways.push_back({slot, std::minmax(u, both[1 - k]), v});
      if (u != v) ways.push_back({slot, std::minmax(v, both[1 - k]), u});
    }
  }
  std::optional<SharedProduct> best;
  std::ptrdiff_t most = 1;
  for (const Way& way : ways) {
    SharedProduct shared;
    const std::string a = text_of(way.pair.first), b = text_of(way.pair.second);
    if (a.empty() || b.empty()) continue;
    shared.text = fmt::format("{} * {}", a, b);
    std::vector<Value> lefts;
    for (const Way& other : ways) {
      if (other.pair != way.pair || !shared.factors[other.slot].empty()) continue;
      shared.factors[other.slot] = text_of(other.left);
      if (!shared.factors[other.slot].empty()) lefts.push_back(other.left);
    }
    // Slots that share all factors already are one product.
    std::sort(lefts.begin(), lefts.end());
    const auto different = std::unique(lefts.begin(), lefts.end()) - lefts.begin();
    if (different <= most) continue;
    most = different;
    best = shared;
  }
  return best;
}

}  // namespace gputest::il
