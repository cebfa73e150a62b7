#include "common/run/runner.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <limits>
#include <map>
#include <random>

#include "common/core/defences.hpp"
#include "common/core/interrupt.hpp"
#include "common/core/stopwatch.hpp"
#include "common/device/distrust.hpp"
#include "common/device/in_place.hpp"
#include "common/device/shared_work.hpp"
#include "common/device/watch.hpp"
#include "common/run/measured_choice.hpp"
#include "common/run/not_applicable.hpp"

namespace gputest {
namespace {

/// A time limit, checked between launches, because only there a case can be stopped.
class Deadline {
 public:
  explicit Deadline(double seconds) : seconds_(seconds) {}
  void check() const {
    throw_if_interrupted();
    if (seconds_ > 0 && watch_.seconds() > seconds_)
      throw Error(Status::timeout, fmt::format("not finished after {} s (--timeout)", seconds_));
  }

 private:
  Stopwatch watch_;
  double seconds_;
};

void set_failed(ResultRow& row, const std::string& reason) {
  row.status = RowStatus::failed;
  row.exit_status = Status::verification_failed;
  row.reason = reason;
  row.counts.reset();
  row.not_counted.clear();
  row.shared.reset();
  if (!row.verification) return;  // if only its numbers had passed
  row.verification->passed = false;
  row.verification->reason = reason;
}

/// Fills in the row; false if launches skip work that earlier ones have done.
bool verify_work(const Samples& samples, ResultRow& row) {
  if (!samples.left_out || is_left_out(Defence::skips)) return true;
  set_failed(row,
             fmt::format("a launch over an existing result takes {:.3g} s instead of {:.3g} s: "
                         "the kernel skips work",
                         samples.left_out->first, samples.left_out->second));
  row.verification->passed = false;  // although its first answer was right
  row.verification->reason = row.reason;
  return false;
}

/// A rate per second and processor that needs no check against a device's ceiling.
constexpr double kSurelyPossible = 4e9;

/// Fills in the row; false if the device needs longer for the least operations than the launch
/// took.
bool verify_operations(const Problem& problem, Device& device, double seconds,
                       const RunnerOptions& options, ResultRow& row) {
  const double margin = device.info().on_host ? 4 : 2;  // other work may have lowered the ceiling
  const double rate = problem.least_operations(row.configuration) / seconds;
  if (!options.ceilings.operations || rate == 0) return true;
  if (device.info().on_host && rate <= kSurelyPossible * device.info().compute_units) return true;
  const double ceiling = options.ceilings.operations(
      device, row.kernel.arithmetic.value_or(row.configuration.precision), rate / margin);
  if (ceiling == 0 || rate <= margin * ceiling) return true;
  set_failed(row, fmt::format("a launch takes {:.3g} s, too short for a correct kernel: that is "
                              "at least {:.3g} arithmetic instructions a second, but the device "
                              "does {:.3g} (roofline_fma)",
                              seconds, rate, ceiling));
  return false;
}

/// Fills in the row; false if the device needs longer to copy the least bytes than the launch took.
/// With few bytes, launch overhead dominates.
bool verify_bytes(const Problem& problem, Device& device, double seconds,
                  const RunnerOptions& options, ResultRow& row) {
  constexpr double kMargin = 4;  // the ceiling is a copy, which also writes: that is slower
  constexpr double kMany = 8 << 20;
  const double bytes = problem.least_bytes(row.configuration);
  const double rate = bytes / seconds;
  if (!options.ceilings.bytes || bytes < kMany) return true;
  if (rate <= kSurelyPossible * device.info().compute_units) return true;
  const double ceiling = options.ceilings.bytes(device, bytes, rate / kMargin);
  if (ceiling == 0 || rate <= kMargin * ceiling) return true;
  set_failed(row, fmt::format("a launch takes {:.3g} s, too short for a correct kernel: that is "
                              "at least {:.3g} GB/s, but the device copies as much at {:.3g} GB/s "
                              "(roofline_fma)",
                              seconds, rate * 1e-9, ceiling * 1e-9));
  return false;
}

/// Fills in the row; false if a kernel from outside, also in part, is many times as fast as all of
/// the program's.
bool verify_against_rival(const Kernel& kernel, const Problem& problem, Device& device,
                          double seconds, const RunnerOptions& options, ResultRow& row) {
  const auto text = kernel.text(row.configuration);
  if (!options.ceilings.rival || !text || text->replaced.empty()) return true;
  Rival rival;
  for (int time = 0; time < 2; ++time) {  // other work may have begun between the two kernels
    rival = options.ceilings.rival(device, row.kernel, problem, row.configuration, seconds);
    if (rival.kernel.empty() || rival.seconds <= rival.margin * seconds) return true;
  }
  set_failed(row, fmt::format("a launch takes {:.3g} s, too short for a correct kernel: the "
                              "fastest of gputest's own for this task, {}, takes {:.3g} s on the "
                              "device, more than {:g} times as long",
                              seconds, rival.kernel, rival.seconds, rival.margin));
  return false;
}

/// Fills in the row; false if the device cannot be that fast.
bool verify_speed(const Kernel& kernel, const Problem& problem, Device& device,
                  const Timing& timing, const RunnerOptions& options, ResultRow& row) {
  return (is_left_out(Defence::ceilings) ||
          (verify_operations(problem, device, timing.median, options, row) &&
           verify_bytes(problem, device, timing.median, options, row))) &&
         (is_left_out(Defence::rivals) ||
          verify_against_rival(kernel, problem, device, timing.median, options, row));
}

/// Gives a problem one of its fillings or variants while it lives, then the first again.
class Chosen {
 public:
  using Choose = void (Problem::*)(std::uint32_t);
  Chosen(Problem& problem, Choose choose, std::uint32_t which)
      : problem_(problem), choose_(choose) {
    (problem_.*choose_)(which);
  }
  ~Chosen() { (problem_.*choose_)(0); }
  Chosen(const Chosen&) = delete;
  Chosen& operator=(const Chosen&) = delete;

