// What a launch of CUDA's and HIP's kernels costs the host: one call of the run-time API per pass,
// and nothing else.
#include <gtest/gtest.h>

#include <functional>
#include <vector>

namespace {

/// Stands in for a run-time API; a launch counts.
struct Launched {
  unsigned kernels = 0, fills = 0;
  std::uint64_t sum = 0;
} launched;

using StandInStream_t = void*;
enum StandInCopy { StandInMemcpyHostToDevice, StandInMemcpyDeviceToHost };
[[maybe_unused]] int StandInMemcpyAsync(void*, const void*, std::size_t, StandInCopy,
                                        StandInStream_t) {
  return 0;
}
int StandInMemsetAsync(void*, int, std::size_t, StandInStream_t) {
  ++launched.fills;
  return 0;
}

}  // namespace

#define GT_API(name) StandIn##name
#define GT_LAUNCH(kernel, grid, block, stream, ...) \
  (static_cast<void>(grid), static_cast<void>(stream), ++launched.kernels, kernel(__VA_ARGS__))

#include "common/lj/arguments.hpp"
// After the stand-ins.
#include "common/simt/launch.hpp"
#include "tests/support/allocations.hpp"

namespace gputest::simt_binding_test {
namespace {

struct Simt;  // a name alone

/// As many arguments as lj's kernels have.
void kernel(LjArguments<double> a, std::uint32_t n) { launched.sum += a.n + n; }

KernelCall lj_call(std::vector<double>& array) {
  KernelCall call;
  KernelSignature signature;
  signature.scalars = {{"n", 7u}, {"stride", 0u}};
  for (const char* name :
       {"cutoff2", "edge_x", "edge_y", "edge_z", "inverse_edge_x", "inverse_edge_y",
        "inverse_edge_z", "shift", "pair_0", "pair_1", "pair_2"})
    signature.scalars.push_back({name, 1.0});
  call.describe({}, signature);
  call.inputs = {array.data(), array.data()};
  call.outputs = {array.data(), array.data()};
  return call;
}

TEST(SimtBinding, LaunchesWithoutLookingUpOrAllocating) {
  std::vector<double> array(1);
  simt::Binding binding;
  {
    const KernelCall call = lj_call(array);  // which is gone when it is launched
    const LjArguments<double> a(call, 0);
    simt::add_fill<Simt>(binding, "clear forces", array.data(), 0, 8);
    simt::add_kernel<Simt, kernel>(binding, "lj_some", 2, 64, a, 3);
    simt::add_kernel<Simt, kernel>(binding, "lj_other", 4, 64, a, 5);
  }
  launched = {};
  const std::size_t before = test::allocations();
  for (int k = 0; k < 1000; ++k) binding.enqueue();
  EXPECT_EQ(test::allocations(), before);
  EXPECT_EQ(launched.kernels, 2000u);
  EXPECT_EQ(launched.fills, 1000u);
  EXPECT_EQ(launched.sum, 1000u * (7 + 3 + 7 + 5));
}

/// Stands in for a platform's recordings; what is recorded does not run.
struct Replay {
  explicit Replay(const std::function<void()>& enqueue) {
    const Launched before = launched;
    enqueue();
    kernels = launched.kernels - before.kernels;
    launched = before;
  }
  bool launch() const {
    if (breaks) return false;
    launched.kernels += kernels;
    ++replays;
    return true;
  }
  unsigned kernels;
  static inline unsigned replays = 0;
  static inline bool breaks = false;
};

void counted(std::uint32_t k) { launched.sum += k; }

TEST(SimtBinding, ReplaysPartsOfManyLaunches) {
  simt::Binding step, binding;
  simt::add_series<Simt, counted>(
      step, "wavefronts", 40, [](std::uint32_t k) { return k + 1; }, 64);
  simt::add_kernel<Simt, counted>(binding, "begin", 1, 64, 0);
  binding.add_repeated(step, 3);
  ASSERT_TRUE(binding.is_long());
  ASSERT_EQ(binding.plan().passes.size(), 2u);
  EXPECT_EQ(binding.plan().passes[1].times, 120u);
  EXPECT_EQ(binding.plan().passes[1].grid[0], 40u);

  launched = {};
  binding.enqueue();
  EXPECT_EQ(launched.kernels, 121u);
  EXPECT_EQ(launched.sum, 3u * (39 * 40 / 2));

  binding.record<Replay>();
  launched = {};
  Replay::replays = 0;
  binding.enqueue();
  EXPECT_EQ(launched.kernels, 121u);
  EXPECT_EQ(Replay::replays, 3u);
  EXPECT_EQ(launched.sum, 0u);

  Replay::breaks = true;
  launched = {};
  binding.enqueue();
  Replay::breaks = false;
  EXPECT_EQ(launched.kernels, 121u);
  EXPECT_EQ(launched.sum, 3u * (39 * 40 / 2));
}

TEST(SimtBinding, RecordsNothingOfFewLaunches) {
  simt::Binding binding;
  simt::add_series<Simt, counted>(
      binding, "few", 10, [](std::uint32_t) { return 1; }, 64);
  EXPECT_FALSE(binding.is_long());
}

TEST(SimtBinding, IsDataToo) {
  std::vector<double> array(1);
  simt::Binding binding;
  simt::add_fill<Simt>(binding, "clear forces", array.data(), 0, 8);
  simt::add_kernel<Simt, kernel>(binding, "lj_some", 2, 64, LjArguments<double>(lj_call(array), 0),
                                 3);
  binding.parameter("bodies_per_thread", 4);
  const LaunchPlan& plan = binding.plan();
  ASSERT_EQ(plan.passes.size(), 2u);
  EXPECT_EQ(plan.passes[0].name, "clear forces");
  EXPECT_EQ(plan.passes[0].grid[0], 0u);
  EXPECT_EQ(plan.passes[0].function, nullptr);
  EXPECT_EQ(plan.passes[1].name, "lj_some");
  EXPECT_EQ(plan.passes[1].grid[0], 2u);
  EXPECT_EQ(plan.passes[1].block[0], 64u);
  EXPECT_EQ(plan.passes[1].function, reinterpret_cast<const void*>(&kernel));
  ASSERT_EQ(plan.parameters.size(), 1u);
  EXPECT_EQ(plan.parameters[0].second, 4u);
}

}  // namespace
}  // namespace gputest::simt_binding_test
