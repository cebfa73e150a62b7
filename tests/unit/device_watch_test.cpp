#include <gtest/gtest.h>

#include <cmath>
#include <cstring>
#include <memory>

#include "common/core/sanitizers.hpp"
#include "common/cpu/queue.hpp"
#include "common/device/watch.hpp"

namespace gputest::device_watch_test {
namespace {

/// Two arrays of a kernel, a and b, with two numbers each and eight watched bytes behind each.
class Watched : public testing::Test {
 public:
  Watched() {
    for (std::size_t k : {0, 1}) {
      const ArrayShape shape{k == 0 ? "a" : "b", Element::fp32, 1, 2};
      memory_[k] = queue_->allocate_array(shape, sizeof(float[2]), false);
      behind[k] = static_cast<float*>(memory_[k]->get()) + 2;
      watch_.add(shape, sizeof(float[2]), *memory_[k]);
    }
  }

  std::string said() {
    try {
      watch_.check();
    } catch (const Overrun& overrun) {
      EXPECT_EQ(overrun.status(), Status::verification_failed);
      return overrun.what();
    }
    return "";
  }

  float* behind[2];

 private:
  std::unique_ptr<Queue> queue_ = cpu::make_queue();
  std::unique_ptr<DeviceMemory> memory_[2];
  Watch watch_;
};

TEST_F(Watched, UnchangedBytesPassAndAreCheckedOnce) {
  EXPECT_EQ(said(), "");
  behind[0][0] = 1;
  EXPECT_EQ(said(), "");
}

TEST_F(Watched, ANumberBehindAnArrayIsFound) {
  behind[1][1] = 1;
  EXPECT_EQ(said(), "the kernel writes beyond the end of b");
}

TEST_F(Watched, ACopyFromBehindAnotherArrayIsFound) {
  std::memcpy(behind[1], behind[0], sizeof(float));
  EXPECT_EQ(said(), "the kernel writes beyond the end of b");
}

TEST_F(Watched, ASumWithTheBytesBehindIsFound) {
  volatile float one = 1;
  behind[0][0] += one;
  EXPECT_EQ(said(), "the kernel writes beyond the end of a");
}

TEST_F(Watched, TheBytesBehindAreNan) {
  double in_double;
  std::memcpy(&in_double, behind[0], sizeof in_double);
  EXPECT_TRUE(std::isnan(behind[0][0]) && std::isnan(behind[0][1]) && std::isnan(in_double));
}

TEST(WatchedBytes, CountAsDeviceMemoryWithinTheLimitOfAnArray) {
  if (GT_ASAN) GTEST_SKIP() << "AddressSanitizer watches every byte";
  const ArrayShape image{"image", Element::fp32, 4, 32, 8},
      on_host{"on_host", Element::fp32, 1, 100, 0, MemoryKind::pinned},
      array{"array", Element::fp32, 1, 100};
  DeviceInfo device;
  device.max_image_width = device.max_image_height = 8;
  EXPECT_EQ(watched_bytes(device, array), 4096u);
  EXPECT_EQ(watched_bytes(device, image), 0u);
  EXPECT_EQ(watched_bytes(device, on_host), 0u);
  KernelSignature arguments;
  arguments.inputs = {image, on_host};
  arguments.scratch = {array};
  EXPECT_EQ(allocated_bytes(device, arguments), 512u + 400 + 4096);
  device.memory_bytes = 512 + 400 + 4095;
  EXPECT_THROW(check_limits(device, arguments), Error);
  device.max_array_bytes = 1000;
  EXPECT_EQ(watched_bytes(device, array), 600u);
  EXPECT_NO_THROW(check_limits(device, arguments));
}

}  // namespace
}  // namespace gputest::device_watch_test
