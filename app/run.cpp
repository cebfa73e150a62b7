#include <fmt/format.h>
#include <fmt/ostream.h>
#include <unistd.h>

#include <algorithm>
#include <cstdlib>
#include <iostream>
#include <map>
#include <mutex>

#include "app/commands.hpp"
#include "app/il_arguments.hpp"
#include "app/progress.hpp"
#include "app/report.hpp"
#include "app/selection.hpp"
#include "common/core/host.hpp"
#include "common/core/interrupt.hpp"
#include "common/particles/force_field.hpp"
#include "common/particles/reader.hpp"
#include "il_reference/api/trace.hpp"

namespace gputest {
namespace {

std::shared_ptr<const InputData> read_input(const std::string& path) {
  if (path.empty()) return nullptr;
  auto particles = std::make_shared<ParticleSet>(read_particles(path));
  for (const std::string& warning : particles->warnings)
    fmt::print(stderr, "gputest: warning: {}\n", warning);
  return particles;
}

/// Of the case that --forces is to write. Throws Error(usage) where it computes none.
ForceTraits force_traits(const Registry& registry, const Case& c) {
  const std::string& family = c.kernel->info().family;
  const auto* forces = dynamic_cast<const ForceFamily*>(registry.find_family(family));
  if (forces == nullptr)
    throw Error(Status::usage,
                fmt::format("{} computes no forces that --forces could write", family));
  return forces->force_traits();
}

/// One problem for each family and n, made before anything runs, so that what cannot be run is
/// refused at once.
class Problems {
 public:
  Problems(const Registry& registry, const RunCommand& command,
           const std::shared_ptr<const InputData>& input, const std::vector<Case>& cases) {
    // The largest first, so that what does not fit is refused before anything large is made.
    std::vector<Case> by_size = cases;
    std::stable_sort(by_size.begin(), by_size.end(),
                     [](const Case& a, const Case& b) { return a.n > b.n; });
    for (const Case& c : by_size) {
      std::unique_ptr<Problem>& problem = problems_[{c.kernel->info().family, c.n}];
      if (problem) continue;
      const Family& family = *registry.find_family(c.kernel->info().family);
      problem = family.make_problem({c.n, command.seed, input, command.problem});
    }
  }

  Problem& of(const Case& c) const { return *problems_.at({c.kernel->info().family, c.n}); }

 private:
  std::map<std::pair<std::string, std::uint64_t>, std::unique_ptr<Problem>> problems_;
};

/// Devices stay open from the first case on them to the last.
class OpenDevices {
 public:
  explicit OpenDevices(const Registry& registry) : registry_(registry) {}

  Device& of(const Case& c) {
    std::unique_ptr<Device>& device = devices_[c.device.id];
    if (!device) device = registry_.find_backend(c.kernel->info().api)->open(c.device.id);
    return *device;
  }

 private:
  const Registry& registry_;
  std::map<std::string, std::unique_ptr<Device>> devices_;
};

ResultRow unavailable_row(const Unavailable& absence) {
  ResultRow row;
  row.api = absence.id.substr(0, absence.id.find(':'));
  row.device.id = absence.id;
  row.status = RowStatus::skipped;
  row.reason = absence.reason;
  return row;
}

void write_forces(const std::string& path, const Case& c, const nlohmann::ordered_json& problem,
                  char vector, const std::vector<ParticleResult>& results) {
  write_file_atomically(path, [&](std::ostream& out) {
    fmt::print(out, "# {} {} {} {} n={}\n# problem {}\n# id {}x {}y {}z potential\n", c.device.id,
               c.kernel->info().name(), c.configuration.layout, name(c.configuration.precision),
               c.n, problem.dump(), vector, vector, vector);
    for (const ParticleResult& r : results)
      fmt::print(out, "{} {:.17g} {:.17g} {:.17g} {:.17g}\n", r.id, r.x, r.y, r.z, r.potential);
  });
}

void print_to(const RunCommand& command, const Report& report) {
  if (!command.output.empty()) {
    write_file_atomically(command.output,
                          [&](std::ostream& out) { print(out, report, command.format, false); });
    return;
  }
  const char* no_color = std::getenv("NO_COLOR");  // no-color.org: present and not empty
  const bool colour = isatty(STDOUT_FILENO) == 1 && (no_color == nullptr || *no_color == '\0');
  print(std::cout, report, command.format, colour);
  std::cout.flush();
  if (!std::cout) throw Error(Status::bad_input, "cannot write to standard output");
}

void print_build_log(const ResultRow& row) {
  if (!row.api_failure.build_log.empty())
    fmt::print(stderr, "gputest: {} said:\n{}\n", row.api_failure.call, row.api_failure.build_log);
}

/// One line for those who do not see the rows, or do not look for the one that failed.
void explain_failures(const Report& report) {
  const auto failed = [](const ResultRow& row) { return row.exit_status != Status::ok; };
  const auto first = std::find_if(report.rows.begin(), report.rows.end(), failed);
  if (first == report.rows.end()) return;
  fmt::print(stderr, "gputest: {} of {} cases did not pass: {} {}: {}\n",
             std::count_if(report.rows.begin(), report.rows.end(), failed), report.rows.size(),
             first->device.id, first->kernel.name(), first->reason);
}

/// The rows as they come in, so that what is there can be printed whenever the run ends.
class Rows {
 public:
  explicit Rows(Report report) : report_(std::move(report)) {}