 private:
  Problem& problem_;
  Choose choose_;
};

/// Fills in the row; false if the answer is wrong.
bool verify(Problem& problem, const std::vector<HostArray>& outputs, ResultRow& row) {
  const Precision arithmetic = row.kernel.arithmetic.value_or(row.configuration.precision);
  row.verification = problem.verify(row.configuration, arithmetic, outputs);
  if (row.verification->passed) {
    if (is_left_out(Defence::claims)) return true;
    row.verification->reason =
        problem.broken_promise(row.kernel.variant, row.configuration, outputs);
    if (row.verification->reason.empty()) return true;
    row.verification->max_error = std::numeric_limits<double>::infinity();
  }
  set_failed(row, row.verification->reason);
  return false;
}

/// The launches of a case, its timed ones included. Verifies copies of the arrays that it draws.
class Launches {
 public:
  Launches(Execution& execution, Problem& problem, const KernelSignature& shapes,
           const std::vector<HostArray>& inputs, const Deadline& deadline, bool verify,
           ResultRow& row)
      : execution_(execution),
        problem_(problem),
        inputs_(inputs),
        deadline_(deadline),
        verifies_(verify),
        in_place_(is_in_place(shapes)),
        needs_fresh_(has_fresh_arrays(shapes)),
        on_host_(std::any_of(shapes.outputs.begin(), shapes.outputs.end(),
                             [](const ArrayShape& shape) { return shape.is_on_host(); })),
        row_(row) {}

  /// A wrong answer or an overrun; the row says which.
  struct Wrong {};

