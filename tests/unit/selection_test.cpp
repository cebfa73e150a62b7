#include "app/run/selection.hpp"

#include <gtest/gtest.h>

#include <algorithm>

#include "app/registry.hpp"
#include "common/core/error.hpp"
#include "common/cpu/cpu_backend.hpp"
#include "common/families.hpp"
#include "common/layout/layout.hpp"
#include "tests/support/fake_kernels.hpp"

namespace gputest::selection_test {
namespace {

RunCommand cpu_command() {
  RunCommand command;
  command.apis = {"cpu"};
  return command;
}

/// The CPU's gravity kernels: the choice of a command that names no kernel.
std::vector<KernelInfo> chosen_by_default(const Registry& registry) {
  std::vector<KernelInfo> infos;
  for (const auto& kernel : registry.kernels())
    if (kernel->info().api == "cpu" && kernel->info().family == "gravity")
      infos.push_back(kernel->info());
  return infos;
}

TEST(Select, TakesEachKernelsOwnLayoutByDefault) {
  const Registry registry = make_registry();
  const Selection selection = select(registry, cpu_command(), {100});
  ASSERT_GE(selection.cases.size(), 4u);
  EXPECT_EQ(selection.cases.size(), chosen_by_default(registry).size());
  for (const Case& c : selection.cases) {
    EXPECT_EQ(c.configuration.layout, c.kernel->info().layouts.front());
    EXPECT_EQ(c.configuration.precision, Precision::fp32);
  }
}

TEST(Select, AllLayoutsAndPrecisionsAreEveryCombination) {
  const Registry registry = make_registry();
  RunCommand command = cpu_command();
  command.layouts = {"all"};
  command.precisions = {"all"};
  std::size_t variants = 0;
  for (const KernelInfo& info : chosen_by_default(registry))
    variants += info.variant == "fixed64" ? 1 : 2;  // takes only fp32
  EXPECT_EQ(select(registry, command, {100, 200}).cases.size(),
            variants * named_buffer_layouts().size() * 2);
}

TEST(Select, AnUnknownNameIsAUsageError) {
  const Registry registry = make_registry();
  const auto status = [&](auto change) {
    RunCommand command = cpu_command();
    change(command);
    try {
      select(registry, command, {100});
    } catch (const Error& error) {
      return error.status();
    }
    return Status::ok;
  };
  EXPECT_EQ(status([](RunCommand& c) { c.apis = {"cuba"}; }), Status::usage);
  EXPECT_EQ(status([](RunCommand& c) { c.kernels = {"gravity_naif"}; }), Status::usage);
  EXPECT_EQ(status([](RunCommand& c) { c.layouts = {"sao"}; }), Status::usage);
  EXPECT_EQ(status([](RunCommand& c) { c.precisions = {"fp16"}; }), Status::usage);
  EXPECT_EQ(status([](RunCommand& c) { c.device = "cpu:7"; }), Status::unavailable);
  EXPECT_EQ(status([](RunCommand&) {}), Status::ok);
}

TEST(Select, AKernelThatTheChosenApiLacksIsReportedWithTheApisThatHaveIt) {
  const Registry registry = make_registry();
  if (registry.kernel_names().size() < 4) GTEST_SKIP() << "this build has only the CPU's kernels";
  RunCommand command = cpu_command();
  command.kernels = {"gravity_texture2d"};
  try {
    select(registry, command, {100});
    FAIL();
  } catch (const Error& error) {
    EXPECT_EQ(std::string(error.what()).rfind("cpu has no kernel gravity_texture2d; it is in ", 0),
              0u)
        << error.what();
  }
}

/// A registry with the CPU's kernels and a second API that has a device.
class TwoApis : public testing::Test {
 protected:
  class FakeBackend : public Backend {
   public:
    std::string name() const override { return "fake"; }
    DeviceList devices() override { return {{test::fake_device()}, {}}; }
    std::unique_ptr<Device> open(const std::string&) override {
      return std::make_unique<Device>(test::fake_device());
    }
  };

  TwoApis() {
    register_families(registry_);
    register_cpu(registry_);
    registry_.add(std::make_unique<FakeBackend>());
    command_.apis = {"cpu", "fake"};
  }
  void add(const KernelInfo& info) {
    registry_.add(std::make_unique<test::FakeKernel>([](auto&) {}, info));
  }
  std::vector<Case> cases(const std::vector<std::string>& kernels) {
    command_.kernels = kernels;
    return select(registry_, command_, {100}).cases;
  }

  Registry registry_;
  RunCommand command_;
};

TEST_F(TwoApis, AnUnsupportedLayoutIsASkippedRow) {
  KernelInfo info = test::FakeKernel::info_of_fake();
  info.variant = "naive";
  info.layouts = {"float4"};
  add(info);
  command_.layouts = {"soa"};
  const auto chosen = cases({"gravity_naive"});
  ASSERT_EQ(chosen.size(), 2u);
  EXPECT_EQ(chosen[0].skip_reason, "");
  EXPECT_EQ(chosen[1].api, "fake");
  EXPECT_EQ(chosen[1].skip_reason, "fake:gravity_naive does not take layout soa");
  EXPECT_EQ(chosen[1].configuration.layout, "soa");
}

TEST_F(TwoApis, AKernelThatANamedApiLacksIsASkippedRowIfNamedInFull) {
  const auto named = cases({"gravity_simd"});
  ASSERT_EQ(named.size(), 2u);
  EXPECT_EQ(named[1].api, "fake");
  EXPECT_EQ(named[1].skip_reason, "fake has no kernel gravity_simd; it is in cpu");
  EXPECT_EQ(cases({"gravity_sim*"}).size(), 1u);
  command_.apis = {"all"};
  EXPECT_EQ(cases({"gravity_simd"}).size(), 1u);
}

TEST_F(TwoApis, AKernelWithAFaultIsNotRun) {
  KernelInfo info = test::FakeKernel::info_of_fake();
  info.layouts = {"sao"};
  add(info);
  const auto chosen = cases({"gravity_*"});
  ASSERT_EQ(chosen.size(), chosen_by_default(registry_).size() + 1);
  EXPECT_TRUE(
      std::all_of(chosen.begin(), chosen.end() - 1, [](const Case& c) { return c.runs(); }));
  EXPECT_FALSE(chosen.back().runs());
  EXPECT_NE(chosen.back().fault(), "");
}

TEST_F(TwoApis, AnOldNameOfAValueMeansTheNewOne) {
  command_.apis = {"cpu"};
  command_.axes["list"] = {"k-major"};
  const auto chosen = cases({"lj_*"});
  ASSERT_FALSE(chosen.empty());
  for (const Case& c : chosen) EXPECT_EQ(c.configuration.on_axis("list"), "ell");
}

TEST(Select, AKernelThatOnlyAnAbsentApiHasIsRefusedWithTheReason) {
  Registry registry;
  register_families(registry);
  register_cpu(registry);
  registry.add_unavailable("fake", "no fake is installed");
  registry.add(std::make_unique<test::FakeKernel>([](std::vector<HostArray>&) {}));
  RunCommand command;
  command.kernels = {"gravity_test"};
  try {
    select(registry, command, {100});
    FAIL();
  } catch (const Error& error) {
    EXPECT_EQ(error.status(), Status::unavailable);
    EXPECT_STREQ(error.what(), "fake is not available: no fake is installed");
  }
}

}  // namespace
}  // namespace gputest::selection_test
