// Several devices as one: lists of them, shares, and exchanges that are wrong.
#include <gtest/gtest.h>

#include <atomic>
#include <chrono>
#include <numeric>
#include <thread>

#include "common/core/error.hpp"
#include "common/cpu/cpu_backend.hpp"
#include "common/families.hpp"
#include "common/many/devices.hpp"
#include "common/many/gravity.hpp"
#include "common/many/rank_part.hpp"
#include "common/run/runner.hpp"

namespace gputest::many {
namespace {

constexpr std::uint64_t kBodies = 101;

Registry registry_of_cpu() {
  Registry registry;
  register_families(registry);
  register_cpu(registry);
  return registry;
}

Status refused_with(const std::string& list) {
  const Registry registry = registry_of_cpu();
  try {
    parse_devices(registry, list);
  } catch (const Error& error) {
    return error.status();
  }
  return Status::ok;
}

TEST(ManyDevices, AListIsOfIdsEachSoManyTimes) {
  const Registry registry = registry_of_cpu();
  EXPECT_EQ(parse_devices(registry, "cpu:0").size(), 1u);
  EXPECT_EQ(parse_devices(registry, "cpu:0*3,cpu:0").size(), 4u);
  for (const char* wrong : {"", ",", "cpu:0,", "cpu:0*0", "cpu:0*", "cpu:0*x", "*2", "cpu:0*65"})
    EXPECT_EQ(refused_with(wrong), Status::usage) << wrong;
  for (const char* absent : {"cpu:1", "cuda:7", "all"})
    EXPECT_EQ(refused_with(absent), Status::unavailable) << absent;
}

TEST(ManyDevices, SharesAreOfAllBodiesAndFollowTheSpeeds) {
  for (const std::uint64_t n : {3, 4, 7, 101, 65536}) {
    const auto shares = shares_of(n, {1, 1e-9, 3});
    EXPECT_EQ(std::accumulate(shares.begin(), shares.end(), std::uint64_t{0}), n);
    for (const std::uint64_t share : shares) EXPECT_GE(share, 1u) << n;
  }
  EXPECT_EQ(shares_of(12, {1, 1, 1}), (std::vector<std::uint64_t>{4, 4, 4}));
  const auto shares = shares_of(4000, {1, 3});
  EXPECT_NEAR(static_cast<double>(shares[0]), 1000, 2);
  EXPECT_THROW(shares_of(2, {1, 1, 1}), Error);
}

TEST(ManyDevices, ADeviceIsNamedOnceAlsoWhereItsNameIsPartOfAnothers) {
  Registry registry = registry_of_cpu();
  Backend* const cpu = registry.find_backend("cpu");
  DeviceInfo a, b;
  a.id = "x:0";
  b.id = "y:0";
  a.name = "driver-EPYC";
  b.name = "EPYC";
  const DeviceInfo info = together({{cpu, a}, {cpu, b}, {cpu, b}});
  EXPECT_EQ(info.id, "many:x:0+y:0*2");
  EXPECT_NE(info.name.find("3 devices: driver-EPYC, EPYC;"), std::string::npos) << info.name;
}

/// Goes wrong with the bodies of the second of three devices, as the test says.
class WrongExchange : public Exchange {
 public:
  enum class Fault { none, lost_block, block_twice, stale };
  WrongExchange(Fault fault, const Exchanged& exchanged)
      : fault_(fault), n_(exchanged.n), right_(through_host(exchanged)) {}

  void publish(const Range& own, const Coordinates& from) override { right_->publish(own, from); }

  void take(const Range& bodies, Coordinates& to) override {
    const bool wrong = bodies.first != 0 && bodies.first + bodies.count != n_;
    if (wrong && fault_ == Fault::lost_block) return;
    if (wrong && fault_ == Fault::stale && taken_++ >= kOfALaunch) return;
    if (wrong && fault_ == Fault::block_twice) return right_->take({0, bodies.count}, to);
    right_->take(bodies, to);
  }

 private:
  static constexpr unsigned kOfALaunch = 2;  // by the two others
  Fault fault_;
  std::uint64_t n_;
  std::unique_ptr<Exchange> right_;
  unsigned taken_ = 0;
};

/// Keeps each kernel until the copy of the next step has begun, and each copy but the first of a
/// device until the kernel of the step before has.
class WatchedExchange : public Exchange {
 public:
  explicit WatchedExchange(const Exchanged& exchanged, std::atomic<int>& late)
      : right_(through_host(exchanged)), late_(late) {}

