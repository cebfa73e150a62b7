#include <fmt/format.h>
#include <fmt/ostream.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cstdlib>
#include <map>
#include <random>

#include "app/ceilings.hpp"
#include "app/commands.hpp"
#include "app/il_arguments.hpp"
#include "app/isolation.hpp"
#include "app/messages.hpp"
#include "app/options.hpp"
#include "app/output.hpp"
#include "app/progress.hpp"
#include "app/registry.hpp"
#include "app/report.hpp"
#include "app/selection.hpp"
#include "common/core/destination.hpp"
#include "common/core/interrupt.hpp"
#include "common/core/memory_bound.hpp"
#include "common/core/output_file.hpp"
#include "common/particles/force_field.hpp"
#include "common/particles/reader.hpp"
#include "il_reference/api/trace.hpp"

namespace gputest {
namespace {

constexpr const char* kDryRun = "dry run";

std::shared_ptr<const ParticleSet> read_input(const std::string& path) {
  return path.empty() ? nullptr : std::make_shared<ParticleSet>(read_particles(path));
}

std::vector<std::uint64_t> counts_of(const RunCommand& command, const InputData* input) {
  return input != nullptr ? std::vector<std::uint64_t>{input->size()} : parse_counts(command.n);
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

/// One problem for each family and n.
class Problems {
 public:
  Problems(const Registry& registry, const RunCommand& command,
           std::shared_ptr<const InputData> input)
      : registry_(registry), command_(command), input_(std::move(input)) {}

  /// Makes those of every case that runs, so that what cannot be run is refused before anything
  /// runs.
  void make_all(const std::vector<Case>& cases) {
    // The largest first, so that what does not fit is refused before anything large is made.
    std::vector<Case> by_size = cases;
    std::stable_sort(by_size.begin(), by_size.end(),
                     [](const Case& a, const Case& b) { return a.n > b.n; });
    for (const Case& c : by_size)
      if (c.runs()) of(c);
  }

  /// Made when it is first asked for.
  Problem& of(const Case& c) {
    const std::string& family = c.kernel->info().family;
    std::unique_ptr<Problem>& problem = problems_[{family, c.n}];
    if (!problem)
      problem = registry_.find_family(family)->make_problem(
          {c.n, command_.seed, input_, command_.problem, command_.checking});
    return *problem;
  }

 private:
  const Registry& registry_;
  const RunCommand& command_;
  std::shared_ptr<const InputData> input_;
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

void print_build_log(const ResultRow& row) {
  if (row.api_failure.build_log.empty()) return;
  say("{} said:", row.api_failure.call);
  print_messages(row.api_failure.build_log + "\n");
}

/// One line for those who do not see the rows, or do not look for the one that failed.
void explain_failures(const Report& report) {
  const auto failed = [](const ResultRow& row) { return row.exit_status != Status::ok; };
  const auto first = std::find_if(report.rows.begin(), report.rows.end(), failed);
  if (first == report.rows.end()) return;
  say("{} of {} cases did not pass: {} {}: {}",
      std::count_if(report.rows.begin(), report.rows.end(), failed), report.rows.size(),
      first->device.id, first->kernel.name(), first->reason);
}

/// Which case it is, and why it does not run where it does not.
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

/// The case as it will be reported, but for what running gives.
ResultRow described_row(const Registry& registry, const Case& c, Problems& problems) {
  ResultRow row = bare_row(registry, c);
  if (c.runs()) try {
      const ResultRow known = describe_case(*c.kernel, c.device, problems.of(c), c.configuration);
      row.problem = known.problem;
      row.work = known.work;
    } catch (const Error&) {
      throw;
    } catch (const std::exception&) {  // the row's own fault, which running it will report
    }
  return row;
}

/// Runs cases in this process.
class LocalRunner {
 public:
  LocalRunner(const Registry& registry, const RunCommand& command, Problems& problems,
              std::optional<ForceTraits> forces)
      : registry_(registry),
        command_(command),
        problems_(problems),
        forces_(std::move(forces)),
        devices_(registry),
        ceilings_(registry) {}

  /// What goes wrong is the row's error. Throws Error(interrupted).
  ResultRow run(const Case& c) {
    ResultRow row = bare_row(registry_, c);
    try {
      const RateUnit unit = row.unit;
      RunnerOptions options = command_.runner;
      options.second_kernel = [this](const Kernel& kernel, const DeviceInfo& device) {
        return registry_.second_to(kernel, device);
      };
      options.ceilings = ceilings_.of_rows();
      row =
          Runner(options).run(*c.kernel, devices_.of(c), problems_.of(c), c.configuration, sink(c));
      row.unit = unit;
    } catch (const Error& error) {
      if (error.status() == Status::interrupted) throw;
      set_error(row, error.status(), error.what());
      row.api_failure = error.api_failure();
    } catch (const std::bad_alloc&) {
      set_error(row, Status::out_of_memory, memory_is_exhausted());
    }
    return row;
  }

 private:
  /// What --forces wants of a case.
  Runner::OutputsSink sink(const Case& c) {
    if (!forces_) return {};
    return [this, &c](const std::vector<HostArray>& outputs) {
      const Problem& problem = problems_.of(c);
      write_forces(
          command_.forces, c, problem.parameters(c.configuration),
          forces_->acceleration ? 'a' : 'f',
          dynamic_cast<const ForceField&>(problem).results(c.configuration.precision, outputs));
    };
  }

  const Registry& registry_;
  const RunCommand& command_;
  Problems& problems_;
  std::optional<ForceTraits> forces_;
  OpenDevices devices_;
  Ceilings ceilings_;
};

std::optional<ForceTraits> wanted_forces(const Registry& registry, const RunCommand& command,
                                         const std::vector<Case>& cases) {
  if (command.forces.empty()) return std::nullopt;
  return force_traits(registry, the_one_case(cases));
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

bool is_traced(const Case& c) { return c.device.id == "il:interpreter" && c.runs(); }

/// Has il:interpreter show a thread, if --trace names one. Throws Error(usage) where no case runs
/// on it.
void set_trace(const RunCommand& command, const std::vector<Case>& cases) {
  if (command.trace.empty()) return;
  const il::Domain thread = parse_il_thread(command.trace);
  if (std::none_of(cases.begin(), cases.end(), is_traced))
    throw Error(Status::usage, "--trace shows a thread of il:interpreter, which no case runs on");
  il::interpreter_trace() = {thread.x, thread.y,
                             [](std::string_view line) { print_message(line); }};
}

void print_dry(const RunCommand& command, Report report) {
  if (command.format == OutputFormat::table || command.format == OutputFormat::markdown)
    for (ResultRow& row : report.rows)  // the status says enough to people
      if (row.reason == kDryRun) row.reason.clear();
  print_to(command, report);
}

bool is_isolated(const RunCommand& command, const std::vector<Case>& cases) {
  if (command.isolation != Isolation::automatic) return command.isolation == Isolation::on;
  const auto runs = [](const Case& c) { return c.runs(); };
  return command.runner.timeout > 0 || command.memory_limit ||
         std::count_if(cases.begin(), cases.end(), runs) > 1;
}

/// Runs the cases one by one, adding their rows to the report; false where it was interrupted.
bool run_each(const Registry& registry, const std::vector<Case>& cases,
              const std::function<ResultRow(const Case&, const ResultRow& bare)>& run,
              Report& report) {
  Progress progress(cases.size());
  for (std::size_t k = 0; k < cases.size(); ++k) {
    const Case& c = cases[k];
    ResultRow row = bare_row(registry, c);
    if (c.runs()) {
      progress.show(k + 1,
                    fmt::format("{} {} {} {} n={}", c.device.id, c.kernel->info().name(),
                                c.configuration.layout, name(c.configuration.precision), c.n));
      try {
        row = run(c, row);
      } catch (const Error& error) {
        if (error.status() != Status::interrupted) throw;
        return false;
      }
      print_build_log(row);
    }
    report.rows.push_back(std::move(row));
  }
  return true;
}

/// Runs the selected cases and prints the report.
Status run_cases(const Registry& registry, const RunCommand& command,
                 const std::vector<std::string>& argv) {
  require_kernel_files();
  for (const std::string& path : {command.output, command.forces})
    if (!path.empty()) require_writable(path);
  require_apart({{"--output", command.output}, {"--forces", command.forces}},
                {{"--input", command.input}, {"--price-file", command.price_file}});
  Report report;
  if (!command.price_file.empty()) report.prices = read_price_file(command.price_file);
  require_input_is_taken(registry, command);
  const auto input = read_input(command.input);
  if (input)
    for (const std::string& warning : input->warnings) say("warning: {}", warning);
  const Selection selection = select(registry, command, counts_of(command, input.get()));
  const std::vector<Case>& cases = selection.cases;
  const auto forces = wanted_forces(registry, command, cases);
  set_trace(command, cases);
  auto problems = std::make_unique<Problems>(registry, command, input);
  problems->make_all(cases);

  report.argv = argv;
  report.baseline = command.baseline;
  report.shows_plans = command.plan;
  Report chosen = report;
  for (const Case& c : cases) chosen.rows.push_back(bare_row(registry, c));
  require_baseline(chosen);
  if (command.dry_run) {
    for (const Case& c : cases) {
      report.rows.push_back(described_row(registry, c, *problems));
      ResultRow& row = report.rows.back();
      if (row.status == RowStatus::skipped && row.reason.empty()) row.reason = kDryRun;
    }
    for (const Unavailable& absence : selection.unavailable)
      report.rows.push_back(unavailable_row(absence));
    print_dry(command, report);
    return Status::ok;
  }

  bool finished = false;
  if (is_isolated(command, cases)) {
    problems.reset();  // workers make their own
    Workers workers(argv, command.runner.timeout);
    finished = run_each(
        registry, cases, [&](const Case& c, const ResultRow& bare) { return workers.run(c, bare); },
        report);
  } else {
    LocalRunner runner(registry, command, *problems, forces);
    finished = run_each(
        registry, cases, [&](const Case& c, const ResultRow&) { return runner.run(c); }, report);
  }
  if (!finished) report.interruption = {report.rows.size(), cases.size()};
  for (const Unavailable& absence : selection.unavailable)
    report.rows.push_back(unavailable_row(absence));
  print_to(command, report);
  if (!finished) throw Error(Status::interrupted, sentence(*report.interruption));
  explain_failures(report);
  require_what_was_named(command, cases);
  return exit_status(report);
}

/// Of a worker, which is to fail rather than take the machine's memory. What a GPU's driver
/// reserves is not counted upon: there the bound is the user's alone.
void bound_memory_of(const RunCommand& command, const std::vector<Case>& cases) {
  const bool on_host =
      std::all_of(cases.begin(), cases.end(), [](const Case& c) { return c.device.on_host; });
  if (command.memory_limit)
    bound_memory(*command.memory_limit);
  else if (on_host)
    bound_memory(spare_memory());
}

/// Runs cases of one device for the process that has started this one, which has held the command
/// against what there is.
Status work(const Registry& registry, RunCommand command, WorkerOrder order) {
  command.is_held = true;
  command.apis = {order.api};
  command.device = order.device;
  const auto input = read_input(command.input);
  const Selection selection = select(registry, command, counts_of(command, input.get()));
  const std::vector<Case>& cases = selection.cases;
  bound_memory_of(command, cases);
  if (std::any_of(cases.begin(), cases.end(), is_traced)) set_trace(command, cases);
  Problems problems(registry, command, input);
  LocalRunner runner(registry, command, problems, wanted_forces(registry, command, cases));
  return serve(
      order.channel, cases, [&](const Case& c) { return described_row(registry, c, problems); },
      [&](const Case& c) { return runner.run(c); });
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
    std::erase_if(command_.problem, [](const auto& option) { return option.second.empty(); });
    command_.seed = whole_number("--seed", seed_, 0);
    read_sampling(runner.sampling);
    runner.energy_window = energy_window(energy_window_);
    if (const auto given = real_number("--timeout", timeout_, 0.001)) runner.timeout = *given;
    constexpr std::uint64_t kMebibyte = 1 << 20;
    if (const auto given = whole_number("--memory-limit", memory_limit_, 1, kMebibyte * kMebibyte))
      command_.memory_limit = *given * kMebibyte;
    static const std::map<std::string, OutputFormat> formats{{"table", OutputFormat::table},
                                                             {"json", OutputFormat::json},
                                                             {"csv", OutputFormat::csv},
                                                             {"md", OutputFormat::markdown}};
    static const std::map<std::string, Coverage> coverages{{"auto", Coverage::automatic},
                                                           {"sample", Coverage::sample},
                                                           {"second", Coverage::second},
                                                           {"full", Coverage::full}};
    runner.verify = !no_verify_;
    if (no_verify_ && !(verify_.empty() && salt_.empty()))
      throw Error(Status::usage,
                  "--no-verify compares nothing, and so has no use for --verify or "
                  "--salt");
    const auto coverage = coverages.find(verify_.empty() ? "auto" : verify_);
    if (coverage == coverages.end())
      throw Error(Status::usage,
                  no_such("verification", verify_, {"auto", "sample", "second", "full"}));
    command_.checking = {coverage->second,
                         whole_number("--salt", salt_, 0).value_or(std::random_device()())};
    const auto format = formats.find(format_);
    if (format == formats.end())
      throw Error(Status::usage, no_such("format", format_, {"table", "json", "csv", "md"}));
    command_.format = format->second;
    command_.isolation = parse_isolation(isolate_);
    if (command_.memory_limit && command_.isolation == Isolation::off)
      throw Error(Status::usage,
                  "--memory-limit bounds the processes of cases, which --isolate=off leaves out");
    if (auto order = worker_order()) return work(registry_, command_, std::move(*order));
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
    for (const auto& [option, given] : {std::pair{"--samples", &samples_},
                                        {"--min-time", &min_time_},
                                        {"--max-time", &max_time_}})
      if (*strategy == Strategy::single && !given->empty())
        throw Error(Status::usage, fmt::format("{} says nothing of --strategy=single, which is one "
                                               "launch",
                                               option));
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
    options.exclude("--input", "--seed");
    for (const auto& family : registry_.families())
      for (const ProblemOption& option : family->options()) {
        if (command_.problem.count(option.name) != 0) continue;  // shared by two families
        options.value("--" + option.name, command_.problem[option.name],
                      fmt::format("{} [{}]", option.help, option.default_value), "X");
        if (option.of_generated) options.exclude("--input", "--" + option.name);
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
    options.value("--memory-limit", memory_limit_,
                  "MiB of host memory that a case's process may take [on the host what is free]",
                  "MIB");
    options.value("--verify", verify_,
                  "sample; second: all with another kernel of the GPU as well; full; or auto: full "
                  "where that takes seconds, else second [auto]",
                  "HOW");
    options.value("--salt", salt_, "chooses the sample [another in each run]", "S");
    options.value("--isolate", isolate_,
                  "whether cases run in processes of their own: on, off, or auto, which is on for "
                  "several cases, for --timeout and --memory-limit [auto]",
                  "WHEN");
    options.flag("--no-verify", no_verify_, "do not compare with the reference");
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
  std::string seed_, samples_, min_time_, max_time_, timeout_, memory_limit_, energy_window_;
  bool no_verify_ = false;
  std::string strategy_ = "hot", format_ = "table", verify_, salt_, isolate_ = "auto";
};

}  // namespace

std::unique_ptr<Subcommand> make_run(const Registry& registry,
                                     const std::vector<std::string>& argv) {
  return std::make_unique<Run>(registry, argv);
}

}  // namespace gputest
