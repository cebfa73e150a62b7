// Launch plans made without a launch, and the code that they name.
#include <gtest/gtest.h>

#include <memory>
#include <set>

#include "app/describe/kernel_plans.hpp"
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

/// The kernel of that API; null if this build lacks it.
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

/// A description of a device of the platform; the device need not exist.
DeviceInfo device_of(const std::string& platform) {
  DeviceInfo device;
  device.id = platform;
  device.compute_units = 100;
  device.wavefront = platform == "hip:amd" ? 64 : 32;
  return device;
}

bool compiles_texts(const std::string& platform) {
  return platform == "cuda" || platform == "hip:nvidia" || platform == "hip:amd";
}

TEST(KernelPlans, NameAnInstanceForEveryPassThatIsAKernel) {
  const Registry registry = make_registry();
  for (const auto& kernel : registry.kernels()) {
    const auto problem = problem_of(registry, kernel->info(), 961);
    const Configuration configuration = default_of(kernel->info());
    for (const std::string& platform : kernel->platforms()) {
      if (!compiles_texts(platform)) continue;
      const auto plan =
          kernel->plan(device_of(platform), configuration, problem->planned_shapes(configuration));
      ASSERT_TRUE(plan) << kernel->info().name();
      for (const Pass& pass : plan->passes)
        EXPECT_EQ(pass.instance.name.empty(), pass.grid[0] == 0) << platform << " " << pass.name;
    }
  }
}

/// An instance's name contains the values of a case, except those passed as arguments.
TEST(KernelPlans, DifferForEachLayoutPrecisionAndBlock) {
  const Registry registry = make_registry();
  for (const char* api : {"cuda", "hip"}) {
    const Kernel* kernel = find_kernel(registry, api, "gravity_tiled");
    if (kernel == nullptr || !compiles_texts(kernel->platforms().front())) continue;
    const auto problem = problem_of(registry, kernel->info(), 961);
    std::set<std::string> different;
    for (const std::string& layout : kernel->info().layouts)
      for (const Precision precision : kernel->info().precisions)
        for (const std::uint32_t block : kernel->info().blocks) {
          const Configuration configuration{layout, precision, block};
          const auto plan = kernel->plan(device_of(kernel->platforms().front()), configuration,
                                         problem->planned_shapes(configuration));
          different.insert(plan->passes.at(0).instance.name);
        }
    EXPECT_EQ(different.size(), kernel->info().layouts.size() * kernel->info().precisions.size() *
                                    kernel->info().blocks.size())
        << api;
  }
}

/// Compiled for a target without its device.
TEST(KernelPlans, ReportTheResourcesOfTheCode) {
  const Registry registry = make_registry();
  for (const auto& [api, target] :
       {std::pair<std::string, std::string>{"cuda", "sm_120"}, {"hip", "gfx1030"}}) {
    const Kernel* kernel = find_kernel(registry, api, "gravity_symmetric");
    if (kernel == nullptr || !compiles_texts(kernel->platforms().front())) continue;
    const auto problem = problem_of(registry, kernel->info(), 961);
    const KernelPlans plans = plans_of(*kernel, *problem, {target}, no_devices);
    ASSERT_FALSE(plans.launches.empty()) << api << ": " << ::testing::PrintToString(plans.reasons);
    for (const PlannedLaunch& launch : plans.launches)
      for (std::size_t k = 0; k < launch.code.size(); ++k) {
        ASSERT_EQ(launch.code[k].has_value(), launch.plan.passes[k].grid[0] > 0);
        if (!launch.code[k]) continue;
        EXPECT_EQ(launch.code[k]->target, target);
        EXPECT_EQ(launch.code[k]->resources.wavefront, 32u);
        EXPECT_GT(launch.code[k]->resources.vector_registers, 16u);
        EXPECT_TRUE(launch.code[k]->loop);
      }
  }
}

TEST(KernelPlans, EqualThePlansOfPrepare) {
  const Registry registry = make_registry();
  for (const auto& kernel : registry.kernels()) {
    const KernelInfo& info = kernel->info();
    // OpenCL's compiler takes seconds per kernel.
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
  if (kernel == nullptr) GTEST_SKIP() << "this build has no HIP";
  const auto problem = problem_of(registry, kernel->info(), 16384);
  const KernelSignature signature = problem->shapes(configuration);
  const auto wide = kernel->plan(on, configuration, signature);
  if (!wide) GTEST_SKIP() << "this build has no hip:amd";
  on.wavefront = 32;
  const auto narrow = kernel->plan(on, configuration, signature);
  on.compute_units = 20;
  const auto larger = kernel->plan(on, configuration, signature);
  EXPECT_EQ(wide->passes.back().block[0], 64u);
  EXPECT_EQ(narrow->passes.back().block[0], 32u);
  EXPECT_NE(wide->passes.back().instance.name, narrow->passes.back().instance.name);
  EXPECT_EQ(wide->passes.front().instance.name, "") << "the first pass clears memory";
  EXPECT_EQ(larger->passes.back().grid[0], 2 * narrow->passes.back().grid[0]);
  on.wavefront = 48;
  EXPECT_THROW(kernel->plan(on, configuration, signature), Error);
}

TEST(KernelPlans, GiveReasonsForMissingLaunches) {
  const Registry registry = make_registry();
  const Kernel* kernel = find_kernel(registry, "cpu", "gravity_naive");
  const auto problem = problem_of(registry, kernel->info(), 100);
  const KernelPlans none = plans_of(*kernel, *problem, {}, [](const std::string& api) {
    return DeviceList{{}, {{api, "because"}}};
  });
  EXPECT_TRUE(none.launches.empty());
  EXPECT_EQ(none.reasons, std::vector<std::string>{"cpu is not available: because"});
  const KernelPlans here = plans_of(*kernel, *problem, {}, [&](const std::string& api) {
    return registry.find_backend(api)->devices();
  });
  EXPECT_EQ(here.launches.size(), kernel->info().precisions.size());
  EXPECT_TRUE(here.reasons.empty());
}

}  // namespace
}  // namespace gputest::resources_plans_test
