#include <fmt/format.h>
#include <fmt/ostream.h>
#include <fmt/ranges.h>
#include <unistd.h>

#include <algorithm>
#include <cstdlib>
#include <iostream>
#include <map>
#include <mutex>

#include "app/commands.hpp"
#include "app/il_arguments.hpp"
#include "app/options.hpp"
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

constexpr const char* kDryRun = "dry run";

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

/// Throws Error(bad_input) where --input is given and a family that was chosen makes its own data.
void require_input_is_taken(const Registry& registry, const RunCommand& command) {
  if (command.input.empty()) return;
  for (const auto& kernel : registry.kernels()) {
    const Family* family = registry.find_family(kernel->info().family);
    if (family == nullptr || family->takes_input() || !is_chosen(command, *kernel)) continue;
    throw Error(Status::bad_input,
                fmt::format("{} takes no --input: it makes its own data", family->name()));
  }
}

/// Throws Error(usage) unless exactly one case runs.
const Case& the_one_case(const std::vector<Case>& cases) {
  const auto runs = [](const Case& c) { return c.runs(); };
  const auto count = std::count_if(cases.begin(), cases.end(), runs);
  if (count != 1)
    throw Error(
        Status::usage,
        fmt::format("--forces needs one kernel on one device, and {} cases are chosen", count));
  return *std::find_if(cases.begin(), cases.end(), runs);
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
      if (!c.runs()) continue;
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

/// The case as it will be reported, but for what running gives.
ResultRow row_of(const Registry& registry, const Case& c, const Problems& problems) {
  ResultRow row = case_row(*c.kernel, c.device, c.configuration, c.n);
  if (c.runs()) try {
      row = describe_case(*c.kernel, c.device, problems.of(c), c.configuration);
    } catch (const Error&) {
      throw;
    } catch (const std::exception&) {  // the row's own fault, which running it will report
    }
  row.api = row.kernel.api = c.api;
  row.status = RowStatus::skipped;
  row.reason = c.skip_reason;
  if (const Family* family = registry.find_family(row.kernel.family))
    row.unit = family->rate_unit();
  if (c.fault().empty()) return row;
  row.status = RowStatus::error;
  row.exit_status = Status::bad_input;
  row.reason = c.fault();
  return row;
}

Report dry_report(const Registry& registry, const Report& head, const std::vector<Case>& cases,
                  const Problems& problems) {
  Report report = head;
  for (const Case& c : cases) report.rows.push_back(row_of(registry, c, problems));
  return report;
}

/// Throws Error(bad_input) where kernels were named, and none of them takes what it was to run.
void require_what_was_named(const RunCommand& command, const std::vector<Case>& cases) {
  std::string reason;
  for (const Case& c : cases) {
    const bool is_named = std::find(command.kernels.begin(), command.kernels.end(),
                                    c.kernel->info().name()) != command.kernels.end();
    if (!is_named || !c.fault().empty()) return;
    const std::string refused =
        c.runs() ? c.kernel->skip_reason(c.device, c.configuration, c.n) : c.skip_reason;
    if (refused.empty()) return;
    if (reason.empty()) reason = refused;
  }
  throw Error(Status::bad_input, fmt::format("nothing was run: {}", reason));
}

/// Has il:interpreter show a thread, if --trace names one.
void set_trace(const RunCommand& command, const Selection& selection) {
  if (command.trace.empty()) return;
  const il::Domain thread = parse_il_thread(command.trace);
  const auto traced = [](const Case& c) { return c.device.id == "il:interpreter" && c.runs(); };
  if (std::none_of(selection.cases.begin(), selection.cases.end(), traced))
    throw Error(Status::usage, "--trace shows a thread of il:interpreter, which no case runs on");
  il::interpreter_trace() = {thread.x, thread.y,
                             [](std::string_view line) { fmt::print(stderr, "{}\n", line); }};
}

void print_dry(const RunCommand& command, Report report) {
  if (command.format == OutputFormat::table || command.format == OutputFormat::markdown)
    for (ResultRow& row : report.rows)  // the status says enough to people
      if (row.reason == kDryRun) row.reason.clear();
  print_to(command, report);
}

/// Runs the selected cases and prints the report.
Status run_cases(const Registry& registry, const RunCommand& command,
                 const std::vector<std::string>& argv) {
  for (const std::string& path : {command.output, command.forces})
    if (!path.empty()) require_writable(path);
  if (!command.output.empty() && command.output == command.forces)
    throw Error(Status::usage, "--output and --forces name the same file");
  Report head;
  if (!command.price_file.empty()) head.prices = read_price_file(command.price_file);
  require_input_is_taken(registry, command);
  const auto input = read_input(command.input);
  const auto counts = input ? std::vector<std::uint64_t>{input->size()} : parse_counts(command.n);
  const Selection selection = select(registry, command, counts);
  std::optional<ForceTraits> forces;
  if (!command.forces.empty()) forces = force_traits(registry, the_one_case(selection.cases));
  set_trace(command, selection);
  const Problems problems(registry, command, input, selection.cases);

  head.argv = argv;
  head.baseline = command.baseline;
  head.shows_plans = command.plan;
  const Report dry = dry_report(registry, head, selection.cases, problems);
  require_baseline(dry);
  if (command.dry_run) {
    Report shown = dry;
    for (ResultRow& row : shown.rows)
      if (row.status == RowStatus::skipped && row.reason.empty()) row.reason = kDryRun;
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
      if (!c.runs()) {
        rows.add(described);
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
        row.unit = described.unit;
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
  require_what_was_named(command, selection.cases);
  return exit_status(report);
}

class Run : public Subcommand {
 public:
  Run(const Registry& registry, std::vector<std::string> argv)
      : registry_(registry), argv_(std::move(argv)) {}
  std::string name() const override { return ""; }
  std::string summary() const override { return ""; }

  void declare(OptionList& options) override {
    declare_cases(options);
    declare_problem(options);
    declare_output(options);
  }

  Status run() override {
    RunnerOptions& runner = command_.runner;
    command_.seed = whole_number("--seed", seed_, 0);
    read_sampling(runner.sampling);
    runner.energy_window = energy_window(energy_window_);
    if (const auto given = real_number("--timeout", timeout_, 0.001)) runner.timeout = *given;
    static const std::map<std::string, OutputFormat> formats{{"table", OutputFormat::table},
                                                             {"json", OutputFormat::json},
                                                             {"csv", OutputFormat::csv},
                                                             {"md", OutputFormat::markdown}};
    const auto format = formats.find(format_);
    if (format == formats.end())
      throw Error(Status::usage, no_such("format", format_, {"table", "json", "csv", "md"}));
    command_.format = format->second;
    return run_cases(registry_, command_, argv_);
  }

 private:
  void read_sampling(SamplingOptions& sampling) const {
    const auto strategy = strategy_of(strategy_);
    if (!strategy)
      throw Error(Status::usage, no_such("strategy", strategy_, {"hot", "cold", "single"}));
    sampling.strategy = *strategy;
    if (const auto given = whole_number("--samples", samples_, 1, 100000))
      sampling.samples = static_cast<unsigned>(*given);
    if (const auto given = real_number("--min-time", min_time_, 0)) sampling.min_time = *given;
    sampling.max_time = 4 * sampling.min_time;
    if (const auto given = real_number("--max-time", max_time_, 0)) {
      if (*given < sampling.min_time)
        throw Error(Status::bad_input, fmt::format("--max-time={} is less than --min-time={}",
                                                   *given, sampling.min_time));
      sampling.max_time = *given;
    }
  }

  void declare_cases(OptionList& options) {
    RunCommand& run = command_;
    options.group("Which cases");
    options.list("--api", run.apis,
                 fmt::format("APIs: {}, all", fmt::join(registry_.api_names(), ", ")), "LIST");
    options.list("--kernel", run.kernels, "kernels, may be given more than once [gravity_*]",
                 "GLOB");
    options.value("--device", run.device, "id, part of a name, or all [each API's first]", "ID");
    options.list("--layout", run.layouts, "memory layouts, or all [each kernel's own]", "LIST");
    options.list("--precision", run.precisions, "fp32, fp64, or all [fp32]", "LIST");
    options.list("--block", run.blocks, "threads per block, or all [each kernel's default]",
                 "LIST");
    for (const auto& family : registry_.families())
      for (const Axis& axis : family->axes()) {
        if (run.axes.count(axis.name) != 0) continue;  // shared by two families
        options.list("--" + axis.name, run.axes[axis.name],
                     fmt::format("{}: {}, or all [each kernel's own]", axis.help,
                                 fmt::join(axis.values, ", ")),
                     "LIST");
      }
    options.flag("--dry-run", run.dry_run, "show the cases and run none");
  }

  void declare_problem(OptionList& options) {
    options.group("The problem");
    options.value("-n", command_.n, "particles or cells: N, N,N,… or A..B*2 [16384]", "N");
    options.value("--input", command_.input, "read particles from a file (gputest list formats)",
                  "FILE");
    options.exclude("--input", "-n");
    options.value("--seed", seed_, "seed of generated particles [the generator's own]", "S");
    for (const auto& family : registry_.families())
      for (const ProblemOption& option : family->options()) {
        if (command_.problem.count(option.name) != 0) continue;  // shared by two families
        std::string& value = command_.problem[option.name];
        value = option.default_value;
        options.value("--" + option.name, value,
                      fmt::format("{} [{}]", option.help, option.default_value), "X");
      }
  }

  void declare_output(OptionList& options) {
    options.group("Measuring");
    options.value("--strategy", strategy_,
                  "hot: back to back; cold: caches flushed before each launch; single: one launch "
                  "[hot]",
                  "NAME");
    options.value("--samples", samples_, "samples at least [10]", "K");
    options.value("--min-time", min_time_, "seconds that those samples take [0.5]", "S");
    options.value("--max-time", max_time_,
                  "seconds after which samples that do not converge end [4 times --min-time]", "S");
    options.value("--energy-window", energy_window_,
                  "measure joules a launch over so many seconds, 5 at least [not measured]", "S");
    options.value("--timeout", timeout_, "seconds for one case [none]", "S");
    options.flag("--no-verify{false}", command_.runner.verify, "do not compare with the reference");
    options.group("Output");
    options.value("--price-file", command_.price_file,
                  "lines 'device = price': show rates per price", "FILE");
    options.value("--format", format_, "table, json, csv or md [table]", "FORMAT");
    options.value("--output", command_.output, "write the result to a file", "FILE");
    options.value("--forces", command_.forces,
                  "write id, acceleration or force, potential of one case", "FILE");
    options.flag("--plan", command_.plan, "show below the table what each launch enqueues");
    options.value("--trace", command_.trace,
                  "show on stderr what this thread of il:interpreter does", "X,Y");
    options.value("--baseline", command_.baseline,
                  "show rates over this row's: api:kernel[:layout]", "ROW");
  }

  const Registry& registry_;
  std::vector<std::string> argv_;
  RunCommand command_;
  std::string seed_, samples_, min_time_, max_time_, timeout_, energy_window_;
  std::string strategy_ = "hot", format_ = "table";
};

}  // namespace

std::unique_ptr<Subcommand> make_run(const Registry& registry,
                                     const std::vector<std::string>& argv) {
  return std::make_unique<Run>(registry, argv);
}

}  // namespace gputest
