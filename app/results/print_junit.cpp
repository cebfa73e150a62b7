#include <fmt/format.h>
#include <fmt/ostream.h>

#include <algorithm>
#include <ostream>

#include "app/command/table.hpp"
#include "app/results/run_report.hpp"

namespace gputest {

void print_junit_of_rows(std::ostream& out, const Report& report) {
  const auto count = [&](RowStatus status) {
    return std::count_if(report.rows.begin(), report.rows.end(),
                         [&](const ResultRow& row) { return row.status == status; });
  };
  fmt::print(out,
             "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<testsuites name=\"gputest\">\n"
             "<testsuite name=\"gputest\" tests=\"{}\" failures=\"{}\" errors=\"{}\" "
             "skipped=\"{}\">\n",
             report.rows.size(), count(RowStatus::failed), count(RowStatus::error),
             count(RowStatus::skipped));
  for (const ResultRow& row : report.rows) {
    const std::string kernel = row.kernel.variant.empty() ? "" : row.kernel.name();
    fmt::print(out, "<testcase classname=\"{}\" name=\"{} {} n={}\" time=\"{:.9f}\">",
               xml_text(row.device.id), xml_text(kernel), name(row.configuration.precision), row.n,
               row.timing ? row.timing->median : 0);
    const char* const kind = row.status == RowStatus::failed  ? "failure"
                             : row.status == RowStatus::error ? "error"
                                                              : "skipped";
    const bool is_right = row.status != RowStatus::failed && row.status != RowStatus::error &&
                          row.status != RowStatus::skipped;
    if (!is_right) fmt::print(out, "<{} message=\"{}\"/>", kind, xml_text(row.reason));
    fmt::print(out, "</testcase>\n");
  }
  fmt::print(out, "</testsuite>\n</testsuites>\n");
}

}  // namespace gputest
