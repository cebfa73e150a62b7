#include "common/measure/sampling.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <chrono>
#include <cmath>
#include <random>
#include <stdexcept>
#include <thread>
#include <utility>

#include "common/measure/host_noise.hpp"

namespace gputest::measure_sampling_test {
namespace {

void work(double seconds) {
  const auto end = std::chrono::steady_clock::now() + std::chrono::duration<double>(seconds);
  while (std::chrono::steady_clock::now() < end) {
  }
}

/// A launcher with the test's function as launch.
Launcher launcher_of(std::function<void()> launch) {
  Launcher launcher;
  launcher.launch = std::move(launch);
  launcher.synchronize = [] {};
  launcher.flush_cache = [] {};
  launcher.event_seconds = [] { return std::optional<double>(); };
  launcher.check = [] {};
  return launcher;
}

TEST(Sampling, BatchesShortLaunchesUntilASampleIsLongEnough) {
  std::uint64_t launches = 0;
  const Samples samples = sample(launcher_of([&] { ++launches; }), {Strategy::hot, 10, 0.5, 2});
  EXPECT_GT(samples.launches_per_sample, 100u);
  EXPECT_GE(samples.seconds.size(), 10u);
  EXPECT_GE(launches, samples.launches_per_sample * samples.seconds.size());
}

TEST(Sampling, ScatteredSamplesAreNoisyWhenTheTimeIsUp) {
  int launch = 0;
  const auto jumping = [&] { work(++launch % 2 == 0 ? 0.002 : 0.004); };
  const Samples samples = sample(launcher_of(jumping), {Strategy::cold, 5, 0.02, 0.2});
  EXPECT_EQ(samples.convergence, Convergence::noisy);
  EXPECT_GT(relative_half_width(samples.interval), kAcceptedWidth);
}

TEST(Sampling, TwoSamplesAreNeverConverged) {
  const Samples samples = sample(launcher_of([] { work(0.05); }), {Strategy::hot, 1, 0.05, 0.05});
  EXPECT_LT(samples.seconds.size(), kMinSamples);
  EXPECT_EQ(samples.convergence, Convergence::untested);
}

TEST(Sampling, ColdFlushesBeforeEachLaunchAndTakesTheDevicesEvents) {
  std::string order;
  Launcher launcher = launcher_of([&] { order += 'L'; });
  launcher.flush_cache = [&] { order += 'F'; };
  launcher.event_seconds = [&] {
    order += 'E';
    return std::optional<double>(0.125);
  };
  const Samples samples = sample(launcher, {Strategy::cold, 5, 0, 1});
  EXPECT_EQ(order, "LFEFEFEFEFE");
  EXPECT_EQ(samples.seconds, std::vector<double>(5, 0.125));
  EXPECT_EQ(samples.convergence, Convergence::converged);
}

TEST(Sampling, ResultsAreOverwrittenBeforeEachSample) {
  std::string order;
  Launcher launcher = launcher_of([&] { order += 'L'; });
  launcher.spoil = [&] { order += 'S'; };
  launcher.synchronize = [&] { order += '.'; };
  launcher.flush_cache = [&] { order += 'F'; };
  launcher.event_seconds = [&] {
    order += 'E';
    return std::optional<double>(0.125);
  };
  sample(launcher, {Strategy::single});
  EXPECT_EQ(order, "S.L.");
  order.clear();
  sample(launcher, {Strategy::cold, 3, 0, 1});
  EXPECT_EQ(order, "L.S.FES.FES.FE");
}

TEST(Sampling, DetectsALaunchThatSkipsWorkDoneBefore) {
  bool done = false;
  Launcher launcher = launcher_of([&] {
    if (!done) work(0.0005);
    done = true;
  });
  launcher.spoil = [&] { done = false; };
  const SamplingOptions options{Strategy::hot, 10, 0.02, 0.08};
  auto left_out = sample(launcher, options).left_out;
  for (int time = 1; time < 25 && !left_out; ++time) left_out = sample(launcher, options).left_out;
  ASSERT_TRUE(left_out);  // unless other processes occupy the CPU
  EXPECT_LT(left_out->first, 0.0001);
  EXPECT_GE(left_out->second, 0.0005);
  launcher.launch = [] { work(0.0005); };
  EXPECT_FALSE(sample(launcher, options).left_out);
  launcher.launch = [] {};
  launcher.spoil = [] { work(0.0005); };  // far longer than a launch
  EXPECT_FALSE(sample(launcher, options).left_out);
}

TEST(Sampling, TakesARoundOfTheCopiesIfThatIsLongEnoughAndLooksAtEachSample) {
  for (const auto& [seconds, launches] : {std::pair(0.0005, 7u), std::pair(0.00001, 203u)}) {
    std::uint64_t asked = 0, inspected = 0;
    Launcher launcher = launcher_of([seconds = seconds] { work(seconds); });
    launcher.spoil = [] {};
    launcher.make_copies = [&](std::uint64_t wanted) {
      asked = wanted;
      return std::min<std::uint64_t>(wanted, 7);
    };
    launcher.inspect = [&] { ++inspected; };
    Samples samples;
    for (int time = 0; time < 25 && asked <= 7;
         ++time) {  // a busy machine may stop the first launch
      inspected = 0;
      samples = sample(launcher, {Strategy::hot, 10, 0.4, 0.5});
    }
    EXPECT_GT(asked, 7u);
    EXPECT_EQ(samples.launches_per_sample % 7, 0u);
    // A busy machine makes launches longer.
    EXPECT_LE(samples.launches_per_sample, launches);
    EXPECT_EQ(inspected, samples.seconds.size());
    EXPECT_GE(samples.seconds.size(), 10u);
  }
}

TEST(Sampling, WaitsForLaunchesAsSpoilingDoesBeforeItComparesThem) {
  int enqueued = 0;
  Launcher launcher = launcher_of([&] { ++enqueued; });
  launcher.synchronize = [&] {
    if (enqueued > 0) work(0.0005);
    enqueued = 0;
  };
  launcher.spoil = launcher.synchronize;
  const SamplingOptions options{Strategy::hot, 10, 0.02, 0.08};
  // Spoiling waits for each launch, so launches without it look faster, as if they skipped work. On
  // a busy machine all samples may be long, so it tries several times.
  bool seen = false;
  for (int time = 0; time < 25 && !seen; ++time)
    seen = sample(launcher, options).left_out.has_value();
  EXPECT_TRUE(seen);
  launcher.spoil_waits = true;
  EXPECT_FALSE(sample(launcher, options).left_out);
}

TEST(Sampling, SingleIsOneLaunchWithUnknownNoise) {
  int launches = 0;
  const Samples samples = sample(launcher_of([&] { ++launches; }), {Strategy::single});
  EXPECT_EQ(launches, 1);
  EXPECT_EQ(samples.seconds.size(), 1u);
  EXPECT_EQ(samples.convergence, Convergence::untested);
}

TEST(Sampling, StopsIfTheCheckThrows) {
  Launcher launcher = launcher_of([] {});
  launcher.check = [] { throw std::runtime_error("the time is up"); };
  EXPECT_THROW(sample(launcher, {}), std::runtime_error);
}

/// A run at default settings, except that times are drawn at random: 1 % noise, and one sample in
/// twenty is longer, as by an interrupt.
Samples drawn(std::mt19937_64& engine, double seconds) {
  std::normal_distribution<double> noise(1, 0.01);
  std::uniform_real_distribution<double> even(0, 1);
  Launcher launcher = launcher_of([] {});
  launcher.event_seconds = [&] {
    const double late = even(engine) < 0.05 ? 1 + 0.3 * even(engine) : 1;
    return std::optional<double>(seconds * noise(engine) * late);
  };
  return sample(launcher, {Strategy::cold, 10, 0, 60});  // a time limit that is never reached
}

TEST(Sampling, ItsStoppingRuleSeparatesIdenticalRunsFromTenPercent) {
  std::mt19937_64 engine(7);
  constexpr int kTrials = 500;
  int same = 0, slower = 0;
  for (int trial = 0; trial < kTrials; ++trial) {
    const Samples before = drawn(engine, 1e-3), again = drawn(engine, 1e-3);
    const Samples after = drawn(engine, 1.1e-3);
    EXPECT_EQ(before.convergence, Convergence::converged);
    const Change identical = compare_samples(before.seconds, again.seconds, 0.05);
    EXPECT_TRUE(identical == Change::same || identical == Change::undecided);
    same += identical == Change::same ? 1 : 0;
    slower += compare_samples(before.seconds, after.seconds, 0.05) == Change::slower ? 1 : 0;
  }
  EXPECT_GE(same, 0.95 * kTrials);
  EXPECT_GE(slower, 0.95 * kTrials);
}

TEST(HostNoise, TheWorkOfThisProcessIsNotNoise) {
  const HostMonitor monitor;
  work(0.05);
  const HostNoise noise = monitor.noise();
  EXPECT_GE(noise.seconds, 0.05);
  EXPECT_FALSE(noise.disturbed());  // the time is too short to judge, even on a busy machine
}

TEST(HostNoise, AShareAboveTheLimitDisturbs) {
  HostNoise noise;
  noise.seconds = 1;
  EXPECT_FALSE(noise.disturbed());
  noise.others = 0.04;
  EXPECT_FALSE(noise.disturbed());
  noise.steal = 0.04;
  EXPECT_TRUE(noise.disturbed());
  // A busy process on one of 64 CPUs delays work that waits for all of them.
  noise.others = 1.0 / 64;
  noise.steal = 0;
  EXPECT_FALSE(noise.disturbed());
  noise.processors = 64;
  EXPECT_TRUE(noise.disturbed());
}

}  // namespace
}  // namespace gputest::measure_sampling_test
