// Tables 1 and 2 of the IPSJ survey for the devices of this machine: see survey_tables.hpp.
#include <fmt/format.h>

#include <algorithm>
#include <map>

#include "app/command/commands.hpp"
#include "app/command/counts.hpp"
#include "app/command/messages.hpp"
#include "app/command/progress.hpp"
#include "app/registry.hpp"
#include "app/results/price_file.hpp"
#include "app/run/ceilings.hpp"
#include "app/run/isolation.hpp"
#include "app/run/selection.hpp"
#include "app/sweep/survey_tables.hpp"
#include "common/core/interrupt.hpp"
#include "common/core/printable.hpp"
#include "common/particles/force_field.hpp"
#include "common/run/runner.hpp"
#include "common/simulate/simulation.hpp"

namespace gputest {
namespace {

struct SurveyCommand {
  std::vector<std::string> apis{"all"};
  std::string device;              ///< like --device of a run
  std::uint64_t bodies = 65536;    ///< n of the survey's table 1
  std::uint64_t particles = 4953;  ///< n of its table 2
  std::uint64_t steps = 1000;      ///< likewise
  double window = kShortestEnergyWindow;
  PriceList prices;
  OutputFormat format = OutputFormat::table;
};

/// Kernels that are the fastest of their family on some API. A device's line shows the fastest of
/// those that it has.
const std::vector<std::string> kGravityKernels{"gravity_simd", "gravity_blocked",
                                               "gravity_symmetric"};
const std::vector<std::string> kDynamicsKernels{"lj_simd", "lj_unrolled"};

/// The cases of those kernels on real devices, by device, in the order of the APIs. The CPU is
/// first, because others are compared with it.
std::map<std::size_t, std::vector<Case>> cases_by_device(const Registry& registry,
                                                         const SurveyCommand& command,
                                                         const std::vector<std::string>& kernels,
                                                         std::uint64_t n) {
  RunCommand run;
  run.apis = command.apis;
  run.device = command.device;
  const std::vector<std::string> known = registry.kernel_names();
  for (const std::string& kernel : kernels)
    if (std::find(known.begin(), known.end(), kernel) != known.end()) run.kernels.push_back(kernel);
  std::vector<std::string> ids;
  std::map<std::size_t, std::vector<Case>> cases;
  for (const Case& c : select(registry, run, {n}).cases) {
    if (!c.runs() || c.device.emulated) continue;
    const auto found = std::find(ids.begin(), ids.end(), c.device.id);
    const auto index = static_cast<std::size_t>(found - ids.begin());
    if (found == ids.end()) ids.push_back(c.device.id);
    cases[index].push_back(c);
  }
  return cases;
}

/// The part of an entry that both tables share.
SurveyEntry entry_of(const SurveyCommand& command, const Case& c, const ResultRow& row) {
  SurveyEntry entry;
  entry.system = fmt::format("{} ({})", c.device.name, c.device.id);
  entry.kernel = c.kernel->info().name();
  entry.status = row.status;
  entry.reason = row.reason;
  entry.price = command.prices.of(c.device);
  entry.why_no_price =
      command.prices.path.empty()
          ? "the price is unknown; give it with --price-file"
          : fmt::format("{} has no price of {}", command.prices.path, c.device.name);
  if (!row.energy) {
    entry.why_no_watts = "it was not timed";
  } else if (row.energy->source.empty()) {
    entry.why_no_watts = row.energy->reason;
  } else {
    entry.watts = row.energy->energy.watts();
    entry.watts_source = row.energy->source;
  }
  return entry;
}

/// Whether the first row is better: it has a higher speed, or the other has none.
bool is_better(const ResultRow& a, const ResultRow& b) {
  return a.items_per_second().value_or(0) > b.items_per_second().value_or(0);
}

/// Collects errors in addition to the tables. Prints each, and keeps the exit status: that of the
/// first one, but wrong results take precedence.
class Troubles {
 public:
  void add(Status status, const std::string& sentence) {
    say("{}", sentence);
    if (status_ == Status::ok || status == Status::verification_failed) status_ = status;
  }
  Status status() const { return status_; }