  /// Its functions throw Wrong.
  Launcher launcher(const DeviceInfo& device) {
    Launcher launcher;
    launcher.launch = [this] { launch(); };
    launcher.synchronize = [this] { execution_.synchronize(); };
    launcher.flush_cache = [this] { execution_.flush_cache(); };
    launcher.event_seconds = [this] {
      const auto seconds = execution_.event_seconds();
      if (seconds) ++since_spoilt_;
      return seconds;
    };
    launcher.check = [this] { deadline_.check(); };
    launcher.on_host = device.on_host;
    launcher.needs_fresh = needs_fresh_;
    if (!verifies_) return launcher;
    if (!is_left_out(Defence::rubbish)) {
      launcher.spoil = [this] {
        execution_.spoil();
        since_spoilt_ = 0;
      };
      launcher.spoil_waits = on_host_;
    }
    if (!is_left_out(Defence::copies)) {
      launcher.make_copies = [this](std::uint64_t launches) { return make_copies(launches); };
      launcher.most_copies = [this] { return std::uint64_t{execution_.most_copies()}; };
    }
    launcher.inspect = [this] { inspect(); };
    return launcher;
  }

  void launch() {
    execution_.launch();
    ++since_spoilt_;
  }

  /// Verifies the outputs of a drawn copy. Sets the seconds of its download.
  void verify_drawn(double& download) {
    if (in_place_ && since_spoilt_ % 2 == 0) {  // pairs of launches have undone each other
      launch();
      execution_.synchronize();
    }
    if (needs_fresh_) {  // later launches have changed what they read
      execution_.spoil();
      since_spoilt_ = 0;
      for (std::uint32_t k = 0; k < copies_; ++k) launch();
      execution_.synchronize();
    }
    const std::uint32_t copy = draw();
    const Stopwatch watch;
    const std::vector<HostArray> outputs = execution_.download(copy);
    download = watch.seconds();
    if (verifies_) verify_copy(copy, outputs);
  }

  /// Compares the inputs of all copies, and the bytes around their arrays, with what they were; of
  /// one drawn copy if they are large. Makes one copy of them.
  ///
  /// Then verifies two more launches, unless they take long. Each finds other rubbish, so a kernel
  /// that recognises one kind does not pass.
  void end(double launch_seconds) {
    if (!verifies_) return;
    const std::uint32_t first = draw();
    const std::uint32_t checked = copies_ <= few_copies() ? copies_ : 1;
    for (std::uint32_t k = 0; k < checked; ++k) check((first + k) % copies_);
    if (copies_ > 1) make_copies(1);
    if (in_place_ || is_left_out(Defence::rubbish) || launch_seconds > 0.1 * since_began_.seconds())
      return;
    for (int kind = 0; kind < 2; ++kind) {
      execution_.spoil();
      launch();
      execution_.synchronize();
      verify_copy(0, execution_.download(0));
    }
  }

 private:
  /// The number of copies whose inputs are kept on the host, and compared at the end.
  std::uint64_t few_copies() const {
    constexpr std::uint64_t kMost = 64 << 20;  // bytes
    std::uint64_t bytes = 1;
    for (const HostArray& input : inputs_) bytes += input.data.size();
    return kMost / bytes;
  }
  std::uint32_t make_copies(std::uint64_t launches) {
    kept_.clear();
    const bool is_few = std::min<std::uint64_t>(launches, execution_.most_copies()) <= few_copies();
    const std::uint32_t made =
        execution_.make_copies(static_cast<std::uint32_t>(std::min<std::uint64_t>(
                                   launches, std::numeric_limits<std::uint32_t>::max())),
                               [this, is_few](std::uint32_t copy) {
                                 std::vector<HostArray> inputs = inputs_of(variant_of(copy));
                                 if (is_few) kept_[copy] = inputs;
                                 return inputs;
                               });
    if (made > 0) since_spoilt_ = 0;
    are_turned_ = made > 0;
    copies_ = std::max(made, 1U);
    return copies_;
  }

