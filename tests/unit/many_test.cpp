// Several devices as one: device lists, shares, and wrong exchanges.
#include <gtest/gtest.h>

#include <atomic>
#include <chrono>
#include <numeric>
#include <thread>

#include "common/core/error.hpp"
#include "common/cpu/cpu_backend.hpp"
#include "common/device/lost_context.hpp"
#include "common/families.hpp"
#include "common/gravity/target_forces.hpp"
#include "common/many/device_threads.hpp"
#include "common/many/devices.hpp"
#include "common/many/gravity.hpp"
#include "common/many/nccl.hpp"
#include "common/many/rank_part.hpp"
#include "common/run/runner.hpp"

namespace gputest::many::many_test {
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

TEST(ManyDevices, AListHasIdsWithCounts) {
  const Registry registry = registry_of_cpu();
  EXPECT_EQ(parse_devices(registry, "cpu:0").size(), 1u);
  EXPECT_EQ(parse_devices(registry, "cpu:0*3,cpu:0").size(), 4u);
  for (const char* wrong : {"", ",", "cpu:0,", "cpu:0*0", "cpu:0*", "cpu:0*x", "*2", "cpu:0*65"})
    EXPECT_EQ(refused_with(wrong), Status::usage) << wrong;
  for (const char* absent : {"cpu:1", "cuda:7", "all"})
    EXPECT_EQ(refused_with(absent), Status::unavailable) << absent;
}

TEST(ManyDevices, SharesAddUpToAllBodiesAndFollowTheSpeeds) {
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

TEST(ManyDevices, ADeviceIsNamedOnceAlsoIfItsNameIsPartOfAnothers) {
  Registry registry = registry_of_cpu();
  Backend* const cpu = registry.find_backend("cpu");
  DeviceInfo a, b;
  a.id = "x:0";
  b.id = "y:0";
  a.name = "driver-EPYC";
  b.name = "EPYC";
  const DeviceInfo info = together({{cpu, a}, {cpu, b}, {cpu, b}});
  EXPECT_EQ(info.id, "many:x:0+y:0*2");
  EXPECT_NE(info.name.find("3 devices: driver-EPYC, EPYC"), std::string::npos) << info.name;
}

/// Has the test's fault with the bodies of the second of three devices.
class WrongExchange : public Exchange {
 public:
  enum class Fault {
    none,
    lost_block,
    block_twice,
    stale,
    lost_return,
    return_twice,
    stale_return
  };
  WrongExchange(Fault fault, const Exchanged& exchanged)
      : fault_(fault), n_(exchanged.n), right_(through_host(exchanged)) {}

  void begin() override {
    right_->begin();
    ++launches_;
  }
  void publish(const Range& own, const Coordinates& from) override { right_->publish(own, from); }

  void take(const Range& bodies, Coordinates& to, std::uint64_t place) override {
    if (is_wrong(bodies, Fault::lost_block)) return;
    if (is_wrong(bodies, Fault::stale) && launches_ > 1) return;
    if (is_wrong(bodies, Fault::block_twice)) return right_->take({0, bodies.count}, to, place);
    right_->take(bodies, to, place);
  }
  void give_back(const Range& others, const DeviceMemory& from, std::uint64_t place) override {
    if (is_wrong(others, Fault::lost_return)) return;
    right_->give_back(others, from, place);
    if (is_wrong(others, Fault::return_twice)) right_->give_back(others, from, place);
  }
  bool progress_back() override { return right_->progress_back(); }
  void take_back(const Range& own, DeviceMemory& to) override {
    if (is_wrong(own, Fault::stale_return) && launches_ > 1) return;
    right_->take_back(own, to);
  }

 private:
  bool is_wrong(const Range& bodies, Fault fault) const {
    return fault == fault_ && bodies.first != 0 && bodies.first + bodies.count != n_;
  }

  Fault fault_;
  std::uint64_t n_;
  std::unique_ptr<Exchange> right_;
  unsigned launches_ = 0;
};

/// Delays each kernel until the copy of the next step has begun. Delays each copy, except a
/// device's first, until the kernel of the previous step has begun.
class WatchedExchange : public Exchange {
 public:
  explicit WatchedExchange(const Exchanged& exchanged, std::atomic<int>& late)
      : right_(through_host(exchanged)), late_(late) {}

  void publish(const Range& own, const Coordinates& from) override {
    kernels_ = copies_ = 0;
    right_->publish(own, from);
  }
  void take(const Range& bodies, Coordinates& to, std::uint64_t place) override {
    const int copy = ++copies_;
    wait_for([&] { return kernels_ >= copy; });
    right_->take(bodies, to, place);
  }
  void give_back(const Range& others, const DeviceMemory& from, std::uint64_t place) override {
    right_->give_back(others, from, place);
  }
  void take_back(const Range& own, DeviceMemory& to) override { right_->take_back(own, to); }
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

ResultRow row_by(const MakeExchange& exchange, const std::string& variant, bool timed) {
  Registry registry = registry_of_cpu();
  Ranks alone;
  register_many(
      registry, [] { return "cpu:0*3"; }, alone);
  const auto device = registry.find_backend(kApi)->open("");
  const SharedGravity kernel(variant, 3, exchange);
  ProblemRequest request;
  request.n = kBodies;
  const auto problem = registry.find_family("gravity")->make_problem(request);
  RunnerOptions options;
  options.measure = timed;
  options.sampling = {Strategy::hot, 3, 0.001, 0.002};
  options.monitor_of = [](const DeviceInfo&) { return MonitorSearch{}; };
  return Runner(options).run(kernel, *device, *problem, {"soa", Precision::fp32, 0});
}

ResultRow row_with(WrongExchange::Fault fault, const std::string& variant, bool timed) {
  const auto make = [fault](const Exchanged& exchanged) {
    return std::make_unique<WrongExchange>(fault, exchanged);
  };
  return row_by(make, variant, timed);
}

constexpr const char* kVariants[] = {"blocked", "symmetric"};

TEST(ManyDevices, TheRightExchangePassesAndReportsEachDevicesShare) {
  for (const char* variant : kVariants) {
    const ResultRow row = row_with(WrongExchange::Fault::none, variant, true);
    EXPECT_EQ(row.exit_status, Status::ok) << row.reason;
    ASSERT_TRUE(row.shared);
    EXPECT_EQ(row.shared->split, "equal");
    ASSERT_EQ(row.shared->shares.size(), 3u);
    std::uint64_t all = 0;
    for (const DeviceShare& share : row.shared->shares) all += share.items;
    EXPECT_EQ(all, kBodies);
  }
}

TEST(ManyDevices, PlantedFaultLostBlockIsFound) {
  for (const char* variant : kVariants)
    EXPECT_EQ(row_with(WrongExchange::Fault::lost_block, variant, false).status, RowStatus::failed);
}

TEST(ManyDevices, PlantedFaultBlockCountedTwiceIsFound) {
  for (const char* variant : kVariants)
    EXPECT_EQ(row_with(WrongExchange::Fault::block_twice, variant, false).status,
              RowStatus::failed);
}

TEST(ManyDevices, PlantedFaultSumsThatAreNotReturnedAreFound) {
  EXPECT_EQ(row_with(WrongExchange::Fault::lost_return, "symmetric", false).status,
            RowStatus::failed);
}

TEST(ManyDevices, PlantedFaultSumsThatAreReturnedTwiceAreFound) {
  EXPECT_EQ(row_with(WrongExchange::Fault::return_twice, "symmetric", false).status,
            RowStatus::failed);
}

/// The runner overwrites earlier results before later launches, so that they must exchange as well.
TEST(ManyDevices, PlantedFaultExchangeOnlyInTheFirstLaunchIsFound) {
  const auto is_found = [](WrongExchange::Fault fault, const char* variant) {
    const ResultRow row = row_with(fault, variant, true);
    EXPECT_EQ(row.status, RowStatus::failed) << variant;
    EXPECT_FALSE(row.timing);
    EXPECT_FALSE(row.shared);
  };
  for (const char* variant : kVariants) is_found(WrongExchange::Fault::stale, variant);
  is_found(WrongExchange::Fault::stale_return, "symmetric");
}

/// For each ordered pair of bodies, the number of devices' computations that add the second body's
/// pull to the first body's sum.
std::vector<int> times_computed(const std::vector<std::uint64_t>& counts, bool both_sides) {
  const auto n = std::accumulate(counts.begin(), counts.end(), std::uint64_t{0});
  std::vector<int> times(n * n);
  std::uint64_t first = 0;
  for (std::size_t device = 0; device < counts.size(); ++device) {
    for (const IncomingBodies& received : incoming_of(device, counts, both_sides))
      for (std::uint64_t i = first; i < first + received.own; ++i)
        for (std::uint64_t k = 0; k < received.bodies.count; ++k) {
          const std::uint64_t j = received.bodies.first + k;
          ++times[i * n + j];
          if (both_sides) ++times[j * n + i];
        }
    for (std::uint64_t i = first; i < first + counts[device]; ++i)  // its own bodies
      for (std::uint64_t j = first; j < first + counts[device]; ++j) ++times[i * n + j];
    first += counts[device];
  }
  return times;
}

TEST(ManyDevices, EveryPairIsComputedOnce) {
  for (std::size_t devices = 1; devices <= 9; ++devices)
    for (const std::vector<std::uint64_t>& some :
         {std::vector<std::uint64_t>{1, 1, 1, 1, 1, 1, 1, 1, 1}, {4, 1, 3, 2, 7, 1, 2, 5, 6}})
      for (const bool both_sides : {false, true}) {
        const std::vector<std::uint64_t> counts(
            some.begin(), some.begin() + static_cast<std::ptrdiff_t>(devices));
        for (const int times : times_computed(counts, both_sides))
          ASSERT_EQ(times, 1) << devices << " devices, both sides: " << both_sides;
      }
}

TEST(ManyDevices, DevicesOfEqualPartsComputeEquallyManyPairs) {
  for (const std::size_t devices : {2, 3, 4, 8}) {
    const std::vector<std::uint64_t> counts(devices, 10);
    for (std::size_t device = 0; device < devices; ++device) {
      std::uint64_t pairs = 0;
      for (const IncomingBodies& received : incoming_of(device, counts, true))
        pairs += received.own * received.bodies.count;
      EXPECT_EQ(pairs, 50 * (devices - 1)) << device << " of " << devices;
    }
  }
}

TEST(ManyDevices, BodiesAreSentInTheStepThatReceivesThem) {
  for (std::size_t devices = 2; devices <= 9; ++devices)
    for (const std::vector<std::uint64_t>& some :
         {std::vector<std::uint64_t>{1, 1, 1, 1, 1, 1, 1, 1, 1}, {4, 1, 3, 2, 7, 1, 2, 5, 6}})
      for (const bool both_sides : {false, true}) {
        const std::vector<std::uint64_t> counts(
            some.begin(), some.begin() + static_cast<std::ptrdiff_t>(devices));
        std::size_t sent = 0, received = 0;
        for (std::size_t device = 0; device < devices; ++device) {
          const auto outgoing = outgoing_of(device, counts, both_sides);
          for (std::size_t step = 0; step < outgoing.size(); ++step) {
            const auto there = incoming_of(outgoing[step].to, counts, both_sides);
            ASSERT_LT(step, there.size());
            EXPECT_EQ(there[step].from, device);
            EXPECT_EQ(there[step].bodies.first, outgoing[step].bodies.first);
            EXPECT_EQ(there[step].bodies.count, outgoing[step].bodies.count);
          }
          sent += outgoing.size();
          received += incoming_of(device, counts, both_sides).size();
        }
        EXPECT_EQ(sent, received);
      }
}

TEST(ManyDevices, TheSumOfMOverRIsComputedOnlyOnRequest) {
  for (const std::uint32_t wanted : {0, 1}) {
    Assignment assignment;
    assignment.arguments.specializations = {{"potential", wanted}};
    TargetForces forces;
    forces.potential = task_of(assignment).potential;
    const KernelSignature asked = gravity_signature(forces, {"soa", Precision::fp32, 64});
    EXPECT_EQ(find_value(asked.specializations, "potential"), wanted);
  }
}

TEST(ManyDevices, AFailureNamesItsDevice) {
  try {
    try {
      throw Error(Status::device_lost, "an illegal access");
    } catch (...) {
      std::rethrow_exception(failure_of("cuda:1"));
    }
  } catch (const Error& error) {
    EXPECT_EQ(error.status(), Status::device_lost);
    EXPECT_STREQ(error.what(), "an illegal access (seen on cuda:1)");
  }
}

int renewed = 0;

TEST(ManyDevices, ALostContextIsKeptUntilOthersHaveEnded) {
  const auto renew = [] { ++renewed; };
  renewed = 0;
  renew_context(renew);
  EXPECT_EQ(renewed, 1);
  {
    const LostContextKept kept;
    renew_context(renew);
    renew_context(renew);
    EXPECT_EQ(renewed, 1);
  }
  EXPECT_EQ(renewed, 2);
  { const LostContextKept nothing_lost; }
  EXPECT_EQ(renewed, 2);
}

TEST(ManyDevices, VersionsOfNcclAreWrittenAsInItsReleases) {
  EXPECT_EQ(nccl_version(2708), "2.7.8");
  EXPECT_EQ(nccl_version(20901), "2.9.1");
  EXPECT_EQ(nccl_version(22803), "2.28.3");
  EXPECT_EQ(nccl_version(30000), "3.0.0");
}

/// A launch of one device in a ring with two more ranks. If a copy began only after the previous
/// kernel, or a kernel only after all copies, each would wait in vain for the other.
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
}  // namespace gputest::many::many_test