 private:
  Status status_ = Status::ok;
};

/// The entry of the fastest kernel, with its power. Wrong results have no speed.
SurveyEntry gravity_entry(const Registry& registry, const SurveyCommand& command,
                          const std::vector<Case>& cases, Device& device, Problem& problem,
                          Troubles& troubles) {
  const Case* best = nullptr;
  ResultRow row;
  Ceilings ceilings(registry);
  RunnerOptions options;
  options.ceilings = ceilings.of_rows();
  for (const Case& c : cases) {
    ResultRow next = Runner(options).run(*c.kernel, device, problem, c.configuration);
    if (next.exit_status != Status::ok)
      troubles.add(next.exit_status,
                   fmt::format("{} {}: {}", c.device.id, c.kernel->info().name(), next.reason));
    if (best == nullptr || is_better(next, row)) {
      best = &c;
      row = std::move(next);
    }
  }
  if (row.timing) {
    options.energy_window = command.window;
    row = Runner(options).run(*best->kernel, device, problem, best->configuration);
  }
  SurveyEntry entry = entry_of(command, *best, row);
  if (const auto speed = row.flops_per_second()) entry.speed = *speed * 1e-9;
  return entry;
}

/// A simulation with the case's kernel, timed by its steps.
class Steps {
 public:
  Steps(const Registry& registry, const SurveyCommand& command, const Case& c, Device& device) {
    const Family& family = *registry.find_family(c.kernel->info().family);
    ProblemRequest request;
    request.n = command.particles;
    SimulationState state;
    state.particles = dynamic_cast<const ForceFamily&>(family).generate(request);
    set_temperature(state.particles, 1.0, 1);
    simulation_ = std::make_unique<Simulation>(registry, *c.kernel, device, c.configuration,
                                               SimulationOptions{}, std::move(state));
  }

  /// Takes two steps, the second with a kick due. Throws Error(verification_failed) if they or the
  /// steps before are wrong.
  void verify() {
    simulation_->verify();
    simulation_->check();
    for (int k = 0; k < 2; ++k) simulation_->advance_checked();
    simulation_->checked_thermodynamics();
  }

  /// A launcher for that many steps, which are synchronous.
  Launcher launcher(std::uint64_t steps) {
    Launcher launcher;
    launcher.launch = [this, steps] {
      for (std::uint64_t k = 0; k < steps;) k += simulation_->advance(steps - k);
      simulation_->thermodynamics();  // waits, and throws if values are not finite
    };
    launcher.synchronize = [] {};
    launcher.flush_cache = [] {};
    launcher.event_seconds = [] { return std::optional<double>(); };
    launcher.check = [] { throw_if_interrupted(); };
    return launcher;
  }

