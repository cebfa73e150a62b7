#include <fmt/format.h>
#include <fmt/ostream.h>
#include <unistd.h>

#include <algorithm>
#include <cstdlib>
#include <iostream>
#include <map>
#include <numeric>
#include <set>

#include "app/command/commands.hpp"
#include "app/command/counts.hpp"
#include "app/command/messages.hpp"
#include "app/command/options.hpp"
#include "app/il/arguments.hpp"
#include "app/registry.hpp"
#include "app/results/row_columns.hpp"
#include "app/results/run_report.hpp"
#include "app/run/case_loop.hpp"
#include "app/run/ceilings.hpp"
#include "app/run/first_use.hpp"
#include "app/run/isolation.hpp"
#include "app/run/output.hpp"
#include "app/run/own_kernels.hpp"
#include "app/run/roofs.hpp"
#include "app/run/run.hpp"
#include "app/run/run_options.hpp"
#include "app/run/selection.hpp"
#include "app/run/shared_devices.hpp"
#include "app/run/shut_in.hpp"
#include "app/run/turns.hpp"
#include "app/table/run_table.hpp"
#include "common/core/destination.hpp"
#include "common/core/interrupt.hpp"
#include "common/core/memory_bound.hpp"
#include "common/core/output_file.hpp"
#include "common/core/standard_streams.hpp"
#include "common/device/text_kernel.hpp"
#include "common/many/ranks.hpp"
#include "common/particles/force_field.hpp"
#include "common/particles/reader.hpp"
#include "il_reference/api/trace.hpp"

namespace gputest {
namespace {

constexpr const char* kDryRun = "dry run";

std::shared_ptr<const ParticleSet> read_input(const RunCommand& command) {
  if (command.input.empty()) return nullptr;
  return std::make_shared<ParticleSet>(read_particles(command.input, command.units));
}

std::vector<std::uint64_t> counts_of(const RunCommand& command, const InputData* input) {
  return input != nullptr ? std::vector<std::uint64_t>{input->size()} : parse_counts(command.n);
}

/// The traits of the forces that --forces writes. Throws Error(usage) if the family computes none.
ForceTraits force_traits(const Registry& registry, const Case& c) {
  const std::string& family = c.kernel->info().family;
  const auto* forces = dynamic_cast<const ForceFamily*>(registry.find_family(family));
  if (forces == nullptr)
    throw Error(Status::usage, fmt::format("{} computes no forces; leave out --forces", family));
  return forces->force_traits();
}

/// Throws Error(bad_input) if --input is given and a chosen family makes its own data.
void require_input_is_taken(const Registry& registry, const RunCommand& command) {
  if (command.input.empty()) return;
  for (const auto& kernel : registry.kernels()) {
    const Family* family = registry.find_family(kernel->info().family);
    if (family == nullptr || family->takes_input() || !is_chosen(command, *kernel)) continue;
    throw Error(Status::bad_input,
                fmt::format("{} makes its own data; leave out --input", family->name()));
  }
}

/// Throws Error(usage) unless exactly one case runs.
const Case& the_one_case(const std::vector<Case>& cases) {
  const auto runs = [](const Case& c) { return c.runs(); };
  const auto count = std::count_if(cases.begin(), cases.end(), runs);
  if (count != 1)
    throw Error(
        Status::usage,
        fmt::format("--forces needs one kernel on one device, but {} cases are selected", count));
  return *std::find_if(cases.begin(), cases.end(), runs);
}

/// The problems, one for each family and n.
class Problems {
 public:
  Problems(const Registry& registry, const RunCommand& command,
           std::shared_ptr<const InputData> input)
      : registry_(registry), command_(command), input_(std::move(input)) {}

  /// Makes the problems of every case that runs, so that errors are reported before anything runs.
  void make_all(const std::vector<Case>& cases) {
    // Begins with the largest, so that one that does not fit is refused before others are made.
    std::vector<Case> by_size = cases;
    std::stable_sort(by_size.begin(), by_size.end(),
                     [](const Case& a, const Case& b) { return a.n > b.n; });
    for (const Case& c : by_size)
      if (c.runs()) of(c);
  }

