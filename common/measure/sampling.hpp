// How a launch is timed: strategies, and when there are samples enough.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string_view>
#include <utility>
#include <vector>

#include "common/measure/statistics.hpp"

namespace gputest {

enum class Strategy {
  hot,     ///< a batch of back-to-back launches per sample, ended by a synchronise
  cold,    ///< one launch per sample, after the second-level cache has been flushed
  single,  ///< one launch in all, for what is long
};

/// As the command line and a result have it: "hot".
std::string_view name(Strategy strategy);
/// The strategy of that name; none where there is none.
std::optional<Strategy> strategy_of(std::string_view name);

/// What a strategy times, and nothing more: it knows no algorithm and no API.
struct Launcher {
  std::function<void()> launch;       ///< enqueues one launch
  std::function<void()> synchronize;  ///< waits for what is enqueued
  /// Writes over the device's caches; what was written has been done when it returns.
  std::function<void()> flush_cache;
  /// Launches once more and waits: its seconds by the device's own events; none where it has none.
  std::function<std::optional<double>()> event_seconds;
  /// Called between samples; throws where the time is up or the user has interrupted.
  std::function<void()> check;
  /// Enqueues the destruction of what launches have computed; null where nothing is to be
  /// destroyed.
  std::function<void()> spoil = nullptr;
  /// Whether spoil() waits for the launches before it, as what the host itself does must.
  bool spoil_waits = false;
  /// Whether threads of this process do the work, so that its processor time tells of it.
  bool on_host = false;
};

/// How a launch is timed, and for how long.
struct SamplingOptions {
  Strategy strategy = Strategy::hot;
  unsigned samples = 10;  ///< at least
  double min_time = 0.5;  ///< seconds that those samples take together
  double max_time = 2;    ///< seconds after which sampling ends, converged or not
};

/// Whether the samples are enough to quote their median.
enum class Convergence {
  converged,  ///< its interval is within kWantedWidth, or at the end within kAcceptedWidth
  noisy,      ///< the time was up, and the interval is wider
  untested,   ///< fewer than kMinSamples, which say nothing of their noise
};

/// As a result has it: "converged".
std::string_view name(Convergence convergence);

/// Half-widths of the median's 99 % confidence interval, relative to it.
constexpr double kWantedWidth = 0.005;
constexpr double kAcceptedWidth = 0.02;

/// What sampling gave.
struct Samples {
  std::uint64_t launches_per_sample = 1;
  std::vector<double> seconds;        ///< one launch's share of each sample, in order
  bool of_events = false;             ///< they are the device's event times, not wall clock
  std::vector<double> event_seconds;  ///< beside wall clock, where the device has events
  Interval interval;                  ///< of the median
  Convergence convergence = Convergence::untested;
  /// Seconds of a launch whose result is there already, and of one whose result is not, where the
  /// first is far less than the second: launches leave out work that they have done before.
  std::optional<std::pair<double, double>> left_out;
};

/// Samples until there are options.samples of them and the half-width of their median's interval is
/// kWantedWidth at most, or until max_time has passed. Fewer than kMinSamples are never converged.
/// With `cold` a sample is the device's event time where it has events, since a launch's own cost
/// is then of the size of the kernel; else wall clock. What launches have computed is destroyed
/// before each sample, outside the time that is taken.
Samples sample(const Launcher& launcher, const SamplingOptions& options);
constexpr unsigned kMinSamples = 3;

}  // namespace gputest