  /// The variant of a copy's inputs: drawn for this case, and not the one that was verified first.
  std::uint32_t variant_of(std::uint32_t copy) const {
    const std::uint32_t variants = problem_.symmetries(row_.configuration);
    if (variants == 1 || is_left_out(Defence::symmetries)) return 0;
    return 1 + static_cast<std::uint32_t>((std::uint64_t{first_variant_} + copy) % (variants - 1));
  }
  std::uint32_t symmetry_of(std::uint32_t copy) const { return are_turned_ ? variant_of(copy) : 0; }
  std::vector<HostArray> inputs_of(std::uint32_t symmetry) {
    deadline_.check();
    if (symmetry == 0) return inputs_;
    const Chosen variant(problem_, &Problem::turn, symmetry);
    return problem_.inputs(row_.configuration);
  }
  void verify_copy(std::uint32_t copy, const std::vector<HostArray>& outputs) {
    if (is_left_out(Defence::draws)) return;
    const Chosen variant(problem_, &Problem::turn, symmetry_of(copy));
    if (verify(problem_, outputs, row_)) return;
    set_failed(row_, "a timed launch is wrong: " + row_.reason);
    throw Wrong();
  }

  /// One of the copies that launches have used.
  std::uint32_t draw() {
    const std::uint64_t used = std::clamp<std::uint64_t>(since_spoilt_, 1, copies_);
    return std::uniform_int_distribution<std::uint32_t>(
        0, static_cast<std::uint32_t>(used - 1))(random_);
  }

  void check(std::uint32_t copy) {
    try {
      const auto kept = kept_.find(copy);
      execution_.check(copy, kept != kept_.end() ? kept->second : inputs_of(symmetry_of(copy)));
    } catch (const Overrun& overrun) {
      set_failed(row_, overrun.what());
      throw Wrong();
    }
  }

  /// Leaves samples out whose inspection would take more than a tenth of the time.
  void inspect() {
    if (in_place_ || inspecting_ > 0.1 * since_began_.seconds()) return;
    const Stopwatch watch;
    const std::uint32_t copy = draw();
    check(copy);
    verify_copy(copy, execution_.download(copy));
    inspecting_ += watch.seconds();
  }