  /// The problem of a case, made at its first use.
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

/// Opens devices at their first case and keeps them open.
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

/// Compiles the texts that rows will need. Errors are left to the rows. A rank compiles for its
/// only row itself.
void compile_texts(const std::vector<Case>& cases, Problems& problems, bool quiet) {
  if (many::started_as_rank()) return;
  std::vector<texts::Wanted> wanted;
  for (const Case& c : cases) {
    const auto* kernel = dynamic_cast<const TextKernel*>(c.kernel);
    if (kernel == nullptr || !c.runs()) continue;
    if (!c.kernel->skip_reason(c.device, c.configuration, c.n).empty()) continue;
    try {
      const auto plan =
          c.kernel->plan(c.device, c.configuration, problems.of(c).planned_shapes(c.configuration));
      if (plan) wanted.push_back(kernel->wanted(*plan, c.device));
    } catch (const std::exception&) {
    }
  }
  compile_first(wanted, quiet);
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

/// The case's row without the results of running it.
ResultRow described_row(const Registry& registry, const Case& c, Problems& problems) {
  ResultRow row = bare_row(registry, c);
  if (c.runs()) try {
      const ResultRow known = describe_case(*c.kernel, c.device, problems.of(c), c.configuration);
      row.problem = known.problem;
      row.work = known.work;
    } catch (const Error&) {
      throw;
    } catch (const std::exception&) {  // running the row will report it
    }
  return row;
}

bool wants_bounds(const RunCommand& command) {
  return command.roofline == RooflineWish::kept || command.roofline == RooflineWish::measure;
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
        ceilings_(registry) {
    if (wants_bounds(command)) roofs_.emplace(registry, command.roofline == RooflineWish::measure);
  }

  /// Runs a case. Errors are stored in the row. Throws Error(interrupted).
  ResultRow run(const Case& c, bool is_turn = false) {
    ResultRow row = bare_row(registry_, c);
    try {
      const RateUnit unit = row.unit;
      RunnerOptions options = command_.runner;
      if (is_turn) options.sampling = sampling_of_turn();
      if (is_turn) options.energy_window = 0;
      options.second_kernel = [this](const Kernel& kernel, const DeviceInfo& device) {
        return registry_.second_to(kernel, device);
      };
      if (!is_turn) options.ceilings = ceilings_.of_rows();
      row =
          Runner(options).run(*c.kernel, devices_.of(c), problems_.of(c), c.configuration, sink(c));
      row.unit = unit;
    } catch (...) {
      set_error_from_exception(row);
    }
    if (roofs_ && !is_turn) set_bound(c, row);
    return row;
  }

 private:
  /// Sets the share for --roofline. If the device cannot be measured, the row is unchanged.
  void set_bound(const Case& c, ResultRow& row) {
    try {
      row.bound = roofs_->bound_of(devices_.of(c), problems_.of(c), row);
    } catch (const Error& error) {
      if (error.status() == Status::interrupted) throw;
    }
  }

  /// Writes the outputs of a case for --forces.
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
  std::optional<Roofs> roofs_;
};

std::optional<ForceTraits> wanted_forces(const Registry& registry, const RunCommand& command,
                                         const std::vector<Case>& cases) {
  if (command.forces.empty()) return std::nullopt;
  return force_traits(registry, the_one_case(cases));
}

/// Throws Error(bad_input) if kernels were named and none of them could run its cases.
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
  throw Error(Status::bad_input, fmt::format("nothing ran: {}", reason));
}

bool is_traced(const Case& c) { return c.device.id == "il:interpreter" && c.runs(); }

/// Makes il:interpreter trace a thread if --trace is given. Throws Error(usage) if no case runs on
/// it.
void set_trace(const RunCommand& command, const std::vector<Case>& cases) {
  if (command.trace.empty()) return;
  const il::Domain thread = parse_il_thread(command.trace);
  if (std::none_of(cases.begin(), cases.end(), is_traced))
    throw Error(Status::usage,
                "--trace needs a case on il:interpreter; add --device=il:interpreter");
  il::interpreter_trace() = {thread.x, thread.y,
                             [](std::string_view line) { print_message(line); }};
}

/// Throws Error(usage) if --count is given and no case runs on a device that counts.
void require_something_to_count(const RunCommand& command, const std::vector<Case>& cases) {
  if (command.runner.count && std::none_of(cases.begin(), cases.end(), [](const Case& c) {
        return c.runs() && c.device.counting != Counting::none;
      }))
    throw Error(Status::usage,
                "--count needs a device that counts: an NVIDIA GPU through cuda or hip:nvidia, or "
                "one that executes AMD's machine code; add --device=hip:gfx906, hip:gfx90a or "
                "hip:gfx1030");
}

void print_dry(const RunCommand& command, Report report) {
  if (command.format == OutputFormat::table || command.format == OutputFormat::markdown)
    for (ResultRow& row : report.rows)  // for people the status is enough
      if (row.reason == kDryRun) row.reason.clear();
  print_to(command, report);
}

bool is_isolated(const RunCommand& command, const std::vector<Case>& cases) {
  if (many::started_as_rank()) return false;
  if (command.isolation != Isolation::automatic) return command.isolation == Isolation::on;
  const auto runs = [](const Case& c) { return c.runs(); };
  return command.runner.timeout > 0 || command.memory_limit || !command.own_kernels.empty() ||
         std::count_if(cases.begin(), cases.end(), runs) > 1;
}

/// The order in which cases run: baselines first, the others in their order.
std::vector<std::size_t> running_order(const Report& report, const std::vector<ResultRow>& cases) {
  std::vector<std::size_t> order(cases.size());
  std::iota(order.begin(), order.end(), 0);
  std::stable_partition(order.begin(), order.end(),
                        [&](std::size_t number) { return is_baseline_row(report, cases[number]); });
  return order;
}

/// Sorts rows, which may have run in another order, by their cases. Leaves out those of `hidden`.
std::vector<ResultRow> in_order_of_cases(std::vector<ResultRow> rows,
                                         const std::vector<std::size_t>& order,
                                         const std::set<std::size_t>& hidden) {
  std::map<std::size_t, ResultRow> by_case;
  for (std::size_t k = 0; k < rows.size(); ++k) by_case[order[k]] = std::move(rows[k]);
  rows.clear();
  for (auto& [number, row] : by_case)
    if (hidden.count(number) == 0) rows.push_back(std::move(row));
  return rows;
}

/// The columns that rows will have, according to the user's options.
ExpectedRows expected_rows(const RunCommand& command, const std::vector<Case>& cases) {
  const SamplingOptions& sampling = command.runner.sampling;
  ExpectedRows expected;
  expected.verified = command.runner.verify;
  expected.energy = command.runner.energy_window > 0;
  expected.bounded = wants_bounds(command);
  expected.watched = std::any_of(cases.begin(), cases.end(), [](const Case& c) {
    return c.runs() && !c.device.emulated && !c.device.on_host;
  });
  expected.untested = sampling.strategy == Strategy::single || sampling.samples < kMinCompared;
  return expected;
}

/// For RunCommand::only_right_from: the kernels that have failed on a device.
class Failed {
 public:
  explicit Failed(std::uint64_t from) : from_(from) {}

