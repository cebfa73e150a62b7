// What a launch costs the host, in every API whose run-time is not the project's own: the kernel
// was bound when it was prepared, and launching it allocates nothing.
#include <gtest/gtest.h>

#include "app/registry.hpp"
#include "common/core/error.hpp"
#include "tests/support/allocations.hpp"

namespace gputest::launch_test {
namespace {

/// The kernel's first choice on every axis, in fp32.
Configuration first_configuration(const KernelInfo& info) {
  Configuration configuration{info.layouts.front(), info.precisions.front()};
  if (!info.blocks.empty()) configuration.block = info.blocks.front();
  for (const auto& [axis, values] : info.axes) configuration.axes[axis] = values.front();
  return configuration;
}

constexpr std::uint64_t kItems = 961;  // a square, which kernels in place need

class Launches : public testing::TestWithParam<const char*> {};

TEST_P(Launches, AllocateNothing) {
  const std::string api = GetParam();
  const Registry registry = make_registry();
  Backend* const backend = registry.find_backend(api);
  if (backend == nullptr || backend->devices().devices.empty()) GTEST_SKIP() << "no device";
  const std::unique_ptr<Device> device = backend->open(backend->devices().devices.front().id);
  std::map<std::string, std::unique_ptr<Problem>> problems;
  int launched = 0;
  for (const auto& kernel : registry.kernels()) {
    const KernelInfo& info = kernel->info();
    const Configuration configuration = first_configuration(info);
    // The CPU's list builder sorts in memory of its own, which is its work.
    if (api == "cpu" && info.family == "neighbour") continue;
    if (info.api != api || !kernel->skip_reason(device->info(), configuration, kItems).empty())
      continue;
    SCOPED_TRACE(info.name());
    const Family& family = *registry.find_family(info.family);
    std::unique_ptr<Problem>& problem = problems[info.family];
    if (!problem) {
      ProblemRequest request;
      request.n = kItems;
      for (const ProblemOption& option : family.options())
        request.options.emplace(option.name, option.default_value);
      problem = family.make_problem(request);
    }
    const auto execution = kernel->prepare(*device, configuration, problem->shapes(configuration));
    execution->upload(problem->inputs(configuration));
    execution->launch();
    execution->synchronize();
    const std::size_t before = test::allocations();
    for (int k = 0; k < 10; ++k) execution->launch();
    EXPECT_EQ(test::allocations(), before);
    execution->synchronize();
    ++launched;
  }
  EXPECT_GT(launched, 5);
}

INSTANTIATE_TEST_SUITE_P(Apis, Launches, testing::Values("cpu", "opencl", "cuda"),
                         [](const auto& instance) { return std::string(instance.param); });

}  // namespace
}  // namespace gputest::launch_test
