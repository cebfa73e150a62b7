// Other work of the machine during a measurement.
#pragma once

#include <cstdint>

namespace gputest {

/// Shares of a period of time, as Linux counts them.
struct HostNoise {
  double seconds = 0;
  double others = 0;            ///< processor time of other processes over all processor time
  double steal = 0;             ///< the same of processor time that a hypervisor gave to others
  std::uint64_t preempted = 0;  ///< involuntary context switches of this process
  double processors = 1;        ///< that `others` and `steal` refer to

  /// Processors used by other work: 0.5 is half of one processor's time.
  double taken() const { return (others + steal) * processors; }

  /// Whether other work disturbed a measurement on the host's processors: it took more than
  /// kMaxTaken. A kernel that divides its work evenly waits for the slowest processor, so that
  /// other work on one processor delays all, however many there are. Linux counts in ticks of 10
  /// ms: kTicks of them are ignored, and a period below kMinSeconds never counts as disturbed.
  bool disturbed() const {
    return seconds >= kMinSeconds && taken() * seconds > kMaxTaken * seconds + kTicks * 0.01;
  }

  static constexpr double kMaxTaken = 0.05;
  static constexpr double kTicks = 2;
  static constexpr double kMinSeconds = 0.1;
};

/// Counts from its construction on. If /proc cannot be read, everything is 0.
class HostMonitor {
 public:
  HostMonitor();
  /// The noise since the construction.
  HostNoise noise() const;

 private:
  struct Counters {
    double wall = 0;
    double busy = 0, steal = 0, total = 0;  ///< of all processors, in ticks
    double own = 0;                         ///< of this process and its threads, in ticks
    std::uint64_t preempted = 0;
  };
  static Counters read();
  Counters start_;
};

}  // namespace gputest
