// The CAL device model: limits, pitch, mapping, names and the count of bytes moved.
#include <gtest/gtest.h>

#include <bit>
#include <functional>

#include "common/core/error.hpp"
#include "il_reference/cal/context.hpp"

namespace gputest::cal::il_cal_test {
namespace {

const Format& float4 = format("float4");

void expect_error(const std::function<void()>& f, Status status, const std::string& words) {
  try {
    f();
    ADD_FAILURE() << "nothing was thrown, and \"" << words << "\" was expected";
  } catch (const Error& error) {
    EXPECT_EQ(error.status(), status);
    EXPECT_NE(std::string(error.what()).find(words), std::string::npos) << error.what();
  }
}

TEST(CalDevice, TheThreePublishedDevicesExist) {
  const auto& rv770 = device_attributes("rv770");
  EXPECT_EQ(rv770.target, "RV770");
  EXPECT_EQ(rv770.simds, 10u);
  EXPECT_EQ(device_attributes("RV670").simds, 4u);
  EXPECT_EQ(device_attributes("Cypress").simds, 20u);
  for (const DeviceAttributes& attributes : device_attributes()) {
    EXPECT_EQ(attributes.wavefront_size, 64u);
    EXPECT_EQ(attributes.max_1d_width, 8192u);
    EXPECT_EQ(attributes.max_2d_width, 8192u);
    EXPECT_EQ(attributes.max_2d_height, 8192u);
  }
  expect_error([] { device_attributes("RV700"); }, Status::usage, "RV770");
}

class CalResource : public testing::Test {
 protected:
  Device device{device_attributes("RV770")};
};

TEST_F(CalResource, OfOneDimensionEndsAt8192) {
  EXPECT_NO_THROW(device.alloc_local_1d(8192, float4));
  expect_error([&] { device.alloc_local_1d(8193, float4); }, Status::bad_input,
               "RV770: a 1D resource holds at most 8192 elements, not 8193");
  expect_error([&] { device.alloc_remote_1d(8193, float4); }, Status::bad_input, "8192");
}

TEST_F(CalResource, OfTwoDimensionsEndsAt8192InEach) {
  EXPECT_NO_THROW(device.alloc_local_2d(8192, 1, float4));
  EXPECT_NO_THROW(device.alloc_local_2d(1, 8192, float4));
  expect_error([&] { device.alloc_local_2d(8193, 1, float4); }, Status::bad_input,
               "RV770: a 2D resource has at most 8192 x 8192 elements, not 8193 x 1");
  expect_error([&] { device.alloc_remote_2d(1, 8193, float4); }, Status::bad_input, "not 1 x 8193");
}

TEST_F(CalResource, NeedsAtLeastOneElement) {
  expect_error([&] { device.alloc_local_1d(0, float4); }, Status::bad_input, "at least one");
  expect_error([&] { device.alloc_local_2d(4, 0, float4); }, Status::bad_input, "at least one");
}

TEST_F(CalResource, TakesFromTheDevicesMemoryUntilItIsFreed) {
  const std::uint64_t all = device.available_local();
  EXPECT_EQ(all, 512u << 20);
  {
    const auto resource = device.alloc_local_2d(256, 256, float4);
    EXPECT_EQ(device.available_local(), all - resource->bytes());
    EXPECT_EQ(device.available_remote(), device.attributes().remote_bytes);
  }
  EXPECT_EQ(device.available_local(), all);
  expect_error([&] { device.alloc_local_2d(8192, 8192, float4); }, Status::out_of_memory,
               "are left of");
  EXPECT_EQ(device.available_local(), all);
}

TEST_F(CalResource, RowsArePaddedAndAReaderThatIgnoresThePitchReadsPadding) {
  for (const std::uint64_t width : {1u, 63u, 64u, 65u, 256u}) {
    const auto resource = device.alloc_local_2d(width, 2, format("uint1"));
    EXPECT_GT(resource->pitch(), width);
    EXPECT_EQ(resource->pitch() % device.attributes().pitch_alignment, 0u);
    std::vector<std::uint32_t> numbers(2 * width);
    for (std::uint32_t k = 0; k < numbers.size(); ++k) numbers[k] = k;
    resource->write(numbers);
    EXPECT_EQ(resource->read(), numbers);
    const Resource::Mapping mapping = resource->map();
    EXPECT_EQ(mapping.words[mapping.pitch], width) << "the second row's first element";
    EXPECT_NE(mapping.words[width], width) << "padding follows the first row";
    resource->unmap();
  }
}

TEST_F(CalResource, AGlobalBufferHasNoPadding) {
  EXPECT_EQ(device.alloc_global_buffer(100, 3, float4)->pitch(), 100u);
}

TEST_F(CalResource, IsMappedOnceAndUnmappedOnce) {
  const auto resource = device.alloc_local_1d(4, float4);
  expect_error([&] { resource->unmap(); }, Status::usage, "not mapped");
  resource->map();
  expect_error([&] { resource->map(); }, Status::usage, "already mapped");
  resource->unmap();
  expect_error([&] { resource->unmap(); }, Status::usage, "not mapped");
}

TEST_F(CalResource, WritesToALocalMappingReachTheDeviceWithUnmap) {
  const auto local = device.alloc_local_1d(1, format("uint1"));
  local->map().words[0] = 7;
  EXPECT_NE(local->memory()[0], 7u);
  local->unmap();
  EXPECT_EQ(local->memory()[0], 7u);
  const auto remote = device.alloc_remote_1d(1, format("uint1"));
  remote->map().words[0] = 7;
  EXPECT_EQ(remote->memory()[0], 7u) << "the host's own memory";
  remote->unmap();
}

TEST_F(CalResource, MappingLocalMemoryCopiesItAndMappingRemoteMemoryDoesNot) {
  const auto local = device.alloc_local_2d(100, 3, float4);
  const auto remote = device.alloc_remote_2d(100, 3, float4);
  remote->map();
  remote->unmap();
  EXPECT_EQ(device.transfers().to_device + device.transfers().from_device, 0u);
  local->map();
  EXPECT_EQ(device.transfers().from_device, local->bytes());
  EXPECT_EQ(device.transfers().to_device, 0u);
  local->unmap();
  EXPECT_EQ(device.transfers().to_device, local->bytes());

  Context context(device);
  context.mem_copy(*remote, *local);
  EXPECT_EQ(device.transfers().to_device, 2 * local->bytes());
  context.mem_copy(*local, *remote);
  EXPECT_EQ(device.transfers().from_device, 2 * local->bytes());
  const auto narrow = device.alloc_remote_2d(99, 3, float4);
  expect_error([&] { context.mem_copy(*narrow, *local); }, Status::bad_input, "the same shape");
}

constexpr const char* kCopy =
    "il_ps_2_0\n"
    "dcl_input_position_interp(linear_noperspective) vWinCoord0.xy__\n"
    "dcl_output_generic o0\n"
    "dcl_cb cb0[1]\n"
    "dcl_resource_id(0)_type(2d,unnorm)_fmtx(float)_fmty(float)_fmtz(float)_fmtw(float)\n"
    "sample_resource(0)_sampler(0) r0, vWinCoord0.xy\n"
    "add r0, r0, cb0[0]\n"
    "mov o0, r0\n"
    "end\n";

std::vector<std::uint32_t> bits_of(const std::vector<float>& values) {
  std::vector<std::uint32_t> bits;
  for (const float value : values) bits.push_back(std::bit_cast<std::uint32_t>(value));
  return bits;
}

TEST_F(CalResource, AreBoundByName) {
  const Module module(kCopy, "copy.il");
  Context context(device);
  const auto input = device.alloc_local_2d(3, 2, float4);
  const auto output = device.alloc_local_2d(3, 2, float4);
  const auto constants = device.alloc_remote_1d(1, float4);
  std::vector<float> numbers, expected;
  for (int k = 0; k < 24; ++k) {
    numbers.push_back(static_cast<float>(k));
    expected.push_back(static_cast<float>(k) + 0.5f);
  }
  input->write(bits_of(numbers));
  constants->write(bits_of({0.5f, 0.5f, 0.5f, 0.5f}));

  context.set_mem(module.name("i0"), input);
  context.set_mem(module.name("cb0"), constants);
  expect_error(
      [&] {
        context.run_program(module, {0, 0, 3, 2});
      },
      Status::bad_input, "o0 is not bound");
  context.set_mem(module.name("o0"), output);
  input->map();
  expect_error([&] { context.run_program(module, {0, 0, 3, 2}); }, Status::usage, "still mapped");
  input->unmap();
  expect_error(
      [&] {
        context.run_program(module, {0, 0, 4, 2});
      },
      Status::bad_input, "larger than o0");
  expect_error([&] { context.run_program_grid(module, {1, 1, 1}); }, Status::usage, "domain");
  context.run_program(module, {0, 0, 3, 2});
  EXPECT_EQ(output->read(), bits_of(expected));

  expect_error([&] { module.name("i1"); }, Status::bad_input, "no i1; it has i0, o0, cb0");
  Device other{device_attributes("Cypress")};
  expect_error([&] { context.set_mem(module.name("i0"), other.alloc_local_1d(1, float4)); },
               Status::usage, "another device");
}

TEST_F(CalResource, OfAWrongFormatIsNoConstantBuffer) {
  const Module module(kCopy, "copy.il");
  Context context(device);
  context.set_mem(module.name("i0"), device.alloc_local_2d(1, 1, float4));
  context.set_mem(module.name("o0"), device.alloc_local_2d(1, 1, float4));
  context.set_mem(module.name("cb0"), device.alloc_remote_1d(4, format("float1")));
  expect_error(
      [&] {
        context.run_program(module, {0, 0, 1, 1});
      },
      Status::bad_input, "CAL_FORMAT_FLOAT_1");
}

TEST(CalContext, Rv670RunsNoComputeKernels) {
  Device device{device_attributes("RV670")};
  Context context(device);
  const Module module(
      "il_cs_2_0\ndcl_num_thread_per_group 64\nmov g[vAbsTidFlat.x], vAbsTidFlat\nend\n", "c.il");
  context.set_mem(module.name("g[]"), device.alloc_global_buffer(64, 1, float4));
  expect_error(
      [&] {
        context.run_program_grid(module, {1, 1, 1});
      },
      Status::bad_input, "RV670 does not run compute kernels");
}

TEST(CalModule, ReportsEveryErrorOfATextWithItsPlace) {
  expect_error([] { Module("il_ps_2_0\nfrobnicate r0, r1\nmov r0, l7\nend\n", "k.il"); },
               Status::bad_input, "k.il:2:1");
}

}  // namespace
}  // namespace gputest::cal::il_cal_test
