#include <gtest/gtest.h>

#include <cmath>
#include <cstring>
#include <functional>
#include <memory>
#include <vector>

#include "common/core/sanitizers.hpp"
#include "common/cpu/queue.hpp"
#include "common/device/watch.hpp"

namespace gputest::device_watch_test {
namespace {

constexpr std::uint64_t kPage = 4096;

std::string said_by(const std::function<void()>& check) {
  try {
    check();
  } catch (const Overrun& overrun) {
    EXPECT_EQ(overrun.status(), Status::verification_failed);
    return overrun.what();
  }
  return "";
}

/// The inputs a and b and the output c of a kernel on the host, with two copies of two numbers
/// each.
class Watched : public testing::Test {
 public:
  void SetUp() override {
    if (GT_ASAN) GTEST_SKIP() << "AddressSanitizer watches every byte";
    for (std::uint32_t copy : {0, 1})
      for (WatchedArray* input : {&a, &b}) input->write(copy, content);
    c.fill(0x7F);
  }

  static ArrayShape shape(const char* name) { return {name, Element::fp32, 1, 2}; }
  WatchedArray array(const char* name, std::size_t index, bool read_only) {
    WatchedArray made(*queue_, DeviceInfo{}, shape(name), index, read_only, 2);
    made.watch(*queue_);
    return made;
  }
  static float* at(const WatchedArray& array, std::uint32_t copy) {
    return static_cast<float*>(array[copy].get());
  }
  std::string said(const WatchedArray& input, std::uint32_t copy) {
    return said_by([&] { input.check_input(copy, content); });
  }
  std::string said_of_c(std::uint32_t copy) {
    return said_by([&] { c.check_filled(copy); });
  }

 private:
  std::unique_ptr<Queue> queue_ = cpu::make_queue();

 public:
  std::vector<std::byte> content = std::vector<std::byte>(sizeof(float[2]), std::byte{0x3F});
  WatchedArray a = array("a", 0, true), b = array("b", 1, true), c = array("c", 2, false);
};

TEST_F(Watched, UnchangedBytesPass) {
  for (std::uint32_t copy : {0, 1}) {
    EXPECT_EQ(said(a, copy), "");
    EXPECT_EQ(said(b, copy), "");
    EXPECT_EQ(said_of_c(copy), "");
    at(c, copy)[1] = 5;  // a result
    EXPECT_EQ(said_of_c(copy), "");
  }
}

TEST_F(Watched, ANumberBehindAnArrayIsFound) {
  at(b, 1)[2] = 1;
  EXPECT_EQ(said(b, 1), "the kernel writes beyond the end of b");
  EXPECT_EQ(said(b, 0), "");
  at(c, 0)[3] = 1;
  EXPECT_EQ(said_of_c(0), "the kernel writes beyond the end of c");
  EXPECT_EQ(said_of_c(1), "");
}

TEST_F(Watched, ANumberBeforeAnArrayIsFound) {
  at(a, 0)[-1] = 1;
  EXPECT_EQ(said(a, 0), "the kernel writes before the beginning of a");
  at(c, 0)[-1024] = 1;
  EXPECT_EQ(said_of_c(0), "the kernel writes before the beginning of c");
  at(b, 1)[-1] = 1;  // it follows the bytes behind the first copy
  EXPECT_EQ(said(b, 0), "the kernel writes beyond the end of b");
}

TEST_F(Watched, AChangedInputIsFound) {
  at(a, 1)[1] = 2;
  EXPECT_EQ(said(a, 1), "the kernel changes its input a");
}

TEST_F(Watched, ACopyFromBehindAnotherArrayIsFound) {
  for (std::uint32_t copy : {0, 1}) {
    std::memcpy(at(c, copy) + 2, at(b, copy) + 2, sizeof(float));
    EXPECT_EQ(said_of_c(copy), "the kernel writes beyond the end of c");
  }
  std::memcpy(at(b, 0) + 2, at(a, 0) + 2, sizeof(float));
  EXPECT_EQ(said(b, 0), "the kernel writes beyond the end of b");
}

TEST_F(Watched, ASumWithTheBytesBehindIsFound) {
  volatile float one = 1;
  at(a, 0)[2] += one;
  EXPECT_EQ(said(a, 0), "the kernel writes beyond the end of a");
}

TEST_F(Watched, TheBytesBehindAnInputAreNanOrItsOwnNumbers) {
  const auto is_nan = [&](const float* number) {
    double in_double;
    std::memcpy(&in_double, number, sizeof in_double);
    return std::isnan(number[0]) && std::isnan(number[1]) && std::isnan(in_double);
  };
  EXPECT_TRUE(is_nan(at(a, 0) - 2));
  EXPECT_TRUE(is_nan(at(a, 0) + 2));
  EXPECT_EQ(std::memcmp(at(a, 1) + 2, at(a, 1), sizeof(float[2])), 0);
}

TEST_F(Watched, EveryFillReplacesTheBytesAround) {
  c.fill(0xFE);
  for (std::uint32_t copy : {0, 1}) EXPECT_EQ(said_of_c(copy), "");
  unsigned char around;
  std::memcpy(&around, at(c, 1) + 2, 1);
  EXPECT_EQ(around, 0xFE);
}

TEST(WatchedBytes, CountAsDeviceMemoryWithinTheLimitOfAnArray) {
  if (GT_ASAN) GTEST_SKIP() << "AddressSanitizer watches every byte";
  const ArrayShape image{"image", Element::fp32, 4, 32, 8},
      on_host{"on_host", Element::fp32, 1, 100, 0, MemoryKind::pinned},
      array{"array", Element::fp32, 1, 100};
  DeviceInfo device;
  device.max_image_width = device.max_image_height = 8;
  const std::uint64_t behind = 2 * kPage - 400;
  EXPECT_EQ(watched_bytes(device, array).before, kPage);
  EXPECT_EQ(watched_bytes(device, array).behind, behind);
  for (const ArrayShape& unwatched : {image, on_host}) {
    EXPECT_EQ(watched_bytes(device, unwatched).before, 0u);
    EXPECT_EQ(watched_bytes(device, unwatched).behind, 0u);
  }
  KernelSignature arguments;
  arguments.inputs = {image, on_host};
  arguments.scratch = {array};
  EXPECT_EQ(allocated_bytes(device, arguments), 512u + 400 + kPage + behind);
  device.memory_bytes = 512 + 400 + kPage + behind - 1;
  EXPECT_THROW(check_limits(device, arguments), Error);
  device.max_array_bytes = 1000;
  EXPECT_EQ(watched_bytes(device, array).before, 0u);
  EXPECT_EQ(watched_bytes(device, array).behind, 600u);
  EXPECT_NO_THROW(check_limits(device, arguments));
}

}  // namespace
}  // namespace gputest::device_watch_test
