// What a device is measured to be capable of, which no right answer comes faster than.
#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <string>
#include <tuple>

#include "common/run/registry.hpp"
#include "common/run/runner.hpp"

namespace gputest {

/// One thing that a device is asked to do as fast as it can.
struct Probe {
  std::string kernel;  ///< "roofline_fma"
  std::uint64_t n = 0;
  Precision precision = Precision::fp32;
  std::map<std::string, std::string> axes;  ///< of others each kernel's first value
  /// What of it counts.
  double (*amount)(const Problem&, const Configuration&) = nullptr;
  bool lasting = true;  ///< launches are so long that a processor's own time of one says something
  bool own = false;  ///< the device's own API alone tells of it, though it is the host's processor
};

/// Of a problem: Problem::least_bytes().
double least_bytes_of(const Problem& problem, const Configuration& configuration);

/// What roofline_fma of a device's API does on it. A device that has another API's do its work is
/// that one here; any that is the host's processors can what the API "cpu" does too, by whose
/// compiler vectors are as wide as they can be. Measured when it is first asked for, in about 0.2
/// s, and up to three times more where that is less than would be enough: other work on the machine
/// makes launches slow, and none makes them fast. 0 where the API has no such kernel, or the device
/// does not run it rightly, or has no memory left for it. Each throws Error(interrupted).
class Ceilings {
 public:
  explicit Ceilings(const Registry& registry) : registry_(registry) {}

  /// Fused multiply-adds a second in that precision.
  double operations(Device& device, Precision precision, double enough);
  /// Bytes a second of a copy from array to array. The two are at least half as large together as
  /// `bytes`, and no larger; but never larger than four times the largest cache, from where on the
  /// size does not matter, nor than 256 MiB.
  double bytes(Device& device, double bytes, double enough);
  /// What of the probe gets done a second, as the others are measured, each time that it is called.
  double most(Device& device, const Probe& probe);
  /// Both, as the runner asks for them.
  RunnerOptions::Ceilings of_rows();

 private:
  double of(Device& device, Precision precision, std::uint64_t copied, double enough);
  double measure(Device& device, const std::string& id, const Probe& probe);
  Device& opened(Device& device, const std::string& id);

  const Registry& registry_;
  std::map<std::string, std::unique_ptr<Device>> others_;  ///< of other APIs, by their ids
  /// The most a second so far: by device, precision and the bytes copied, 0 where none are.
  std::map<std::tuple<std::string, Precision, std::uint64_t>, double> measured_;
};

}  // namespace gputest
