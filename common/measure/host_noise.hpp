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

  /// Whether a measurement on the host's processors is to be distrusted: more than kMaxShare of
  /// their time went to somebody else. The kernel counts in ticks of 10 ms, so a stretch of less
  /// than kMinSeconds is never called disturbed.
  bool disturbed() const { return seconds >= kMinSeconds && others + steal > kMaxShare; }

  static constexpr double kMaxShare = 0.05;
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
