// Launch plans that are made without a launch, and the code that they name.
#include <gtest/gtest.h>

#include <memory>
#include <set>

#include "app/built_resources.hpp"
#include "app/kernel_plans.hpp"
#include "app/registry.hpp"
#include "common/core/error.hpp"
#include "common/run/result.hpp"

namespace gputest::resources_plans_test {
namespace {

std::unique_ptr<Problem> problem_of(const Registry& registry, const KernelInfo& info,
                                    std::uint64_t n) {
  ProblemRequest request;
  request.n = n;
  return registry.find_family(info.family)->make_problem(request);
}

DeviceList no_devices(const std::string&) { return {}; }

/// The kernel of that API; null where this build has it not.
const Kernel* find_kernel(const Registry& registry, const std::string& api,
                          const std::string& name) {
  for (const auto& kernel : registry.kernels())
    if (kernel->info().api == api && kernel->info().name() == name) return kernel.get();
  return nullptr;
}

/// Every axis at its default.
Configuration default_of(const KernelInfo& info) {
  Configuration configuration{info.layouts.front(), info.precisions.front(),
                              info.blocks.empty() ? 0 : info.blocks.front()};
  for (const auto& [axis, values] : info.axes) configuration.axes[axis] = values.front();
  return configuration;
}

TEST(KernelPlans, NameTheCodeOfEveryPassOfEveryConfiguration) {
  const Registry registry = make_registry();
  const ResourceTable table(built_resources());
  unsigned passes = 0;
  for (const auto& kernel : registry.kernels()) {
    const auto problem = problem_of(registry, kernel->info(), 961);
    const KernelPlans plans = plans_of(*kernel, *problem, table, no_devices);
    for (const PlannedLaunch& launch : plans.launches) {
      ASSERT_EQ(launch.code.size(), launch.plan.passes.size());
      for (std::size_t k = 0; k < launch.code.size(); ++k) {
        const Pass& pass = launch.plan.passes[k];
        const bool is_kernel = pass.grid[0] > 0;
        ASSERT_EQ(launch.code[k] != nullptr, is_kernel)
            << launch.site->platform << " " << launch.site->device.target << " " << pass.name << " "
            << kernel->symbol(pass);
        if (!is_kernel) continue;
        EXPECT_EQ(launch.code[k]->platform, launch.site->platform);
        EXPECT_EQ(launch.code[k]->target, launch.site->device.target);
        ++passes;
      }
    }
  }
  if (table.targets().empty()) GTEST_SKIP() << "no kernel is compiled for a GPU";
  EXPECT_GT(passes, 0u);
}

/// Each kernel's configurations on a target have code of their own, but for what is an argument.
TEST(KernelPlans, OfALayoutAPrecisionAndABlockHaveTheirOwnCode) {
  const Registry registry = make_registry();
  const ResourceTable table(built_resources());
  for (const char* api : {"cuda", "hip"}) {
    const Kernel* kernel = find_kernel(registry, api, "gravity_tiled");
    if (kernel == nullptr) continue;
    const auto problem = problem_of(registry, kernel->info(), 961);
    const KernelPlans plans = plans_of(*kernel, *problem, table, no_devices);
    std::set<const ResourceRow*> different;
    for (const PlannedLaunch& launch : plans.launches) different.insert(launch.code.at(0));
    EXPECT_EQ(different.size(), plans.launches.size()) << api;
  }
}

TEST(KernelPlans, AreWhatPrepareMakes) {
  const Registry registry = make_registry();
  for (const auto& kernel : registry.kernels()) {
    const KernelInfo& info = kernel->info();
    // OpenCL's compiler takes seconds a kernel.
    if (info.api == "opencl" && info.name() != "gravity_blocked" && info.name() != "lj_unrolled")
      continue;
    const auto problem = problem_of(registry, info, 961);
    const Configuration configuration = default_of(info);
    Backend* backend = registry.find_backend(info.api);
    for (const std::string& platform : kernel->platforms())
      for (const DeviceInfo& listed : backend->devices().devices) {
        if (listed.id.rfind(platform, 0) != 0) continue;
        const auto device = backend->open(listed.id);
        const KernelSignature signature = problem->shapes(configuration);
        const auto planned = kernel->plan(device->info(), configuration, signature);
        ASSERT_TRUE(planned) << info.name();
        EXPECT_EQ(to_json(*planned),
                  to_json(kernel->prepare(*device, configuration, signature)->plan()))
            << listed.id << " " << info.name();
        break;
      }
  }
}

TEST(KernelPlans, AreForTheDevicesWavefrontAndComputeUnits) {
  const Registry registry = make_registry();
  const Kernel* kernel = find_kernel(registry, "hip", "gravity_symmetric");
  DeviceInfo on;
  on.id = "hip:amd";
  on.compute_units = 10;
  on.wavefront = 64;
  const Configuration configuration{"float4", Precision::fp32};
  if (kernel == nullptr) GTEST_SKIP() << "no HIP in this build";
  const auto problem = problem_of(registry, kernel->info(), 16384);
  const KernelSignature signature = problem->shapes(configuration);
  const auto wide = kernel->plan(on, configuration, signature);
  if (!wide) GTEST_SKIP() << "no hip:amd in this build";
  on.wavefront = 32;
  const auto narrow = kernel->plan(on, configuration, signature);
  on.compute_units = 20;
  const auto larger = kernel->plan(on, configuration, signature);
  EXPECT_EQ(wide->passes.back().block[0], 64u);
  EXPECT_EQ(narrow->passes.back().block[0], 32u);
  EXPECT_NE(kernel->symbol(wide->passes.back()), kernel->symbol(narrow->passes.back()));
  EXPECT_EQ(kernel->symbol(wide->passes.front()), "") << "it clears memory";
  EXPECT_EQ(larger->passes.back().grid[0], 2 * narrow->passes.back().grid[0]);
  on.wavefront = 48;
  EXPECT_THROW(kernel->plan(on, configuration, signature), Error);
}

TEST(KernelPlans, SayWhatIsLeftOut) {
  const Registry registry = make_registry();
  const Kernel* kernel = find_kernel(registry, "cpu", "gravity_naive");
  const auto problem = problem_of(registry, kernel->info(), 100);
  const ResourceTable table({});
  const KernelPlans none = plans_of(*kernel, *problem, table, [](const std::string& api) {
    return DeviceList{{}, {{api, "because"}}};
  });
  EXPECT_TRUE(none.launches.empty());
  EXPECT_EQ(none.reasons, std::vector<std::string>{"cpu is not there: because"});
  const KernelPlans here = plans_of(*kernel, *problem, table, [&](const std::string& api) {
    return registry.find_backend(api)->devices();
  });
  const KernelInfo& info = kernel->info();
  EXPECT_EQ(here.launches.size(), info.layouts.size() * info.precisions.size());
  EXPECT_TRUE(here.reasons.empty());
}

}  // namespace
}  // namespace gputest::resources_plans_test