 private:
  std::unique_ptr<Simulation> simulation_;
};

/// The entry of the kernel that is fastest in a tenth of the steps, with its time for all steps.
SurveyEntry dynamics_entry(const Registry& registry, const SurveyCommand& command,
                           const std::vector<Case>& cases, Device& device) {
  const SamplingOptions once{Strategy::single};
  const SamplingOptions enough{Strategy::hot, 3, 0, 10};
  const Case* best = &cases.front();
  double least = 0;
  for (const Case& c : cases) {
    if (cases.size() == 1) break;
    Steps steps(registry, command, c, device);
    const Launcher few = steps.launcher(std::max<std::uint64_t>(1, command.steps / 10));
    few.launch();  // includes one-time work
    const double seconds = time_launches(few, once).median;
    if (least == 0 || seconds < least) {
      least = seconds;
      best = &c;
    }
  }
  Steps steps(registry, command, *best, device);
  steps.verify();
  const Launcher launcher = steps.launcher(command.steps);
  ResultRow row = case_row(*best->kernel, device.info(), best->configuration, command.particles);
  row.timing = time_launches(launcher, enough);
  const MonitorSearch search = find_monitor(device.info());
  row.energy = energy_of(search, launcher, command.window, *row.timing);
  steps.verify();
  judge(row);
  SurveyEntry entry = entry_of(command, *best, row);
  entry.speed = row.timing->median;
  return entry;
}

/// The entry of a device on which kernels failed; other entries are not affected.
SurveyEntry failed_entry(const SurveyCommand& command, const Case& c, const Error& error) {
  ResultRow row = case_row(*c.kernel, c.device, c.configuration, c.n);
  row.reason = error.what();
  return entry_of(command, c, row);
}

void print(const SurveyTable& table, OutputFormat format) {
  const bool markdown = format == OutputFormat::markdown;
  fmt::print("{}\n\n{}\n", printable(table.title),
             markdown ? to_markdown(table.table) : to_text(table.table, false));
  for (std::size_t k = 0; k < table.footnotes.size(); ++k)
    fmt::print("[{}] {}{}\n", k + 1, printable(table.footnotes[k]), markdown ? "  " : "");
}

Status survey(const Registry& registry, const SurveyCommand& command) {
  for (const std::string& file : require_kernel_files())
    say("warning: {} replaces the built-in kernel", file);
  const auto gravity = cases_by_device(registry, command, kGravityKernels, command.bodies);
  const auto dynamics = cases_by_device(registry, command, kDynamicsKernels, command.particles);
  if (gravity.empty() && dynamics.empty())
    throw Error(
        Status::unavailable,
        "all devices here are emulated, so there are no times; the survey needs a real device");
  ProblemRequest request;
  request.n = command.bodies;
  const Family& family = *registry.find_family("gravity");
  const auto problem = family.make_problem(request);

  std::vector<SurveyEntry> speeds, times;
  Troubles troubles;
  {
    Progress progress(gravity.size() + dynamics.size());
    std::size_t k = 0;
    const auto each = [&](const std::vector<Case>& cases, const auto& entry,
                          std::vector<SurveyEntry>& entries) {
      const Case& first = cases.front();
      progress.show(++k, fmt::format("{} {}", first.device.id, first.kernel->info().family));
      try {
        const auto device = registry.find_backend(first.kernel->info().api)->open(first.device.id);
        entries.push_back(entry(cases, *device));
      } catch (const Error& error) {
        if (error.status() == Status::interrupted) throw;
        troubles.add(error.status(), fmt::format("{}: {}", first.device.id, error.what()));
        entries.push_back(failed_entry(command, first, error));
      }
    };
    for (const auto& [index, cases] : gravity)
      each(
          cases,
          [&](const std::vector<Case>& c, Device& device) {
            return gravity_entry(registry, command, c, device, *problem, troubles);
          },
          speeds);
    for (const auto& [index, cases] : dynamics)
      each(
          cases,
          [&](const std::vector<Case>& c, Device& device) {
            return dynamics_entry(registry, command, c, device);
          },
          times);
  }
  const std::string currency = command.prices.currency.empty() ? "price" : command.prices.currency;
  print(gravity_table(speeds, fmt::format("{}", command.bodies), currency), command.format);
  fmt::print("\n");
  print(dynamics_table(times, fmt::format("{}", command.particles),
                       fmt::format("{}", command.steps), currency),
        command.format);
  return troubles.status();
}

class Survey : public Subcommand {
 public:
  Survey(const Registry& registry, std::vector<std::string> argv)
      : registry_(registry), argv_(std::move(argv)) {}
  std::string name() const override { return "survey"; }
  std::string summary() const override {
    return "print the IPSJ survey's tables for this machine: speed, per cost and per power";
  }
  std::vector<ManualEntry> examples() const override {
    return {{"gputest survey --price-file=prices.txt", "the tables with cost per speed"}};
  }
  void declare(OptionList& options) override {
    options.list("--api", command_.apis, "APIs, or all [all]", "LIST");
    options.value("--device", command_.device,
                  fmt::format("{}, or all [the first of each API]", kDeviceHelp), "ID");
    options.value("-n", bodies_, "bodies of table 1 [65536]", "N");
    options.value("--particles", particles_, "particles of table 2 [4953]", "N");
    options.value("--steps", steps_, "steps of table 2 [1000]", "K");
    options.value("--price-file", price_file_, "file with lines 'device = price'", "FILE");
    options.value("--energy-window", window_, "seconds of each power measurement [5]", "S");
    options.value("--isolate", isolate_, "run in a separate process: on or off [on]", "WHEN");
    options.value("--format", format_, "table or md [table]", "FORMAT");
  }
  Status run() override {
    if (!bodies_.empty()) command_.bodies = parse_count("-n", bodies_);
    if (!particles_.empty()) command_.particles = parse_count("--particles", particles_);
    command_.steps = whole_number("--steps", steps_, 1).value_or(command_.steps);
    if (!window_.empty()) command_.window = energy_window(window_);
    if (format_ != "table" && format_ != "md")
      throw Error(Status::usage, no_such("format", format_, {"table", "md"}));
    if (format_ == "md") command_.format = OutputFormat::markdown;
    if (!price_file_.empty()) command_.prices = read_price_file(price_file_);
    const bool apart = parse_isolation(isolate_) != Isolation::off;
    return do_apart({argv_, apart}, [&](const auto&) { return survey(registry_, command_); });
  }

 private:
  const Registry& registry_;
  std::vector<std::string> argv_;
  SurveyCommand command_;
  std::string bodies_, particles_, steps_, price_file_, window_, format_ = "table",
                                                                 isolate_ = "auto";
};

}  // namespace

std::unique_ptr<Subcommand> make_survey(const Registry& registry,
                                        const std::vector<std::string>& argv) {
  return std::make_unique<Survey>(registry, argv);
}

}  // namespace gputest
