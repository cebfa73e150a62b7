#include "app/il/describe.hpp"

#include <fmt/format.h>

#include <nlohmann/json.hpp>
#include <sstream>

#include "app/il/memory.hpp"
#include "app/il/r600_report.hpp"
#include "il_reference/language/located_error.hpp"
#include "il_reference/language/parser.hpp"
#include "il_reference/opencl/translator.hpp"
#include "il_reference/r600/compiler.hpp"

namespace gputest {
namespace {

constexpr const char* kLineFile = "kernel.il";  // the name in line tables, for any file

std::string translated(const IlDescribeCommand& command, const std::string& text,
                       const std::string& file) {
  const il::Program program = il::read_program(text, file);
  il::TranslationOptions options;
  options.mode = command.strict ? il::Mode::strict : il::Mode::fast;
  options.images = false;  // the compiler has no samplers
  options.line_file = kLineFile;
  try {
    return il::translate(program, text, options).text();
  } catch (const il::LocatedError& error) {
    throw Error(error.status(), error.in_file(file));
  }
}

/// The text's lines, without comments.
R600Source line_source(const std::string& text) {
  R600Source source{kLineFile, {}};
  std::istringstream lines(text);
  for (std::string line; std::getline(lines, line);) {
    line = line.substr(0, line.find(';'));
    source.lines.push_back(line.substr(0, line.find_last_not_of(" \t\r") + 1));
  }
  return source;
}

}  // namespace

Status describe_il(const IlDescribeCommand& command) {
  if (command.format != "table" && command.format != "json")
    throw Error(Status::usage,
                fmt::format("--format takes table or json, not '{}'", command.format));
  const r600::Card card = r600_card(command.target);
  const std::string file = il_file_name(command.file);
  const std::string text = read_il_text(command.file);
  // Code of the support functions is attributed to the line that calls them.
  const std::string options =
      fmt::format("{} -DIL_FN=__attribute__((nodebug))",
                  command.strict ? il::strict_build_options : il::fast_build_options);
  const r600::Code code =
      r600_code(r600_assembly(translated(command, text, file), options, card), "il_main");
  const R600Source source = line_source(text);
  if (command.format == "json") {
    nlohmann::ordered_json json{{"file", file}};
    json.update(r600_json(card, code, source));
    fmt::print("{}\n", json.dump(2));
  } else {
    fmt::print("{}", r600_text(file, card, code, source));
  }
  return Status::ok;
}

}  // namespace gputest
