#include "common/run/runner.hpp"

#include <gtest/gtest.h>

#include <functional>
#include <optional>
#include <stdexcept>
#include <thread>

#include "common/core/sanitizers.hpp"
#include "common/device/distrust.hpp"
#include "common/gravity/family.hpp"
#include "common/roofline/family.hpp"
#include "tests/support/fake_kernels.hpp"

namespace gputest::core_runner_test {
namespace {

using test::FakeKernel;

const Configuration kFp32{"float4", Precision::fp32, 0};
const Configuration kFewFmas{"float4", Precision::fp32, 0, {{"fmas", "16"}}};
constexpr std::uint64_t kManyBodies = 300000;  // 9.6 MB

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
  options.sampling.strategy = Strategy::single;  // noise cannot make its speed doubtful
  return options;
}

RunnerOptions sampled() {
  RunnerOptions options = unverified();
  options.sampling = {Strategy::hot, 10, 0.02,
                      1};  // enough time for ten samples on a busy machine too
  return options;
}

void work(double seconds) { std::this_thread::sleep_for(std::chrono::duration<double>(seconds)); }

TEST(Runner, TakesTheRequestedNumberOfSamplesAndReportsTheirMedian) {
  const ResultRow row = run_fake([](auto&) { work(0.001); }, sampled());
  ASSERT_TRUE(row.timing) << row.reason;
  EXPECT_GE(row.timing->samples.seconds.size(), 10u);
  EXPECT_GE(row.timing->median, 0.001);
  EXPECT_GE(row.timing->median, row.timing->min);
  EXPECT_EQ(row.timing->method(), "wall-batch");
}

TEST(Runner, ASingleLaunchIsOkAndItsNoiseUntested) {
  const ResultRow row = run_fake([](auto&) {}, unverified());
  EXPECT_EQ(row.status, RowStatus::ok);
  EXPECT_EQ(row.timing->samples.seconds.size(), 1u);
  EXPECT_EQ(row.timing->samples.convergence, Convergence::untested);
  EXPECT_EQ(row.timing->method(), "wall");
}

TEST(Runner, ScatteredSamplesMakeANoisyRowThatKeepsItsSpeed) {
  RunnerOptions options = unverified();
  options.sampling = {Strategy::hot, 5, 0.05, 0.1};
  int launch = 0;
  const ResultRow row = run_fake([&](auto&) { work(++launch % 2 == 0 ? 0.01 : 0.02); }, options);
  EXPECT_EQ(row.status, RowStatus::noisy);
  EXPECT_EQ(row.exit_status, Status::ok);
  EXPECT_TRUE(row.items_per_second());
  EXPECT_NE(row.reason.find("--max-time"), std::string::npos) << row.reason;
}

TEST(Runner, ALaunchLongerThanItsLimitIsSkippedWithItsTime) {
  RunnerOptions options = unverified();
  options.longest_launch = 0.01;
  int launches = 0;
  const auto slow = [&](auto&) {
    ++launches;
    work(0.02);
  };
  const ResultRow row = run_fake(slow, options);
  EXPECT_EQ(row.status, RowStatus::skipped);
  EXPECT_EQ(row.exit_status, Status::ok);
  EXPECT_FALSE(row.timing);
  EXPECT_EQ(launches, 2);
  EXPECT_NE(row.reason.find("a launch takes 0.02"), std::string::npos) << row.reason;
  const ResultRow once = run_fake([&](auto&) { work(launches++ == 2 ? 0.02 : 0); }, options);
  EXPECT_EQ(once.status, RowStatus::ok) << "compiling in the first launch does not count";
}

/// Reads a device's energy counter.
using Joules = std::function<std::optional<double>()>;
std::optional<double> no_counter() { return std::nullopt; }

/// A monitor of a device with such a counter, throttled for those reasons.
class FakeMonitor : public DeviceMonitor {
 public:
  FakeMonitor(Joules joules, std::vector<std::string> throttled)
      : joules_(std::move(joules)), throttled_(std::move(throttled)) {}
  DeviceReading read() override {
    DeviceReading now;
    now.core_mhz = 1980;
    now.throttled = throttled_;
    now.joules = joules_();
    return now;
  }
  std::string source() const override { return "fake"; }

