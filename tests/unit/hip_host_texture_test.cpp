// 2D arrays and textures of the host device.
#include <gtest/gtest.h>
#include <hip/hip_runtime.h>

#include <cmath>
#include <string>
#include <vector>

namespace hip_host_texture_test {
namespace {

constexpr std::size_t kWidth = 5;
constexpr std::size_t kHeight = 3;

hipResourceDesc of_array(hipArray_t array) {
  hipResourceDesc resource = {};
  resource.resType = hipResourceTypeArray;
  resource.res.array.array = array;
  return resource;
}

template <class T>
hipResourceDesc of_memory(T* memory, std::size_t bytes) {
  hipResourceDesc resource = {};
  resource.resType = hipResourceTypeLinear;
  resource.res.linear = {memory, hipCreateChannelDesc<T>(), bytes};
  return resource;
}

hipTextureDesc clamped_points() {
  hipTextureDesc description = {};
  description.addressMode[0] = hipAddressModeClamp;
  description.addressMode[1] = hipAddressModeClamp;
  return description;
}

__global__ void read_2d(hipTextureObject_t texture, const float2* places, float4* out) {
  const float2 place = places[threadIdx.x];
  out[threadIdx.x] = tex2D<float4>(texture, place.x, place.y);
}

__global__ void read_1d(hipTextureObject_t texture, const int* places, float2* out) {
  out[threadIdx.x] = tex1Dfetch<float2>(texture, places[threadIdx.x]);
}

class HipHostTexture : public testing::Test {
 protected:
  void SetUp() override {
    const hipChannelFormatDesc format = hipCreateChannelDesc<float4>();
    ASSERT_EQ(hipMallocArray(&array_, &format, kWidth, kHeight), hipSuccess);
    for (std::size_t i = 0; i < kWidth * kHeight; ++i)
      texels_.push_back(make_float4(static_cast<float>(i), 1.0f, 2.0f, 3.0f));
    ASSERT_EQ(hipMemcpy2DToArray(array_, 0, 0, texels_.data(), kRow, kRow, kHeight,
                                 hipMemcpyHostToDevice),
              hipSuccess);
  }
  void TearDown() override {
    EXPECT_EQ(hipFreeArray(array_), hipSuccess);
    static_cast<void>(hipGetLastError());
  }

  hipError_t create(hipTextureObject_t* texture, const hipTextureDesc& description) const {
    const hipResourceDesc resource = of_array(array_);
    return hipCreateTextureObject(texture, &resource, &description, nullptr);
  }

  /// The x channel of the texel at a place.
  float read(float x, float y) const {
    hipTextureObject_t texture = nullptr;
    EXPECT_EQ(create(&texture, clamped_points()), hipSuccess);
    const float2 place = {x, y};
    float4 out{};
    EXPECT_EQ(hip_host::launch(read_2d, 1, 1, 0, nullptr, texture, &place, &out), hipSuccess);
    EXPECT_EQ(hipDestroyTextureObject(texture), hipSuccess);
    EXPECT_EQ(out.w, 3.0f);
    return out.x;
  }

