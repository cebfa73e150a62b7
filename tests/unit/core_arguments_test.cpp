#include <gtest/gtest.h>

#include "common/core/arguments.hpp"
#include "common/core/error.hpp"
#include "common/device/device.hpp"

namespace gputest::core_arguments_test {
namespace {

TEST(ArrayShape, AnImageHasWholeRows) {
  const ArrayShape image{"xyzm", Element::fp32, 4, 8193, 256};
  EXPECT_EQ(image.image_height(), 33u);
  EXPECT_EQ(image.allocated(), 33u * 256);
  EXPECT_EQ(image.bytes(), 33u * 256 * 16);
}

TEST(ArrayShape, ABufferHasItsElements) {
  const ArrayShape buffer{"x", Element::fp64, 1, 1000};
  EXPECT_FALSE(buffer.is_image());
  EXPECT_EQ(buffer.bytes(), 8000u);
}

Status status_of(const DeviceInfo& device, const std::vector<ArrayShape>& inputs,
                 const std::vector<ArrayShape>& outputs = {}) {
  KernelSignature arguments;
  arguments.inputs = inputs;
  arguments.outputs = outputs;
  try {
    check_limits(device, arguments);
  } catch (const Error& error) {
    return error.status();
  }
  return Status::ok;
}

DeviceInfo device() {
  DeviceInfo info;
  info.id = "test:0";
  info.memory_bytes = 1000;
  info.max_array_bytes = 600;
  info.max_image_width = 8;
  info.max_image_height = 4;
  return info;
}

TEST(CheckLimits, ArraysThatFitPass) {
  EXPECT_EQ(status_of(device(), {{"a", Element::fp32, 1, 100}}), Status::ok);
  EXPECT_EQ(status_of(device(), {{"a", Element::fp32, 4, 32, 8}}), Status::ok);
}

TEST(CheckLimits, TooMuchMemoryIsOutOfMemory) {
  EXPECT_EQ(status_of(device(), {{"a", Element::fp32, 1, 151}}), Status::out_of_memory);
  EXPECT_EQ(status_of(device(), {{"a", Element::fp32, 1, 150}}, {{"b", Element::fp32, 1, 101}}),
            Status::out_of_memory);
}

TEST(CheckLimits, TooWideOrTooHighAnImageIsBadInput) {
  EXPECT_EQ(status_of(device(), {{"a", Element::fp32, 1, 9, 9}}), Status::bad_input);
  EXPECT_EQ(status_of(device(), {{"a", Element::fp32, 1, 33, 8}}), Status::bad_input);
}

TEST(CheckLimits, ADeviceWithoutImagesSaysSo) {
  DeviceInfo none = device();
  none.max_image_width = 0;
  EXPECT_EQ(status_of(none, {{"a", Element::fp32, 1, 9, 8}}), Status::unavailable);
}

}  // namespace
}  // namespace gputest::core_arguments_test
