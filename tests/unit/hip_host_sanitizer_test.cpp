// Errors of kernels on the host device that AddressSanitizer finds. Without it the tests skip.
#include <gtest/gtest.h>
#include <hip/hip_runtime.h>

#include <cstddef>

#include "common/core/sanitizers.hpp"

namespace hip_host_sanitizer_test {
namespace {

constexpr unsigned kThreads = 64;
constexpr const char* kReport = "AddressSanitizer|runtime error";

__global__ void overrun_static_shared(float* out, unsigned beyond) {
  GT_SHARED(float, tile, [kThreads]);
  float* volatile values = tile;  // hides the bound from the compiler
  values[threadIdx.x + beyond] = 1.0f;
  __syncthreads();
  out[threadIdx.x] = tile[threadIdx.x];
}

__global__ void overrun_dynamic_shared(float* out, unsigned beyond) {
  HIP_DYNAMIC_SHARED(float, values);
  values[threadIdx.x + beyond] = 1.0f;
  __syncthreads();
  out[threadIdx.x] = values[threadIdx.x];
}

__global__ void overrun_global(float* out, unsigned beyond) { out[threadIdx.x + beyond] = 1.0f; }

__global__ void overrun_stack(float* out, unsigned beyond) {
  float values[4] = {1.0f, 2.0f, 3.0f, 4.0f};
  float* volatile hidden = values;
  __syncthreads();
  out[threadIdx.x] = hidden[threadIdx.x % 4 + beyond];
}

class HipHostSanitizer : public testing::Test {
 protected:
  void SetUp() override {
    if (!GT_ASAN) GTEST_SKIP() << "this build has no AddressSanitizer";
    GTEST_FLAG_SET(death_test_style, "threadsafe");
    ASSERT_EQ(hipMalloc(&out_, kThreads * sizeof(float)), hipSuccess);
  }
  void TearDown() override { EXPECT_EQ(hipFree(out_), hipSuccess); }

  void launch(void (*kernel)(float*, unsigned), unsigned beyond) {
    hipLaunchKernelGGL(kernel, dim3(1), dim3(kThreads), kThreads * sizeof(float), nullptr, out_,
                       beyond);
  }

  void expect_seen(void (*kernel)(float*, unsigned)) {
    launch(kernel, 0);
    EXPECT_EQ(hipGetLastError(), hipSuccess);
    EXPECT_DEATH(launch(kernel, 1), kReport);
  }

  float* out_ = nullptr;
};

using HipHostSanitizerDeathTest = HipHostSanitizer;

TEST_F(HipHostSanitizerDeathTest, SeesTheEndOfStaticSharedMemory) {
  expect_seen(overrun_static_shared);
}
TEST_F(HipHostSanitizerDeathTest, SeesTheEndOfDynamicSharedMemory) {
  expect_seen(overrun_dynamic_shared);
}
TEST_F(HipHostSanitizerDeathTest, SeesTheEndOfGlobalMemory) { expect_seen(overrun_global); }
TEST_F(HipHostSanitizerDeathTest, SeesTheEndOfALocalArray) { expect_seen(overrun_stack); }

}  // namespace
}  // namespace hip_host_sanitizer_test
