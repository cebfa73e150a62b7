#include "common/run/runner.hpp"

#include <gtest/gtest.h>

#include <stdexcept>
#include <thread>

#include "common/gravity/family.hpp"
#include "tests/support/fake_kernels.hpp"

namespace gputest {
namespace {

using test::FakeKernel;

const Configuration kFp32{"float4", Precision::fp32, 0};

ResultRow run_fake(const FakeKernel::Launch& launch, RunnerOptions options,
                   DeviceInfo device = test::fake_device(), Configuration configuration = kFp32) {
  const auto problem = make_gravity()->make_problem(test::gravity_request(10));
  Device open(device);
  const FakeKernel kernel(launch);
  return Runner(options).run(kernel, open, *problem, configuration);
}

RunnerOptions unverified() {
  RunnerOptions options;
  options.verify = false;
  options.min_time = 0.02;
  return options;
}

void work(double seconds) { std::this_thread::sleep_for(std::chrono::duration<double>(seconds)); }

TEST(Runner, TakesAsManySamplesAsWantedAndQuotesTheirMedian) {
  const ResultRow row = run_fake([](auto&) { work(0.001); }, unverified());
  ASSERT_EQ(row.status, RowStatus::ok) << row.reason;
  EXPECT_GE(row.timing->samples.size(), 10u);
  EXPECT_GE(row.timing->median, 0.001);
  EXPECT_GE(row.timing->median, row.timing->min);
  EXPECT_EQ(row.timing->method, "wall-batch");
}

TEST(Runner, BatchesShortLaunchesUntilASampleIsLongEnough) {
  std::uint64_t launches = 0;
  const ResultRow row = run_fake([&](auto&) { ++launches; }, unverified());
  EXPECT_GT(row.timing->launches_per_sample, 100u);
  EXPECT_GE(launches, row.timing->launches_per_sample * row.timing->samples.size());
}

TEST(Runner, AnErrorIsARowAndNotTheEnd) {
  const ResultRow row = run_fake(
      [](auto&) { throw Error(Status::device_lost, "the device fell off the bus"); }, unverified());
  EXPECT_EQ(row.status, RowStatus::error);
  EXPECT_EQ(row.exit_status, Status::device_lost);
  EXPECT_EQ(row.reason, "the device fell off the bus");
  EXPECT_FALSE(row.timing);
}

TEST(Runner, ExhaustedMemoryIsARow) {
  const ResultRow row = run_fake([](auto&) { throw std::bad_alloc(); }, unverified());
  EXPECT_EQ(row.exit_status, Status::out_of_memory);
}

TEST(Runner, WhateverElseAKernelThrowsIsARow) {
  const ResultRow logic =
      run_fake([](auto&) { throw std::logic_error("no such layout"); }, unverified());
  EXPECT_EQ(logic.status, RowStatus::error);
  EXPECT_EQ(logic.exit_status, Status::bad_input);
  EXPECT_EQ(logic.reason, "the kernel is at fault: no such layout");
  const ResultRow number = run_fake([](auto&) { throw 7; }, unverified());
  EXPECT_EQ(number.status, RowStatus::error);
  EXPECT_EQ(number.reason, "the kernel is at fault");
}

TEST(Runner, WhatTheKernelDoesNotTakeIsSkippedWithItsReason) {
  class Limited : public FakeKernel {
   public:
    using FakeKernel::FakeKernel;
    std::string skip_reason(const DeviceInfo&, const Configuration&,
                            std::uint64_t n) const override {
      return n > 9 ? "at most 9 bodies" : "";
    }
  };
  const auto problem = make_gravity()->make_problem(test::gravity_request(10));
  Device open(test::fake_device());
  const ResultRow row = Runner(unverified()).run(Limited([](auto&) {}), open, *problem, kFp32);
  EXPECT_EQ(row.status, RowStatus::skipped);
  EXPECT_EQ(row.exit_status, Status::ok);
  EXPECT_EQ(row.reason, "at most 9 bodies");
}

TEST(Runner, ATimeoutIsARow) {
  RunnerOptions options = unverified();
  options.timeout = 0.01;
  const ResultRow row = run_fake([](auto&) { work(0.02); }, options);
  EXPECT_EQ(row.status, RowStatus::error);
  EXPECT_EQ(row.exit_status, Status::timeout);
}

TEST(Runner, AnEmulatedDeviceHasNoTime) {
  DeviceInfo device = test::fake_device();
  device.emulated = true;
  const ResultRow row = run_fake([](auto&) {}, unverified(), device);
  EXPECT_EQ(row.status, RowStatus::ok);
  EXPECT_FALSE(row.timing);
  EXPECT_FALSE(row.items_per_second());
}

TEST(Runner, WhatTheDeviceLacksIsSkippedWithAReason) {
  DeviceInfo device = test::fake_device();
  device.fp64 = false;
  device.max_block = 256;
  const auto row_of = [&](const Configuration& configuration) {
    return run_fake([](auto&) {}, unverified(), device, configuration);
  };
  EXPECT_EQ(row_of({"float4", Precision::fp64, 0}).status, RowStatus::skipped);
  EXPECT_EQ(row_of({"float4", Precision::fp64, 0}).reason, "fake:0 has no fp64");
  EXPECT_EQ(row_of({"float4", Precision::fp32, 512}).status, RowStatus::skipped);
  EXPECT_EQ(row_of({"float4", Precision::fp32, 256}).status, RowStatus::ok);
}

TEST(Runner, AnAnswerThatTurnsWrongWhileTimedHasNoSpeed) {
  const auto problem = make_gravity()->make_problem(test::gravity_request(100));
  const auto device = cpu::make_backend()->open("cpu:0");
  static int launches;
  launches = 0;
  const auto kernel = test::host_kernel(test::gravity_info(), [](const KernelCall& call) {
    test::compute<"gravity_naive">(call);
    if (++launches > 3) static_cast<float*>(call.outputs[0])[0] += 1;
  });
  RunnerOptions options;
  options.min_time = 0.01;
  const ResultRow row = Runner(options).run(*kernel, *device, *problem, kFp32);
  EXPECT_EQ(row.status, RowStatus::failed);
  EXPECT_FALSE(row.timing);
}

TEST(Runner, AProblemTooLargeForTheDeviceIsRefusedBeforeAnythingIsAllocated) {
  DeviceInfo device = test::fake_device();
  device.memory_bytes = 100;
  bool launched = false;
  const ResultRow row = run_fake([&](auto&) { launched = true; }, unverified(), device);
  EXPECT_EQ(row.exit_status, Status::out_of_memory);
  EXPECT_FALSE(launched);
}

}  // namespace
}  // namespace gputest