  static constexpr std::size_t kRow = kWidth * sizeof(float4);
  hipArray_t array_ = nullptr;
  std::vector<float4> texels_;
};

TEST_F(HipHostTexture, ReadsTheTexelAtAPlace) {
  EXPECT_EQ(read(0.0f, 0.0f), 0.0f);
  EXPECT_EQ(read(0.5f, 0.5f), 0.0f);
  EXPECT_EQ(read(3.999f, 1.0f), 8.0f);
  EXPECT_EQ(read(4.5f, 2.5f), 14.0f);
}

TEST_F(HipHostTexture, ClampsAtTheEdges) {
  EXPECT_EQ(read(-3.0f, 1.5f), 5.0f);
  EXPECT_EQ(read(99.0f, 1.5f), 9.0f);
  EXPECT_EQ(read(1.5f, -1e30f), 1.0f);
  EXPECT_EQ(read(1.5f, INFINITY), 11.0f);
  EXPECT_EQ(read(NAN, 0.0f), 0.0f);
}

TEST_F(HipHostTexture, CopiesPitchedRowsIntoAPart) {
  const std::vector<float4> patch(6, make_float4(-1.0f, 1.0f, 2.0f, 3.0f));
  EXPECT_EQ(hipMemcpy2DToArray(array_, sizeof(float4), 1, patch.data(), 3 * sizeof(float4),
                               2 * sizeof(float4), 2, hipMemcpyHostToDevice),
            hipSuccess);
  EXPECT_EQ(read(0, 1), 5.0f);
  EXPECT_EQ(read(1, 1), -1.0f);
  EXPECT_EQ(read(2, 2), -1.0f);
  EXPECT_EQ(read(3, 2), 13.0f);
}

TEST_F(HipHostTexture, RefusesCopiesThatDoNotFit) {
  const auto copy = [&](std::size_t left, std::size_t top, std::size_t pitch, std::size_t width,
                        std::size_t height) {
    return hipMemcpy2DToArray(array_, left, top, texels_.data(), pitch, width, height,
                              hipMemcpyHostToDevice);
  };
  EXPECT_EQ(copy(0, 0, kRow - 1, kRow, 1), hipErrorInvalidPitchValue);
  EXPECT_EQ(copy(1, 0, kRow, kRow, 1), hipErrorInvalidValue);
  EXPECT_EQ(copy(0, 1, kRow, kRow, kHeight), hipErrorInvalidValue);
  EXPECT_EQ(copy(0, kHeight + 1, kRow, kRow, 1), hipErrorInvalidValue);
  EXPECT_EQ(copy(0, 0, kRow, 0, 1), hipSuccess);
  EXPECT_EQ(hipMemcpy2DToArray(array_, 0, 0, texels_.data(), kRow, kRow, 1, hipMemcpyDeviceToHost),
            hipErrorInvalidMemcpyDirection);
  EXPECT_EQ(
      hipMemcpy2DToArray(array_, 0, 0, texels_.data(), kRow, kRow, 1, hipMemcpyDeviceToDevice),
      hipErrorInvalidValue);
  EXPECT_EQ(hipMemcpy2DToArray(nullptr, 0, 0, texels_.data(), kRow, kRow, 1, hipMemcpyHostToDevice),
            hipErrorInvalidValue);
}

TEST_F(HipHostTexture, RefusesImpossibleArrays) {
  hipArray_t array = nullptr;
  const hipChannelFormatDesc format = hipCreateChannelDesc<float4>();
  const hipChannelFormatDesc odd = hipCreateChannelDesc(7, 0, 0, 0, hipChannelFormatKindFloat);
  EXPECT_EQ(hipMallocArray(&array, &format, 0, 1), hipErrorInvalidValue);
  EXPECT_EQ(hipMallocArray(&array, &format, 16385, 1), hipErrorInvalidValue);
  EXPECT_EQ(hipMallocArray(&array, &format, 1, 16385), hipErrorInvalidValue);
  EXPECT_EQ(hipMallocArray(&array, &odd, 1, 1), hipErrorInvalidValue);
  EXPECT_EQ(hipMallocArray(nullptr, &format, 1, 1), hipErrorInvalidValue);
  EXPECT_EQ(hipMallocArray(&array, nullptr, 1, 1), hipErrorInvalidValue);
  EXPECT_EQ(hipMallocArray(&array, &format, 1), hipSuccess);
  EXPECT_EQ(hipFreeArray(array), hipSuccess);
  EXPECT_EQ(hipFreeArray(array), hipErrorInvalidValue);
  EXPECT_EQ(hipFreeArray(nullptr), hipSuccess);
}

TEST_F(HipHostTexture, NamesUnsupportedFeatures) {
  hipTextureObject_t texture = nullptr;
  hipTextureDesc description = clamped_points();
  description.filterMode = hipFilterModeLinear;
  EXPECT_EQ(create(&texture, description), hipErrorNotSupported);
  description = clamped_points();
  description.normalizedCoords = 1;
  EXPECT_EQ(create(&texture, description), hipErrorNotSupported);
  description = clamped_points();
  description.addressMode[1] = hipAddressModeBorder;
  EXPECT_EQ(create(&texture, description), hipErrorNotSupported);
  description = clamped_points();
  description.readMode = hipReadModeNormalizedFloat;
  EXPECT_EQ(create(&texture, description), hipErrorNotSupported);

  description = clamped_points();
  hipResourceDesc resource = of_array(array_);
  resource.resType = hipResourceTypePitch2D;
  EXPECT_EQ(hipCreateTextureObject(&texture, &resource, &description, nullptr),
            hipErrorNotSupported);
  resource = of_array(nullptr);
  EXPECT_EQ(hipCreateTextureObject(&texture, &resource, &description, nullptr),
            hipErrorInvalidValue);
  EXPECT_EQ(hipCreateTextureObject(nullptr, &resource, &description, nullptr),
            hipErrorInvalidValue);
  EXPECT_EQ(hipDestroyTextureObject(nullptr), hipErrorInvalidValue);
}

TEST_F(HipHostTexture, ReadsLinearMemory) {
  float2* memory = nullptr;
  constexpr std::size_t kBytes = 4 * sizeof(float2);
  const std::vector<float2> values = {{0, 1}, {2, 3}, {4, 5}, {6, 7}};
  ASSERT_EQ(hipMalloc(&memory, kBytes), hipSuccess);
  ASSERT_EQ(hipMemcpy(memory, values.data(), kBytes, hipMemcpyHostToDevice), hipSuccess);
  const hipTextureDesc description = clamped_points();
  hipResourceDesc resource = of_memory(memory, kBytes);
  hipTextureObject_t texture = nullptr;
  ASSERT_EQ(hipCreateTextureObject(&texture, &resource, &description, nullptr), hipSuccess);
  const std::vector<int> places = {2, -5, 100};
  std::vector<float2> out(3);
  EXPECT_EQ(hip_host::launch(read_1d, 1, 3, 0, nullptr, texture, places.data(), out.data()),
            hipSuccess);
  EXPECT_EQ(out[0].y, 5.0f);
  EXPECT_EQ(out[1].y, 1.0f);
  EXPECT_EQ(out[2].y, 7.0f);
  EXPECT_EQ(hipDestroyTextureObject(texture), hipSuccess);

  resource = of_memory(memory, kBytes + 1);
  EXPECT_EQ(hipCreateTextureObject(&texture, &resource, &description, nullptr),
            hipErrorInvalidValue);
  EXPECT_EQ(hipFree(memory), hipSuccess);
}

TEST_F(HipHostTexture, ReadAsAnotherTypeIsAFailure) {
  hipTextureObject_t texture = nullptr;
  ASSERT_EQ(create(&texture, clamped_points()), hipSuccess);
  const int place = 0;
  float2 out{};
  EXPECT_EQ(hip_host::launch(read_1d, 1, 1, 0, nullptr, texture, &place, &out),
            hipErrorLaunchFailure);
  EXPECT_EQ(hip_host::last_launch_message(), "tex1Dfetch read a texture of a 2D array");
  EXPECT_EQ(hip_host::launch(read_1d, 1, 1, 0, nullptr, nullptr, &place, &out),
            hipErrorLaunchFailure);
  EXPECT_EQ(hipDestroyTextureObject(texture), hipSuccess);
  EXPECT_EQ(hipDestroyTextureObject(texture), hipErrorInvalidValue);
}

}  // namespace
}  // namespace hip_host_texture_test
