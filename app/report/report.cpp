// gputest report: writes results as an HTML page, as Markdown or as CSV.
#include <fmt/format.h>
#include <fmt/ranges.h>
#include <sys/stat.h>

#include <algorithm>
#include <cctype>
#include <ctime>
#include <string_view>

#include "app/command/build_info.hpp"
#include "app/command/commands.hpp"
#include "app/command/messages.hpp"
#include "app/report/comparison_table.hpp"
#include "app/report/report_page.hpp"
#include "app/report/report_rows.hpp"
#include "app/report/report_text.hpp"
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

/// Reads the results and compares the later ones with the first.
std::vector<ReportedResult> read_results(const Registry& registry, const PageCommand& command,
                                         double threshold) {
  std::vector<ReportedResult> results;
  for (const std::string& path : command.files) {
    ResultFile file = read_result_file(path);
    if (file.rows().empty())
      throw Error(Status::bad_input, fmt::format("{} has no rows{}", file.path, file.why_short()));
    ComparedResult compared = compared_result(registry, file);
    std::vector<ComparedRow> rows;
    if (!results.empty()) {
      rows = compare_results(results.front().compared, compared, threshold);
      for (const std::string& line :
           different_devices(results.front().compared, compared, command.files.front(), path))
        say("warning: {}", line);
    }
    results.push_back({std::move(file), std::move(compared), std::move(rows)});
  }
  return results;
}

nlohmann::ordered_json page_data(const Registry& registry,
                                 const std::vector<ReportedResult>& results, double threshold) {
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
  for (std::size_t k = 0; k < results.size(); ++k) {
    const ResultFile& file = results[k].file;
    data["results"].push_back(heading_of(file));
    for (auto& row : report_rows(file)) {
      row["result"] = k;
      data["rows"].push_back(std::move(row));
    }
    if (k > 0) data["comparisons"].push_back(comparison_of(results[k].rows, k));
  }
  return data;
}

/// Whether the file's name has that extension, in small letters or capitals.
bool has_extension(const std::string& path, std::string_view extension) {
  if (path.size() <= extension.size()) return false;
  return std::equal(extension.begin(), extension.end(),
                    path.end() - static_cast<std::ptrdiff_t>(extension.size()), [](char a, char b) {
                      return a == std::tolower(static_cast<unsigned char>(b));
                    });
}

class ReportPage : public Subcommand {
 public:
  explicit ReportPage(const Registry& registry) : registry_(registry) {}
  std::string name() const override { return "report"; }
  std::string summary() const override {
    return "write JSON results as an HTML page, Markdown or CSV";
  }
  std::vector<ManualEntry> examples() const override {
    return {{"gputest report old.json new.json -o report.html", "a page that compares two results"},
            {"gputest report new.json -o report.md", "Markdown, by the extension; .csv is CSV"}};
  }
  void declare(OptionList& options) override {
    options.words("files", command_.files,
                  "results of --format=json; later ones are compared with the first", 1);
    options.value("-o,--output", command_.output,
                  "the HTML page, which needs no network; a .md is Markdown, a .csv is CSV",
                  "FILE");
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
    const std::vector<ReportedResult> results = read_results(registry_, command_, threshold);
    const nlohmann::ordered_json data = page_data(registry_, results, threshold);
    write_file_atomically(command_.output, [&](std::ostream& out) {
      if (has_extension(command_.output, ".md"))
        write_markdown_report(out, results, data);
      else if (has_extension(command_.output, ".csv"))
        write_csv_report(out, registry_, results);
      else
        write_report_page(out, data);
    });
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
