#include "app/run/case_loop.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "app/command/messages.hpp"
#include "app/command/progress.hpp"
#include "common/run/runner.hpp"

namespace gputest {

void print_build_log(const ResultRow& row) {
  if (row.api_failure.build_log.empty()) return;
  say("message of {}:", row.api_failure.call);
  print_messages(row.api_failure.build_log + "\n");
}

ResultRow unavailable_row(const Unavailable& absence) {
  ResultRow row;
  row.api = absence.id.substr(0, absence.id.find(':'));
  row.device.id = absence.id;
  row.status = RowStatus::skipped;
  row.reason = absence.reason;
  return row;
}

ResultRow bare_row(const Registry& registry, const Case& c) {
  ResultRow row = case_row(*c.kernel, c.device, c.configuration, c.n);
  row.api = row.kernel.api = c.api;
  if (!c.exists) row.text.reset();
  row.status = RowStatus::skipped;
  row.reason = c.skip_reason;
  if (const Family* family = registry.find_family(row.kernel.family))
    row.unit = family->rate_unit();
  if (c.fault().empty()) return row;
  set_error(row, Status::bad_input, c.fault());
  return row;
}

bool run_each(const Registry& registry, const std::vector<Case>& cases, const RunCase& run,
              const KeepRow& keep, bool quiet) {
  const auto to_run = static_cast<std::size_t>(
      std::count_if(cases.begin(), cases.end(), [](const Case& c) { return c.runs(); }));
  Progress progress(cases.size(), to_run, quiet);
  for (std::size_t k = 0; k < cases.size(); ++k) {
    const Case& c = cases[k];
    ResultRow row = bare_row(registry, c);
    if (c.runs()) {
      progress.show(k + 1,
                    fmt::format("{} {} {} {} n={}", c.device.id, c.kernel->info().name(),
                                c.configuration.layout, name(c.configuration.precision), c.n));
      try {
        row = run(k, row);
      } catch (const Error& error) {
        if (error.status() != Status::interrupted) throw;
        return false;
      }
      progress.clear();
      print_build_log(row);
    }
    keep(k, std::move(row));
  }
  return true;
}

void explain_failures(const Report& report) {
  const auto failed = [](const ResultRow& row) { return row.exit_status != Status::ok; };
  const auto first = std::find_if(report.rows.begin(), report.rows.end(), failed);
  if (first == report.rows.end()) return;
  say("{} of {} cases did not pass; the first is {} {}: {}",
      std::count_if(report.rows.begin(), report.rows.end(), failed), report.rows.size(),
      first->device.id, first->kernel.name(), first->reason);
}

}  // namespace gputest
