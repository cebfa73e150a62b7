// Verifies that the devices of this machine compute right results: docs/verify.md.
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cstdlib>
#include <iostream>
#include <map>
#include <set>

#include "app/command/commands.hpp"
#include "app/registry.hpp"
#include "app/run/altered_kernel.hpp"
#include "app/run/case_loop.hpp"
#include "app/run/isolation.hpp"
#include "app/run/selection.hpp"
#include "app/verify/conformance.hpp"
#include "app/verify/exploits.hpp"
#include "app/verify/verify_report.hpp"
#include "common/core/defences.hpp"
#include "common/core/destination.hpp"
#include "common/core/memory_bound.hpp"
#include "common/core/output_file.hpp"
#include "common/core/standard_streams.hpp"
#include "common/core/stopwatch.hpp"
#include "common/run/not_applicable.hpp"
#include "common/run/runner.hpp"

namespace gputest {
namespace {

constexpr double kCaseSeconds = 300;  // for one case, including compilation
constexpr std::uint64_t kFaultySize = 129;
constexpr const char* kThreadOrder = "GPUTEST_HIP_HOST_ORDER";

struct VerifyCommand {
  std::vector<std::string> apis{"all"};
  std::vector<std::string> kernels{"*"};
  std::string device = "all";
  bool is_quick = false;
  bool runs_exploits = false;
  double timeout = kCaseSeconds;
  std::string output, junit, page;
  std::vector<std::string> without;  ///< defences that the exploits do not meet
  std::uint64_t salts = 1;           ///< of each exploit
};

/// A case of a verification, with its input and fault.
struct Trial {
  Case c;
  TestInput input;
  const Alteration* fault = nullptr;  ///< null: the unaltered kernel
};

/// All trials on a device, and the number of left-out ones by reason.
struct Trials {
  std::vector<Trial> trials;
  std::map<std::string, std::size_t> omitted;