  void add(ResultRow row) {
    const std::lock_guard lock(mutex_);
    report_.rows.push_back(std::move(row));
  }
  Report snapshot() const {
    const std::lock_guard lock(mutex_);
    return report_;
  }

 private:
  mutable std::mutex mutex_;
  Report report_;
};

/// Ends the process from the watchdog's thread, with the rows that are there.
[[noreturn]] void end_hung(const RunCommand& command, const Rows& rows, ResultRow hung) {
  Report report = rows.snapshot();
  hung.status = RowStatus::error;
  hung.exit_status = Status::timeout;
  hung.reason = "the device did not come back; the run ends here";
  report.rows.push_back(std::move(hung));
  try {
    print_to(command, report);
  } catch (const Error& error) {
    fmt::print(stderr, "gputest: {}\n", error.what());
  }
  std::_Exit(static_cast<int>(Status::timeout));
}

Report dry_report(const Report& head, const std::vector<Case>& cases, const Problems& problems) {
  Report report = head;
  for (const Case& c : cases) {
    ResultRow row = describe_case(*c.kernel, c.device, problems.of(c), c.configuration);
    row.status = RowStatus::skipped;
    row.reason = "dry run";
    report.rows.push_back(std::move(row));
  }
  return report;
}

/// Has il:interpreter show a thread, if that is asked for.
void set_trace(const RunCommand& command, const Selection& selection) {
  if (command.trace.empty()) return;
  const il::Domain thread = parse_il_thread(command.trace);
  const auto traced = [](const Case& c) {
    return c.device.id == "il:interpreter" && c.skip_reason.empty();
  };
  if (std::none_of(selection.cases.begin(), selection.cases.end(), traced))
    throw Error(Status::usage, "--trace shows a thread of il:interpreter, which no case runs on");
  il::interpreter_trace() = {thread.x, thread.y,
                             [](std::string_view line) { fmt::print(stderr, "{}\n", line); }};
}

void print_dry(const RunCommand& command, Report report) {
  if (command.format == OutputFormat::table || command.format == OutputFormat::markdown)
    for (ResultRow& row : report.rows)  // the status says enough to people
      if (!row.kernel.variant.empty()) row.reason.clear();
  print_to(command, report);
}

}  // namespace

Status run(const Registry& registry, const RunCommand& command,
           const std::vector<std::string>& argv) {
  for (const std::string& path : {command.output, command.forces})
    if (!path.empty()) require_writable(path);
  if (!command.output.empty() && command.output == command.forces)
    throw Error(Status::usage, "--output and --forces name the same file");
  const auto input = read_input(command.input);
  const auto counts = input ? std::vector<std::uint64_t>{input->size()} : parse_counts(command.n);
  const Selection selection = select(registry, command, counts);
  if (!command.forces.empty() && selection.cases.size() != 1)
    throw Error(Status::usage,
                fmt::format("--forces needs one kernel on one device, and {} cases are chosen",
                            selection.cases.size()));
  std::optional<ForceTraits> forces;
  if (!command.forces.empty()) forces = force_traits(registry, selection.cases.front());
  set_trace(command, selection);
  const Problems problems(registry, command, input, selection.cases);

  Report head;
  head.argv = argv;
  head.baseline = command.baseline;
  const Report dry = dry_report(head, selection.cases, problems);
  require_baseline(dry);
  if (command.dry_run) {
    Report shown = dry;
    for (const Unavailable& absence : selection.unavailable)
      shown.rows.push_back(unavailable_row(absence));
    print_dry(command, shown);
    return Status::ok;
  }

  Rows rows(head);
  OpenDevices devices(registry);
  bool stopped = false;
  {
    Progress progress(selection.cases.size());
    for (std::size_t k = 0; k < selection.cases.size() && !stopped; ++k) {
      const Case& c = selection.cases[k];
      const ResultRow& described = dry.rows[k];
      if (!c.skip_reason.empty()) {
        ResultRow row = described;
        row.reason = c.skip_reason;
        rows.add(std::move(row));
        continue;
      }
      progress.show(k + 1,
                    fmt::format("{} {} {} {} n={}", c.device.id, c.kernel->info().name(),
                                c.configuration.layout, name(c.configuration.precision), c.n));
      RunnerOptions options = command.runner;
      options.on_hang = [&] { end_hung(command, rows, described); };
      Runner::OutputsSink sink;
      if (!command.forces.empty())
        sink = [&](const std::vector<HostArray>& outputs) {
          const auto& field = dynamic_cast<const ForceField&>(problems.of(c));
          write_forces(command.forces, c, described.problem, forces->acceleration ? 'a' : 'f',
                       field.results(c.configuration.precision, outputs));
        };
      try {
        ResultRow row =
            Runner(options).run(*c.kernel, devices.of(c), problems.of(c), c.configuration, sink);
        print_build_log(row);
        rows.add(std::move(row));
      } catch (const Error& error) {
        if (error.status() != Status::interrupted) throw;
        stopped = true;
      }
    }
  }
  for (const Unavailable& absence : selection.unavailable) rows.add(unavailable_row(absence));
  const Report report = rows.snapshot();
  print_to(command, report);
  if (stopped)
    throw Error(Status::interrupted, fmt::format("interrupted after {} of {} cases",
                                                 report.rows.size() - selection.unavailable.size(),
                                                 selection.cases.size()));
  explain_failures(report);
  return exit_status(report);
}

}  // namespace gputest
