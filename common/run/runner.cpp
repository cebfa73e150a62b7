#include "common/run/runner.hpp"

#include <fmt/format.h>

#include <exception>
#include <new>

#include "common/core/interrupt.hpp"
#include "common/core/stopwatch.hpp"
#include "common/run/watchdog.hpp"

namespace gputest {
namespace {

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

Launcher launcher_of(Execution& execution, const Deadline& deadline, bool verify) {
  Launcher launcher;
  launcher.launch = [&] { execution.launch(); };
  launcher.synchronize = [&] { execution.synchronize(); };
  launcher.flush_cache = [&] { execution.flush_cache(); };
  launcher.event_seconds = [&] { return execution.event_seconds(); };
  launcher.check = [&] { deadline.check(); };
  if (verify) launcher.spoil = [&] { execution.spoil_outputs(); };
  return launcher;
}

void set_failed(ResultRow& row, const std::string& reason) {
  row.status = RowStatus::failed;
  row.exit_status = Status::verification_failed;
  row.reason = reason;
}

/// Fills in the row; false if launches leave out what earlier ones have done.
bool verify_work(const Samples& samples, ResultRow& row) {
  if (!samples.left_out) return true;
  set_failed(row,
             fmt::format("a launch takes {:.3g} s where its result is there already and {:.3g} "
                         "s where it is not: it leaves out work",
                         samples.left_out->first, samples.left_out->second));
  return false;
}

/// Fills in the row; false if the answer is wrong.
bool verify(Problem& problem, const std::vector<HostArray>& outputs, ResultRow& row) {
  const Precision arithmetic = row.kernel.arithmetic.value_or(row.configuration.precision);
  row.verification = problem.verify(row.configuration, arithmetic, outputs);
  if (row.verification->passed) return true;
  set_failed(row, row.verification->reason);
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
    const Launcher launcher = launcher_of(*execution, deadline, options.verify);
    Timing timing = time_launches(launcher, options.sampling);
    if (!verify_work(timing.samples, row)) return;
    const MonitorSearch search = options.monitor_of(device.info());
    MonitorReading reading = read_at_work(search, device.info(), launcher, timing);
    std::optional<EnergyReport> energy;
    if (options.energy_window > 0)
      energy = energy_of(search, launcher, options.energy_window, timing);
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
    row.monitor = std::move(reading);
    row.energy = std::move(energy);
  }
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
