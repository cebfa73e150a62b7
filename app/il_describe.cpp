#include "app/il_describe.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <stdlib.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <cstdio>
#include <filesystem>
#include <fstream>
#include <nlohmann/json.hpp>

#include "app/il_memory.hpp"
#include "app/table.hpp"
#include "common/core/host.hpp"
#include "common/core/names.hpp"
#include "il_reference/language/located_error.hpp"
#include "il_reference/language/parser.hpp"
#include "il_reference/opencl/translator.hpp"
#include "il_reference/r600/card.hpp"

namespace gputest {
namespace {

using Json = nlohmann::ordered_json;

/// A folder that goes when this does.
class ScratchFolder {
 public:
  ScratchFolder() : path_((std::filesystem::temp_directory_path() / "gputest-XXXXXX").string()) {
    if (mkdtemp(path_.data()) == nullptr)
      throw Error(Status::bad_input, fmt::format("cannot make a folder like {}", path_));
  }
  ~ScratchFolder() {
    std::error_code ignored;
    std::filesystem::remove_all(path_, ignored);
  }
  ScratchFolder(const ScratchFolder&) = delete;
  ScratchFolder& operator=(const ScratchFolder&) = delete;
  std::string file(const char* name) const { return path_ + "/" + name; }

 private:
  std::string path_;
};

/// LLVM 15 is the last whose r600 compiler Debian has the library for.
constexpr const char* kCompiler = "clang-15";

std::string library_of(const r600::Card& card) {
  const std::string path = fmt::format("/usr/lib/clc/{}-r600--.bc", card.target);
  if (!std::filesystem::exists(path))
    throw Error(Status::unavailable,
                fmt::format("il describe needs {} and OpenCL's library for it, and there is no {} "
                            "(Debian 12: clang-15, libclc-15)",
                            kCompiler, path));
  return path;
}

/// The target's assembly of OpenCL C.
std::string assembly_of(const std::string& text, const r600::Card& card) {
  const std::string library = library_of(card);
  const ScratchFolder scratch;
  std::ofstream(scratch.file("kernel.cl")) << text;
  const std::string command = fmt::format(
      "{} -target r600-- -mcpu={} -x cl {} -w -O3 -Xclang -finclude-default-header "
      "-Xclang -mlink-builtin-bitcode -Xclang '{}' -S -o '{}' '{}' 2>'{}'",
      kCompiler, card.target, il::fast_build_options, library, scratch.file("kernel.s"),
      scratch.file("kernel.cl"), scratch.file("messages"));
  const int status = std::system(command.c_str());
  if (WIFEXITED(status) && WEXITSTATUS(status) == 127)
    throw Error(Status::unavailable,
                fmt::format("il describe needs {}, which is not installed (Debian 12: clang-15, "
                            "libclc-15)",
                            kCompiler));
  if (status != 0) {
    const std::string messages = read_file(scratch.file("messages"));
    throw Error(Status::unavailable,
                fmt::format("{} compiles no code for {} of it: {}", kCompiler, card.target,
                            messages.substr(0, messages.find('\n'))));
  }
  return read_file(scratch.file("kernel.s"));
}

r600::Card card_of(const std::string& target) {
  if (const auto card = r600::find_card(target)) return *card;
  throw Error(Status::usage, no_such("target", target, il_targets()));
}

std::string translated(const IlDescribeCommand& command, const std::string& file) {
  const std::string text = read_il_text(command.file);
  const il::Program program = il::read_program(text, file);
  il::TranslationOptions options;
  options.mode = command.strict ? il::Mode::strict : il::Mode::fast;
  options.images = false;  // the compiler has no samplers
  try {
    return il::translate(program, text, options).text();
  } catch (const il::LocatedError& error) {
    throw Error(error.status(), error.in_file(file));
  }
}

double filled(const r600::Card& card, const r600::Count& count) {
  return count.bundles == 0 ? 0 : double(count.operations) / (count.bundles * card.slots);
}

std::string counted(std::uint32_t number, const char* one, const char* many) {
  return fmt::format("{} {}", number, number == 1 ? one : many);
}

std::string count_text(const r600::Card& card, const r600::Count& count) {
  return fmt::format("{} in {}, {} of {} slots filled ({:.0f} %); {} in {}",
                     counted(count.bundles, "bundle", "bundles"),
                     counted(count.alu_clauses, "ALU clause", "ALU clauses"), count.operations,
                     count.bundles * card.slots, 100 * filled(card, count),
                     counted(count.fetches, "fetch", "fetches"),
                     counted(count.fetch_clauses, "clause", "clauses"));
}

Json count_json(const r600::Card& card, const r600::Count& count) {
  return {{"alu_clauses", count.alu_clauses}, {"fetch_clauses", count.fetch_clauses},
          {"bundles", count.bundles},         {"operations", count.operations},
          {"fetches", count.fetches},         {"filled", filled(card, count)}};
}

/// The loop, bundle by bundle.
std::string loop_text(const r600::Code& code, const r600::Loop& loop) {
  std::string text;
  for (std::size_t k = loop.first; k < loop.last; ++k) {
    text += fmt::format("    {}\n", code.steps[k].text);
    if (code.steps[k].clause < 0) continue;
    const r600::Clause& clause = code.clauses[static_cast<std::size_t>(code.steps[k].clause)];
    for (const std::string& fetch : clause.fetches) text += fmt::format("         {}\n", fetch);
    for (std::size_t b = 0; b < clause.bundles.size(); ++b)
      text += fmt::format("    {:>4} {}\n", b + 1, fmt::join(clause.bundles[b].operations, " | "));
  }
  return text;
}

void print_text(const std::string& file, const r600::Card& card, const r600::Code& code) {
  fmt::print("{} for {}, by {}: {}, {} SIMDs at {} MHz, {} slots in a bundle\n", file, card.target,
             kCompiler, card.name, card.simds, card.megahertz, card.slots);
  fmt::print("  registers   {} of four numbers, so {} wavefronts on a SIMD; {} stack entries\n",
             code.registers, r600::wavefronts(code.registers), code.stack);
  fmt::print("  whole       {}\n", count_text(card, r600::count(code, 0, code.steps.size())));
  const r600::Loop loop = r600::inner_loop(code);
  if (loop.last == 0) {
    fmt::print("  inner loop  none\n");
    return;
  }
  const r600::Count turn = r600::count(code, loop.first, loop.last);
  const r600::Cycles cycles = r600::cycles(turn);
  fmt::print("  inner loop  {}\n", count_text(card, turn));
  fmt::print(
      "  model       a turn of a wavefront: {} cycles of arithmetic beside {} of fetches, so at "
      "most\n              {:.2f} Gturns/s of threads on the card\n\n{}",
      cycles.alu, cycles.fetch, r600::per_second(card, turn) * 1e-9, loop_text(code, loop));
}

void print_json(const std::string& file, const r600::Card& card, const r600::Code& code) {
  Json json{{"file", file},
            {"target", card.target},
            {"card", card.name},
            {"simds", card.simds},
            {"megahertz", card.megahertz},
            {"slots", card.slots},
            {"registers", code.registers},
            {"wavefronts", r600::wavefronts(code.registers)},
            {"stack", code.stack},
            {"whole", count_json(card, r600::count(code, 0, code.steps.size()))},
            {"inner_loop", nullptr}};
  if (const r600::Loop loop = r600::inner_loop(code); loop.last != 0) {
    const r600::Count turn = r600::count(code, loop.first, loop.last);
    Json inner = count_json(card, turn);
    inner["alu_cycles"] = r600::cycles(turn).alu;
    inner["fetch_cycles"] = r600::cycles(turn).fetch;
    inner["turns_per_second"] = r600::per_second(card, turn);
    json["inner_loop"] = inner;
  }
  fmt::print("{}\n", json.dump(2));
}

}  // namespace

std::vector<std::string> il_targets() {
  std::vector<std::string> targets;
  for (const r600::Card& card : r600::cards()) targets.emplace_back(card.target);
  return targets;
}

Status describe_il(const IlDescribeCommand& command) {
  if (command.format != "table" && command.format != "json")
    throw Error(Status::usage, "il describe prints table or json");
  const r600::Card card = card_of(command.target);
  const std::string file = il_file_name(command.file);
  const std::string text = translated(command, file);
  const std::string assembly = assembly_of(text, card);
  const r600::Code code = [&] {
    try {
      return r600::parse_assembly(assembly, "il_main");
    } catch (const std::runtime_error& error) {
      throw Error(Status::unavailable, error.what());
    }
  }();
  if (command.format == "json")
    print_json(file, card, code);
  else
    print_text(file, card, code);
  return Status::ok;
}

}  // namespace gputest
