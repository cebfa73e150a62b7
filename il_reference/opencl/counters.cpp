#include "il_reference/opencl/counters.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <cstdlib>

#include "il_reference/language/instructions.hpp"

namespace gputest::il {
namespace {

/// From this value on, adding 1 no longer changes a float.
constexpr int kMostSteps = 16777216;

}  // namespace

Counters::Counters(const Program& program, Mode mode)
    : program_(program), mode_(mode), counted_(program, Fact::counted) {
  if (mode == Mode::strict) {
    for (const Instruction& instruction : program.instructions) {
      const Destination& destination = instruction.destination;
      if (!instruction.has_destination || destination.file != File::temp) continue;
      for (unsigned slot = 0; slot < 4; ++slot) {
        if (destination.mask[slot] != Write::result) continue;
        const auto step = step_of(program, instruction, slot);
        if (!step.has_value() || (step->relative && std::abs(step->by) > 1))
          uneven_.insert({destination.number, slot});
      }
    }
  }
  for (const Instruction& instruction : program.instructions) {
    if (info(instruction.opcode).shape != Shape::texture || instruction.opcode == Opcode::load)
      continue;
    const Source& source = instruction.sources[0];
    if (!holds(source)) continue;
    for (unsigned slot = 0; slot < 2; ++slot)
      if (is_register(source.swizzle[slot]))
        slots_.insert({source.number, static_cast<unsigned>(source.swizzle[slot])});
  }
}

bool Counters::holds(const Source& source) const {
  if (source.file != File::temp) return false;
  for (unsigned slot = 0; slot < 2; ++slot) {
    const Select select = source.swizzle[slot];
    if (!counted_.holds(source, slot)) return false;
    if (is_register(select) && uneven_.count({source.number, static_cast<unsigned>(select)}) != 0)
      return false;
  }
  return true;
}

std::optional<std::string> Counters::coordinates(const Source& source) const {
  if (!holds(source)) return std::nullopt;
  std::vector<std::string> values;
  for (unsigned slot = 0; slot < 2; ++slot) {
    const Select select = source.swizzle[slot];
    values.push_back(is_register(select)     ? fmt::format("r{}_int.{}", source.number,
                                                           kSlots[static_cast<unsigned>(select)])
                     : select == Select::one ? "1"
                                             : "0");
  }
  return fmt::format("(int2)({})", fmt::join(values, ", "));
}

std::string Counters::declarations() const {
  std::set<std::uint32_t> registers;
  for (const auto& [number, slot] : slots_) registers.insert(number);
  std::string text;
  for (const std::uint32_t number : registers) text += fmt::format("  int4 r{}_int = 0;\n", number);
  return text;
}

std::string Counters::update(const Instruction& instruction) const {
  const Destination& destination = instruction.destination;
  if (destination.file != File::temp) return "";
  std::string text;
  for (unsigned slot = 0; slot < 4; ++slot) {
    const Write write = destination.mask[slot];
    if (write == Write::keep || slots_.count({destination.number, slot}) == 0) continue;
    const Step step = write == Write::result ? *step_of(program_, instruction, slot)
                                             : Step{false, write == Write::one ? 1 : 0};
    const std::string count = fmt::format("r{}_int.{}", destination.number, kSlots[slot]);
    if (!step.relative)
      text += fmt::format(" {} = {};", count, step.by);
    else if (mode_ == Mode::fast)
      text += fmt::format(" {} += {};", count, step.by);
    else
      text += fmt::format(" {0} = {1}({0} + {2}, {3});", count, step.by < 0 ? "max" : "min",
                          step.by, step.by < 0 ? -kMostSteps : kMostSteps);
  }
  return text;
}

}  // namespace gputest::il