  Execution& execution_;
  Problem& problem_;
  const std::vector<HostArray>& inputs_;
  const Deadline& deadline_;
  bool verifies_, in_place_, needs_fresh_, on_host_;
  ResultRow& row_;
  std::uint32_t copies_ = 1;
  std::map<std::uint32_t, std::vector<HostArray>> kept_;  ///< inputs by copy
  bool are_turned_ = false;                               ///< whether their inputs are variants
  std::uint64_t since_spoilt_ = 0;  ///< launches since outputs were last spoilt
  std::mt19937_64 random_{std::random_device{}()};
  std::uint32_t first_variant_ = static_cast<std::uint32_t>(random_());
  Stopwatch since_began_;
  double inspecting_ = 0;  ///< seconds
};

/// Computes the answer with another kernel in double precision if the reference is only a sample.
/// Throws Error if that answer differs from the sample.
void ask_second_kernel(const Kernel& kernel, Device& device, Problem& problem,
                       const Configuration& configuration, const RunnerOptions& options) {
  const Kernel* second =
      options.second_kernel ? options.second_kernel(kernel, device.info()) : nullptr;
  if (second == nullptr || problem.second(configuration) == second->info().name()) return;
  const auto twin = problem.in_double(configuration);
  if (!twin) return;
  const KernelInfo& info = second->info();
  const Configuration wanted{info.layouts.front(), Precision::fp64,
                             info.blocks.empty() ? 0 : info.blocks.front()};
  const KernelSignature shapes = twin->shapes(wanted);
  check_limits(device.info(), shapes);
  const auto execution = second->prepare(device, wanted, shapes);
  execution->upload(twin->inputs(wanted));
  execution->launch();
  execution->synchronize();
  std::vector<HostArray> outputs;
  Verification verification;
  try {
    outputs = execution->download();
    verification = twin->verify(wanted, Precision::fp64, outputs);
  } catch (const Overrun& overrun) {
    verification.reason = overrun.what();
  }
  if (!verification.passed)
    throw Error(Status::verification_failed,
                fmt::format("the answer of {}, to be compared with this kernel's, is wrong: {}",
                            info.name(), verification.reason));
  problem.adopt(configuration, info.name(), outputs);
}

/// Uploads, launches once and downloads. Sets `counts`, if given, to the counts of that launch if
/// the device executes instruction by instruction.
std::vector<HostArray> answer_to(const std::vector<HostArray>& inputs, Execution& execution,
                                 const Deadline& deadline,
                                 std::optional<LaunchCounts>* counts = nullptr) {
  deadline.check();
  execution.upload(inputs);
  deadline.check();
  if (counts != nullptr) *counts = execution.counted_launch([] {});
  if (counts == nullptr || !*counts) execution.launch();
  execution.synchronize();
  deadline.check();
  return execution.download();
}

/// Fills in the row; false if a counted launch has fewer atomic operations than the row's name
/// promises.
bool verify_atomics(const Problem& problem, const std::optional<LaunchCounts>& counts,
                    ResultRow& row) {
  const std::uint64_t promised = problem.promised_atomics(row.configuration);
  if (!counts || is_left_out(Defence::claims) || !counts->atomics ||
      counts->atomics->operations >= promised)
    return true;
  set_failed(row, fmt::format("a launch makes {} atomic operations where {} are promised",
                              counts->atomics->operations, promised));
  return false;
}

/// Fills in the row; false if the answer to any filling of the inputs after the first is wrong. The
/// problem then has its first filling again.
bool verify_other_fillings(Problem& problem, Execution& execution, const Deadline& deadline,
                           ResultRow& row) {
  if (is_left_out(Defence::claims)) return true;
  for (std::uint32_t k = 1; k < problem.fillings(row.configuration); ++k) {
    const Chosen filling(problem, &Problem::fill, k);
    if (!verify(problem, answer_to(problem.inputs(row.configuration), execution, deadline), row))
      return false;
  }
  return true;
}

/// Fills in the row; false if a second launch of a kernel in place does not undo the first.
bool verify_undone(const std::vector<HostArray>& inputs, Execution& execution, ResultRow& row) {
  execution.launch();
  execution.synchronize();
  const std::vector<HostArray> undone = execution.download();
  for (std::size_t k = 0; k < undone.size(); ++k)
    if (undone[k].data != inputs[k].data) {
      set_failed(row, fmt::format("a second launch does not restore {} to {}", undone[k].shape.name,
                                  inputs[k].shape.name));
      return false;
    }
  return true;
}

/// The answers to the problem in two units, if there are any. The arrays of either are freed before
/// others are made.
using AnswersInUnits = std::vector<std::vector<HostArray>>;
AnswersInUnits answers_in_units(const Kernel& kernel, Device& device, const Problem& problem,
                                const Configuration& configuration, const Deadline& deadline) {
  AnswersInUnits answers;
  if (is_left_out(Defence::claims)) return answers;
  for (const auto& same : problem.in_two_units(configuration)) {
    const auto execution = kernel.prepare(device, configuration, same->shapes(configuration));
    answers.push_back(answer_to(same->inputs(configuration), *execution, deadline));
  }
  return answers;
}

/// Fills in the row; false if these answers differ by more than the row's precision rounds.
bool verify_units(const Problem& problem, const AnswersInUnits& answers, ResultRow& row) {
  if (answers.empty()) return true;
  Verification verification = problem.compare_units(row.configuration, answers[0], answers[1]);
  if (verification.passed) return true;
  row.verification = std::move(verification);
  set_failed(row, row.verification->reason);
  return false;
}

/// The configuration to run: the row's own, or the fastest of its alternatives. Adds the measured
/// microseconds to `plan`.
Configuration chosen(const Kernel& kernel, Device& device, const Problem& problem,
                     const Deadline& deadline, const ResultRow& row, LaunchPlan& plan) {
  const std::vector<Measured> measured =
      measured_alternatives(kernel, device, problem, row.configuration, [&] { deadline.check(); });
  if (measured.empty()) return row.configuration;
  for (const Measured& one : measured)
    plan.parameters.emplace_back(fmt::format("{}{} us", kMeasured, one.alternative.name),
                                 static_cast<std::uint64_t>(one.seconds * 1e6));
  return std::min_element(
             measured.begin(), measured.end(),
             [](const Measured& a, const Measured& b) { return a.seconds < b.seconds; })
      ->alternative.configuration;
}

/// Throws NotApplicable if a launch takes more than `longest` seconds. Measures with a later launch
/// than the first, in which a run-time may compile.
void require_brief(Launches& launches, Execution& execution, double longest, const ResultRow& row) {
  const Stopwatch watch;
  launches.launch();
  execution.synchronize();
  if (const double seconds = watch.seconds(); seconds > longest)
    throw NotApplicable(
        fmt::format("a launch takes {:.2g} s, too long for a run of every kernel; --kernel={} "
                    "measures it",
                    seconds, row.kernel.name()));
}

/// Fills in the row's counts by the device's counters. Comes after all measurements, which counters
/// may change. The first launch fills the caches as earlier launches of a batch do.
void count_on_card(const std::vector<HostArray>& inputs, const KernelSignature& shapes,
                   Execution& execution, ResultRow& row) {
  execution.upload(inputs);
  execution.launch();
  execution.synchronize();
  try {
    row.counts = execution.counted_launch([&] {
      if (!is_in_place(shapes)) return;
      execution.upload(inputs);
      execution.synchronize();
    });
    if (row.counts && row.counts->card && row.timing)
      row.counts->card->set_seconds(row.timing->median);
  } catch (const NotCounted& reason) {
    row.not_counted = reason.what();
  }
}

void run_case(const Kernel& kernel, Device& device, Problem& problem, const RunnerOptions& options,
              const Runner::OutputsSink& sink, ResultRow& row) {
  const Deadline deadline(options.timeout);
  check_limits(device.info(), problem.shapes(row.configuration));
  if (options.verify) problem.make_reference(row.configuration);
  deadline.check();
  const std::vector<HostArray> inputs = problem.inputs(row.configuration);
  LaunchPlan measured;
  const Configuration taken = options.measure && !device.info().emulated
                                  ? chosen(kernel, device, problem, deadline, row, measured)
                                  : row.configuration;
  AnswersInUnits in_units;
  if (options.verify) in_units = answers_in_units(kernel, device, problem, taken, deadline);
  const KernelSignature shapes = problem.shapes(taken);
  const auto execution = kernel.prepare(device, taken, shapes);
  if (auto text = execution->text()) row.text = std::move(text);
  if (LaunchPlan plan = execution->plan(); !plan.passes.empty()) {
    for (const auto& parameter : measured.parameters) plan.parameters.push_back(parameter);
    row.plan = std::move(plan);
  }
  if (options.verify) ask_second_kernel(kernel, device, problem, row.configuration, options);
  if (options.verify && !options.once && !verify_other_fillings(problem, *execution, deadline, row))
    return;
  const Stopwatch first;
  const bool must_count =
      device.info().counting == Counting::execution &&
      (options.count || (options.verify && problem.promised_atomics(row.configuration) > 0));
  std::optional<LaunchCounts> counts;
  std::vector<HostArray> outputs =
      answer_to(inputs, *execution, deadline, must_count ? &counts : nullptr);
  if (options.verify) execution->check(0, inputs);
  if (options.count) row.counts = counts;
  const double first_seconds = first.seconds();
  if (options.verify && !(verify(problem, outputs, row) && verify_units(problem, in_units, row) &&
                          verify_atomics(problem, counts, row)))
    return;
  if (sink) sink(outputs);
  if (is_in_place(shapes) && options.verify && !verify_undone(inputs, *execution, row)) return;

  if (options.measure && !device.info().emulated && problem.is_timed()) {
    Launches launches(*execution, problem, shapes, inputs, deadline, options.verify, row);
    if (options.longest_launch > 0 && first_seconds > options.longest_launch &&
        !has_fresh_arrays(shapes))
      require_brief(launches, *execution, options.longest_launch, row);
    const Launcher launcher = launches.launcher(device.info());
    Timing timing = time_launches(launcher, options.sampling);
    if (!verify_work(timing.samples, row)) return;
    if (options.verify && !verify_speed(kernel, problem, device, timing, options, row)) return;
    const MonitorSearch search = options.monitor_of(device.info());
    MonitorReading reading = read_at_work(search, device.info(), launcher, timing);
    std::optional<EnergyReport> energy;
    if (options.energy_window > 0)
      energy = energy_of(search, launcher, options.energy_window, timing);
    std::vector<LaunchPart> parts = launch_parts(problem, *execution, timing.median);
    launches.verify_drawn(timing.download);
    launches.end(timing.median);
    const Stopwatch upload_watch;
    execution->upload(inputs);
    execution->synchronize();
    timing.upload = upload_watch.seconds();
    row.timing = std::move(timing);
    row.monitor = std::move(reading);
    row.energy = std::move(energy);
    row.parts = std::move(parts);
  }
  if (options.count && device.info().counting == Counting::counters)
    count_on_card(inputs, shapes, *execution, row);
  if (const auto* shared = dynamic_cast<const SharesWork*>(execution.get()))
    row.shared = shared->shared_work();
  judge(row);
}

/// Why the device cannot run the configuration at all; empty if it can.
std::string lacking(const DeviceInfo& device, const Configuration& configuration) {
  if (configuration.precision == Precision::fp64 && !device.fp64)
    return fmt::format("{} has no fp64", device.id);
  if (device.max_block != 0 && configuration.block > device.max_block)
    return fmt::format("{} takes at most {} threads per block", device.id, device.max_block);
  return "";
}

/// Why the device cannot hold the arguments at any size; empty if it can.
std::string lacking(const DeviceInfo& device, const KernelSignature& shapes) {
  const bool wants_images = std::any_of(shapes.inputs.begin(), shapes.inputs.end(),
                                        [](const ArrayShape& shape) { return shape.is_image(); });
  return wants_images && device.max_image_width == 0 ? fmt::format("{} has no 2D images", device.id)
                                                     : "";
}

/// Also none if one of its files is missing: preparing the kernel reports that.
std::optional<KernelText> text_of(const Kernel& kernel, const Configuration& configuration) {
  try {
    return kernel.text(configuration);
  } catch (const Error&) {
    return std::nullopt;
  }
}

}  // namespace

ResultRow case_row(const Kernel& kernel, const DeviceInfo& device,
                   const Configuration& configuration, std::uint64_t n) {
  ResultRow row;
  row.api = kernel.info().api;
  row.device = device;
  row.kernel = kernel.info();
  row.configuration = configuration;
  row.text = text_of(kernel, configuration);
  row.n = n;
  return row;
}

ResultRow describe_case(const Kernel& kernel, const DeviceInfo& device, const Problem& problem,
                        const Configuration& configuration) {
  ResultRow row = case_row(kernel, device, configuration, problem.n());
  row.problem = problem.parameters(configuration);
  row.work = problem.work(configuration);
  return row;
}

ResultRow Runner::run(const Kernel& kernel, Device& device, Problem& problem,
                      const Configuration& configuration, const OutputsSink& sink) const {
  ResultRow row = case_row(kernel, device.info(), configuration, problem.n());
  row.reason = lacking(device.info(), configuration);
  if (row.reason.empty())
    row.reason = kernel.skip_reason(device.info(), configuration, problem.n());
  row.status = RowStatus::skipped;
  try {
    row.problem = problem.parameters(configuration);
    row.work = problem.work(configuration);
    if (row.reason.empty()) row.reason = lacking(device.info(), problem.shapes(configuration));
    if (row.reason.empty()) row.reason = distrust(kernel, device);
    if (row.reason.empty()) run_case(kernel, device, problem, options_, sink, row);
  } catch (const NotApplicable& reason) {
    row.reason = reason.what();
    row.verification.reset();
  } catch (const Overrun& overrun) {
    set_failed(row, overrun.what());
  } catch (const Launches::Wrong&) {  // the row says what
  } catch (...) {
    set_error_from_exception(row);
  }
  return row;
}

}  // namespace gputest
