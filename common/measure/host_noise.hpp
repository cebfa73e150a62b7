// What else the machine did while something was measured on it.
#pragma once

#include <cstdint>

namespace gputest {

/// Shares of a stretch of time, as Linux counts it.
struct HostNoise {
  double seconds = 0;
  double others = 0;            ///< processor time of other processes over all that there was
  double steal = 0;             ///< processor time that a hypervisor gave to others, likewise
  std::uint64_t preempted = 0;  ///< involuntary context switches of this process
  double processors = 1;        ///< over which `others` and `steal` are shares

  /// What somebody else took, in processors: 0.5 is half of one processor's time.
  double taken() const { return (others + steal) * processors; }

  /// Whether a measurement on the host's processors is to be distrusted: somebody else took more
  /// than kMaxTaken. A kernel that shares its work out evenly waits for the slowest processor, so
  /// that what is taken of one delays all of it, however many there are. The kernel counts in ticks
  /// of 10 ms: kTicks of them are not counted, and a stretch of less than kMinSeconds is never
  /// called disturbed.
  bool disturbed() const {
    return seconds >= kMinSeconds && taken() * seconds > kMaxTaken * seconds + kTicks * 0.01;
  }

  static constexpr double kMaxTaken = 0.05;
  static constexpr double kTicks = 2;
  static constexpr double kMinSeconds = 0.1;
};

/// Begins to watch when it is made. Where /proc cannot be read, everything is 0.
class HostMonitor {
 public:
  HostMonitor();
  /// Since it was made.
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
