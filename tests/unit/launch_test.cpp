// The cost of a launch on the host, in every API with an external run-time: the kernel was bound
// when it was prepared, and launching it allocates nothing. Also the times of its passes.
#include <gtest/gtest.h>

#include <set>

#include "app/registry.hpp"
#include "common/core/error.hpp"
#include "common/core/stopwatch.hpp"
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

constexpr std::uint64_t kItems = 961;  // a square, as kernels that work in place need

/// A family's problem of kItems with its default options.
std::unique_ptr<Problem> default_problem(const Family& family) {
  ProblemRequest request;
  request.n = kItems;
  for (const ProblemOption& option : family.options())
    request.options.emplace(option.name, option.default_value);
  return family.make_problem(request);
}

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
    // The CPU's list builder allocates memory for sorting, as part of its work.
    if (api == "cpu" && info.family == "neighbour") continue;
    if (info.api != api || !kernel->skip_reason(device->info(), configuration, kItems).empty())
      continue;
    SCOPED_TRACE(info.name());
    const Family& family = *registry.find_family(info.family);
    std::unique_ptr<Problem>& problem = problems[info.family];
    if (!problem) problem = default_problem(family);
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

class PassTimes : public testing::TestWithParam<const char*> {};

TEST_P(PassTimes, FollowThePlansPassesInOrderAndTheLaunchIsRight) {
  const std::string api = GetParam();
  const Registry registry = make_registry();
  Backend* const backend = registry.find_backend(api);
  if (backend == nullptr || backend->devices().devices.empty()) GTEST_SKIP() << "no device";
  const std::unique_ptr<Device> device = backend->open(backend->devices().devices.front().id);
  const std::set<std::string> some{"gravity_naive", "lj_naive", "tree_walk_lists", "fmm_lists"};
  for (const auto& listed : registry.kernels()) {
    const Kernel& kernel = *listed;
    if (kernel.info().api != api || !some.contains(kernel.info().name())) continue;
    SCOPED_TRACE(kernel.info().name());
    const Configuration configuration = first_configuration(kernel.info());
    const auto problem = default_problem(*registry.find_family(kernel.info().family));
    problem->make_reference(configuration);
    const auto execution = kernel.prepare(*device, configuration, problem->shapes(configuration));
    execution->upload(problem->inputs(configuration));
    const Stopwatch watch;
    const std::vector<PassTime> times = execution->pass_times();
    const double whole = watch.seconds();
    double sum = 0;
    std::set<std::string> timed, planned;
    for (const PassTime& time : times) {
      EXPECT_GE(time.seconds, 0);
      sum += time.seconds;
      timed.insert(time.pass);
    }
    EXPECT_GT(sum, 0);
    EXPECT_LE(sum, whole);
    for (const Pass& pass : execution->plan().passes) planned.insert(pass.name);
    if (api != "cpu") {
      EXPECT_EQ(timed, planned);
    }
    EXPECT_TRUE(
        problem->verify(configuration, configuration.precision, execution->download()).passed);
  }
}

INSTANTIATE_TEST_SUITE_P(Apis, PassTimes, testing::Values("cpu", "opencl", "hip", "cuda"),
                         [](const auto& instance) { return std::string(instance.param); });
INSTANTIATE_TEST_SUITE_P(Apis, Launches, testing::Values("cpu", "opencl", "cuda"),
                         [](const auto& instance) { return std::string(instance.param); });

}  // namespace
}  // namespace gputest::launch_test
