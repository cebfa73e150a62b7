// Timing of launches: strategies, and the number of samples.
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
  cold,    ///< one launch per sample, after a flush of the second-level cache
  single,  ///< only one launch, for long ones
};

/// The name on the command line and in results: "hot".
std::string_view name(Strategy strategy);
/// The strategy of that name, if there is one.
std::optional<Strategy> strategy_of(std::string_view name);

/// The operations that a strategy times. They hide algorithm and API.
struct Launcher {
  std::function<void()> launch;       ///< enqueues one launch
  std::function<void()> synchronize;  ///< waits for all enqueued work
  /// Overwrites the device's caches; returns when that is done.
  std::function<void()> flush_cache;
  /// Launches once more, waits, and returns the seconds by the device's events; none if it has no
  /// events.
  std::function<std::optional<double>()> event_seconds;
  /// Called between samples; throws if the time is up or the user has interrupted.
  std::function<void()> check;
  /// Enqueues the destruction of the launches' results; null if nothing must be destroyed.
  std::function<void()> spoil = nullptr;
  /// After spoil(), up to `launches` launches use different arrays. Returns the number of launches
  /// that use no array twice; 1: every launch uses the same arrays. Null: as if it returned 1.
  std::function<std::uint64_t(std::uint64_t launches)> make_copies = nullptr;
  /// The copies that make_copies() makes at most. Null: as if it returned 1.
  std::function<std::uint64_t()> most_copies = nullptr;
  /// Called after each sample, outside the timed part; throws if it finds a wrong result. May be
  /// null.
  std::function<void()> inspect = nullptr;
  /// Whether a launch changes what it reads, so that no launch of a sample may use arrays again.
  bool needs_fresh = false;
  /// Whether spoil() waits for earlier launches, because the host does it.
  bool spoil_waits = false;
  /// Whether threads of this process do the work, so that its processor time measures it.
  bool on_host = false;
};

/// The strategy and the duration of a timing.
struct SamplingOptions {
  Strategy strategy = Strategy::hot;
  unsigned samples = 10;  ///< at least
  double min_time = 0.5;  ///< seconds of these samples together
  double max_time = 2;    ///< seconds after which sampling ends, converged or not
};

/// Whether the samples suffice to quote their median.
enum class Convergence {
  converged,  ///< the interval is within kWantedWidth, or within kAcceptedWidth when time is up
  noisy,      ///< time was up, and the interval is wider
  untested,   ///< fewer than kMinSamples, too few to show the noise
};

/// The name in results: "converged".
std::string_view name(Convergence convergence);

/// Half-widths of the median's 99 % confidence interval, relative to it.
constexpr double kWantedWidth = 0.005;
constexpr double kAcceptedWidth = 0.02;

/// The result of sampling.
struct Samples {
  std::uint64_t launches_per_sample = 1;
  std::vector<double> seconds;        ///< one launch's share of each sample, in order
  bool of_events = false;             ///< `seconds` are the device's event times, not wall clock
  std::vector<double> event_seconds;  ///< in addition to wall clock, if the device has events
  Interval interval;                  ///< of the median
  Convergence convergence = Convergence::untested;
  /// Seconds of a launch over an existing result, and of one over a destroyed result, if the first
  /// is far less than the second: launches skip work that they have done before.
  std::optional<std::pair<double, double>> left_out;
};

/// Samples until there are options.samples samples and the half-width of their median's interval is
/// at most kWantedWidth, or until max_time has passed. Fewer than kMinSamples are never converged.
/// With `cold`, a sample is the device's event time, because launch overhead is then of the size of
/// the kernel's time; wall clock if the device has no events. The launches' results are destroyed
/// before each sample, outside the timed part. With `hot`, a sample has as many launches as there
/// are copies of the arrays, if these take kLeastBatch seconds, and there are more samples.
Samples sample(const Launcher& launcher, const SamplingOptions& options);
constexpr unsigned kMinSamples = 3;
constexpr double kLeastBatch = 0.002;

}  // namespace gputest
