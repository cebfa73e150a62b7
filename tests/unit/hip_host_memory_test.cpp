// Device memory of the host device: allocations, copies and their bounds.
#include <gtest/gtest.h>
#include <hip/hip_runtime.h>

#include <cstdint>
#include <cstring>
#include <limits>
#include <numeric>
#include <vector>

namespace hip_host_memory_test {
namespace {

class HipHostMemory : public testing::Test {
 protected:
  static constexpr std::size_t kCount = 100;
  static constexpr std::size_t kBytes = kCount * sizeof(int);

  void SetUp() override {
    ASSERT_EQ(hipMalloc(&device_, kBytes), hipSuccess);
    std::iota(host_.begin(), host_.end(), 0);
  }
  void TearDown() override {
    EXPECT_EQ(hipFree(device_), hipSuccess);
    static_cast<void>(hipGetLastError());
  }

  int* device_ = nullptr;
  std::vector<int> host_ = std::vector<int>(kCount);
  std::vector<int> back_ = std::vector<int>(kCount);
};

TEST_F(HipHostMemory, IsAligned) { EXPECT_EQ(reinterpret_cast<std::uintptr_t>(device_) % 256, 0u); }

TEST_F(HipHostMemory, RefusesAnImpossibleSize) {
  void* pointer = &back_;
  EXPECT_EQ(hipMalloc(&pointer, std::numeric_limits<std::size_t>::max()), hipErrorOutOfMemory);
  EXPECT_EQ(pointer, nullptr);
  EXPECT_EQ(hipGetLastError(), hipErrorOutOfMemory);

  std::size_t free_bytes = 0;
  std::size_t total_bytes = 0;
  ASSERT_EQ(hipMemGetInfo(&free_bytes, &total_bytes), hipSuccess);
  EXPECT_EQ(hipMalloc(&pointer, total_bytes + 1), hipErrorOutOfMemory);
  EXPECT_EQ(hipMalloc(static_cast<void**>(nullptr), 1), hipErrorInvalidValue);
  EXPECT_EQ(hipMalloc(static_cast<float**>(nullptr), 1), hipErrorInvalidValue);
}

TEST_F(HipHostMemory, OfNoBytesIsNull) {
  void* pointer = &back_;
  EXPECT_EQ(hipMalloc(&pointer, 0), hipSuccess);
  EXPECT_EQ(pointer, nullptr);
  EXPECT_EQ(hipFree(pointer), hipSuccess);
}

TEST_F(HipHostMemory, IsFreedOnceAndByItsFirstAddress) {
  int* pointer = nullptr;
  ASSERT_EQ(hipMalloc(&pointer, 64), hipSuccess);
  EXPECT_EQ(hipFree(pointer + 1), hipErrorInvalidValue);
  EXPECT_EQ(hipFree(pointer), hipSuccess);
  EXPECT_EQ(hipFree(pointer), hipErrorInvalidValue);
  EXPECT_EQ(hipFree(back_.data()), hipErrorInvalidValue);
}

TEST_F(HipHostMemory, IsCounted) {
  std::size_t free_bytes = 0;
  std::size_t total_bytes = 0;
  ASSERT_EQ(hipMemGetInfo(&free_bytes, &total_bytes), hipSuccess);
  EXPECT_LE(free_bytes + kBytes, total_bytes);
  EXPECT_EQ(hipMemGetInfo(nullptr, &total_bytes), hipErrorInvalidValue);
  EXPECT_EQ(hipMemGetInfo(&free_bytes, nullptr), hipErrorInvalidValue);
}

TEST_F(HipHostMemory, OfTheHostIsReachedAtItsAddress) {
  void* address = nullptr;
  ASSERT_EQ(hipHostRegister(back_.data(), 64, 0), hipSuccess);
  EXPECT_EQ(hipHostGetDevicePointer(&address, back_.data(), 0), hipSuccess);
  EXPECT_EQ(address, back_.data());
  EXPECT_EQ(hipHostGetDevicePointer(&address, device_, 0), hipErrorInvalidValue);
  EXPECT_EQ(hipHostGetDevicePointer(&address, nullptr, 0), hipErrorInvalidValue);
  EXPECT_EQ(hipHostGetDevicePointer(nullptr, back_.data(), 0), hipErrorInvalidValue);
  EXPECT_EQ(hipHostGetDevicePointer(&address, back_.data(), 1), hipErrorInvalidValue);
  EXPECT_EQ(hipHostUnregister(back_.data()), hipSuccess);
}

TEST_F(HipHostMemory, CopiesThereAndBack) {
  int* second = nullptr;
  ASSERT_EQ(hipMalloc(&second, kBytes), hipSuccess);
  EXPECT_EQ(hipMemcpy(device_, host_.data(), kBytes, hipMemcpyHostToDevice), hipSuccess);
  EXPECT_EQ(hipMemcpy(second, device_, kBytes, hipMemcpyDeviceToDevice), hipSuccess);
  EXPECT_EQ(hipMemcpyAsync(back_.data(), second, kBytes, hipMemcpyDeviceToHost), hipSuccess);
  EXPECT_EQ(back_, host_);
  EXPECT_EQ(hipFree(second), hipSuccess);
}

TEST_F(HipHostMemory, CopiesInTheDirectionOfThePointers) {
  EXPECT_EQ(hipMemcpy(device_, host_.data(), kBytes, hipMemcpyDefault), hipSuccess);
  EXPECT_EQ(hipMemcpy(back_.data(), device_, kBytes, hipMemcpyDefault), hipSuccess);
  EXPECT_EQ(back_, host_);
  EXPECT_EQ(hipMemcpy(back_.data() + 1, back_.data(), kBytes - sizeof(int), hipMemcpyHostToHost),
            hipSuccess);
  EXPECT_EQ(back_[2], host_[1]);
}

TEST_F(HipHostMemory, CopiesWithinBoundsOnly) {
  const hipMemcpyKind up = hipMemcpyHostToDevice;
  std::vector<int> larger(kCount + 1);
  EXPECT_EQ(hipMemcpy(device_, larger.data(), kBytes + 1, up), hipErrorInvalidValue);
  EXPECT_EQ(hipMemcpy(device_ + 1, larger.data(), kBytes, up), hipErrorInvalidValue);
  EXPECT_EQ(hipMemcpy(larger.data(), device_, kBytes + 1, hipMemcpyDeviceToHost),
            hipErrorInvalidValue);
  EXPECT_EQ(hipMemcpy(larger.data(), device_, kBytes + 1, hipMemcpyDefault), hipErrorInvalidValue);
  EXPECT_EQ(hipMemcpy(device_ + kCount, larger.data(), 1, up), hipErrorInvalidValue);
  EXPECT_EQ(hipMemcpy(device_ + kCount, larger.data(), 0, up), hipSuccess);
}

TEST_F(HipHostMemory, ChecksWhichSideIsTheDevices) {
  EXPECT_EQ(hipMemcpy(back_.data(), host_.data(), kBytes, hipMemcpyHostToDevice),
            hipErrorInvalidValue);
  EXPECT_EQ(hipMemcpy(back_.data(), host_.data(), kBytes, hipMemcpyDeviceToHost),
            hipErrorInvalidValue);
  EXPECT_EQ(hipMemcpy(device_, nullptr, kBytes, hipMemcpyHostToDevice), hipErrorInvalidValue);
  EXPECT_EQ(hipMemcpy(nullptr, device_, kBytes, hipMemcpyDeviceToHost), hipErrorInvalidValue);
  hipMemcpyKind unknown = hipMemcpyDefault;
  const int number = 5;
  static_assert(sizeof unknown == sizeof number);
  std::memcpy(&unknown, &number, sizeof unknown);
  EXPECT_EQ(hipMemcpy(device_, host_.data(), kBytes, unknown), hipErrorInvalidMemcpyDirection);
}

TEST_F(HipHostMemory, IsSetByBytes) {
  EXPECT_EQ(hipMemset(device_, 0x101, kBytes), hipSuccess);
  EXPECT_EQ(hipMemsetAsync(device_ + 1, 0, sizeof(int)), hipSuccess);
  EXPECT_EQ(hipMemcpy(back_.data(), device_, kBytes, hipMemcpyDeviceToHost), hipSuccess);
  EXPECT_EQ(back_[0], 0x01010101);
  EXPECT_EQ(back_[1], 0);
  EXPECT_EQ(hipMemset(device_, 0, kBytes + 1), hipErrorInvalidValue);
  EXPECT_EQ(hipMemset(back_.data(), 0, kBytes), hipErrorInvalidValue);
  EXPECT_EQ(hipMemset(nullptr, 0, 0), hipSuccess);
}

TEST_F(HipHostMemory, AsyncCallsNeedAStreamThatExists) {
  hipStream_t stream = nullptr;
  ASSERT_EQ(hipStreamCreate(&stream), hipSuccess);
  EXPECT_EQ(hipMemcpyAsync(device_, host_.data(), kBytes, hipMemcpyHostToDevice, stream),
            hipSuccess);
  ASSERT_EQ(hipStreamDestroy(stream), hipSuccess);
  EXPECT_EQ(hipMemcpyAsync(device_, host_.data(), kBytes, hipMemcpyHostToDevice, stream),
            hipErrorInvalidHandle);
  EXPECT_EQ(hipMemsetAsync(device_, 0, kBytes, stream), hipErrorInvalidHandle);
}

}  // namespace
}  // namespace hip_host_memory_test
