// Devices of hip:host that send to each other through the tests' fake NCCL.
#include <gtest/gtest.h>

#include <cmath>
#include <cstdlib>
#include <cstring>

#include "common/families.hpp"
#include "common/many/connection.hpp"
#include "common/many/gravity.hpp"
#include "common/many/links.hpp"
#include "common/run/runner.hpp"
#include "hip/catalogue.hpp"

namespace gputest::many::many_nccl_test {
namespace {

constexpr std::uint64_t kBodies = 211;
constexpr const char* kVariants[] = {"blocked", "symmetric"};

/// Several devices hip:host; NCCL can use their memory or not.
class HostDevices {
 public:
  explicit HostDevices(const std::string& list, bool by_nccl = true) {
    if (by_nccl)
      setenv("GPUTEST_NCCL", GPUTEST_FAKE_NCCL, 1);
    else
      unsetenv("GPUTEST_NCCL");
    register_families(registry_);
    register_hip(registry_);
    register_many(
        registry_, [&] { return list; }, alone_);
    device_ = registry_.find_backend(kApi)->open("");
  }
  ~HostDevices() { unsetenv("GPUTEST_NCCL"); }

  ManyDevices& get() { return dynamic_cast<ManyDevices&>(*device_); }
  /// A problem in fp64, bound and uploaded.
  std::unique_ptr<Execution> prepared(const std::string& variant) {
    ProblemRequest request;
    request.n = kBodies;
    const auto problem = registry_.find_family("gravity")->make_problem(request);
    const Configuration configuration{"soa", Precision::fp64, 0};
    auto execution = SharedGravity(variant, get().all().size())
                         .prepare(*device_, configuration, problem->shapes(configuration));
    execution->upload(problem->inputs(configuration));
    return execution;
  }

 private:
  Ranks alone_;
  Registry registry_;
  std::unique_ptr<Device> device_;
};

std::vector<double> sums_of(Execution& execution) {
  const std::vector<HostArray> outputs = execution.download();
  std::vector<double> sums(outputs.at(0).data.size() / sizeof(double));
  std::memcpy(sums.data(), outputs[0].data.data(), outputs[0].data.size());
  return sums;
}

void expect_near(const std::vector<double>& sums, const std::vector<double>& others) {
  ASSERT_EQ(sums.size(), others.size());
  for (std::size_t k = 0; k < sums.size(); ++k)  // also fails for a NaN
    ASSERT_LE(std::fabs(sums[k] - others[k]), 1e-12 * (1 + std::fabs(others[k]))) << k;
}

SharedWork work_of(const Execution& execution) {
  return dynamic_cast<const SharesWork&>(execution).shared_work();
}

TEST(ManyByNccl, SumsEqualThoseThroughTheHostInEveryLaunch) {
  for (const char* variant : kVariants)
    for (const char* list : {"hip:host*2", "hip:host*3", "hip:host*4", "hip:host*7"}) {
      HostDevices others(list, false);
      const auto by_host = others.prepared(variant);
      by_host->launch();
      EXPECT_EQ(work_of(*by_host).copies.rfind("through the host's pinned memory: ", 0), 0u);
      HostDevices devices(list);
      const auto by_nccl = devices.prepared(variant);
      for (int launch = 0; launch < 3; ++launch) {
        if (launch < 2) by_nccl->spoil();
        by_nccl->launch();
        expect_near(sums_of(*by_nccl), sums_of(*by_host));
      }
      EXPECT_EQ(work_of(*by_nccl).copies, "NCCL 2.28.3");
    }
}

TEST(ManyByNccl, TimesAreOfALaunchAfterOutputsWereOverwritten) {
  HostDevices devices("hip:host*2");
  const auto execution = devices.prepared("symmetric");
  execution->launch();
  const SharedWork first = work_of(*execution);
  for (const DeviceShare& share : first.shares) {
    EXPECT_GT(share.kernels, 0);
    EXPECT_GT(share.copies, 0);
    EXPECT_GE(share.waits, 0);
  }
  const auto times = [](const SharedWork& work) {  // two launches never have all times equal
    std::vector<double> all;
    for (const DeviceShare& share : work.shares)
      all.insert(all.end(), {share.kernels, share.copies, share.waits});
    return all;
  };
  execution->launch();
  EXPECT_EQ(times(work_of(*execution)), times(first));
  execution->spoil();
  execution->launch();
  EXPECT_NE(times(work_of(*execution)), times(first));
}

TEST(ManyByNccl, TheFirstOfTheDevicesAlsoWorkTogether) {
  HostDevices devices("hip:host*3");
  const auto by_three = devices.prepared("symmetric");
  by_three->launch();
  const std::vector<double> sums = sums_of(*by_three);
  for (const std::size_t count : {1, 2}) {
    devices.get().use_first(count);
    const auto execution = devices.prepared("symmetric");
    execution->launch();
    expect_near(sums_of(*execution), sums);
    EXPECT_EQ(work_of(*execution).copies, count == 1 ? "none: one device" : "NCCL 2.28.3");
  }
}

TEST(ManyByNccl, DevicesStayConnectedUntilNcclFails) {
  HostDevices devices("hip:host*2");
  const auto direct = connect(devices.get()).direct;
  ASSERT_NE(direct, nullptr);
  EXPECT_EQ(connect(devices.get()).direct, direct);
  direct->abort();
  const auto anew = connect(devices.get()).direct;
  ASSERT_NE(anew, nullptr);
  EXPECT_NE(anew, direct);
  EXPECT_FALSE(anew->is_aborted());
}

TEST(ManyByNccl, TheLinkIsMeasuredBetweenTwoDevices) {
  HostDevices devices("hip:host*3");
  connect(devices.get());
  const Links links = measure_links(devices.get());
  EXPECT_TRUE(links.direct);
  EXPECT_GE(links.copies.latency, 0);  // on a busy machine nothing more is certain
  EXPECT_GT(links.copies.bandwidth, 1e6);
  EXPECT_GT(links.launch, 0);
  EXPECT_GT(links.additions.bandwidth, 1e5);
}

}  // namespace
}  // namespace gputest::many::many_nccl_test
