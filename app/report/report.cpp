// gputest report: writes results as an HTML page.
#include <fmt/format.h>
#include <fmt/ranges.h>
#include <sys/stat.h>

#include <ctime>

#include "app/command/build_info.hpp"
#include "app/command/commands.hpp"
#include "app/command/messages.hpp"
#include "app/report/comparison.hpp"
#include "app/report/report_page.hpp"
#include "app/report/report_rows.hpp"
#include "app/results/row_columns.hpp"
#include "common/core/destination.hpp"
#include "common/core/output_file.hpp"

namespace gputest {
namespace {

/// The file's modification time in UTC, because a result contains no date; empty if unknown.
std::string written_at(const std::string& path) {
  struct stat status {};
  std::tm time{};
  if (stat(path.c_str(), &status) != 0 || gmtime_r(&status.st_mtime, &time) == nullptr) return "";
  char text[32];
  return {text, std::strftime(text, sizeof text, "%Y-%m-%d %H:%M UTC", &time)};
}

/// The command, host and program of a result. Throws Error(bad_input) if the file lacks them.
nlohmann::ordered_json heading_of(const ResultFile& file) {
  return reading(file.path, [&] {
    const auto text = [&](const nlohmann::ordered_json& object, const char* what) {
      return object.contains(what) ? object.at(what).get<std::string>() : std::string();
    };
    const auto& program = file.json.at("gputest");
    const auto& host = file.json.at("host");
    std::vector<std::string> compilers;
    if (program.contains("compilers"))
      for (const auto& [language, compiler] : program.at("compilers").items())
        compilers.push_back(fmt::format("{}: {}", language, compiler.get<std::string>()));
    auto heading = nlohmann::ordered_json::object();
    heading["name"] = file.path;
    heading["written"] = written_at(file.path);
    heading["version"] = text(program, "version");
    heading["revision"] = text(program, "git_revision");
    heading["build"] = text(program, "build_type");
    heading["compilers"] = fmt::format("{}", fmt::join(compilers, ", "));
    heading["cpu"] = text(host, "cpu");
    heading["cores"] = host.value("cores", 0u);
    heading["os"] = text(host, "os");
    heading["command"] = file.json.at("argv").get<std::vector<std::string>>();
    heading["interrupted"] = file.interruption ? sentence(*file.interruption) : "";
    return heading;
  });
}

/// Compares a later result with the first.
nlohmann::ordered_json comparison_of(const std::vector<ComparedRow>& rows, std::size_t now) {
  auto compared = nlohmann::ordered_json::array();
  for (const ComparedRow& row : rows) {
    auto out = nlohmann::ordered_json::object();
    for (std::size_t k = 0; k < kComparedKey.size(); ++k) out[kComparedKey[k]] = row.key[k];
    out["before"] = row.before ? nlohmann::ordered_json(*row.before) : nullptr;
    out["now"] = row.now ? nlohmann::ordered_json(*row.now) : nullptr;
    out["low"] = row.ratio ? nlohmann::ordered_json(row.ratio->low) : nullptr;
    out["high"] = row.ratio ? nlohmann::ordered_json(row.ratio->high) : nullptr;
    out["verdict"] = row.verdict;
    out["why"] = row.why;
    out["regression"] = row.regression;
    compared.push_back(std::move(out));
  }
  return {{"now", now}, {"rows", std::move(compared)}};
}

struct PageCommand {
  std::vector<std::string> files;
  std::string output, threshold;
};

nlohmann::ordered_json page_data(const Registry& registry, const PageCommand& command,
                                 double threshold) {
  auto data = nlohmann::ordered_json::object();
  data["made_by"] = fmt::format("gputest {}", build_info().at("version").get<std::string>());
  data["charts"] = report_has_charts();
  data["threshold"] = threshold;
  data["problem_axes"] = nlohmann::ordered_json::array();
  for (const auto& family : registry.families())
    for (const Axis& axis : family->axes())
      if (axis.is_problem) data["problem_axes"].push_back(axis.name);
  for (const RowColumn& column : row_columns())
    data["columns"][column.name] = {{"unit", column.unit}, {"meaning", column.meaning}};
  data["results"] = nlohmann::ordered_json::array();
  data["rows"] = nlohmann::ordered_json::array();
  data["comparisons"] = nlohmann::ordered_json::array();
  std::optional<ComparedResult> first;
  for (std::size_t k = 0; k < command.files.size(); ++k) {
    const ResultFile file = read_result_file(command.files[k]);
    if (file.rows().empty())
      throw Error(Status::bad_input, fmt::format("{} has no rows{}", file.path, file.why_short()));
    data["results"].push_back(heading_of(file));
    for (auto& row : report_rows(file)) {
      row["result"] = k;
      data["rows"].push_back(std::move(row));
    }
    const ComparedResult result = compared_result(registry, file);
    if (first)
      data["comparisons"].push_back(comparison_of(compare_results(*first, result, threshold), k));
    else
      first = result;
  }
  return data;
}

class ReportPage : public Subcommand {
 public:
  explicit ReportPage(const Registry& registry) : registry_(registry) {}
  std::string name() const override { return "report"; }
  std::string summary() const override { return "write JSON results as an HTML page"; }
  std::vector<ManualEntry> examples() const override {
    return {
        {"gputest report old.json new.json -o report.html", "a page that compares two results"}};
  }
  void declare(OptionList& options) override {
    options.words("files", command_.files,
                  "results of --format=json; later ones are compared with the first", 1);
    options.value("-o,--output", command_.output, "the HTML page, which needs no network", "FILE");
    options.value("--threshold", command_.threshold,
                  fmt::format("smallest relative slowdown that counts [{:g}]", kCountedChange));
  }
  Status run() override {
    if (command_.output.empty())
      throw Error(Status::usage,
                  "--output is missing; give the file for the page, see gputest report --help");
    const double threshold =
        real_number("--threshold", command_.threshold, 0).value_or(kCountedChange);
    std::vector<NamedPath> inputs;
    for (const std::string& file : command_.files) inputs.push_back({file, file});
    require_apart({{"--output", command_.output}}, inputs);
    require_writable(command_.output);
    const nlohmann::ordered_json data = page_data(registry_, command_, threshold);
    write_file_atomically(command_.output,
                          [&](std::ostream& out) { write_report_page(out, data); });
    say("wrote {} rows to {}", data.at("rows").size(), command_.output);
    return Status::ok;
  }

 private:
  const Registry& registry_;
  PageCommand command_;
};

}  // namespace

std::unique_ptr<Subcommand> make_report(const Registry& registry) {
  return std::make_unique<ReportPage>(registry);
}

}  // namespace gputest
