#include "common/measure/sampling.hpp"

#include <omp.h>

#include <algorithm>
#include <cmath>
#include <ctime>
#include <limits>

#include "common/core/stopwatch.hpp"

namespace gputest {
namespace {

double time_batch(const Launcher& launcher, std::uint64_t launches) {
  const Stopwatch watch;
  for (std::uint64_t k = 0; k < launches; ++k) launcher.launch();
  launcher.synchronize();
  return watch.seconds();
}

/// The number of launches that take `target` seconds. The growing batches are also the warm-up.
std::uint64_t calibrate(const Launcher& launcher, double target) {
  if (launcher.needs_fresh) {  // no launch over what another has changed
    double seconds = 0;
    for (int k = 0; k < 2; ++k) {  // the first is the warm-up
      launcher.check();
      if (launcher.spoil) launcher.spoil();
      launcher.synchronize();
      seconds = time_batch(launcher, 1);
    }
    return static_cast<std::uint64_t>(std::clamp(std::ceil(target / seconds), 1.0, 1e6));
  }
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

void spoil(const Launcher& launcher) {
  if (!launcher.spoil) return;
  launcher.spoil();
  launcher.synchronize();
}

/// The duration of `work`. On the host it is the processor time of this process, which neither
/// other processes nor waiting threads increase.
template <class Work>
double seconds_of(const Launcher& launcher, const Work& work) {
  const Stopwatch watch;
  const std::clock_t start = std::clock();
  work();
  launcher.synchronize();
  if (!launcher.on_host) return watch.seconds();
  return static_cast<double>(std::clock() - start) / CLOCKS_PER_SEC;
}

/// Limits launches on the host to one thread while it lives.
class OneThread {
 public:
  OneThread() { omp_set_num_threads(1); }
  ~OneThread() { omp_set_num_threads(before_); }
  OneThread(const OneThread&) = delete;
  OneThread& operator=(const OneThread&) = delete;

 private:
  int before_ = omp_get_max_threads();
};

/// Computes Samples::left_out. The kinds of launches are timed in turn, and the least time of each
/// counts, because disturbances only add time. Three tries suffice to show that nothing is skipped.
/// To show that work is skipped takes as many tries as time allows. Spoiling and launching may slow
/// each other down by up to a factor of two. Therefore one thread does both on the host if that
/// does not take too long: several threads would wait for each other and for each other's cache
/// lines.
std::optional<std::pair<double, double>> find_left_out(const Launcher& launcher,
                                                       std::uint64_t most_launches) {
  constexpr int kTries = 3, kMostTries = 50;
  constexpr double kLongEnough = 2, kBrief = 0.3, kOfATry = 0.02;  // seconds
  double again = std::numeric_limits<double>::infinity(), spoiling = again, anew = again;
  std::uint64_t launches = 1;
  const auto repeat = [&](double& least, const auto& step) {
    least = std::min(least, seconds_of(launcher, [&] {
                       for (std::uint64_t i = 0; i < launches; ++i) step();
                     }));
  };
  const auto spoil_and_launch = [&] {
    launcher.spoil();
    launcher.launch();
  };
  double once = again;
  repeat(once, spoil_and_launch);
  std::optional<OneThread> one_thread;
  if (launcher.on_host && once < kBrief) one_thread.emplace();
  launches = static_cast<std::uint64_t>(
      std::clamp(kOfATry / once, 1.0, static_cast<double>(most_launches)));
  const Stopwatch tried;
  for (int k = 0; k < kTries || (k < kMostTries && tried.seconds() < kLongEnough); ++k) {
    launcher.check();
    repeat(again, [&] {
      launcher.launch();
      if (launcher.spoil_waits) launcher.synchronize();
    });
    repeat(spoiling, [&] { launcher.spoil(); });
    repeat(anew, spoil_and_launch);
    if (k + 1 >= kTries && anew <= 2 * (again + spoiling)) return std::nullopt;
  }
  const auto each = 1 / static_cast<double>(launches);
  return std::pair(again * each, (anew - spoiling) * each);
}

/// The launches of a sample, if `launches` take `target` seconds: none after the first round of the
/// copies, unless a round is too short to be timed.
std::uint64_t launches_over(std::uint64_t copies, std::uint64_t launches, double target) {
  const double round = target / static_cast<double>(launches) * static_cast<double>(copies);
  const auto rounds = static_cast<std::uint64_t>(std::max(1.0, std::ceil(kLeastBatch / round)));
  return std::min(launches, rounds * copies);
}

/// Chooses the launches of a sample. Their arrays are copies, so that a launch finds nothing that
/// an earlier one left. Where it does, work that it leaves out must show in its time.
void choose_launches(const Launcher& launcher, const SamplingOptions& options, Samples& samples) {
  constexpr std::uint64_t kEnoughLaunches = 8;
  const double target = options.min_time / options.samples;
  const std::uint64_t launches = calibrate(launcher, target);
  const auto launches_with = [&](std::uint64_t copies) {
    if (launcher.needs_fresh) return copies;
    return copies > 1 ? launches_over(copies, launches, target) : launches;
  };
  const auto copies_for = [&](std::uint64_t wanted) {
    return launcher.make_copies ? launcher.make_copies(wanted) : 1;
  };
  const auto find = [&] {
    samples.left_out = find_left_out(launcher, std::min(launches, kEnoughLaunches));
  };
  const std::uint64_t expected =
      launcher.most_copies ? std::min(launches, launcher.most_copies()) : 1;
  const bool repeats = launcher.spoil && launches_with(expected) > expected;
  if (repeats) find();  // before there are copies, which take time to make
  const std::uint64_t copies = copies_for(launches);
  samples.launches_per_sample = launches_with(copies);
  if (launcher.spoil && !repeats && samples.launches_per_sample > copies) {
    if (copies > 1) copies_for(1);  // fewer than expected: memory did not suffice
    find();
    if (copies > 1) copies_for(launches);
  }
  if (copies > 1) time_batch(launcher, copies);  // warms the copies up
}

void add_cold_sample(const Launcher& launcher, Samples& samples) {
  launcher.flush_cache();
  const auto seconds = launcher.event_seconds();
  samples.of_events = seconds.has_value();
  samples.seconds.push_back(seconds ? *seconds : time_batch(launcher, 1));
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

std::string_view name(Convergence convergence) {
  switch (convergence) {
    case Convergence::converged:
      return "converged";
    case Convergence::noisy:
      return "noisy";
    case Convergence::untested:
      break;
  }
  return "untested";
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
    if (launcher.make_copies) launcher.make_copies(1);
    spoil(launcher);
    samples.seconds = {time_batch(launcher, 1)};
    samples.interval = median_interval(samples.seconds);
    return samples;
  }
  if (options.strategy == Strategy::hot) {
    choose_launches(launcher, options, samples);
  } else {
    if (launcher.make_copies) launcher.make_copies(1);
    time_batch(launcher, 1);  // warm-up
  }
  const Stopwatch watch;
  while (true) {
    launcher.check();
    spoil(launcher);
    if (options.strategy == Strategy::cold) {
      add_cold_sample(launcher, samples);
    } else {
      samples.seconds.push_back(time_batch(launcher, samples.launches_per_sample) /
                                static_cast<double>(samples.launches_per_sample));
      const auto seconds = launcher.needs_fresh ? std::nullopt : launcher.event_seconds();
      if (seconds) samples.event_seconds.push_back(*seconds);
    }
    if (launcher.inspect) launcher.inspect();
    const std::size_t count = samples.seconds.size();
    const bool enough = count >= std::max(options.samples, kMinSamples);
    const bool quick = watch.seconds() < options.min_time;
    const bool late = watch.seconds() >= options.max_time;
    if ((!enough || quick) && !late) continue;
    samples.interval = median_interval(samples.seconds);
    const double width = relative_half_width(samples.interval);
    if (enough && !quick && width <= kWantedWidth) {
      samples.convergence = Convergence::converged;
      return samples;
    }
    if (!late || count < std::min(options.samples, kMinSamples)) continue;
    if (count < kMinSamples)
      samples.convergence = Convergence::untested;
    else
      samples.convergence = width <= kAcceptedWidth ? Convergence::converged : Convergence::noisy;
    return samples;
  }
}

}  // namespace gputest
