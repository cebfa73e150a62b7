#include "common/run/registry.hpp"

#include <gtest/gtest.h>

#include <stdexcept>

#include "app/registry.hpp"
#include "common/cpu/catalogue.hpp"
#include "common/cpu/cpu_backend.hpp"
#include "common/families.hpp"
#include "common/layout/layout.hpp"

namespace gputest {
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
  Registry registry_;
};

TEST_F(RegistryTest, TakesAKernelOnce) {
  add(registry_, valid_info());
  EXPECT_THROW(add(registry_, valid_info()), std::logic_error);
}

TEST_F(RegistryTest, RefusesAnUnknownLayoutOrAlgorithm) {
  KernelInfo info = valid_info();
  info.layouts = {"soa", "sao"};
  EXPECT_THROW(add(registry_, info), std::logic_error);
  info = valid_info();
  info.family = "gravitation";
  EXPECT_THROW(add(registry_, info), std::logic_error);
}

TEST_F(RegistryTest, RefusesAKernelWithoutLayoutOrPrecision) {
  KernelInfo info = valid_info();
  info.layouts.clear();
  EXPECT_THROW(add(registry_, info), std::logic_error);
  info = valid_info();
  info.precisions.clear();
  EXPECT_THROW(add(registry_, info), std::logic_error);
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
  EXPECT_TRUE(near_matches("zzzzzzzzzzzz", names).empty());
}

TEST(NoSuch, ListsEverythingWhereNothingIsNear) {
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
}  // namespace gputest