  /// The case's row if its kernel has failed before; otherwise that of `run`.
  ResultRow run(const Case& c, const ResultRow& bare, const std::function<ResultRow()>& run) {
    const std::string key = fmt::format("{} {} {} {}", c.device.id, c.kernel->info().name(),
                                        name(c.configuration.precision), c.configuration.block);
    const auto earlier = rows_.find(key);
    if (earlier != rows_.end() && (c.n >= from_ || earlier->second.status != RowStatus::failed)) {
      ResultRow row = bare;
      row.reason = fmt::format("not run, because it did not pass at n = {}", earlier->second.n);
      return row;
    }
    ResultRow row = run();
    if (from_ > 0 && row.exit_status != Status::ok) rows_.emplace(key, row);
    return row;
  }

 private:
  std::uint64_t from_;
  std::map<std::string, ResultRow> rows_;
};

/// The turns of the run. Without batches of launches there are none. Those that nobody has asked
/// for are for people, who want to know which row is the fastest.
TurnsWish turns_wish(const RunCommand& command) {
  const bool is_for_people =
      command.format == OutputFormat::table || command.format == OutputFormat::markdown;
  TurnsWish wish = command.turns;
  if (command.runner.sampling.strategy != Strategy::hot || !command.forces.empty() ||
      (wish.if_doubtful && !is_for_people))
    wish.count = 0;
  return wish;
}

/// Runs the selected cases and prints the report.
Status run_cases(const Registry& registry, const RunCommand& command,
                 const std::vector<std::string>& argv) {
  require_kernel_files();
  for (const std::string& path : {command.output, command.forces, command.junit})
    if (!path.empty()) require_writable(path);
  require_apart(
      {{"--output", command.output}, {"--forces", command.forces}, {"--junit", command.junit}},
      {{"--input", command.input}, {"--price-file", command.price_file}});
  Report report;
  for (const std::string& name : command.columns) report.columns.push_back(&row_column(name));
  if (!command.price_file.empty()) report.prices = read_price_file(command.price_file);
  require_input_is_taken(registry, command);
  const auto input = read_input(command);
  if (input)
    for (const std::string& warning : input->warnings) say("warning: {}", warning);
  const Selection selection = select(registry, command, counts_of(command, input.get()));
  const std::vector<Case>& cases = selection.cases;
  const auto forces = wanted_forces(registry, command, cases);
  set_trace(command, cases);
  require_something_to_count(command, cases);
  auto problems = std::make_unique<Problems>(registry, command, input);
  problems->make_all(cases);

  report.argv = argv;
  report.judge = command.certificate;
  report.baseline = command.baseline;
  report.shows_plans = command.plan;
  report.wants_counts = command.runner.count;
  report.draws_accesses = command.draw;
  for (const auto& family : registry.families())
    for (const Axis& axis : family->axes())
      if (axis.is_problem) report.problem_axes.insert(axis.name);
  Report chosen = report;
  for (const Case& c : cases) {
    chosen.rows.push_back(bare_row(registry, c));
    if (c.runs() || command.only_right_from > 0)
      chosen.rows.back().n = problems->of(c).n();  // a problem may choose its own n
  }
  report.baseline = full_baseline(chosen, registry.kernel_names());
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

  if (command.roofline == RooflineWish::forget)
    say("note: deleted the ceilings of {} devices in {}", forget_roofs(), roof_folder());
  // Baseline rows run first, so that every later row has its ratio when it is printed.
  const std::vector<std::size_t> order = running_order(report, chosen.rows);
  std::vector<Case> ordered;
  for (const std::size_t number : order) ordered.push_back(cases[number]);
  std::optional<RunTable> table;
  if (command.format == OutputFormat::table && command.output.empty())
    table.emplace(std::cout, style_of(command, STDOUT_FILENO), report, chosen.rows,
                  expected_rows(command, cases));
  std::set<std::size_t> hidden;  // cases that are only verified, and right
  const auto keep = [&](std::size_t k, ResultRow row) {
    const std::size_t number = order[k];
    if (command.only_right_from > 0) row.n = chosen.rows[number].n;
    const bool is_right = row.status == RowStatus::ok;
    if (is_right && cases[number].n < command.only_right_from) hidden.insert(number);
    report.rows.push_back(std::move(row));
    if (table && hidden.count(number) == 0) table->add(report);
  };
  compile_texts(cases, *problems, command.quiet);
  bool finished = false;
  Failed failed(command.only_right_from);
  if (is_isolated(command, cases)) {
    problems.reset();  // workers make their own
    const bool shuts_in = command.shuts_in && can_shut_in(cases);
    Workers workers(argv, command.runner.timeout, shuts_in);
    finished = run_each(
        registry, ordered,
        [&](std::size_t k, const ResultRow& bare) {
          return failed.run(ordered[k], bare, [&] { return workers.run(ordered[k], bare); });
        },
        keep, command.quiet);
    if (finished) {
      std::map<std::string, Workers> by_device;  // all at the same time, because turns alternate
      finished = take_turns(
          report, turns_wish(command),
          [&](std::size_t row) {
            const Case& c = ordered[row];
            return by_device.try_emplace(c.device.id, argv, command.runner.timeout, shuts_in)
                .first->second.take_turn(c, bare_row(registry, c));
          },
          command.quiet);
    }
  } else {
    LocalRunner runner(registry, command, *problems, forces);
    finished = run_each(
        registry, ordered, [&](std::size_t k, const ResultRow&) { return runner.run(ordered[k]); },
        keep, command.quiet);
    if (finished)
      finished = take_turns(
          report, turns_wish(command),
          [&](std::size_t row) { return runner.run(ordered[row], true); }, command.quiet);
  }
  if (!finished) report.interruption = {report.rows.size(), cases.size()};
  report.rows = in_order_of_cases(std::move(report.rows), order, hidden);
  for (const Unavailable& absence : selection.unavailable)
    report.rows.push_back(unavailable_row(absence));
  if (table) {
    table->finish(report);
    require_standard_output();
  } else {
    print_to(command, report);
  }
  if (!command.junit.empty())
    write_file_atomically(command.junit,
                          [&](std::ostream& out) { print_junit_of_rows(out, report); });
  if (!finished) throw Error(Status::interrupted, sentence(*report.interruption));
  explain_failures(report);
  require_what_was_named(command, cases);
  return exit_status(report);
}

/// Limits the memory of a worker, so that it fails before it exhausts the machine's memory. A GPU's
/// driver may reserve a lot of address space: there only the user's limit applies.
void bound_memory_of(const RunCommand& command, const std::vector<Case>& cases) {
  const bool on_host =
      std::all_of(cases.begin(), cases.end(), [](const Case& c) { return c.device.on_host; });
  if (command.memory_limit)
    bound_memory(*command.memory_limit);
  else if (on_host)
    bound_memory(spare_memory());
}

/// Runs cases of one device for the process that started this one, which has already checked the
/// command.
Status work(const Registry& registry, RunCommand command, WorkerOrder order) {
  command.is_held = true;
  command.apis = {order.api};
  command.device = order.device;
  const auto input = read_input(command);
  const Selection selection = select(registry, command, counts_of(command, input.get()));
  const std::vector<Case>& cases = selection.cases;
  bound_memory_of(command, cases);
  if (std::any_of(cases.begin(), cases.end(), is_traced)) set_trace(command, cases);
  Problems problems(registry, command, input);
  LocalRunner runner(registry, command, problems, wanted_forces(registry, command, cases));
  return serve(
      order.channel, cases, [&](const Case& c) { return described_row(registry, c, problems); },
      [&](const Case& c, bool is_turn) { return runner.run(c, is_turn); });
}

/// Adds the kernels of --my-kernel to the registry. Without --kernel, only they run.
void take_own_kernels(Registry& registry, RunCommand& command) {
  const std::vector<AddedKernel> added =
      add_own_kernels(registry, command.own_kernels, command.own_family);
  if (added.empty() || !command.kernels.empty()) return;
  const bool every_api = command.apis == std::vector<std::string>{"all"};
  if (every_api) command.apis.clear();
  for (const AddedKernel& kernel : added) {
    command.kernels.push_back(kernel.name);
    if (every_api) command.apis.push_back(kernel.api);
  }
}

}  // namespace

Status run_command(const Registry& registry, const RunCommand& command,
                   const std::vector<std::string>& argv, std::optional<WorkerOrder> order) {
  if (order) return work(registry, command, std::move(*order));
  return run_cases(registry, command, argv);
}

namespace {

class Run : public Subcommand {
 public:
  Run(Registry& registry, std::vector<std::string> argv, many::Ranks& ranks)
      : registry_(registry), argv_(std::move(argv)), ranks_(ranks), options_(registry) {}
  std::string name() const override { return ""; }
  std::string summary() const override { return ""; }
  std::vector<ManualEntry> examples() const override {
    return {{"gputest", "verify and time every gravity kernel of every API"},
            {"gputest --layout=all --baseline=opencl:gravity_naive", "compare all memory layouts"},
            {"gputest --kernel='lj_*' --pair=morse --precision=all", "forces with neighbour lists"},
            {"gputest --api=cpu -n 1k..64k*2 --format=csv",
             "several sizes, as CSV for other programs"}};
  }
  void declare(OptionList& options) override { options_.declare(options); }

  bool takes_ranks() const override { return true; }

  Status run() override {
    RunCommand command = options_.read();
    if (many::started_as_rank()) require_of_ranks(command);
    take_own_kernels(registry_, command);
    if (!share_devices(registry_, ranks_, command)) return Status::ok;
    return run_command(registry_, command, argv_, worker_order());
  }

 private:
  /// Throws Error(usage) for options that do not work under mpirun.
  static void require_of_ranks(const RunCommand& command) {
    if (command.isolation == Isolation::on || command.memory_limit)
      throw Error(
          Status::usage,
          "--isolate=on and --memory-limit do not work under mpirun, because each rank runs cases "
          "in its own process; leave them out");
    if (!command.own_kernels.empty())
      throw Error(Status::usage, "--my-kernel does not work under mpirun; leave it out");
  }

  Registry& registry_;
  std::vector<std::string> argv_;
  many::Ranks& ranks_;
  RunOptions options_;
};

}  // namespace

std::unique_ptr<Subcommand> make_run(Registry& registry, const std::vector<std::string>& argv,
                                     many::Ranks& ranks) {
  return std::make_unique<Run>(registry, argv, ranks);
}

}  // namespace gputest
