// Runs one case: verifies it, then times it. Knows no family and no API.
#pragma once

#include <functional>
#include <utility>

#include "common/measure/find_monitor.hpp"
#include "common/run/result.hpp"

namespace gputest {

/// How long and how often to measure.
struct RunnerOptions {
  SamplingOptions sampling;
  double energy_window = 0;  ///< seconds; 0: energy is not measured
  /// Seconds for one case; 0: none. It is looked at between launches, so that a case that is in the
  /// host's work, or in a launch, comes to its end first.
  double timeout = 0;
  /// Seconds that a launch may take to be timed; 0: any. A kernel whose launch takes longer is
  /// verified and skipped.
  double longest_launch = 0;
  bool verify = true;
  bool measure = true;  ///< false: verify only
  bool count = false;   ///< what the launch does that is verified, where the device counts
  /// The kernel whose answer in double precision another one's on that device may be compared with,
  /// where the reference covers a sample alone (Problem::in_double()); null: there is none.
  std::function<const Kernel*(const Kernel&, const DeviceInfo&)> second_kernel;
  /// What a device was measured to do a second; 0: it was not. `enough` is what makes a row
  /// possible: while the device was measured at less, it is measured again some times. Asked for
  /// rates that could be too high; null: none is.
  struct Ceilings {
    /// Arithmetic instructions in that precision (Problem::least_operations()).
    std::function<double(Device&, Precision, double enough)> operations;
    /// Bytes, of arrays that are that large together (Problem::least_bytes()).
    std::function<double(Device&, double bytes, double enough)> bytes;
  };
  Ceilings ceilings;
  /// What watches a device; tests have others.
  std::function<MonitorSearch(const DeviceInfo&)> monitor_of = find_monitor;
};

/// Verifies a first launch, samples launches (sample()), reads the device's monitor while it still
/// works, measures energy where that is wanted, verifies what the timed launches gave, times a
/// download and an upload, and judges the timing (judge()).
class Runner {
 public:
  /// Called with the outputs of a verified launch.
  using OutputsSink = std::function<void(const std::vector<HostArray>&)>;

  explicit Runner(RunnerOptions options) : options_(std::move(options)) {}

  /// Never throws for what goes wrong with the case, whatever the kernel throws: that is the row's
  /// status and reason. A wrong answer has no timing. An interruption does throw
  /// Error(interrupted).
  ResultRow run(const Kernel& kernel, Device& device, Problem& problem,
                const Configuration& configuration, const OutputsSink& sink = {}) const;

 private:
  RunnerOptions options_;
};

/// A row with no more than which case it is.
ResultRow case_row(const Kernel& kernel, const DeviceInfo& device,
                   const Configuration& configuration, std::uint64_t n);

/// A row with everything but what running gives.
ResultRow describe_case(const Kernel& kernel, const DeviceInfo& device, const Problem& problem,
                        const Configuration& configuration);

}  // namespace gputest
