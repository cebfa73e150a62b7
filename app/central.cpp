#include <fmt/format.h>

#include <cmath>
#include <iostream>
#include <nlohmann/json.hpp>

#include "app/commands.hpp"
#include "app/messages.hpp"
#include "app/table.hpp"
#include "common/central/curve.hpp"
#include "common/core/output_file.hpp"
#include "common/core/parse_number.hpp"

namespace gputest {
namespace {

struct CentralCommand {
  std::string law;
  std::string alpha, from, to, parts;
  std::string table;   ///< a file; empty: made
  std::string format;  ///< table, json or csv
  std::string output;  ///< where the table goes; empty: nowhere
};

double positive_number(const std::string& option, const std::string& text, double default_value) {
  if (text.empty()) return default_value;
  const auto value = parse_number<double>(text);
  if (!value || !(*value > 0))
    throw Error(Status::bad_input,
                fmt::format("{} takes a finite number above 0, not '{}'", option, text));
  return *value;
}

Table curve_table(const std::vector<CentralCurvePart>& curve) {
  Table table;
  for (const char* title :
       {"r", "to", "g r", "table", "table, of the largest g r", "formula in fp32"})
    table.columns.push_back({title, Align::right});
  for (const CentralCurvePart& part : curve)
    table.rows.push_back(
        {{fmt::format("{:.4g}", part.r), fmt::format("{:.4g}", part.r_end),
          fmt::format("{:.3e}", part.force), fmt::format("{:.1e}", part.by_table),
          fmt::format("{:.1e}", part.of_largest), fmt::format("{:.1e}", part.by_formula)},
         Tone::plain});
  return table;
}

nlohmann::ordered_json curve_json(const CentralLaw& law, double alpha, const CentralTable& table,
                                  const std::vector<CentralCurvePart>& curve) {
  nlohmann::ordered_json json{{"law", law.name},
                              {"formula", law.formula},
                              {"alpha", alpha},
                              {"intervals", table.quartics.size()},
                              {"parts_per_octave", table.parts()},
                              {"curve", nlohmann::ordered_json::array()}};
  for (const CentralCurvePart& part : curve)
    json["curve"].push_back({{"r", part.r},
                             {"r_end", part.r_end},
                             {"force", part.force},
                             {"table_error", part.by_table},
                             {"table_error_of_largest", part.of_largest},
                             {"formula_error", part.by_formula}});
  return json;
}

std::string curve_csv(const std::vector<CentralCurvePart>& curve) {
  std::string text = "r,r_end,force,table_error,table_error_of_largest,formula_error\n";
  for (const CentralCurvePart& part : curve)
    text += fmt::format("{},{},{},{},{},{}\n", part.r, part.r_end, part.force, part.by_table,
                        part.of_largest, part.by_formula);
  return text;
}

Status tell_of_law(const CentralCommand& command) {
  const CentralLaw& law = find_central_law(command.law);
  const double alpha = positive_number("--alpha", command.alpha, 2);
  const double from = positive_number("--from", command.from, 0.5);
  const double to = positive_number("--to", command.to, 64);
  if (!(from < to))
    throw Error(Status::bad_input, fmt::format("--from={:g} is not below --to={:g}", from, to));
  const std::size_t parts = whole_number("--parts", command.parts, 1, 10000).value_or(14);
  const std::string format = command.format.empty() ? "table" : command.format;
  if (format != "table" && format != "json" && format != "csv")
    throw Error(Status::usage, no_such("format", format, {"table", "json", "csv"}));
  if (!command.output.empty()) require_writable(command.output);
  const double shape = central_shape(law, alpha);
  const double low = from * from, high = to * to * (1 + 1e-6);
  const CentralTable table =
      !command.table.empty()
          ? read_central_table(command.table)
          : make_central_table(
                [&](long double x) {
                  return central_terms<long double>(law.number, x, static_cast<long double>(shape))
                      .g;
                },
                low * (1 - 1e-6), high);
  if (!table.covers(low * (1 - 1e-7), low) || !table.covers(low, to * to))
    throw Error(
        Status::bad_input,
        fmt::format("the table {} is of r from {:g} to {:g}, and not from {:g} to {:g}",
                    command.table, std::sqrt(table.begin(0)), std::sqrt(table.end()), from, to));
  const auto curve = central_error_curve(law, shape, table, from, to, parts);
  if (!command.output.empty()) {
    const std::string text =
        central_table_text(table, fmt::format("g = {}, alpha = {:g}", law.formula, alpha));
    write_file_atomically(command.output, [&](std::ostream& out) { out << text; });
    say("wrote {} intervals to {}", table.quartics.size(), command.output);
  }
  if (format == "json") {
    std::cout << curve_json(law, alpha, table, curve).dump(2) << '\n';
  } else if (format == "csv") {
    std::cout << curve_csv(curve);
  } else {
    std::cout << fmt::format(
        "g = {}; {} intervals, {} to an octave of r^2; errors are the largest of a part\n\n",
        law.formula, table.quartics.size(), table.parts());
    std::cout << to_text(curve_table(curve), false);
  }
  return Status::ok;
}

class CentralLawCommand : public Subcommand {
 public:
  std::string name() const override { return "central"; }
  std::string summary() const override {
    return "errors of a law of central forces over the distance, and its table as a file";
  }
  std::vector<ManualEntry> examples() const override {
    return {{"gputest central ewald-real --from=0.5 --to=3 -o ewald.table",
             "a table of Ewald's real part"}};
  }
  void declare(OptionList& options) override {
    std::string laws;
    for (const CentralLaw& law : central_laws())
      laws += fmt::format("{}{}", laws.empty() ? "" : ", ", law.name);
    options.word("law", command_.law, laws);
    options.value("--alpha", command_.alpha, "the number alpha of morse [2]");
    options.value("--from", command_.from, "least distance, in units in which B is 1 [0.5]");
    options.value("--to", command_.to, "largest distance [64]");
    options.value("--parts", command_.parts, "parts of the distances, each a line [14]");
    options.value("--table", command_.table, "a table's file, instead of a table of the law");
    options.value("--format", command_.format, "table, json or csv [table]");
    options.value("-o,--output", command_.output, "a file that the table is written to");
  }
  Status run() override { return tell_of_law(command_); }

 private:
  CentralCommand command_;
};

}  // namespace

std::unique_ptr<Subcommand> make_central_law() { return std::make_unique<CentralLawCommand>(); }

}  // namespace gputest
