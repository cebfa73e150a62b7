// The report of `gputest report` as Markdown and as CSV.
#pragma once

#include <iosfwd>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "app/report/comparison.hpp"
#include "app/results/result_file.hpp"
#include "common/run/registry.hpp"

namespace gputest {

/// A result, and its comparison with the first one; the first is compared with none.
struct ReportedResult {
  ResultFile file;
  ComparedResult compared;
  std::vector<ComparedRow> rows;
};

/// Writes for each result its command, host, devices and rows, then the comparisons. `data` is that
/// of the HTML page (app/report/report_page.hpp).
void write_markdown_report(std::ostream& out, const std::vector<ReportedResult>& results,
                           const nlohmann::ordered_json& data);

/// Writes a line for each row of each result: its file and the fields of --format=csv. With several
/// results it also has the interval of its time over that of the first result's row, and the
/// verdict.
void write_csv_report(std::ostream& out, const Registry& registry,
                      const std::vector<ReportedResult>& results);

}  // namespace gputest
