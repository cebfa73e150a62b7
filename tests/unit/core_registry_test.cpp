#include "common/run/registry.hpp"

#include <gtest/gtest.h>

#include "app/registry.hpp"
#include "common/cpu/cpu_backend.hpp"
#include "common/families.hpp"
#include "common/layout/layout.hpp"
#include "tests/support/fake_kernels.hpp"

namespace gputest::core_registry_test {
namespace {

KernelInfo valid_info() {
  KernelInfo info;
  info.family = "gravity";
  info.variant = "test";
  info.layouts = {"soa"};
  info.precisions = {Precision::fp32};
  return info;
}

void add(Registry& registry, const KernelInfo& info) {
  registry.add(cpu::make_kernel(info, nullptr));
}

class RegistryTest : public testing::Test {
 protected:
  RegistryTest() {
    register_families(registry_);
    register_cpu(registry_);
  }
  /// The fault of a kernel of that description after it is added.
  std::string fault(const KernelInfo& info) {
    add(registry_, info);
    return registry_.kernels().back()->info().fault;
  }

  Registry registry_;
};

TEST_F(RegistryTest, AValidKernelHasNoFault) { EXPECT_EQ(fault(valid_info()), ""); }

TEST_F(RegistryTest, TheSecondKernelOfANameHasAFault) {
  fault(valid_info());
  EXPECT_EQ(fault(valid_info()), "another kernel of the same API has its name");
}

TEST_F(RegistryTest, AValueUnknownToItsFamilyIsAKernelsFault) {
  KernelInfo info = valid_info();
  info.layouts = {"soa", "sao"};
  EXPECT_EQ(fault(info), "there is no layout of gravity 'sao'; did you mean soa?");
  info = valid_info();
  info.family = "gravitation";
  EXPECT_EQ(fault(info), "there is no family 'gravitation'");
  info = valid_info();
  info.axes = {{"list", {"csr"}}};
  EXPECT_EQ(fault(info), "gravity has no axis 'list'");
  info = valid_info();
  info.family = "lj";
  info.axes = {{"list", {"csr", "cst"}}};
  EXPECT_NE(fault(info).find("there is no value of list 'cst'"), std::string::npos);
}

TEST_F(RegistryTest, AKernelWithoutLayoutOrPrecisionHasAFault) {
  KernelInfo info = valid_info();
  info.layouts.clear();
  EXPECT_EQ(fault(info), "it names no layout");
  info = valid_info();
  info.precisions.clear();
  EXPECT_EQ(fault(info), "it names no precision");
}

TEST_F(RegistryTest, AFaultOfItsApiStays) {
  KernelInfo info = valid_info();
  info.fault = "its file has no manifest";
  EXPECT_EQ(fault(info), "its file has no manifest");
}

TEST_F(RegistryTest, AnAxisWithoutValuesHasAllValuesOfTheFamily) {
  KernelInfo info = valid_info();
  info.family = "lj";
  info.axes = {{"newton3", {}}};
  EXPECT_EQ(fault(info), "");
  EXPECT_EQ(registry_.kernels().back()->info().axes.at("newton3"),
            (std::vector<std::string>{"off", "on"}));
}

TEST_F(RegistryTest, MissingSummaryAndSourceComeFromAnotherApi) {
  registry_.add_unavailable("fake", "no fake is installed");
  KernelInfo first = valid_info(), second = valid_info();
  first.api = "fake";
  first.source = "IPSJ survey, Fig. 5";
  second.summary = "a summary";
  registry_.add(std::make_unique<test::FakeKernel>([](auto&) {}, first));
  add(registry_, second);
  for (const auto& kernel : registry_.kernels()) {
    if (kernel->info().name() != "gravity_test") continue;
    EXPECT_EQ(kernel->info().summary, "a summary");
    EXPECT_EQ(kernel->info().source, "IPSJ survey, Fig. 5");
  }
}

TEST_F(RegistryTest, AnApiLeftOutIsListedAsAbsentWithItsReason) {
  registry_.add_unavailable("vulkan", "not built: no headers");
  const DeviceList list = registry_.find_backend("vulkan")->devices();
  EXPECT_TRUE(list.devices.empty());
  ASSERT_EQ(list.unavailable.size(), 1u);
  EXPECT_EQ(list.unavailable[0].reason, "not built: no headers");
}

TEST(Registry, EveryKernelOfThisBuildHasASummaryAndASource) {
  const Registry registry = make_registry();
  EXPECT_GE(registry.kernels().size(), 3u);
  for (const auto& kernel : registry.kernels()) {
    EXPECT_EQ(kernel->info().fault, "") << kernel->info().api << ":" << kernel->info().name();
    EXPECT_FALSE(kernel->info().summary.empty()) << kernel->info().name();
    EXPECT_FALSE(kernel->info().source.empty()) << kernel->info().name();
  }
}

TEST(Glob, MatchesStarsAndQuestionMarks) {
  EXPECT_TRUE(matches_glob("gravity_*", "gravity_tiled"));
  EXPECT_TRUE(matches_glob("*_tile?", "gravity_tiled"));
  EXPECT_FALSE(matches_glob("gravity_", "gravity_tiled"));
  EXPECT_FALSE(matches_glob("lj_*", "gravity_tiled"));
}

TEST(NearMatches, FindsTyposAndParts) {
  const std::vector<std::string> names{"gravity_naive", "gravity_tiled", "gravity_texture2d"};
  EXPECT_EQ(near_matches("gravity_tilde", names).front(), "gravity_tiled");
  EXPECT_EQ(near_matches("texture", names), std::vector<std::string>{"gravity_texture2d"});
  EXPECT_EQ(near_matches("sao", {"aos", "soa"}), std::vector<std::string>{"soa"});
  EXPECT_EQ(near_matches("saa", {"soa", "soa", "soa", "aos"}), std::vector<std::string>{"soa"});
  EXPECT_TRUE(near_matches("zzzzzzzzzzzz", names).empty());
}

TEST(NoSuch, ListsEverythingIfNothingIsSimilar) {
  EXPECT_EQ(no_such("API", "vulkan", {"cpu", "opencl"}),
            "there is no API 'vulkan'; there are cpu, opencl");
  EXPECT_EQ(no_such("API", "opencll", {"cpu", "opencl"}),
            "there is no API 'opencll'; did you mean opencl?");
}

TEST(Layouts, AreFoundByName) {
  EXPECT_EQ(find_layout("aosoa")->name, "aosoa");
  EXPECT_EQ(find_layout("none"), nullptr);
}

}  // namespace
}  // namespace gputest::core_registry_test
