#include "common/run/runner.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <cmath>
#include <exception>
#include <new>

#include "common/core/interrupt.hpp"
#include "common/measure/statistics.hpp"
#include "common/run/watchdog.hpp"

namespace gputest {
namespace {

constexpr double kWantedDeviation = 0.005;
constexpr unsigned kMinSamples = 3;
constexpr double kMaxTimeFactor = 4;

class Stopwatch {
 public:
  double seconds() const {
    return std::chrono::duration<double>(std::chrono::steady_clock::now() - start_).count();
  }

 private:
  std::chrono::steady_clock::time_point start_ = std::chrono::steady_clock::now();
};

/// Looked at between launches, which is where a case can be stopped.
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

double time_batch(Execution& execution, std::uint64_t launches) {
  const Stopwatch watch;
  for (std::uint64_t k = 0; k < launches; ++k) execution.launch();
  execution.synchronize();
  return watch.seconds();
}

/// Launches that fill `target` seconds. Growing the batch until it does so is the warm-up as well.
std::uint64_t calibrate(Execution& execution, double target, const Deadline& deadline) {
  for (std::uint64_t launches = 1;;) {
    deadline.check();
    const double seconds = time_batch(execution, launches);
    if (seconds >= target / 2) {
      const double wanted = static_cast<double>(launches) * target / seconds;
      return static_cast<std::uint64_t>(std::max(1.0, std::ceil(wanted)));
    }
    launches *= seconds < target / 16 ? 8 : 2;
  }
}

Timing measure(Execution& execution, const RunnerOptions& options, const Deadline& deadline) {
  Timing timing;
  timing.method = "wall-batch";
  timing.launches_per_sample = calibrate(execution, options.min_time / options.samples, deadline);
  const unsigned fewest = std::min(options.samples, kMinSamples);
  std::vector<double> events;
  const Stopwatch watch;
  while (true) {
    deadline.check();
    timing.samples.push_back(time_batch(execution, timing.launches_per_sample) /
                             static_cast<double>(timing.launches_per_sample));
    if (const auto seconds = execution.event_seconds()) events.push_back(*seconds);
    timing.relative_stdev = relative_standard_deviation(timing.samples);
    const std::size_t count = timing.samples.size();
    if (count >= options.samples && timing.relative_stdev < kWantedDeviation) break;
    if (count >= fewest && watch.seconds() > kMaxTimeFactor * options.min_time) break;
  }
  timing.median = median(timing.samples);
  timing.min = *std::min_element(timing.samples.begin(), timing.samples.end());
  if (!events.empty()) timing.event_median = median(events);
  return timing;
}

/// Fills in the row; false if the answer is wrong.
bool verify(Problem& problem, const std::vector<HostArray>& outputs, ResultRow& row) {
  const Precision arithmetic = row.kernel.arithmetic.value_or(row.configuration.precision);
  row.verification = problem.verify(row.configuration, arithmetic, outputs);
  if (row.verification->passed) return true;
  row.status = RowStatus::failed;
  row.exit_status = Status::verification_failed;
  row.reason = row.verification->reason;
  return false;
}

void run_case(const Kernel& kernel, Device& device, Problem& problem, const RunnerOptions& options,
              const Runner::OutputsSink& sink, ResultRow& row) {
  const KernelSignature shapes = problem.shapes(row.configuration);
  check_limits(device.info(), shapes);
  if (options.verify) problem.make_reference(row.configuration);

  const Deadline deadline(options.timeout);
  std::optional<Watchdog> watchdog;
  if (options.timeout > 0 && options.on_hang)
    watchdog.emplace(options.timeout + RunnerOptions::kGrace, options.on_hang);
  const std::vector<HostArray> inputs = problem.inputs(row.configuration);
  const auto execution = kernel.prepare(device, row.configuration, shapes);
  if (LaunchPlan plan = execution->plan(); !plan.passes.empty()) row.plan = std::move(plan);
  execution->upload(inputs);
  deadline.check();
  execution->launch();
  execution->synchronize();
  deadline.check();
  std::vector<HostArray> outputs = execution->download();
  if (options.verify && !verify(problem, outputs, row)) return;
  if (sink) sink(outputs);

  if (options.measure && !device.info().emulated) {
    Timing timing = measure(*execution, options, deadline);
    const Stopwatch download_watch;
    outputs = execution->download();
    timing.download = download_watch.seconds();
    // The timed launches must have given that answer too.
    if (options.verify && !verify(problem, outputs, row)) return;
    const Stopwatch upload_watch;
    execution->upload(inputs);
    execution->synchronize();
    timing.upload = upload_watch.seconds();
    row.timing = std::move(timing);
  }
  row.status = RowStatus::ok;
}

/// Why the device cannot run the configuration at all; empty if it can.
std::string lacking(const DeviceInfo& device, const Configuration& configuration) {
  if (configuration.precision == Precision::fp64 && !device.fp64)
    return fmt::format("{} has no fp64", device.id);
  if (device.max_block != 0 && configuration.block > device.max_block)
    return fmt::format("{} takes at most {} threads per block", device.id, device.max_block);
  return "";
}

void set_error(ResultRow& row, Status status, const std::string& reason) {
  row.status = RowStatus::error;
  row.exit_status = status;
  row.reason = reason;
}

}  // namespace

ResultRow case_row(const Kernel& kernel, const DeviceInfo& device,
                   const Configuration& configuration, std::uint64_t n) {
  ResultRow row;
  row.api = kernel.info().api;
  row.device = device;
  row.kernel = kernel.info();
  row.configuration = configuration;
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
    if (row.reason.empty()) run_case(kernel, device, problem, options_, sink, row);
  } catch (const Error& error) {
    if (error.status() == Status::interrupted) throw;
    set_error(row, error.status(), error.what());
    row.api_failure = error.api_failure();
  } catch (const std::bad_alloc&) {
    set_error(row, Status::out_of_memory, "host memory is exhausted");
  } catch (const std::exception& fault) {  // of the kernel's own code
    set_error(row, Status::bad_input, fmt::format("the kernel is at fault: {}", fault.what()));
  } catch (...) {
    set_error(row, Status::bad_input, "the kernel is at fault");
  }
  return row;
}

}  // namespace gputest
