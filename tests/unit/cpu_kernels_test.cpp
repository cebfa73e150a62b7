// The API "cpu": declarations of its kernels, loops over threads, and exceptions, which fail only a
// row whichever thread throws them.
#include <gtest/gtest.h>

#include <algorithm>
#include <atomic>
#include <chrono>
#include <thread>
#include <vector>

#include "common/core/error.hpp"
#include "common/cpu/parallel_for.hpp"
#include "common/cpu/workers.hpp"
#include "common/gravity/family.hpp"
#include "common/run/runner.hpp"
#include "tests/support/fake_kernels.hpp"

namespace gputest::cpu_kernels_test {
namespace {

TEST(ParallelFor, CallsEachChunkOnceForAnyLength) {
  for (const std::uint32_t count : {0u, 1u, 7u, 8u, 9u, 1000u}) {
    std::vector<int> calls(count);
    cpu::parallel_for(count, 8, [&](std::uint32_t first, std::uint32_t last) {
      EXPECT_LE(last - first, 8u);
      for (std::uint32_t k = first; k < last; ++k) ++calls[k];
    });
    EXPECT_EQ(std::count(calls.begin(), calls.end(), 1), count);
  }
}

TEST(ParallelFor, CountsUpTo32Bits) {
  constexpr std::uint32_t kAll = ~0u;
  std::atomic<std::uint64_t> sum = 0;
  cpu::parallel_for(kAll, 1u << 24,
                    [&](std::uint32_t first, std::uint32_t last) { sum += last - first; });
  EXPECT_EQ(sum, kAll);
}

TEST(ParallelFor, RethrowsAThreadsException) {
  const auto loop = [] {
    cpu::parallel_for(1000, 1, [](std::uint32_t first, std::uint32_t) {
      if (first % 2 == 1) throw Error(Status::bad_input, "an odd number");
    });
  };
  EXPECT_THROW(loop(), Error);
}

TEST(ParallelFor, WorksInsideALoopAndFromSeveralThreads) {
  std::atomic<std::uint32_t> sum = 0;
  const auto loops = [&] {
    for (int k = 0; k < 200; ++k)
      cpu::parallel_for(16, 1, [&](std::uint32_t, std::uint32_t) {
        cpu::parallel_for(4, 1, [&](std::uint32_t, std::uint32_t) { ++sum; });
      });
  };
  std::thread other(loops);
  loops();
  other.join();
  EXPECT_EQ(sum, 2u * 200 * 16 * 4);
}

TEST(ParallelFor, UsesNoMoreThreadsThanItMay) {
  for (const std::uint32_t threads : {4u, 1u, 2u}) {
    std::atomic<std::uint32_t> inside = 0, most = 0, calls = 0;
    cpu::run_on_threads(threads, [&] {
      ++calls;
      std::uint32_t now = ++inside;
      for (std::uint32_t seen = most; now > seen && !most.compare_exchange_weak(seen, now);) {
      }
      std::this_thread::sleep_for(std::chrono::milliseconds(2));
      --inside;
    });
    EXPECT_EQ(inside, 0u);
    EXPECT_GE(calls, 1u);
    EXPECT_LE(calls, threads);
    EXPECT_LE(most, threads);
  }
}

TEST(CpuKernel, ThatThrowsInAThreadFailsItsRowAndNotTheProgram) {
  const auto problem = make_gravity()->make_problem(test::gravity_request(100));
  const auto device = cpu::make_backend()->open("cpu:0");
  const auto kernel = test::host_kernel(test::gravity_info(), [](const KernelCall&) {
    cpu::parallel_for(100, 1, [](std::uint32_t, std::uint32_t) {
      throw Error(Status::unavailable, "not on this processor");
    });
  });
  const ResultRow row =
      Runner(RunnerOptions()).run(*kernel, *device, *problem, {"float4", Precision::fp32, 0});
  EXPECT_EQ(row.status, RowStatus::error);
  EXPECT_EQ(row.reason, "not on this processor");
}

TEST(CpuKernel, IsInTheFileThatItsNameSays) {
  for (const cpu::CompiledKernel& kernel : cpu::compiled_kernels()) {
    EXPECT_EQ(&cpu::find_kernel(kernel.name()), kernel.declaration);
    if (kernel.declaration->info == nullptr) continue;
    EXPECT_EQ(kernel.declaration->info(kernel.family, kernel.variant).name(), kernel.name());
  }
  EXPECT_THROW(cpu::find_kernel("gravity_none"), Error);
}

TEST(CpuKernel, DescribesItsLaunches) {
  const auto problem = make_gravity()->make_problem(test::gravity_request(100));
  const auto device = cpu::make_backend()->open("cpu:0");
  const Configuration configuration{"float4", Precision::fp32, 0};
  const auto kernel = test::host_kernel(test::gravity_info(), test::compute<"gravity_naive">);
  const LaunchPlan plan =
      kernel->prepare(*device, configuration, problem->shapes(configuration))->plan();
  ASSERT_EQ(plan.passes.size(), 1u);
  EXPECT_EQ(plan.passes[0].name, "gravity_test");
  EXPECT_GE(plan.passes[0].block[0], 1u);
}

}  // namespace
}  // namespace gputest::cpu_kernels_test