 private:
  Joules joules_;
  std::vector<std::string> throttled_;
};

RunnerOptions monitored(const Joules& joules, const std::vector<std::string>& throttled) {
  RunnerOptions options = unverified();
  options.monitor_of = [=](const DeviceInfo&) {
    return MonitorSearch{std::make_unique<FakeMonitor>(joules, throttled), ""};
  };
  return options;
}

TEST(Runner, AThrottledDeviceMakesAThrottledRowWithItsClocks) {
  const ResultRow row = run_fake([](auto&) {}, monitored(no_counter, {"power cap"}));
  EXPECT_EQ(row.status, RowStatus::throttled);
  EXPECT_EQ(row.exit_status, Status::ok);
  EXPECT_NE(row.reason.find("power cap"), std::string::npos);
  EXPECT_EQ(row.monitor->reading.core_mhz, 1980u);
  EXPECT_EQ(row.monitor->source, "fake");
}

TEST(Runner, EnergyOfALaunchIsMeanPowerTimesItsTime) {
  double joules = 0;  // only launches add to it, so that other processes do not matter
  RunnerOptions options = monitored([&] { return std::optional<double>(joules); }, {});
  options.energy_window = 0.3;
  const ResultRow row = run_fake(
      [&](auto&) {
        joules += 0.5;
        work(0.01);
      },
      options);
  EXPECT_EQ(row.status, RowStatus::ok) << row.reason;
  ASSERT_TRUE(row.energy);
  EXPECT_EQ(row.energy->source, "fake");
  const Energy& energy = row.energy->energy;
  EXPECT_GE(energy.seconds, 0.3);
  EXPECT_DOUBLE_EQ(energy.joules_per_launch(), 0.5);
  EXPECT_DOUBLE_EQ(energy.watts() * energy.seconds / static_cast<double>(energy.launches), 0.5);
  EXPECT_LE(energy.watts(), 50) << "a launch takes 10 ms or more";
  EXPECT_GT(*row.items_per_joule(), 0);
}

TEST(Runner, WithoutACounterTheRowSaysWhyItHasNoEnergy) {
  RunnerOptions options = monitored(no_counter, {});
  options.energy_window = 0.01;
  const ResultRow row = run_fake([](auto&) {}, options);
  EXPECT_EQ(row.status, RowStatus::ok);
  EXPECT_TRUE(row.energy->source.empty());
  EXPECT_FALSE(row.energy->reason.empty());
  EXPECT_FALSE(row.items_per_joule());
  options.monitor_of = [](const DeviceInfo&) { return MonitorSearch{nullptr, "no library"}; };
  const ResultRow other = run_fake([](auto&) {}, options);
  EXPECT_EQ(other.energy->reason, "no library");
  EXPECT_EQ(other.monitor->reason, "no library");
}

TEST(Runner, ColdNeedsAnApiThatFlushesItsCaches) {
  RunnerOptions options = unverified();
  options.sampling.strategy = Strategy::cold;
  const ResultRow row = run_fake([](auto&) {}, options);
  EXPECT_EQ(row.status, RowStatus::error);
  EXPECT_NE(row.reason.find("--strategy=cold"), std::string::npos);
}

/// The row of a right result for that many bodies, on a device with those measured ceilings per
/// second.
ResultRow with_ceilings(double operations, double bytes,
                        const DeviceInfo& device = test::fake_device(), std::uint64_t n = 1000) {
  ProblemRequest request;
  request.n = n;
  const auto problem = make_roofline()->make_problem(request);
  RunnerOptions options = unverified();
  options.verify = true;
  options.ceilings.operations = [=](Device&, Precision precision, double enough) {
    EXPECT_EQ(precision, Precision::fp32);
    EXPECT_GT(enough, 0);
    return operations;
  };
  options.ceilings.bytes = [&](Device&, double of, double enough) {
    EXPECT_EQ(of, problem->least_bytes(kFewFmas));
    EXPECT_GT(enough, 0);
    return bytes;
  };
  KernelInfo info = test::gravity_info();
  info.family = "roofline";
  test::HostDevice open(device);
  return Runner(options).run(*test::host_kernel(info, test::compute<"roofline_fma">), open,
                             *problem, kFewFmas);
}

TEST(Runner, ARateAboveTheDevicesCeilingIsAnErrorAndNoRecord) {
  const ResultRow row = with_ceilings(1e3, 0);
  EXPECT_EQ(row.status, RowStatus::failed);
  EXPECT_EQ(row.exit_status, Status::verification_failed);
  EXPECT_FALSE(row.verification->passed);
  EXPECT_FALSE(row.timing);
  EXPECT_NE(row.reason.find("arithmetic instructions a second"), std::string::npos) << row.reason;
  for (const double possible : {1e15, 0.0})
    EXPECT_TRUE(with_ceilings(possible, 0).timing) << possible;
}

TEST(Runner, BytesThatTheDeviceCannotMoveAreAnErrorAndNoRecord) {
  const ResultRow row = with_ceilings(0, 1e3, test::fake_device(), kManyBodies);
  EXPECT_EQ(row.status, RowStatus::failed);
  EXPECT_FALSE(row.verification->passed);
  EXPECT_FALSE(row.timing);
  EXPECT_NE(row.reason.find("the device copies as much at 1e-06 GB/s"), std::string::npos)
      << row.reason;
  for (const double possible : {1e15, 0.0})
    EXPECT_TRUE(with_ceilings(0, possible, test::fake_device(), kManyBodies).timing) << possible;
  EXPECT_TRUE(with_ceilings(0, 1e3).timing)
      << "for few bytes, launch overhead takes most of the time";
}

TEST(Runner, ARateThatTheHostCertainlyReachesIsComparedWithNoCeiling) {
  DeviceInfo host = test::fake_device();
  host.on_host = true;
  host.compute_units = 1000000;
  EXPECT_TRUE(with_ceilings(1e3, 1e3, host, kManyBodies).timing);
}

/// With the fewest instructions of an interaction: the fastest published row and its device's
/// ceiling (docs/results).
TEST(Runner, PublishedRatesAreFarBelowTheirDevicesCeiling) {
  const auto problem = make_gravity()->make_problem(test::gravity_request(1000));
  const double of_an_interaction = problem->least_operations(kFp32) / (1000.0 * 999.0);
  EXPECT_LT(of_an_interaction * 3.2e12, 0.5 * 63.6e12 / 2);  // an H100
  EXPECT_GT(of_an_interaction * 3.2e12, 0.1 * 63.6e12 / 2);
}

TEST(Judge, NoiseOnTheHostDisturbsOnlyDevicesOnTheHost) {
  ResultRow row;
  row.timing.emplace();
  row.timing->samples.convergence = Convergence::noisy;
  row.timing->samples.seconds = {1, 2, 3};
  row.timing->host.seconds = 1;
  row.timing->host.others = 0.3;
  judge(row);
  EXPECT_EQ(row.status, RowStatus::noisy);
  row.device.on_host = true;
  judge(row);
  EXPECT_EQ(row.status, RowStatus::disturbed);
  EXPECT_NE(row.reason.find("30 %"), std::string::npos) << row.reason;
}

TEST(Runner, BatchesShortLaunchesUntilASampleIsLongEnough) {
  std::uint64_t launches = 0;
  RunnerOptions options = sampled();
  options.sampling.min_time = 0.5;  // samples longer than another process's time slice
  options.sampling.max_time = 2;
  const ResultRow row = run_fake([&](auto&) { ++launches; }, options);
  ASSERT_TRUE(row.timing) << row.reason;
  EXPECT_GT(row.timing->samples.launches_per_sample, 100u);
  EXPECT_GE(launches, row.timing->samples.launches_per_sample * row.timing->samples.seconds.size());
}

TEST(Runner, AnErrorIsARowAndDoesNotEndTheRun) {
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

TEST(Runner, AnyOtherExceptionOfAKernelIsARow) {
  const ResultRow logic =
      run_fake([](auto&) { throw std::logic_error("no such layout"); }, unverified());
  EXPECT_EQ(logic.status, RowStatus::error);
  EXPECT_EQ(logic.exit_status, Status::bad_input);
  EXPECT_EQ(logic.reason, "the kernel is at fault: no such layout");
  const ResultRow number = run_fake([](auto&) { throw 7; }, unverified());
  EXPECT_EQ(number.status, RowStatus::error);
  EXPECT_EQ(number.reason, "the kernel is at fault");
}

TEST(Runner, AConfigurationThatAKernelRefusesIsSkippedWithItsReason) {
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

TEST(Runner, AKernelThatMayHarmTheDeviceIsSkippedAndNotPrepared) {
  class Wary : public FakeKernel, public Distrustful {
   public:
    using FakeKernel::FakeKernel;
    std::string distrust(Device& device) const override {
      return device.info().id + " forgets what it read";
    }
  };
  const auto problem = make_gravity()->make_problem(test::gravity_request(10));
  Device open(test::fake_device());
  const Wary kernel([](auto&) { throw std::logic_error("it was launched"); });
  const ResultRow row = Runner(unverified()).run(kernel, open, *problem, kFp32);
  EXPECT_EQ(row.status, RowStatus::skipped);
  EXPECT_EQ(row.exit_status, Status::ok);
  EXPECT_EQ(row.reason, test::fake_device().id + " forgets what it read");
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

TEST(Runner, AMissingFeatureOfTheDeviceIsSkippedWithAReason) {
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

/// A kernel that changes after its first launches, and the words of the row's reason.
struct Changed {
  std::string name;
  test::HostFunction kernel;
  std::string reason;
};

class Changes : public testing::TestWithParam<Changed> {};

int launches;

TEST_P(Changes, AfterTheFirstLaunchCostARowItsSpeed) {
  if (GT_ASAN && GetParam().name == "WritesBehindItsOutput")
    GTEST_SKIP() << "AddressSanitizer ends the program";
  const auto problem = make_gravity()->make_problem(test::gravity_request(100));
  const auto device = cpu::make_backend()->open("cpu:0");
  launches = 0;
  const auto kernel = test::host_kernel(test::gravity_info(), GetParam().kernel);
  RunnerOptions options;
  options.sampling = {Strategy::hot, 10, 0.01, 0.04};
  const ResultRow row = Runner(options).run(*kernel, *device, *problem, kFp32);
  EXPECT_EQ(row.status, RowStatus::failed);
  EXPECT_EQ(row.exit_status, Status::verification_failed);
  EXPECT_NE(row.reason.find(GetParam().reason), std::string::npos) << row.reason;
  EXPECT_FALSE(row.timing);
}

float* output(const KernelCall& call) { return static_cast<float*>(call.outputs[0]); }

INSTANTIATE_TEST_SUITE_P(Runner, Changes,
                         testing::Values(Changed{"TurnsWrong",
                                                 [](const KernelCall& call) {
                                                   test::compute<"gravity_naive">(call);
                                                   if (++launches > 3) output(call)[0] += 1;
                                                 },
                                                 "body 0"},
                                         Changed{"LeavesOutSevenOfEight",
                                                 [](const KernelCall& call) {
                                                   if (launches++ % 8 == 0)
                                                     test::compute<"gravity_naive">(call);
                                                 },
                                                 ""},
                                         Changed{"ReturnsIfThereIsAnAnswer",
                                                 [](const KernelCall& call) {
                                                   if (launches++ < 3 ||
                                                       output(call)[0] != output(call)[0])
                                                     test::compute<"gravity_naive">(call);
                                                 },
                                                 "body"},
                                         Changed{"WritesBehindItsOutput",
                                                 [](const KernelCall& call) {
                                                   test::compute<"gravity_naive">(call);
                                                   if (++launches > 3) output(call)[400] = 1;
                                                 },
                                                 "beyond the end of sums"},
                                         Changed{"ChangesAnInput",
                                                 [](const KernelCall& call) {
                                                   test::compute<"gravity_naive">(call);
                                                   if (++launches <= 3) return;
                                                   auto* body = const_cast<void*>(call.inputs[0]);
                                                   static_cast<float*>(body)[7] *= 1.0000002F;
                                                 },
                                                 "changes its input"}),
                         [](const auto& change) { return change.param.name; });

TEST(Runner, AWriteBehindAnInputFailsWithoutTimingToo) {
  if (GT_ASAN) GTEST_SKIP() << "AddressSanitizer ends the program";
  const auto problem = make_gravity()->make_problem(test::gravity_request(100));
  const auto device = cpu::make_backend()->open("cpu:0");
  const auto kernel = test::host_kernel(test::gravity_info(), [](const KernelCall& call) {
    test::compute<"gravity_naive">(call);
    static_cast<float*>(const_cast<void*>(call.inputs[0]))[400] = 1;
  });
  RunnerOptions options;
  options.measure = false;
  const ResultRow row = Runner(options).run(*kernel, *device, *problem, kFp32);
  EXPECT_EQ(row.status, RowStatus::failed);
  EXPECT_EQ(row.reason, "the kernel writes beyond the end of xyzm");
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
}  // namespace gputest::core_runner_test
