// The host device of HIP: its properties, error state, streams and events.
#include <gtest/gtest.h>
#include <hip/hip_runtime.h>

#include <chrono>
#include <cstring>
#include <string>
#include <thread>

namespace hip_host_device_test {
namespace {

class HipHostDevice : public testing::Test {
 protected:
  void TearDown() override { static_cast<void>(hipGetLastError()); }
};

TEST_F(HipHostDevice, IsTheOnlyDevice) {
  int count = 0;
  int device = -1;
  EXPECT_EQ(hipGetDeviceCount(&count), hipSuccess);
  EXPECT_EQ(count, 1);
  EXPECT_EQ(hipSetDevice(0), hipSuccess);
  EXPECT_EQ(hipGetDevice(&device), hipSuccess);
  EXPECT_EQ(device, 0);
  EXPECT_EQ(hipDeviceSynchronize(), hipSuccess);

  EXPECT_EQ(hipSetDevice(1), hipErrorInvalidDevice);
  EXPECT_EQ(hipSetDevice(-1), hipErrorInvalidDevice);
  EXPECT_EQ(hipGetDeviceCount(nullptr), hipErrorInvalidValue);
  EXPECT_EQ(hipGetDevice(nullptr), hipErrorInvalidValue);
}

TEST_F(HipHostDevice, ReportsItsProperties) {
  hipDeviceProp_t properties;
  ASSERT_EQ(hipGetDeviceProperties(&properties, 0), hipSuccess);
  EXPECT_GT(std::strlen(properties.name), 0u);
  EXPECT_STREQ(properties.gcnArchName, "host");
  EXPECT_GT(properties.totalGlobalMem, std::size_t{1} << 28);
  EXPECT_EQ(properties.warpSize, warpSize);
  EXPECT_EQ(properties.maxThreadsPerBlock, 1024);
  EXPECT_EQ(properties.sharedMemPerBlock, 65536u);
  EXPECT_GE(properties.multiProcessorCount, 1);
  EXPECT_EQ(properties.maxTexture2D[0], 16384);

  EXPECT_EQ(hipGetDeviceProperties(&properties, 1), hipErrorInvalidDevice);
  EXPECT_EQ(hipGetDeviceProperties(nullptr, 0), hipErrorInvalidValue);
}

TEST_F(HipHostDevice, ReportsVersionsAndKernelLimits) {
  int runtime = 0;
  int driver = 0;
  EXPECT_EQ(hipRuntimeGetVersion(&runtime), hipSuccess);
  EXPECT_EQ(hipDriverGetVersion(&driver), hipSuccess);
  EXPECT_EQ(runtime, driver);
  EXPECT_EQ(runtime / 10000000, 5);
  EXPECT_EQ(hipRuntimeGetVersion(nullptr), hipErrorInvalidValue);

  hipFuncAttributes attributes;
  void (*const kernel)() = [] {};
  ASSERT_EQ(hipFuncGetAttributes(&attributes, reinterpret_cast<const void*>(kernel)), hipSuccess);
  EXPECT_EQ(attributes.maxThreadsPerBlock, 1024);
  EXPECT_EQ(attributes.maxDynamicSharedSizeBytes, 65536);
  EXPECT_EQ(hipFuncGetAttributes(&attributes, nullptr), hipErrorInvalidDeviceFunction);
  EXPECT_EQ(hipFuncGetAttributes(nullptr, reinterpret_cast<const void*>(kernel)),
            hipErrorInvalidValue);
}

TEST_F(HipHostDevice, KeepsTheLastErrorUntilItIsRead) {
  EXPECT_EQ(hipSetDevice(7), hipErrorInvalidDevice);
  EXPECT_EQ(hipSetDevice(0), hipSuccess);  // a success does not clear it
  EXPECT_EQ(hipPeekAtLastError(), hipErrorInvalidDevice);
  EXPECT_EQ(hipGetLastError(), hipErrorInvalidDevice);
  EXPECT_EQ(hipGetLastError(), hipSuccess);
}

TEST_F(HipHostDevice, KeepsErrorsOfHostThreadsSeparate) {
  EXPECT_EQ(hipSetDevice(7), hipErrorInvalidDevice);
  std::thread([] { EXPECT_EQ(hipPeekAtLastError(), hipSuccess); }).join();
  EXPECT_EQ(hipGetLastError(), hipErrorInvalidDevice);
}

TEST_F(HipHostDevice, NamesErrors) {
  EXPECT_STREQ(hipGetErrorName(hipErrorOutOfMemory), "hipErrorOutOfMemory");
  EXPECT_STREQ(hipGetErrorString(hipErrorOutOfMemory), "out of memory");
  EXPECT_STREQ(hipGetErrorName(hipSuccess), "hipSuccess");
  EXPECT_STREQ(hipGetErrorString(static_cast<hipError_t>(678)), "unrecognized error code");
}

TEST_F(HipHostDevice, CreatesAndDestroysStreams) {
  hipStream_t stream = nullptr;
  ASSERT_EQ(hipStreamCreate(&stream), hipSuccess);
  ASSERT_NE(stream, nullptr);
  EXPECT_EQ(hipStreamSynchronize(stream), hipSuccess);
  EXPECT_EQ(hipStreamQuery(stream), hipSuccess);
  EXPECT_EQ(hipStreamDestroy(stream), hipSuccess);

  EXPECT_EQ(hipStreamDestroy(stream), hipErrorInvalidHandle);
  EXPECT_EQ(hipStreamSynchronize(stream), hipErrorInvalidHandle);
  EXPECT_EQ(hipStreamDestroy(nullptr), hipErrorInvalidHandle);
  EXPECT_EQ(hipStreamSynchronize(nullptr), hipSuccess);
  EXPECT_EQ(hipStreamCreate(nullptr), hipErrorInvalidValue);
  EXPECT_EQ(hipStreamCreateWithFlags(&stream, 77), hipErrorInvalidValue);
  EXPECT_EQ(hipStreamCreateWithPriority(&stream, 77, 0), hipErrorInvalidValue);
  ASSERT_EQ(hipStreamCreateWithPriority(&stream, hipStreamNonBlocking, -100), hipSuccess);
  EXPECT_EQ(hipStreamDestroy(stream), hipSuccess);
}

TEST_F(HipHostDevice, MeasuresTimeBetweenEvents) {
  hipEvent_t start = nullptr;
  hipEvent_t stop = nullptr;
  ASSERT_EQ(hipEventCreate(&start), hipSuccess);
  ASSERT_EQ(hipEventCreate(&stop), hipSuccess);
  float milliseconds = -1.0f;
  EXPECT_EQ(hipEventElapsedTime(&milliseconds, start, stop), hipErrorInvalidHandle);  // unrecorded
  EXPECT_EQ(hipEventRecord(start), hipSuccess);
  std::this_thread::sleep_for(std::chrono::milliseconds(5));
  EXPECT_EQ(hipEventRecord(stop, nullptr), hipSuccess);
  EXPECT_EQ(hipEventSynchronize(stop), hipSuccess);
  EXPECT_EQ(hipEventQuery(stop), hipSuccess);
  EXPECT_EQ(hipEventElapsedTime(&milliseconds, start, stop), hipSuccess);
  EXPECT_GE(milliseconds, 5.0f);
  EXPECT_EQ(hipEventElapsedTime(nullptr, start, stop), hipErrorInvalidValue);
  EXPECT_EQ(hipEventDestroy(start), hipSuccess);
  EXPECT_EQ(hipEventDestroy(stop), hipSuccess);
}

TEST_F(HipHostDevice, RefusesInvalidEvents) {
  hipEvent_t untimed = nullptr;
  ASSERT_EQ(hipEventCreateWithFlags(&untimed, hipEventDisableTiming), hipSuccess);
  EXPECT_EQ(hipEventRecord(untimed), hipSuccess);
  EXPECT_EQ(hipStreamWaitEvent(nullptr, untimed), hipSuccess);
  EXPECT_EQ(hipStreamWaitEvent(nullptr, untimed, 1), hipErrorInvalidValue);
  EXPECT_EQ(hipStreamWaitEvent(nullptr, nullptr), hipErrorInvalidHandle);
  float milliseconds = 0.0f;
  EXPECT_EQ(hipEventElapsedTime(&milliseconds, untimed, untimed), hipErrorInvalidHandle);
  EXPECT_EQ(hipEventDestroy(untimed), hipSuccess);
  EXPECT_EQ(hipEventDestroy(untimed), hipErrorInvalidHandle);
  EXPECT_EQ(hipEventRecord(untimed), hipErrorInvalidHandle);
  EXPECT_EQ(hipEventSynchronize(nullptr), hipErrorInvalidHandle);
  EXPECT_EQ(hipEventCreate(nullptr), hipErrorInvalidValue);
  EXPECT_EQ(hipEventCreateWithFlags(&untimed, 64), hipErrorInvalidValue);
}

}  // namespace
}  // namespace hip_host_device_test
