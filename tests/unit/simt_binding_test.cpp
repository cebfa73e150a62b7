// The cost of launching CUDA's and HIP's kernels on the host: one platform call per pass, and
// nothing else.
#include <gtest/gtest.h>

#include <functional>
#include <vector>

#include "common/lj/arguments.hpp"
#include "common/simt/launch.hpp"
#include "tests/support/allocations.hpp"

namespace gputest::simt_binding_test {

// Only the names of kernels; their bodies are source texts.
void kernel(LjArguments<double> a, std::uint32_t n);
void counted(std::uint32_t k);

namespace {

struct Launched {
  unsigned kernels = 0, fills = 0;
  std::uint64_t sum = 0;
} launched;

/// A fake platform; it counts launches and sums the kernel's last argument.
class StandIn : public simt::Calls {
 public:
  const texts::Compiler* compiler() const override { return nullptr; }
  std::shared_ptr<void> load_module(const std::string&) const override { return nullptr; }
  simt::LoadedKernel find_kernel(const std::shared_ptr<void>&, const std::string&) const override {
    return nullptr;
  }
  void launch(const simt::LoadedKernel&, simt::Extent, simt::Extent block, void*,
              void** arguments) const override {
    ++launched.kernels;
    launched.sum += *static_cast<const std::uint32_t*>(arguments[block.x == 64 ? 1 : 0]);
  }
  void fill(void*, int, std::size_t, void*) const override { ++launched.fills; }
  void copy(void*, const void*, std::size_t, bool, void*) const override {}
  std::unique_ptr<simt::RealTransform> plan_transform(
      const simt::TransformedArrays&) const override {
    return nullptr;
  }

 private:
  int device() const override { return 0; }
};
const StandIn calls;

struct Simt;  // only a name

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
  simt::Binding binding(&calls);
  {
    const KernelCall call = lj_call(array);  // destroyed before the launch
    const LjArguments<double> a(call, 0);
    binding.add_fill("clear forces", array.data(), 0, 8);
    simt::add_kernel<Simt, kernel>(binding, "lj_some", 2, 64, a, 3);
    simt::add_kernel<Simt, kernel>(binding, "lj_other", 4, 64, a, 5);
  }
  launched = {};
  const std::size_t before = test::allocations();
  for (int k = 0; k < 1000; ++k) binding.enqueue();
  EXPECT_EQ(test::allocations(), before);
  EXPECT_EQ(launched.kernels, 2000u);
  EXPECT_EQ(launched.fills, 1000u);
  EXPECT_EQ(launched.sum, 1000u * (3 + 5));
}

/// A fake of a platform's recordings; recorded launches do not run.
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

TEST(SimtBinding, ReplaysPartsOfManyLaunches) {
  simt::Binding binding(&calls), step = binding.beside();
  simt::add_series<Simt, counted>(
      step, "wavefronts", 40, [](std::uint32_t k) { return k + 1; }, 32);
  simt::add_kernel<Simt, counted>(binding, "begin", 1, 32, 0);
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
  simt::Binding binding(&calls);
  simt::add_series<Simt, counted>(
      binding, "few", 10, [](std::uint32_t) { return 1; }, 32);
  EXPECT_FALSE(binding.is_long());
}

TEST(SimtBinding, IsAlsoALaunchPlan) {
  std::vector<double> array(1);
  simt::Binding binding(&calls);
  binding.add_fill("clear forces", array.data(), 0, 8);
  simt::add_kernel<Simt, kernel>(binding, "lj_some", 2, 64, LjArguments<double>(lj_call(array), 0),
                                 3);
  binding.parameter("bodies_per_thread", 4);
  const LaunchPlan& plan = binding.plan();
  ASSERT_EQ(plan.passes.size(), 2u);
  EXPECT_EQ(plan.passes[0].name, "clear forces");
  EXPECT_EQ(plan.passes[0].grid[0], 0u);
  EXPECT_EQ(plan.passes[0].instance.name, "");
  EXPECT_EQ(plan.passes[1].name, "lj_some");
  EXPECT_EQ(plan.passes[1].grid[0], 2u);
  EXPECT_EQ(plan.passes[1].block[0], 64u);
  EXPECT_EQ(plan.passes[1].instance.kernel(), "kernel");
  ASSERT_EQ(plan.parameters.size(), 1u);
  EXPECT_EQ(plan.parameters[0].second, 4u);
}

}  // namespace
}  // namespace gputest::simt_binding_test
