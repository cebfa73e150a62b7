#include "common/measure/sampling.hpp"

#include <algorithm>
#include <chrono>
#include <cmath>

namespace gputest {
namespace {

class Stopwatch {
 public:
  double seconds() const {
    return std::chrono::duration<double>(std::chrono::steady_clock::now() - start_).count();
  }

 private:
  std::chrono::steady_clock::time_point start_ = std::chrono::steady_clock::now();
};

double time_batch(const Launcher& launcher, std::uint64_t launches) {
  const Stopwatch watch;
  for (std::uint64_t k = 0; k < launches; ++k) launcher.launch();
  launcher.synchronize();
  return watch.seconds();
}

/// Launches that fill `target` seconds. Growing the batch until it does so is the warm-up as well.
std::uint64_t calibrate(const Launcher& launcher, double target) {
  for (std::uint64_t launches = 1;;) {
    launcher.check();
    const double seconds = time_batch(launcher, launches);
    if (seconds >= target / 2) {
      const double wanted = static_cast<double>(launches) * target / seconds;
      return static_cast<std::uint64_t>(std::max(1.0, std::ceil(wanted)));
    }
    launches *= seconds < target / 16 ? 8 : 2;
  }
}

double cold_sample(const Launcher& launcher) {
  launcher.flush_cache();
  if (const auto seconds = launcher.event_seconds()) return *seconds;
  return time_batch(launcher, 1);
}

}  // namespace

std::string_view name(Strategy strategy) {
  switch (strategy) {
    case Strategy::hot:
      return "hot";
    case Strategy::cold:
      return "cold";
    case Strategy::single:
      break;
  }
  return "single";
}

std::optional<Strategy> strategy_of(std::string_view text) {
  for (const Strategy strategy : {Strategy::hot, Strategy::cold, Strategy::single})
    if (text == name(strategy)) return strategy;
  return std::nullopt;
}

Samples sample(const Launcher& launcher, const SamplingOptions& options) {
  Samples samples;
  if (options.strategy == Strategy::single) {
    launcher.check();
    samples.seconds = {time_batch(launcher, 1)};
    samples.interval = median_interval(samples.seconds);
    return samples;
  }
  if (options.strategy == Strategy::hot)
    samples.launches_per_sample = calibrate(launcher, options.min_time / options.samples);
  else
    time_batch(launcher, 1);  // warm-up
  const Stopwatch watch;
  while (true) {
    launcher.check();
    if (options.strategy == Strategy::cold) {
      samples.seconds.push_back(cold_sample(launcher));
    } else {
      samples.seconds.push_back(time_batch(launcher, samples.launches_per_sample) /
                                static_cast<double>(samples.launches_per_sample));
      if (const auto seconds = launcher.event_seconds()) samples.event_seconds.push_back(*seconds);
    }
    samples.interval = median_interval(samples.seconds);
    const std::size_t count = samples.seconds.size();
    const double width = relative_half_width(samples.interval);
    const bool enough = count >= std::max(options.samples, kMinSamples);
    const bool quick = options.strategy == Strategy::cold && watch.seconds() < options.min_time;
    if (enough && !quick && width <= kWantedWidth) {
      samples.convergence = Convergence::converged;
      return samples;
    }
    if (watch.seconds() < options.max_time || count < std::min(options.samples, kMinSamples))
      continue;
    if (count < kMinSamples)
      samples.convergence = Convergence::untested;
    else
      samples.convergence = width <= kAcceptedWidth ? Convergence::converged : Convergence::noisy;
    return samples;
  }
}

}  // namespace gputest
