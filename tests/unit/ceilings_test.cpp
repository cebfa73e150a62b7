// Measured ceilings of devices: right kernels stay below them, and a planted wrong kernel does not.
#include "app/run/ceilings.hpp"

#include <gtest/gtest.h>

#include <algorithm>

#include "app/registry.hpp"

namespace gputest::ceilings_test {
namespace {

const Configuration kCopy{"float4", Precision::fp32, 0, {{"fmas", "0"}}};

/// Copies once and then only claims to copy, on an API that cannot overwrite outputs between
/// launches.
class KeptCopy : public Kernel {
 public:
  using Kernel::Kernel;
  std::unique_ptr<Execution> prepare(Device&, const Configuration&,
                                     const KernelSignature& arguments) const override {
    return std::make_unique<Kept>(arguments);
  }

 private:
  class Kept : public Execution {
   public:
    explicit Kept(const KernelSignature& shapes) : shape_(shapes.outputs.front()) {}
    void upload(const std::vector<HostArray>& inputs) override { bodies_ = inputs.front().data; }
    void spoil() override {}
    void launch() override {}
    void synchronize() override {}
    std::vector<HostArray> download(std::uint32_t) override { return {{shape_, bodies_}}; }

   private:
    ArrayShape shape_;
    std::vector<std::byte> bodies_;
  };
};

class CeilingsTest : public testing::Test {
 protected:
  const Kernel& roofline() const {
    return **std::find_if(registry.kernels().begin(), registry.kernels().end(), [](const auto& k) {
      return k->info().api == "cpu" && k->info().name() == "roofline_fma";
    });
  }
  ResultRow run(const Kernel& kernel) {
    ProblemRequest request;
    request.n = 600000;  // 19 MB
    const auto problem = registry.find_family("roofline")->make_problem(request);
    RunnerOptions options;
    options.sampling = {Strategy::hot, 5, 0.02, 0.08};
    options.ceilings = ceilings.of_rows();
    return Runner(options).run(kernel, *device, *problem, kCopy);
  }

  Registry registry = make_registry();
  std::unique_ptr<Device> device = registry.find_backend("cpu")->open("cpu:0");
  Ceilings ceilings{registry};
};

TEST_F(CeilingsTest, PlantedFaultOfAKernelThatMovesFewerBytesThanItClaimsIsFound) {
  const ResultRow row = run(KeptCopy(roofline().info()));
  EXPECT_EQ(row.status, RowStatus::failed);
  EXPECT_FALSE(row.timing);
  EXPECT_NE(row.reason.find("the device copies as much at"), std::string::npos) << row.reason;
}

TEST_F(CeilingsTest, ACopyIsBelowTheCeiling) {
  const ResultRow row = run(roofline());
  EXPECT_TRUE(row.timing) << row.reason;
}

/// Claims to need no time, with a text that is not the program's.
class Outside : public KeptCopy {
 public:
  using KeptCopy::KeptCopy;
  std::optional<KernelText> text(const Configuration&) const override {
    return KernelText{"", {"mine.cpp"}};
  }
};

TEST_F(CeilingsTest, PlantedFaultOfAKernelFromOutsideThatIsTooFastForItsTaskIsFound) {
  ProblemRequest request;
  request.n = 100000;
  const auto problem = registry.find_family("memory")->make_problem(request);
  const Configuration copy{"row_major", Precision::fp32, 0, {{"access", "copy"}}};
  KernelInfo info = roofline().info();
  info.family = "memory";
  info.variant = "mine";
  info.axes = {{"access", {"copy"}}};
  RunnerOptions options;
  options.sampling = {Strategy::hot, 5, 0.02, 0.08};
  options.verify = true;
  options.ceilings.rival = ceilings.of_rows().rival;
  const ResultRow row = Runner(options).run(Outside(info), *device, *problem, copy);
  EXPECT_EQ(row.status, RowStatus::failed);
  EXPECT_NE(row.reason.find("the fastest of gputest's own for this task, memory_copy,"),
            std::string::npos)
      << row.reason;
  EXPECT_TRUE(Runner(options).run(KeptCopy(info), *device, *problem, copy).timing)
      << "only kernels from outside are compared";
}

TEST_F(CeilingsTest, OnlyKernelsOfTheSameTaskAreRivals) {
  ProblemRequest request;
  request.n = 4096;
  const auto problem = registry.find_family("memory")->make_problem(request);
  KernelInfo info = roofline().info();
  info.family = "memory";
  const auto rival = [&](const std::string& access) {
    const Configuration wanted{"row_major", Precision::fp32, 0, {{"access", access}}};
    return ceilings.rival(*device, info, *problem, wanted, 0);
  };
  EXPECT_EQ(rival("gather").kernel, "");  // it needs an order
  for (const std::string access : {"triad", "chase"}) {
    const Rival found = rival(access);
    EXPECT_EQ(found.kernel, "memory_" + access);
    EXPECT_GT(found.seconds, 0);
    EXPECT_EQ(found.margin, 4);
  }
}

TEST_F(CeilingsTest, ADeviceIsMeasuredAgainOnlyForARateAboveItsCeiling) {
  const double first = ceilings.bytes(*device, 1 << 24, 0);
  EXPECT_GT(first, 1e7);
  EXPECT_LT(first, 1e14);
  EXPECT_EQ(ceilings.bytes(*device, 1 << 24, 0), first);
  EXPECT_EQ(ceilings.bytes(*device, (1 << 25) - 1, first), first) << "the size is rounded down";
  EXPECT_GE(ceilings.bytes(*device, 1 << 24, 1e30), first);
  EXPECT_GT(ceilings.operations(*device, Precision::fp32, 0), 1e7);
}

TEST_F(CeilingsTest, ADeviceThatRunsOnAnotherApisDeviceHasItsCeilings) {
  Backend& il = *registry.find_backend("il");
  const auto interpreter = il.open("il:interpreter");
  EXPECT_EQ(ceilings.operations(*interpreter, Precision::fp32, 0), 0) << "it has no timings";
  DeviceInfo translated = interpreter->info();
  translated.id = "il:of-the-processor";
  translated.runs_on = device->info().id;
  Device twin(translated);
  const double of_the_processor = ceilings.operations(*device, Precision::fp32, 0);
  EXPECT_GT(of_the_processor, 0);
  EXPECT_EQ(ceilings.operations(twin, Precision::fp32, 0), of_the_processor);
  for (const DeviceInfo& info : il.devices().devices) {
    const bool of_no_other = info.id == "il:interpreter" || info.id == "il:cypress";
    EXPECT_EQ(info.runs_on.empty(), of_no_other) << info.id;
    EXPECT_TRUE(info.runs_on.empty() || info.id.starts_with("il:" + info.runs_on)) << info.id;
  }
}

}  // namespace
}  // namespace gputest::ceilings_test
