// Runs one case: verifies it, then times it. Knows no family and no API.
#pragma once

#include <functional>
#include <utility>

#include "common/measure/find_monitor.hpp"
#include "common/run/result.hpp"

namespace gputest {

/// A kernel of the program that solves the same problem in the same precision.
struct Rival {
  std::string kernel;  ///< empty: there is none
  double seconds = 0;  ///< of its fastest launch
  double margin = 0;   ///< a kernel this many times as fast is not believed
};

/// Options of the runner: durations, repetitions, checks.
struct RunnerOptions {
  SamplingOptions sampling;
  double energy_window = 0;  ///< seconds; 0: energy is not measured
  /// Seconds for one case; 0: no limit. Checked between launches, so that work on the host or a
  /// running launch ends first.
  double timeout = 0;
  /// The longest launch, in seconds, that is timed; 0: any. A kernel with a longer launch is
  /// verified and skipped.
  double longest_launch = 0;
  bool verify = true;
  bool measure = true;  ///< false: verify only
  /// Verify one launch of the case's own inputs alone, as a trace of every launch needs.
  bool once = false;
  bool count = false;  ///< count the work of the verified launch, if the device can
  /// The kernel on that device that computes an answer in double precision for comparison if the
  /// reference covers only a sample (Problem::in_double()); null: there is none.
  std::function<const Kernel*(const Kernel&, const DeviceInfo&)> second_kernel;
  /// Measured rates of a device per second; 0: unknown. `enough` is the ceiling that makes a row
  /// possible: if the measured rate is lower, it is measured again a few times. Called for rates
  /// that could be too high; null: no check.
  struct Ceilings {
    /// Arithmetic instructions in that precision (Problem::least_operations()).
    std::function<double(Device&, Precision, double enough)> operations;
    /// Bytes copied between arrays of that total size (Problem::least_bytes()).
    std::function<double(Device&, double bytes, double enough)> bytes;
    /// The fastest of the program's own kernels for the same task, for a row of a kernel from
    /// outside.
    std::function<Rival(Device&, const KernelInfo&, const Problem&, const Configuration&,
                        double seconds)>
        rival;
  };
  Ceilings ceilings;
  /// Finds a device's monitor; tests replace it.
  std::function<MonitorSearch(const DeviceInfo&)> monitor_of = find_monitor;
};

/// Verifies a first launch and samples launches (sample()). Reads the device's monitor while it
/// still works, and measures energy if requested. Then verifies the result of the timed launches,
/// times a download and an upload, and judges the timing (judge()).
class Runner {
 public:
  /// Called with the outputs of a verified launch.
  using OutputsSink = std::function<void(const std::vector<HostArray>&)>;

  explicit Runner(RunnerOptions options) : options_(std::move(options)) {}

  /// Does not throw for errors of the case, even if the kernel throws: they become the row's status
  /// and reason. A wrong answer has no timing. An interruption throws Error(interrupted).
  ResultRow run(const Kernel& kernel, Device& device, Problem& problem,
                const Configuration& configuration, const OutputsSink& sink = {}) const;

 private:
  RunnerOptions options_;
};

/// A row that only identifies its case.
ResultRow case_row(const Kernel& kernel, const DeviceInfo& device,
                   const Configuration& configuration, std::uint64_t n);

/// A row with everything that is known without running the case.
ResultRow describe_case(const Kernel& kernel, const DeviceInfo& device, const Problem& problem,
                        const Configuration& configuration);

}  // namespace gputest
