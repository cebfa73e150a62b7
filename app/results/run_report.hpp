// What a run found, and the printers that show it.
#pragma once

#include <iosfwd>
#include <nlohmann/json.hpp>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "app/command/options.hpp"
#include "app/command/text_style.hpp"
#include "app/results/price_file.hpp"
#include "common/run/result.hpp"

namespace gputest {

struct RowColumn;

/// A run that a signal ended before all of its cases were through.
struct Interruption {
  std::size_t finished = 0, cases = 0;
};

/// "interrupted after 2 of 300 cases".
std::string sentence(const Interruption& interruption);

/// Everything that a run prints.
struct Report {
  std::vector<std::string> argv;
  std::vector<ResultRow> rows;
  std::string baseline;                ///< "api:kernel" or "api:kernel:layout"; empty: none
  std::set<std::string> problem_axes;  ///< those of Axis::is_problem
  PriceList prices;
  std::vector<const RowColumn*> columns;  ///< that a table has beside its own (--columns)
  bool shows_plans = false;
  bool wants_counts = false;
  std::optional<Interruption> interruption;
  nlohmann::ordered_json sweep;  ///< the element "sweep" of the result; null: it is none
};

/// A row's rate over that of its baseline row: the row of the baseline's kernel and layout (its own
/// layout if none is named) at the same n and precision and, of several, that which shares most of
/// the row's axes, those of the problem first, and its block; the first of those alike. None where
/// either has no rate, and where the baseline's is doubtful.
std::optional<double> rate_over_baseline(const Report& report, const ResultRow& row);

/// Whether the row is a baseline: of its kernel and layout, whatever its n and precision.
bool is_baseline_row(const Report& report, const ResultRow& row);

/// A sentence for each row that would be a baseline and is doubtful.
std::vector<std::string> doubtful_baselines(const Report& report);

/// The row's rate over its device's price; none without a rate or a price.
std::optional<double> rate_per_price(const Report& report, const ResultRow& row);

/// The report's baseline with its API, which may be left out where one API alone has such a row
/// that runs; empty where there is none. Throws Error(usage) if no row can be it, or rows of
/// several APIs.
std::string full_baseline(const Report& report);

/// As a table for people, of a result that is whole; app/table/run_table.hpp shows one as it comes.
void print_table(std::ostream& out, const Report& report, const TextStyle& style);
/// As a Markdown table.
void print_markdown(std::ostream& out, const Report& report);
/// As comma-separated values, one row per result.
void print_csv(std::ostream& out, const Report& report);
/// As JSON, by app/results/result.schema.json.
void print_json(std::ostream& out, const Report& report);
/// A row as an element of "results": with what it is beside its baseline and its device's price.
nlohmann::ordered_json to_json(const Report& report, const ResultRow& row);
/// In that format.
void print(std::ostream& out, const Report& report, OutputFormat format, const TextStyle& style);

/// The values on the family's own axes: "list=csr newton3=on".
std::string axes_of(const Configuration& configuration);

/// The command's exit status: a wrong answer before any other trouble.
Status exit_status(const Report& report);

}  // namespace gputest