  std::vector<Case> cases() const {
    std::vector<Case> all;
    for (const Trial& trial : trials) all.push_back(trial.c);
    return all;
  }
};

std::string input_text(const TestInput& input) {
  std::vector<std::string> parts;
  for (const auto& [option, value] : input.options)
    parts.push_back(fmt::format("{}={}", option, value));
  return fmt::format("{}", fmt::join(parts, " "));
}

/// Why a trial of this configuration is left out; empty if it is not.
std::string reason_to_leave_out(const VerifyCommand& command, const Case& c,
                                const TestInput& input) {
  static const std::set<std::uint64_t> kQuickSizes{1, 65, 1000};
  const KernelInfo& kernel = c.kernel->info();
  if (!input.file.empty()) return "its particles are in a file of the source tree";
  if (!command.is_quick) return "";
  if (!has_defaults(kernel, c.configuration) || changed_axes(kernel, c.configuration) > 1)
    return "--quick: other layouts, blocks and combinations";
  if (kQuickSizes.count(input.n) == 0 || !input.options.empty())
    return "--quick: other sizes and options";
  return c.kernel->slow_reason(c.device, c.configuration, input.n);
}

void add_trials(const VerifyCommand& command, const Family& family, const Case& of, Trials& all) {
  for (const Configuration& configuration : conformance_configurations(of.kernel->info()))
    for (const TestInput& input : family.test_inputs()) {
      if (!is_input_for(input, of.kernel->info(), configuration)) continue;
      Case c = of;
      c.configuration = configuration;
      c.n = input.n;
      c.input = input_text(input);
      c.skip_reason.clear();
      const std::string reason = reason_to_leave_out(command, c, input);
      if (reason.empty())
        all.trials.push_back({c, input});
      else
        ++all.omitted[reason];
    }
}

/// Adds faults planted in the results of one kernel of each family.
void add_faults(const Family& family, const Case& of, std::set<std::string>& families,
                Trials& all) {
  const KernelInfo& kernel = of.kernel->info();
  if (!kernel.fault.empty()) return;
  const Configuration own = conformance_configurations(kernel).front();
  if (!of.kernel->skip_reason(of.device, own, kFaultySize).empty() ||
      families.count(kernel.family) > 0)
    return;
  std::uint64_t results = 0;
  try {
    results = make_test_problem(family, {kFaultySize}, "")->shapes(own).outputs.front().count;
  } catch (const NotApplicable&) {
    return;  // another kernel of the family suffices
  }
  families.insert(kernel.family);
  for (const Alteration& fault : alterations()) {
    if (results < fault.least_results) continue;
    Trial trial{of, {kFaultySize}, &fault};
    trial.c.configuration = own;
    trial.c.n = kFaultySize;
    trial.c.input = "fault " + fault.name;
    trial.c.skip_reason.clear();
    all.trials.push_back(std::move(trial));
  }
}

/// The selected cases, one for each kernel on each device.
std::vector<Case> kernels_on_devices(const Registry& registry, const VerifyCommand& command) {
  RunCommand run;
  run.apis = command.apis;
  run.kernels = command.kernels;
  run.device = command.device;
  std::vector<Case> cases;
  for (const Case& c : select(registry, run, {1}).cases)
    if (c.exists) {
      const bool is_known = std::any_of(cases.begin(), cases.end(), [&](const Case& other) {
        return other.kernel == c.kernel && other.device.id == c.device.id;
      });
      if (!is_known) cases.push_back(c);
    }
  return cases;
}

Trials trials_on(const Registry& registry, const VerifyCommand& command,
                 const std::vector<Case>& kernels, const std::string& device) {
  Trials all;
  std::set<std::string> families;
  for (const Case& c : kernels) {
    if (c.device.id != device) continue;
    if (!c.fault().empty()) {
      all.trials.push_back({c, {}});
      continue;
    }
    const Family& family = *registry.find_family(c.kernel->info().family);
    add_trials(command, family, c, all);
    add_faults(family, c, families, all);
  }
  return all;
}

/// The thread orders to verify; a single empty one if the device determines its order.
std::vector<std::string> thread_orders(const VerifyCommand& command, const DeviceInfo& device) {
  if (device.id != "hip:host" || std::getenv(kThreadOrder) != nullptr) return {""};
  if (command.is_quick) return {"forward", "reverse"};
  return {"forward", "reverse", "random:1"};
}

/// Sets the thread order for processes that start during its life.
class OrderSet {
 public:
  explicit OrderSet(const std::string& order) : is_set_(!order.empty()) {
    if (is_set_) setenv(kThreadOrder, order.c_str(), 1);
  }
  ~OrderSet() {
    if (is_set_) unsetenv(kThreadOrder);
  }
  OrderSet(const OrderSet&) = delete;
  OrderSet& operator=(const OrderSet&) = delete;

 private:
  bool is_set_;
};

/// A worker's part: verifies the requested trials.
class Verifier {
 public:
  Verifier(const Registry& registry, const Trials& all) : registry_(registry) {
    for (const Trial& trial : all.trials) trials_.emplace(case_key(trial.c), &trial);
  }

  ResultRow run(const Case& c) {
    const Trial& trial = trial_of(c);
    ResultRow row = bare_row(registry_, c);
    try {
      RunnerOptions options;
      options.measure = false;
      if (trial.fault == nullptr)
        return Runner(options).run(*c.kernel, device_of(c), problem_of(trial), c.configuration);
      const AlteredKernel altered(*c.kernel, *trial.fault);
      row = Runner(options).run(altered, device_of(c), problem_of(trial), c.configuration);
      judge_fault(*trial.fault, row);
    } catch (...) {
      set_error_from_exception(row);
    }
    return row;
  }

 private:
  /// A fault passes if verification found the results wrong.
  static void judge_fault(const Alteration& fault, ResultRow& row) {
    if (row.status == RowStatus::failed) {
      row.status = RowStatus::ok;
      row.exit_status = Status::ok;
      row.reason = fmt::format("found: {}", row.reason);
    } else if (row.status == RowStatus::ok) {
      row.status = RowStatus::failed;
      row.exit_status = Status::verification_failed;
      row.reason = fmt::format("verification did not detect this fault: {}", fault.what);
    }
  }

  const Trial& trial_of(const Case& c) const { return *trials_.at(case_key(c)); }

