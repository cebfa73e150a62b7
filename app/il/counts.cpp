#include "app/il/counts.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <string_view>

#include "app/command/table.hpp"
#include "il_reference/language/printer.hpp"

namespace gputest {
namespace {

/// The five slots of a bundle: x to w, one operation for each slot of a result, and t.
constexpr std::array<std::string_view, 9> kUnits{"x",       "y",   "z",      "w",   "t",
                                                 "texture", "LDS", "memory", "flow"};
constexpr std::size_t kScalar = 4, kTexture = 5, kLds = 6, kMemory = 7, kFlow = 8;

/// How often an instruction uses each unit.
using Use = std::array<std::uint64_t, kUnits.size()>;

/// A vector product uses all slots that it multiplies, even if it writes fewer.
std::size_t slots_multiplied(il::Opcode opcode) {
  return opcode == il::Opcode::dp2 ? 2 : opcode == il::Opcode::dp3 ? 3 : 4;
}

Use use_of(const il::Instruction& instruction) {
  Use use{};
  switch (il::info(instruction.opcode).shape) {
    case il::Shape::scalar:
      use[kScalar] = 1;
      break;
    case il::Shape::texture:
      use[kTexture] = 1;
      break;
    case il::Shape::lds:
      use[kLds] = 1;
      break;
    case il::Shape::uav:
      use[kMemory] = 1;
      break;
    case il::Shape::fence:
    case il::Shape::flow:
      use[kFlow] = 1;
      break;
    case il::Shape::dot:
      std::fill_n(use.begin(), slots_multiplied(instruction.opcode), 1);
      break;
    default:
      if (instruction.destination.file == il::File::global) {
        use[kMemory] = 1;
        break;
      }
      for (std::size_t slot = 0; slot < 4; ++slot)
        use[slot] = instruction.destination.mask[slot] == il::Write::keep ? 0 : 1;
  }
  return use;
}

/// "x y z", "texture".
std::string units_text(const Use& use) {
  std::string text;
  for (std::size_t unit = 0; unit < use.size(); ++unit)
    if (use[unit] != 0) text += fmt::format("{}{}", text.empty() ? "" : " ", kUnits[unit]);
  return text;
}

}  // namespace

std::string il_counts_text(const il::Program& program, const il::RunStatistics& statistics) {
  Table instructions, units;
  instructions.columns = {
      {"line", Align::right}, {"executed", Align::right}, {"units"}, {"instruction"}};
  units.columns = {{"unit"}, {"operations", Align::right}, {"per thread", Align::right}};
  Use sums{};
  for (std::size_t k = 0; k < program.instructions.size(); ++k) {
    const il::Instruction& instruction = program.instructions[k];
    const std::uint64_t executed = statistics.executed[k];
    const Use use = use_of(instruction);
    for (std::size_t unit = 0; unit < sums.size(); ++unit) sums[unit] += executed * use[unit];
    instructions.rows.push_back(
        {{std::to_string(instruction.location.line), std::to_string(executed), units_text(use),
          il::to_text(instruction)}});
  }
  for (std::size_t unit = 0; unit < sums.size(); ++unit)
    if (sums[unit] != 0)
      units.rows.push_back({{std::string(kUnits[unit]), std::to_string(sums[unit]),
                             fmt::format("{:.1f}", static_cast<double>(sums[unit]) /
                                                       static_cast<double>(statistics.threads))}});
  return to_text(instructions, false) + "\n" + to_text(units, false);
}

}  // namespace gputest
