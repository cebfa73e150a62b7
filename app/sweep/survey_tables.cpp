#include "app/sweep/survey_tables.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace gputest {
namespace {

/// Footnotes of a table, without repetitions.
class Footnotes {
 public:
  explicit Footnotes(std::vector<std::string>& sentences) : sentences_(sentences) {}
  /// " [2]".
  std::string mark(const std::string& sentence) {
    const auto found = std::find(sentences_.begin(), sentences_.end(), sentence);
    const auto index = found - sentences_.begin();
    if (found == sentences_.end()) sentences_.push_back(sentence);
    return fmt::format(" [{}]", index + 1);
  }
  /// A figure with four digits; without one, a dash and a footnote with the reason.
  std::string cell(std::optional<double> figure, const std::string& why_none) {
    return figure ? fmt::format("{:.4g}", *figure) : "-" + mark(why_none);
  }

 private:
  std::vector<std::string>& sentences_;
};

/// The cell of the speed: marked if doubtful, a dash if there is none.
std::string speed_cell(const SurveyEntry& entry, Footnotes& footnotes) {
  if (!entry.speed) return "-" + footnotes.mark(fmt::format("{}: {}", entry.system, entry.reason));
  std::string text = fmt::format("{:.4g}", *entry.speed);
  if (is_doubtful(entry.status))
    text += "~" + footnotes.mark(
                      fmt::format("{} {}: {}", entry.system, name(entry.status), entry.reason));
  return text;
}

std::optional<double> over(std::optional<double> a, std::optional<double> b) {
  if (!a || !b || !(*b > 0)) return std::nullopt;
  return *a / *b;
}

constexpr const char* kNoSpeed = "there is no speed to compare with";

/// The reason why a quotient of the speed and another figure is missing.
std::string why(const SurveyEntry& entry, const std::string& other) {
  return entry.speed ? other : kNoSpeed;
}

/// The footnote about the measured power, if the cell has a figure.
std::string power_mark(const SurveyEntry& entry, Footnotes& footnotes) {
  if (!entry.watts || !entry.speed) return "";
  return footnotes.mark(fmt::format("mean power over the energy window ({})", entry.watts_source));
}

}  // namespace

SurveyTable gravity_table(const std::vector<SurveyEntry>& entries, const std::string& n,
                          const std::string& currency) {
  SurveyTable result;
  result.title = fmt::format("Table 1. Gravity by direct summation, N = {}", n);
  result.table.columns = {{"system", Align::left},
                          {"kernel", Align::left},
                          {"effective Gflops", Align::right},
                          {"peak Gflops", Align::right},
                          {fmt::format("cost/speed ({}/Gflops)", currency), Align::right},
                          {"power/speed (W/Gflops)", Align::right},
                          {"size/speed (l/Gflops)", Align::right}};
  Footnotes footnotes(result.footnotes);
  for (const SurveyEntry& entry : entries) {
    std::vector<std::string> cells{
        entry.system,
        entry.kernel,
        speed_cell(entry, footnotes),
        "-" + footnotes.mark("devices do not report their peak speed; gputest "
                             "--kernel=roofline_fma --fmas=all measures the ceilings"),
        footnotes.cell(over(entry.price, entry.speed), why(entry, entry.why_no_price)),
        footnotes.cell(over(entry.watts, entry.speed), why(entry, entry.why_no_watts))};
    cells.back() += power_mark(entry, footnotes);
    cells.push_back("-" + footnotes.mark("devices do not report their size"));
    result.table.rows.push_back({cells});
  }
  return result;
}

SurveyTable dynamics_table(const std::vector<SurveyEntry>& entries, const std::string& particles,
                           const std::string& steps, const std::string& currency) {
  SurveyTable result;
  result.title =
      fmt::format("Table 2. Molecular dynamics, {} particles, {} steps", particles, steps);
  result.table.columns = {{"system", Align::left},
                          {"kernel", Align::left},
                          {"seconds", Align::right},
                          {"acceleration", Align::right},
                          {fmt::format("acceleration/cost (1/million {})", currency), Align::right},
                          {"acceleration/power (1/kW)", Align::right}};
  Footnotes footnotes(result.footnotes);
  result.title += footnotes.mark(
      "the survey has a protein in water without a cutoff, but this is a Lennard-Jones liquid with "
      "a cutoff; compare times only within this table");
  const std::optional<double> first = entries.empty() ? std::nullopt : entries.front().speed;
  for (const SurveyEntry& entry : entries) {
    const std::optional<double> acceleration = over(first, entry.speed);
    const auto scaled = [&](std::optional<double> figure, double unit) {
      return figure ? std::optional(*figure / unit) : std::nullopt;
    };
    std::vector<std::string> cells{entry.system,
                                   entry.kernel,
                                   speed_cell(entry, footnotes),
                                   footnotes.cell(acceleration, kNoSpeed),
                                   footnotes.cell(over(acceleration, scaled(entry.price, 1e6)),
                                                  acceleration ? entry.why_no_price : kNoSpeed),
                                   footnotes.cell(over(acceleration, scaled(entry.watts, 1e3)),
                                                  acceleration ? entry.why_no_watts : kNoSpeed)};
    cells.back() += power_mark(entry, footnotes);
    result.table.rows.push_back({cells});
  }
  return result;
}

}  // namespace gputest
