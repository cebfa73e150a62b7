#include <fmt/format.h>

#include <iostream>
#include <nlohmann/json.hpp>

#include "app/command/commands.hpp"
#include "app/command/messages.hpp"
#include "app/command/table.hpp"
#include "common/core/output_file.hpp"
#include "common/core/parse_number.hpp"
#include "common/particles/law_family.hpp"

namespace gputest {
namespace {

struct LawOptions {
  std::string law;
  std::string alpha, from, to, parts;
  std::string table;   ///< file of a table; empty: make one
  std::string format;  ///< table, json or csv
  std::string output;  ///< file to write the table to; empty: none
};

double positive_number(const std::string& option, const std::string& text, double default_value) {
  if (text.empty()) return default_value;
  const auto value = parse_number<double>(text);
  if (!value || !(*value > 0))
    throw Error(Status::bad_input,
                fmt::format("{} takes a finite number above 0, not '{}'", option, text));
  return *value;
}

Table curve_table(const LawCurve& curve) {
  Table table;
  for (const char* title :
       {"r", "to", "g r", "table", "table, of the largest g r", "formula in fp32"})
    table.columns.push_back({title, Align::right});
  for (const LawCurvePart& part : curve.parts)
    table.rows.push_back(
        {{fmt::format("{:.4g}", part.r), fmt::format("{:.4g}", part.r_end),
          fmt::format("{:.3e}", part.force), fmt::format("{:.1e}", part.by_table),
          fmt::format("{:.1e}", part.of_largest), fmt::format("{:.1e}", part.by_formula)},
         Tone::plain});
  return table;
}

nlohmann::ordered_json curve_json(const LawRequest& request, const LawCurve& curve) {
  nlohmann::ordered_json json{{"law", request.law},
                              {"formula", curve.formula},
                              {"alpha", request.alpha},
                              {"intervals", curve.intervals},
                              {"parts_per_octave", curve.parts_per_octave},
                              {"curve", nlohmann::ordered_json::array()}};
  for (const LawCurvePart& part : curve.parts)
    json["curve"].push_back({{"r", part.r},
                             {"r_end", part.r_end},
                             {"force", part.force},
                             {"table_error", part.by_table},
                             {"table_error_of_largest", part.of_largest},
                             {"formula_error", part.by_formula}});
  return json;
}

std::string curve_csv(const LawCurve& curve) {
  std::string text = "r,r_end,force,table_error,table_error_of_largest,formula_error\n";
  for (const LawCurvePart& part : curve.parts)
    text += fmt::format("{},{},{},{},{},{}\n", part.r, part.r_end, part.force, part.by_table,
                        part.of_largest, part.by_formula);
  return text;
}

LawRequest law_request(const LawOptions& options) {
  LawRequest request;
  request.law = options.law;
  request.alpha = positive_number("--alpha", options.alpha, request.alpha);
  request.from = positive_number("--from", options.from, request.from);
  request.to = positive_number("--to", options.to, request.to);
  request.parts = whole_number("--parts", options.parts, 1, 10000).value_or(request.parts);
  request.table = options.table;
  if (!(request.from < request.to))
    throw Error(Status::bad_input,
                fmt::format("--from={:g} must be below --to={:g}", request.from, request.to));
  return request;
}

class LawCommand : public Subcommand {
 public:
  explicit LawCommand(const Registry& registry) {
    for (const auto& family : registry.families())
      if (const auto* of_laws = dynamic_cast<const LawFamily*>(family.get())) family_ = of_laws;
  }
  std::string name() const override { return "law"; }
  std::string summary() const override {
    return "print the errors of a law of central forces over the distance, write its table";
  }
  std::vector<ManualEntry> examples() const override {
    return {{"gputest law ewald-real --from=0.5 --to=3 -o ewald.table",
             "write a table of Ewald's real part"}};
  }
  void declare(OptionList& options) override {
    std::string laws;
    for (const std::string& law : family_->laws())
      laws += fmt::format("{}{}", laws.empty() ? "" : ", ", law);
    options.word("law", options_.law, laws);
    options.value("--alpha", options_.alpha, "alpha of morse [2]");
    options.value("--from", options_.from, "smallest distance, in units with B = 1 [0.5]");
    options.value("--to", options_.to, "largest distance [64]");
    options.value("--parts", options_.parts, "number of intervals of distance, one line each [14]");
    options.value("--table", options_.table, "file with a table to use instead of the law's");
    options.value("--format", options_.format, "table, json or csv [table]");
    options.value("-o,--output", options_.output, "write the table to a file");
  }
  Status run() override {
    const LawRequest request = law_request(options_);
    const std::string format = options_.format.empty() ? "table" : options_.format;
    if (format != "table" && format != "json" && format != "csv")
      throw Error(Status::usage, no_such("format", format, {"table", "json", "csv"}));
    if (!options_.output.empty()) require_writable(options_.output);
    const LawCurve curve = family_->law_curve(request);
    if (!options_.output.empty()) {
      write_file_atomically(options_.output, [&](std::ostream& out) { out << curve.table; });
      say("wrote {} intervals to {}", curve.intervals, options_.output);
    }
    if (format == "json")
      std::cout << curve_json(request, curve).dump(2) << '\n';
    else if (format == "csv")
      std::cout << curve_csv(curve);
    else
      std::cout << fmt::format(
                       "g = {}\n{} intervals, {} per octave of r^2; the largest errors of each "
                       "interval of distance\n\n",
                       curve.formula, curve.intervals, curve.parts_per_octave)
                << to_text(curve_table(curve), false);
    return Status::ok;
  }

 private:
  const LawFamily* family_ = nullptr;
  LawOptions options_;
};

}  // namespace

std::unique_ptr<Subcommand> make_law(const Registry& registry) {
  return std::make_unique<LawCommand>(registry);
}

}  // namespace gputest
