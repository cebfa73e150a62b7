#include "app/il/r600_report.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <filesystem>

#include "il_reference/r600/compiler.hpp"

namespace gputest {
namespace {

using Json = nlohmann::ordered_json;

double share_filled(const r600::Card& card, const r600::Count& count) {
  return count.bundles == 0 ? 0 : double(count.operations) / (count.bundles * card.slots);
}

std::string counted(std::uint32_t number, const char* one, const char* many) {
  return fmt::format("{} {}", number, number == 1 ? one : many);
}

std::string count_text(const r600::Card& card, const r600::Count& count) {
  return fmt::format("{} in {}, {} of {} slots filled ({:.0f} %); {} in {}",
                     counted(count.bundles, "bundle", "bundles"),
                     counted(count.alu_clauses, "ALU clause", "ALU clauses"), count.operations,
                     count.bundles * card.slots, 100 * share_filled(card, count),
                     counted(count.fetches, "fetch", "fetches"),
                     counted(count.fetch_clauses, "clause", "clauses"));
}

Json count_json(const r600::Card& card, const r600::Count& count) {
  return {{"alu_clauses", count.alu_clauses}, {"fetch_clauses", count.fetch_clauses},
          {"bundles", count.bundles},         {"operations", count.operations},
          {"fetches", count.fetches},         {"filled", share_filled(card, count)}};
}

/// "42: RECIPSQRT_IEEE T0.Y, PV.Z"; from another file "pair.h:12: …", without a line "-: …".
std::string with_line(const r600::Operation& operation, const R600Source& source) {
  if (operation.line == 0) return "-: " + operation.text;
  const std::string file = operation.file == source.file
                               ? ""
                               : std::filesystem::path(operation.file).filename().string() + ":";
  return fmt::format("{}{}: {}", file, operation.line, operation.text);
}

/// The loop, bundle by bundle.
std::string loop_text(const r600::Code& code, const r600::Loop& loop, const R600Source& source) {
  std::string text;
  for (std::size_t k = loop.first; k < loop.last; ++k) {
    text += fmt::format("    {}\n", code.steps[k].text);
    if (code.steps[k].clause < 0) continue;
    const r600::Clause& clause = code.clauses[static_cast<std::size_t>(code.steps[k].clause)];
    for (const r600::Operation& fetch : clause.fetches)
      text += fmt::format("         {}\n", with_line(fetch, source));
    for (std::size_t b = 0; b < clause.bundles.size(); ++b) {
      std::vector<std::string> operations;
      for (const r600::Operation& operation : clause.bundles[b].operations)
        operations.push_back(with_line(operation, source));
      text += fmt::format("    {:>4} {}\n", b + 1, fmt::join(operations, " | "));
    }
  }
  return text;
}

/// The text of that line; empty for 0, which means no line of the source.
std::string line_text(const R600Source& source, std::uint32_t number) {
  if (number == 0 || number > source.lines.size()) return "";
  const std::string& line = source.lines[number - 1];
  const auto first = line.find_first_not_of(" \t");
  return first == line.npos ? "" : line.substr(first);
}

/// A table of the source's lines, with the operations and fetches compiled from each.
std::string lines_text(const r600::Code& code, const r600::Loop& loop, const R600Source& source) {
  std::string text = fmt::format("  {:>6} {:>10} {:>7}  {}\n", "line", "operations", "fetches",
                                 std::filesystem::path(source.file).filename().string());
  for (const auto& [number, count] : count_by_line(code, loop, source.file))
    text += fmt::format("  {:>6} {:>10} {:>7}  {}\n", number == 0 ? "-" : std::to_string(number),
                        count.operations, count.fetches,
                        number == 0 ? "no line of this file" : line_text(source, number));
  return text;
}

}  // namespace

std::string r600_text(const std::string& title, const r600::Card& card, const r600::Code& code,
                      const R600Source& source) {
  std::string text = fmt::format(
      "{} for {}, by {}: {}, {} SIMDs at {} MHz, {} slots in a bundle\n"
      "  registers   {} of four numbers, so {} wavefronts per SIMD; {} stack entries\n"
      "  whole       {}\n",
      title, card.target, kR600Compiler, card.name, card.simds, card.megahertz, card.slots,
      code.registers, r600::wavefronts(code.registers), code.stack,
      count_text(card, r600::count(code, 0, code.steps.size())));
  const r600::Loop loop = r600::inner_loop(code);
  if (loop.last == 0) return text + "  inner loop  none\n";
  const r600::Count turn = r600::count(code, loop.first, loop.last);
  const r600::Cycles cycles = r600::cycles(turn);
  text += fmt::format("  inner loop  {}\n", count_text(card, turn));
  text += fmt::format(
      "  model       one iteration of a wavefront: {} cycles of arithmetic in parallel with {} of "
      "fetches,\n              so at most {:.2f} G iterations/s of threads on the GPU\n\n{}\n{}",
      cycles.alu, cycles.fetch, r600::per_second(card, turn) * 1e-9, loop_text(code, loop, source),
      lines_text(code, loop, source));
  return text;
}

Json r600_json(const r600::Card& card, const r600::Code& code, const R600Source& source) {
  Json json{{"target", card.target},
            {"card", card.name},
            {"simds", card.simds},
            {"megahertz", card.megahertz},
            {"slots", card.slots},
            {"registers", code.registers},
            {"wavefronts", r600::wavefronts(code.registers)},
            {"stack", code.stack},
            {"whole", count_json(card, r600::count(code, 0, code.steps.size()))},
            {"inner_loop", nullptr}};
  const r600::Loop loop = r600::inner_loop(code);
  if (loop.last == 0) return json;
  const r600::Count turn = r600::count(code, loop.first, loop.last);
  Json inner = count_json(card, turn);
  inner["alu_cycles"] = r600::cycles(turn).alu;
  inner["fetch_cycles"] = r600::cycles(turn).fetch;
  inner["turns_per_second"] = r600::per_second(card, turn);
  inner["lines"] = Json::array();
  for (const auto& [number, count] : count_by_line(code, loop, source.file))
    inner["lines"].push_back({{"line", number},
                              {"text", line_text(source, number)},
                              {"operations", count.operations},
                              {"fetches", count.fetches}});
  json["inner_loop"] = inner;
  return json;
}

}  // namespace gputest