  Device& device_of(const Case& c) {
    if (!device_) device_ = registry_.find_backend(c.kernel->info().api)->open(c.device.id);
    return *device_;
  }

  Problem& problem_of(const Trial& trial) {
    const std::string& family = trial.c.kernel->info().family;
    std::unique_ptr<Problem>& problem = problems_[{family, trial.input}];
    if (!problem) problem = make_test_problem(*registry_.find_family(family), trial.input, "");
    return *problem;
  }

  const Registry& registry_;
  std::map<std::string, const Trial*> trials_;
  std::map<std::pair<std::string, TestInput>, std::unique_ptr<Problem>> problems_;
  std::unique_ptr<Device> device_;
};

Status verify_for(const Registry& registry, VerifyCommand command, WorkerOrder order) {
  command.apis = {order.api};
  command.device = order.device;
  const auto kernels = kernels_on_devices(registry, command);
  const Trials all = trials_on(registry, command, kernels, order.device);
  const std::vector<Case> cases = all.cases();
  if (!cases.empty() && cases.front().device.on_host) bound_memory(spare_memory());
  Verifier verifier(registry, all);
  return serve(
      order.channel, cases, [&](const Case& c) { return bare_row(registry, c); },
      [&](const Case& c, bool) { return verifier.run(c); });
}

/// Verifies a device in workers; false if it was interrupted.
bool verify_device(const Registry& registry, const VerifyCommand& command,
                   const std::vector<std::string>& argv, const Trials& all,
                   VerifiedDevice& device) {
  const Stopwatch watch;
  const std::vector<std::string> orders = thread_orders(command, device.info);
  for (const auto& [reason, count] : all.omitted) device.omitted[reason] = count * orders.size();
  const std::vector<Case> cases = all.cases();
  for (const std::string& order : orders) {
    const OrderSet set(order);
    Workers workers(argv, command.timeout);
    const bool finished = run_each(
        registry, cases,
        [&](std::size_t k, const ResultRow& bare) { return workers.run(cases[k], bare); },
        [&](std::size_t k, ResultRow row) {
          const Trial& trial = all.trials[k];
          device.cases.push_back({std::move(row), input_text(trial.input), order,
                                  trial.fault == nullptr ? "" : trial.fault->name});
        });
    device.seconds = watch.seconds();
    if (!finished) return false;
  }
  device.finished = true;
  return true;
}

std::vector<Unavailable> absent_apis(const Registry& registry, const VerifyCommand& command) {
  std::vector<Unavailable> absent;
  for (const auto& backend : registry.backends()) {
    const auto is_wanted = [&](const std::string& api) {
      return api == "all" || api == backend->name();
    };
    if (std::none_of(command.apis.begin(), command.apis.end(), is_wanted)) continue;
    const DeviceList list = backend->devices();
    absent.insert(absent.end(), list.unavailable.begin(), list.unavailable.end());
  }
  return absent;
}

/// The common reason why the device runs none of the kernels, for example because no compiler knows
/// it. Empty if there is none.
std::string why_none(const std::vector<Case>& kernels, const std::string& device) {
  std::string reason;
  for (const Case& c : kernels) {
    if (c.device.id != device) continue;
    const std::string own = c.kernel->skip_reason(c.device, c.configuration, c.n);
    if (own.empty() || (!reason.empty() && own != reason)) return "";
    reason = own;
  }
  return reason;
}

Status verify_devices(const Registry& registry, const VerifyCommand& command,
                      const std::vector<std::string>& argv) {
  require_kernel_files();
  for (const std::string& path : {command.output, command.junit, command.page})
    if (!path.empty()) require_writable(path);
  require_apart(
      {{"--output", command.output}, {"--junit", command.junit}, {"--report", command.page}});
  VerifyReport report{argv, command.is_quick, {}, {}};
  const std::vector<Case> kernels = kernels_on_devices(registry, command);
  if (command.device == "all") report.absent = absent_apis(registry, command);
  for (const Case& c : kernels) {
    const auto is_it = [&](const VerifiedDevice& device) { return device.info.id == c.device.id; };
    const auto is_absent = [&](const Unavailable& absence) { return absence.id == c.device.id; };
    if (std::any_of(report.devices.begin(), report.devices.end(), is_it) ||
        std::any_of(report.absent.begin(), report.absent.end(), is_absent))
      continue;
    const std::string reason = command.device == "all" ? why_none(kernels, c.device.id) : "";
    if (reason.empty())
      report.devices.emplace_back().info = c.device;
    else
      report.absent.push_back({c.device.id, reason});
  }
  bool finished = true;
  for (VerifiedDevice& device : report.devices) {
    if (!finished) break;
    finished = verify_device(registry, command, argv,
                             trials_on(registry, command, kernels, device.info.id), device);
  }
  const auto write = [&](const std::string& path, const auto& print) {
    if (!path.empty()) write_file_atomically(path, [&](std::ostream& out) { print(out, report); });
  };
  do_all({[&] { write(command.output, print_verification_json); },
          [&] {
            write(command.junit,
                  [](std::ostream& out, const VerifyReport& done) { print_junit(out, done); });
          },
          [&] { write(command.page, print_certificate); },
          [&] {
            print_verification(std::cout, report);
            require_standard_output();
          }});
  if (!finished) throw Error(Status::interrupted, "interrupted");
  return report.passed() ? Status::ok : Status::verification_failed;
}

class Verify : public Subcommand {
 public:
  Verify(const Registry& registry, std::vector<std::string> argv)
      : registry_(registry), argv_(std::move(argv)) {}
  std::string name() const override { return "verify"; }
  std::string summary() const override {
    return "verify every device: all kernels at difficult sizes, without timing";
  }
  std::vector<ManualEntry> examples() const override {
    return {{"gputest verify --quick", "verify every device of this machine"},
            {"gputest verify --exploits", "try kernels that cheat; none may get a speed"}};
  }
  void declare(OptionList& options) override {
    options.flag("--quick", command_.is_quick,
                 "only each kernel's default layout and block, at three sizes");
    options.flag("--exploits", command_.runs_exploits,
                 "instead run kernels that cheat, and right ones, on the first device of each API; "
                 "--kernel names exploits");
    options.list("--without", command_.without,
                 "with --exploits: leave out defences, to see which exploits only they find",
                 "LIST");
    options.value("--salts", salts_, "with --exploits: run each with so many salts [1]", "K");
    options.list("--api", command_.apis, "APIs, or all [all]", "LIST");
    options.value("--device", command_.device, fmt::format("{}, or all [all]", kDeviceHelp), "ID");
    options.list("--kernel", command_.kernels, "kernels [*]", "GLOB");
    options.value("--timeout", timeout_, "maximum seconds for one case [300]", "S");
    options.value("--junit", command_.junit, "write JUnit XML to a file", "FILE");
    options.value("--report", command_.page, "write the verdict to a file, as an HTML page",
                  "FILE");
    options.value("-o,--output", command_.output, "write every case to a file, as JSON", "FILE");
    for (const char* other : {"--quick", "--timeout", "--junit", "--report", "--output"})
      options.exclude("--exploits", other);
  }
  Status run() override {
    if (const auto given = real_number("--timeout", timeout_, 0.001)) command_.timeout = *given;
    if (auto order = worker_order()) return verify_for(registry_, command_, std::move(*order));
    if (const auto given = whole_number("--salts", salts_, 1, 1'000'000)) command_.salts = *given;
    if (!command_.runs_exploits && !(command_.without.empty() && salts_.empty()))
      throw Error(Status::usage, "--without and --salts need --exploits");
    leave_out_defences(command_.without);
    if (command_.runs_exploits)
      return run_exploits(registry_, {command_.apis, command_.kernels, command_.device,
                                      command_.without, command_.salts});
    return verify_devices(registry_, command_, argv_);
  }

 private:
  const Registry& registry_;
  std::vector<std::string> argv_;
  VerifyCommand command_;
  std::string timeout_, salts_;
};

}  // namespace

std::unique_ptr<Subcommand> make_verify(const Registry& registry,
                                        const std::vector<std::string>& argv) {
  return std::make_unique<Verify>(registry, argv);
}

}  // namespace gputest
