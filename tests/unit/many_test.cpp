// Several devices as one: lists of them, shares, and exchanges that are wrong.
#include <gtest/gtest.h>

#include <cstring>
#include <numeric>

#include "common/core/error.hpp"
#include "common/cpu/cpu_backend.hpp"
#include "common/families.hpp"
#include "common/many/devices.hpp"
#include "common/many/gravity.hpp"
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

/// Goes wrong on the second part as the test says.
class WrongExchange : public Exchange {
 public:
  enum class Fault { none, lost_block, block_twice, stale };
  WrongExchange(Fault fault, const Exchanged& exchanged)
      : fault_(fault),
        n_(exchanged.n),
        bytes_(exchanged.bytes_per_number),
        right_(through_host(exchanged)) {}

  void publish(const Part& part) override { right_->publish(part); }

  void take(const Part& part) override {
    const bool wrong = part.first != 0 && part.first + part.count != n_;  // the second of three
    if (wrong && fault_ == Fault::lost_block) return;
    if (wrong && fault_ == Fault::stale && taken_++ > 0) return;
    right_->take(part);
    if (!wrong || fault_ != Fault::block_twice) return;
    const std::uint64_t block = (n_ - part.count) / 2;
    for (const auto& column : part.coordinates) {
      std::vector<std::byte> numbers(n_ * bytes_);
      column->read(numbers.data());
      column->write_part((part.count + block) * bytes_, block * bytes_,
                         numbers.data() + part.count * bytes_);
    }
  }

 private:
  Fault fault_;
  std::uint64_t n_, bytes_;
  std::unique_ptr<Exchange> right_;
  unsigned taken_ = 0;
};

ResultRow row_with(WrongExchange::Fault fault, bool timed) {
  Registry registry = registry_of_cpu();
  Ranks alone;
  register_many(
      registry, [] { return "cpu:0*3"; }, alone);
  const auto device = registry.find_backend(kApi)->open("");
  const SharedGravity kernel(3, [fault](const Exchanged& exchanged) {
    return std::make_unique<WrongExchange>(fault, exchanged);
  });
  ProblemRequest request;
  request.n = kBodies;
  const auto problem = registry.find_family("gravity")->make_problem(request);
  RunnerOptions options;
  options.measure = timed;
  options.sampling = {Strategy::hot, 3, 0.001, 0.002};
  options.monitor_of = [](const DeviceInfo&) { return MonitorSearch{}; };
  return Runner(options).run(kernel, *device, *problem, {"soa", Precision::fp32, 0});
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

}  // namespace
}  // namespace gputest::many
