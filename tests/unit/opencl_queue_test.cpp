// Kernels bound once on OpenCL's queue, on the first available device.
#include <gtest/gtest.h>

#include <cmath>
#include <stdexcept>

#include "app/registry.hpp"
#include "common/core/error.hpp"
#include "common/device/queue.hpp"

namespace gputest::opencl_queue_test {
namespace {

constexpr std::uint32_t kBodies = 300;

/// A device's queue, and bodies on a line with the pull on each, computed by the simplest code.
class OpenClQueueTest : public testing::Test {
 protected:
  void SetUp() override {
    Backend* backend = registry_.find_backend("opencl");
    const DeviceList list = backend->devices();
    if (list.devices.empty()) GTEST_SKIP() << "no OpenCL device";
    device_ = backend->open(list.devices.front().id);
    for (std::uint32_t i = 0; i < kBodies; ++i) {
      const float x = 0.01F * static_cast<float>(i * i);
      bodies_.insert(bodies_.end(), {x, 0, 0, 1});
    }
    signature_.inputs = {{"xyzm", Element::fp32, 4, kBodies}};
    signature_.outputs = {{"sums", Element::fp32, 4, kBodies}};
    signature_.scalars = {{"n", kBodies}, {"eps2", 0.01}};
    signature_.specializations = {{"unsoftened", 0}, {"potential", 1}};
    signature_.items = kBodies;
  }

  std::vector<float> sums(const std::string& kernel, std::uint32_t times) {
    Queue& queue = *device_->queue();
    const auto xyzm = queue.allocate(signature_.inputs[0].bytes());
    const auto result = queue.allocate(signature_.outputs[0].bytes());
    xyzm->write(bodies_.data());
    const auto bound =
        queue.bind(kernel, configuration_, signature_, {{xyzm.get()}, {result.get()}, {}});
    plan_ = bound->plan();
    queue.enqueue({bound.get()}, times);
    queue.synchronize();
    std::vector<float> read(4 * kBodies);
    result->read(read.data());
    return read;
  }

  /// The acceleration along the line.
  double pull(std::uint32_t i) const {
    double sum = 0;
    for (std::uint32_t j = 0; j < kBodies; ++j) {
      const double d = double{bodies_[4 * j]} - double{bodies_[4 * i]};
      sum += d / std::pow(d * d + 0.01, 1.5);
    }
    return sum;
  }

  const Registry registry_ = make_registry();
  std::unique_ptr<Device> device_;
  std::vector<float> bodies_;
  KernelSignature signature_;
  Configuration configuration_{"float4", Precision::fp32, 64};
  LaunchPlan plan_;
};

TEST_F(OpenClQueueTest, RunsKernelsOfOnePassAndOfMore) {
  for (const char* kernel : {"gravity_naive", "gravity_blocked", "gravity_symmetric"}) {
    const std::vector<float> result = sums(kernel, 3);
    for (std::uint32_t i = 0; i < kBodies; ++i)
      EXPECT_NEAR(double{result[4 * i]}, pull(i), 1e-3 + 1e-4 * std::abs(pull(i))) << kernel << i;
  }
}

TEST_F(OpenClQueueTest, DescribesTheCommandsOfALaunch) {
  sums("gravity_blocked", 1);
  ASSERT_EQ(plan_.passes.size(), 2U);
  EXPECT_EQ(plan_.passes[0].name, "gravity_blocked");
  EXPECT_EQ(plan_.passes[0].block, (std::array<std::uint32_t, 3>{64, 1, 1}));
  EXPECT_EQ(plan_.passes[0].grid[0], 2U) << "four bodies per work-item";
  EXPECT_EQ(plan_.passes[1].name, "gravity_blocked_total");
  EXPECT_EQ(plan_.passes[1].grid, (std::array<std::uint64_t, 3>{5, 1, 1}));
  EXPECT_EQ(plan_.parameters[0], (std::pair<std::string, std::uint64_t>("bodies_per_item", 4)));
  EXPECT_EQ(plan_.scratch_bytes, plan_.passes[0].grid[1] * kBodies * 16);
}

TEST_F(OpenClQueueTest, UsesTheKernelsOwnBlockIfNoneIsNamed) {
  configuration_.block = 0;
  sums("gravity_tiled", 1);
  EXPECT_EQ(plan_.passes.at(0).block[0], 128U);
}

TEST_F(OpenClQueueTest, RefusesUnavailableFeatures) {
  try {
    sums("gravity_nonesuch", 1);
    ADD_FAILURE();
  } catch (const Error& error) {
    EXPECT_EQ(error.status(), Status::unavailable);
    EXPECT_STREQ(error.what(), "opencl has no kernel gravity_nonesuch");
  }
  EXPECT_THROW(device_->queue()->allocate(std::uint64_t{1} << 60), Error);
}

TEST_F(OpenClQueueTest, RefusesArraysThatDoNotMatchTheSignature) {
  Queue& queue = *device_->queue();
  const auto little = queue.allocate(16);
  EXPECT_THROW(queue.bind("gravity_naive", configuration_, signature_, {{little.get()}, {}, {}}),
               std::logic_error);
  EXPECT_THROW(
      queue.bind("gravity_naive", configuration_, signature_, {{little.get()}, {little.get()}, {}}),
      std::logic_error);
}

}  // namespace
}  // namespace gputest::opencl_queue_test
