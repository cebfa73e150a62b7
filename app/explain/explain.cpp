// gputest explain: explains the speed of a row of a result, without running anything.
#include <fmt/format.h>
#include <fmt/ranges.h>
#include <sys/stat.h>

#include <algorithm>
#include <iostream>

#include "app/command/commands.hpp"
#include "app/command/messages.hpp"
#include "app/command/wrap.hpp"
#include "app/explain/explanation.hpp"
#include "app/explain/row_choice.hpp"
#include "app/manual/help_table.hpp"
#include "app/results/problem_words.hpp"
#include "common/core/names.hpp"
#include "common/core/printable.hpp"
#include "common/core/standard_streams.hpp"

namespace gputest {
namespace {

constexpr std::size_t kExplainWidth = 80, kTopicColumn = 12;

/// A row and every aspect that has sentences.
struct Explanation {
  const ExplainedRow* row;
  std::string summary;  ///< of its kernel
  std::vector<Aspect> aspects;
};

struct ExplainCommand {
  std::string what, target, format = "text";
  std::vector<std::string> ceilings;
  RowChoice choice;
};

bool is_there(const std::string& path) {
  struct stat status {};
  return stat(path.c_str(), &status) == 0;
}

Explanation explain(const Registry& registry, const ExplainedRow& row,
                    const std::vector<ExplainedRow>& rows, const std::vector<CeilingRow>& known,
                    const std::string& target) {
  Explanation explanation{&row, summary_of(registry, row), {}};
  const Precision arithmetic = arithmetic_of(registry, row);
  const MeasuredCeilings ceilings = measured_ceilings(row, arithmetic, known);
  const RowResources resources = row_resources(registry, row, target);
  for (Aspect& aspect :
       std::vector{speed_aspect(row), ceiling_aspect(row, arithmetic, ceilings),
                   launch_aspect(row, resources), occupancy_aspect(resources),
                   loop_aspect(row, arithmetic, resources, ceilings), counts_aspect(row),
                   transfer_aspect(row), noise_aspect(row), ladder_aspect(registry, row, rows)})
    if (!aspect.sentences.empty()) explanation.aspects.push_back(std::move(aspect));
  return explanation;
}

void print_wrapped(const std::string& text) {
  for (const std::string& line : wrapped(printable(text), kExplainWidth)) fmt::print("{}\n", line);
}

/// Prints the topic before the first line, and the other lines below it.
void print_aspect(const Aspect& aspect) {
  const bool is_list = aspect.topic == "ladder";
  std::vector<std::string> paragraphs = aspect.sentences;
  if (!is_list) paragraphs = {fmt::format("{}", fmt::join(aspect.sentences, " "))};
  std::string head = aspect.topic;
  for (const std::string& paragraph : paragraphs) {
    std::string indent = is_list && paragraphs.size() > 1 ? "- " : "";
    for (const std::string& line :
         wrapped(printable(paragraph), kExplainWidth - kTopicColumn - indent.size())) {
      fmt::print("{:<{}}{}{}\n", head, kTopicColumn, indent, line);
      head.clear();
      indent.assign(indent.size(), ' ');
    }
  }
}

void print_explanation(const Explanation& explanation, const std::string& path) {
  const ExplainedRow& row = *explanation.row;
  print_wrapped(fmt::format("Row {} of {}: {} on {}, {}", row.number, path, row.name(), row.device,
                            row.device_name));
  print_wrapped(row.point());
  const std::string problem = problem_words(
      row.problem, [&](const std::string& name) { return row.axes.count(name) == 0; });
  for (const std::string& text : {problem, explanation.summary})
    if (!text.empty()) print_wrapped(text);
  fmt::print("\n");
  for (const Aspect& aspect : explanation.aspects) print_aspect(aspect);
}

nlohmann::ordered_json as_json(const Explanation& explanation) {
  const ExplainedRow& row = *explanation.row;
  auto aspects = nlohmann::ordered_json::array();
  for (const Aspect& aspect : explanation.aspects)
    aspects.push_back(
        {{"topic", aspect.topic}, {"sentences", aspect.sentences}, {"figures", aspect.figures}});
  return {{"row", row.number},          {"api", row.api},
          {"device", row.device},       {"device_name", row.device_name},
          {"kernel", row.kernel},       {"layout", row.layout},
          {"precision", row.precision}, {"n", row.n},
          {"block", row.block},         {"problem", row.problem},
          {"status", row.status},       {"aspects", aspects}};
}

Status explain_file(const Registry& registry, const ExplainCommand& command) {
  const ResultFile file = read_result_file(command.what);
  const std::vector<ExplainedRow> rows = explained_rows(registry, file);
  if (rows.empty())
    throw Error(Status::bad_input,
                fmt::format("{} has no rows with kernels{}", file.path, file.why_short()));
  const auto chosen = chosen_rows(command.choice, file.path, rows);
  std::vector<CeilingRow> known = ceiling_rows(rows, "");
  for (const std::string& path : command.ceilings) {
    const auto more = ceiling_rows(explained_rows(registry, read_result_file(path)), path);
    if (more.empty())
      throw Error(Status::bad_input,
                  fmt::format("{} has no timed row of roofline_fma, so it has no ceilings", path));
    known.insert(known.end(), more.begin(), more.end());
  }
  std::vector<Explanation> explanations;
  for (const ExplainedRow* row : chosen)
    explanations.push_back(explain(registry, *row, rows, known, command.target));
  if (file.interruption) say("warning: {} was {}", file.path, sentence(*file.interruption));
  if (command.format == "json") {
    auto all = nlohmann::ordered_json::array();
    for (const Explanation& one : explanations) all.push_back(as_json(one));
    const nlohmann::ordered_json json{
        {"explanation_version", 1}, {"file", file.path}, {"rows", all}};
    fmt::print("{}\n", json.dump(2, ' ', false, nlohmann::ordered_json::error_handler_t::replace));
  } else {
    for (const Explanation& one : explanations) {
      if (&one != &explanations.front()) fmt::print("\n");
      print_explanation(one, file.path);
    }
  }
  return Status::ok;
}

/// Explains a word of a table, if there is no file of that name.
Status explain_word(const ExplainCommand& command, const TableTerm& term) {
  if (!command.choice.row.empty() || command.choice.has_options() || !command.ceilings.empty() ||
      !command.target.empty() || command.format != "text")
    throw Error(
        Status::usage,
        fmt::format("'{}' is a word of a table; leave out the row and the options", term.word));
  print_wrapped(fmt::format("{}: {}", command.what, term.meaning));
  return Status::ok;
}

class Explain : public Subcommand {
 public:
  explicit Explain(const Registry& registry) : registry_(registry) {}
  std::string name() const override { return "explain"; }
  std::string summary() const override { return "explain the speed of a row of a result"; }
  void declare(OptionList& options) override {
    options.word("result", command_.what,
                 "a result of --format=json, or a word of a table, such as noise");
    options.word("row", command_.choice.row,
                 "a row's number, from 1, or [api:]kernel [the fastest of each family]", false);
    command_.choice.declare(options, registry_);
    options.list("--ceilings", command_.ceilings,
                 "results of roofline_fma on that device, if RESULT has none", "FILES");
    options.value("--target", command_.target,
                  "the target of the device's code, such as sm_90 [from the device's name]",
                  "NAME");
    options.value("--format", command_.format, "text or json [text]");
  }
  Status run() override {
    if (command_.format != "text" && command_.format != "json")
      throw Error(Status::usage,
                  fmt::format("--format takes text or json, not '{}'", command_.format));
    for (const TableTerm& term : table_terms(registry_))
      if ((term.word == command_.what || term.shown == command_.what) && !is_there(command_.what))
        return explain_word(command_, term);
    return explain_file(registry_, command_);
  }

 private:
  const Registry& registry_;
  ExplainCommand command_;
};

}  // namespace

std::unique_ptr<Subcommand> make_explain(const Registry& registry) {
  return std::make_unique<Explain>(registry);
}

}  // namespace gputest
