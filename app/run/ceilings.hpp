// Measured ceilings of a device: no right result is computed faster.
#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <string>
#include <tuple>

#include "common/run/registry.hpp"
#include "common/run/runner.hpp"

namespace gputest {

/// A measurement of one ability of a device at its highest speed.
struct Probe {
  std::string kernel;  ///< "roofline_fma"
  std::uint64_t n = 0;
  Precision precision = Precision::fp32;
  std::map<std::string, std::string> axes;  ///< other axes have their kernel's first value
  /// The counted amount of work.
  double (*amount)(const Problem&, const Configuration&) = nullptr;
  bool lasting = true;  ///< a launch is long enough to measure its processor time
  bool own = false;     ///< measured only with the device's own API, even on the host's processor
};

/// Problem::least_bytes() of the problem.
double least_bytes_of(const Problem& problem, const Configuration& configuration);

/// The ceilings that roofline_fma of a device's API reaches on it. A device that leaves its work to
/// another API's device has that one's ceilings. A device that is the host's processor also has the
/// ceilings of the API "cpu", which is compiled with the widest vectors. Each is measured at its
/// first use, in about 0.2 s, and up to three times more if the result is below `enough`: other
/// work on the machine makes launches slower, never faster. 0 if the API has no such kernel, its
/// results are wrong on the device, or memory is exhausted. Each throws Error(interrupted).
class Ceilings {
 public:
  explicit Ceilings(const Registry& registry) : registry_(registry) {}

  /// Fused multiply-adds per second in that precision.
  double operations(Device& device, Precision precision, double enough);
  /// Bytes per second of a copy from array to array. Both arrays together have between half of
  /// `bytes` and `bytes`. Their limit is four times the largest cache, beyond which the size does
  /// not matter, and 256 MiB.
  double bytes(Device& device, double bytes, double enough);
  /// Work of the probe per second, measured in the same way at each call.
  double most(Device& device, const Probe& probe);
  /// The first kernel of the program found to solve the problem in at most `margin` times those
  /// seconds, or the fastest of all. The margin is 4 if memory bandwidth limits the family's
  /// kernels (RateUnit::streams), otherwise 16.
  Rival rival(Device& device, const KernelInfo& info, const Problem& problem,
              const Configuration& configuration, double seconds);
  /// All ceilings, in the form that the runner needs.
  RunnerOptions::Ceilings of_rows();

 private:
  double of(Device& device, Precision precision, std::uint64_t copied, double enough);
  double measure(Device& device, const std::string& id, const Probe& probe);
  Device& opened(Device& device, const std::string& id);

  const Registry& registry_;
  std::map<std::string, std::unique_ptr<Device>> others_;  ///< devices of other APIs, by their ids
  /// The highest rate so far, by device, precision and copied bytes (0 for arithmetic).
  std::map<std::tuple<std::string, Precision, std::uint64_t>, double> measured_;
};

}  // namespace gputest