  void publish(const Range& own, const Coordinates& from) override {
    kernels_ = copies_ = 0;
    right_->publish(own, from);
  }
  void take(const Range& bodies, Coordinates& to) override {
    const int copy = ++copies_;
    wait_for([&] { return kernels_ >= copy; });
    right_->take(bodies, to);
  }
  void computes(std::size_t step, bool begins) override {
    if (!begins) return;
    const int kernel = ++kernels_;
    EXPECT_EQ(kernel, static_cast<int>(step) + 1);
    if (kernel < kSteps) wait_for([&] { return copies_ >= kernel; });
  }
  static constexpr int kSteps = 3;

 private:
  template <class Condition>
  void wait_for(const Condition& condition) {
    for (int k = 0; k < 5000; ++k) {
      if (condition()) return;
      std::this_thread::sleep_for(std::chrono::milliseconds(1));
    }
    ++late_;
  }

  std::unique_ptr<Exchange> right_;
  std::atomic<int>& late_;
  std::atomic<int> kernels_ = 0, copies_ = 0;
};

ResultRow row_by(const SharedGravity::MakeExchange& exchange, bool timed) {
  Registry registry = registry_of_cpu();
  Ranks alone;
  register_many(
      registry, [] { return "cpu:0*3"; }, alone);
  const auto device = registry.find_backend(kApi)->open("");
  const SharedGravity kernel(3, exchange);
  ProblemRequest request;
  request.n = kBodies;
  const auto problem = registry.find_family("gravity")->make_problem(request);
  RunnerOptions options;
  options.measure = timed;
  options.sampling = {Strategy::hot, 3, 0.001, 0.002};
  options.monitor_of = [](const DeviceInfo&) { return MonitorSearch{}; };
  return Runner(options).run(kernel, *device, *problem, {"soa", Precision::fp32, 0});
}

ResultRow row_with(WrongExchange::Fault fault, bool timed) {
  const auto make = [fault](const Exchanged& exchanged) {
    return std::make_unique<WrongExchange>(fault, exchanged);
  };
  return row_by(make, timed);
}

TEST(ManyDevices, TheRightExchangeIsRightAndSaysWhatEachDeviceDid) {
  const ResultRow row = row_with(WrongExchange::Fault::none, true);
  EXPECT_EQ(row.exit_status, Status::ok) << row.reason;
  ASSERT_TRUE(row.shared);
  EXPECT_EQ(row.shared->split, "equal");
  ASSERT_EQ(row.shared->shares.size(), 3u);
  std::uint64_t all = 0;
  for (const DeviceShare& share : row.shared->shares) all += share.items;
  EXPECT_EQ(all, kBodies);
}

TEST(ManyDevices, PlantedFaultLostBlockIsFound) {
  EXPECT_EQ(row_with(WrongExchange::Fault::lost_block, false).status, RowStatus::failed);
}

TEST(ManyDevices, PlantedFaultBlockCountedTwiceIsFound) {
  EXPECT_EQ(row_with(WrongExchange::Fault::block_twice, false).status, RowStatus::failed);
}

/// What an earlier launch left is spoilt before later ones, so that they must exchange as well.
TEST(ManyDevices, PlantedFaultExchangeOfTheFirstLaunchAloneIsFound) {
  const ResultRow row = row_with(WrongExchange::Fault::stale, true);
  EXPECT_EQ(row.status, RowStatus::failed);
  EXPECT_FALSE(row.timing);
  EXPECT_FALSE(row.shared);
}

/// A launch of one device of a rank whose ring has two more: were a copy to begin only when the
/// kernel before it has ended, or a kernel only when all copies have, one would wait for the other
/// in vain.
TEST(ManyDevices, TheNextBodiesAreCopiedWhileTheKernelRuns) {
  Registry registry = registry_of_cpu();
  Ranks alone;
  Backend* const cpu = registry.find_backend("cpu");
  const Listed own{cpu, cpu->devices().devices.front()};
  const ManyDevices devices({own}, alone);
  SharedTask task;
  task.n = kBodies;
  task.eps2 = 1e-4;
  task.counts = {34, 34, 33};
  task.ranks = {0, 1, 2};
  std::atomic<int> late = 0;
  RankPart part(devices, task, [&](const Exchanged& exchanged) {
    return std::make_unique<WatchedExchange>(exchanged, late);
  });
  const std::vector<std::byte> numbers(kBodies * sizeof(float));
  for (std::size_t column = 0; column < 4; ++column) part.upload(column, numbers.data());
  part.launch();
  EXPECT_EQ(late, 0);
  EXPECT_GT(part.seconds().front().kernels, 0);
  EXPECT_GT(part.seconds().front().copies, 0);
}

}  // namespace
}  // namespace gputest::many
