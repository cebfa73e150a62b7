// Launching kernels on the host device: indices, shared memory, refusals and exceptions.
#include <gtest/gtest.h>
#include <hip/hip_runtime.h>

#include <atomic>
#include <cstdlib>
#include <numeric>
#include <stdexcept>
#include <string>
#include <thread>
#include <vector>

namespace hip_host_launch_test {
namespace {

__global__ void write_indices(int* visits, dim3 block, dim3 grid) {
  const unsigned thread = threadIdx.x + block.x * (threadIdx.y + block.y * threadIdx.z);
  const unsigned b = blockIdx.x + grid.x * (blockIdx.y + grid.y * blockIdx.z);
  const bool dimensions_right = blockDim.x == block.x && blockDim.y == block.y &&
                                blockDim.z == block.z && gridDim.x == grid.x &&
                                gridDim.y == grid.y && gridDim.z == grid.z;
  if (dimensions_right) atomicAdd(&visits[b * block.x * block.y * block.z + thread], 1);
}

template <class Real>
__global__ void __launch_bounds__(128) reverse_dynamic(const Real* in, Real* out) {
  HIP_DYNAMIC_SHARED(Real, values);
  values[threadIdx.x] = in[blockIdx.x * blockDim.x + threadIdx.x];
  __syncthreads();
  out[blockIdx.x * blockDim.x + threadIdx.x] = values[blockDim.x - 1 - threadIdx.x];
}

__global__ void count_in_static_shared(int* totals) {
  __shared__ int count;
  if (threadIdx.x == 0) count = 0;
  __syncthreads();
  atomicAdd(&count, static_cast<int>(blockIdx.x));
  __syncthreads();
  if (threadIdx.x == 0) totals[blockIdx.x] = count;
}

__global__ void reverse_static(const int* in, int* out) {
  GT_SHARED(int, values, [2][50]);
  const unsigned t = threadIdx.x;
  values[t / 50][t % 50] = in[blockIdx.x * 100 + t];
  __syncthreads();
  out[blockIdx.x * 100 + t] = values[1 - t / 50][49 - t % 50];
}

__global__ void read_unwritten_static(int* is_nan) {
  GT_SHARED(float, value);
  is_nan[blockIdx.x] = value != value ? 1 : 0;
  value = 1.0f;
}

__global__ void have_two_variables() {
  GT_SHARED(char, first, [40000]);
  GT_SHARED(char, second, [25537]);
  first[0] = second[0];
}

__global__ void read_unwritten_shared(int* is_nan) {
  HIP_DYNAMIC_SHARED(float, values);
  is_nan[blockIdx.x] = values[0] != values[0] ? 1 : 0;
  values[0] = 1.0f;
}

/// Counts the objects that kernels have on their stacks.
struct Counted {
  explicit Counted(std::atomic<int>* live_) : live(live_) { ++*live; }
  ~Counted() { --*live; }
  Counted(const Counted&) = delete;
  Counted& operator=(const Counted&) = delete;
  std::atomic<int>* live;
};

__global__ void throw_in_one_thread(std::atomic<int>* live, unsigned thrower) {
  const Counted counted(live);
  __syncthreads();
  if (threadIdx.x == thrower) throw std::out_of_range("thread " + std::to_string(thrower));
  __syncthreads();
}

__global__ void launch_from_kernel(hipError_t* error) {
  *error = hip_host::launch(read_unwritten_shared, 1, 1, 4, nullptr, static_cast<int*>(nullptr));
}

__global__ void nothing() {}

class HipHostLaunch : public testing::Test {
 protected:
  void TearDown() override {  // after any test, a launch works and no error remains
    std::vector<int> totals(3);
    EXPECT_EQ(hipPeekAtLastError(), hipSuccess);
    hipLaunchKernelGGL(count_in_static_shared, dim3(3), dim3(100), 0, nullptr, totals.data());
    EXPECT_EQ(hipGetLastError(), hipSuccess);
    EXPECT_EQ(totals, (std::vector<int>{0, 100, 200}));
  }
};

TEST_F(HipHostLaunch, RunsEveryThreadOnceWithItsIndices) {
  const dim3 block(5, 3, 2);
  const dim3 grid(4, 3, 2);
  std::vector<int> visits(5 * 3 * 2 * 4 * 3 * 2);
  hipLaunchKernelGGL(write_indices, grid, block, 0, nullptr, visits.data(), block, grid);
  EXPECT_EQ(hipGetLastError(), hipSuccess);
  EXPECT_EQ(visits, std::vector<int>(visits.size(), 1));
}

TEST_F(HipHostLaunch, GivesEveryBlockItsDynamicSharedMemory) {
  constexpr unsigned kThreads = 100;
  constexpr unsigned kBlocks = 50;
  std::vector<double> in(kThreads * kBlocks);
  std::vector<double> out(in.size());
  for (std::size_t i = 0; i < in.size(); ++i) in[i] = static_cast<double>(i);
  hipLaunchKernelGGL(HIP_KERNEL_NAME(reverse_dynamic<double>), dim3(kBlocks), dim3(kThreads),
                     kThreads * sizeof(double), nullptr, in.data(), out.data());
  ASSERT_EQ(hipGetLastError(), hipSuccess);
  for (std::size_t b = 0; b < kBlocks; ++b)
    for (std::size_t t = 0; t < kThreads; ++t)
      ASSERT_EQ(out[b * kThreads + t], in[b * kThreads + kThreads - 1 - t]);
}

TEST_F(HipHostLaunch, GivesEveryBlockItsStaticSharedMemory) {
  std::vector<int> totals(200);
  hipLaunchKernelGGL(count_in_static_shared, dim3(200), dim3(65), 0, nullptr, totals.data());
  ASSERT_EQ(hipGetLastError(), hipSuccess);
  for (std::size_t b = 0; b < totals.size(); ++b) EXPECT_EQ(totals[b], static_cast<int>(b) * 65);
}

TEST_F(HipHostLaunch, GivesEveryBlockItsSharedVariables) {
  std::vector<int> in(5000);
  std::iota(in.begin(), in.end(), 0);
  std::vector<int> out(in.size());
  hipLaunchKernelGGL(reverse_static, dim3(50), dim3(100), 0, nullptr, in.data(), out.data());
  ASSERT_EQ(hipGetLastError(), hipSuccess);
  for (std::size_t k = 0; k < in.size(); ++k) ASSERT_EQ(out[k], in[k / 100 * 100 + 99 - k % 100]);
}

TEST_F(HipHostLaunch, OverwritesStaticSharedMemoryBeforeEveryBlock) {
  if (GT_HIP_HOST_TSAN) GTEST_SKIP() << "under ThreadSanitizer they keep their values";
  std::vector<int> is_nan(20);
  hipLaunchKernelGGL(read_unwritten_static, dim3(20), dim3(1), 0, nullptr, is_nan.data());
  ASSERT_EQ(hipGetLastError(), hipSuccess);
  EXPECT_EQ(is_nan, std::vector<int>(20, 1));
}

TEST_F(HipHostLaunch, RefusesMoreSharedMemoryThanTheDeviceHas) {
  if (GT_HIP_HOST_TSAN) GTEST_SKIP() << "under ThreadSanitizer it is not counted";
  hipLaunchKernelGGL(have_two_variables, dim3(3), dim3(2), 0, nullptr);
  EXPECT_EQ(hipGetLastError(), hipErrorLaunchFailure);
  EXPECT_EQ(hip_host::last_launch_message(),
            "a block needs 65537 bytes of shared memory, but the device has 65536");
}

TEST_F(HipHostLaunch, OverwritesDynamicSharedMemoryBeforeEveryBlock) {
  std::vector<int> is_nan(20);
  EXPECT_EQ(hip_host::launch(read_unwritten_shared, 20, 1, sizeof(float), nullptr, is_nan.data()),
            hipSuccess);
  EXPECT_EQ(is_nan, std::vector<int>(20, 1));
}

TEST_F(HipHostLaunch, ReusesFibersForBlocksOfOtherSizes) {
  for (const unsigned threads : {1u, 1024u, 7u, 64u, 1000u}) {
    std::vector<int> visits(threads * 3);
    EXPECT_EQ(hip_host::launch(write_indices, 3, threads, 0, nullptr, visits.data(), dim3(threads),
                               dim3(3)),
              hipSuccess);
    EXPECT_EQ(visits, std::vector<int>(visits.size(), 1)) << threads;
  }
}

TEST_F(HipHostLaunch, RunsFromSeveralHostThreads) {
  const auto run = [] {
    std::vector<int> totals(40);
    EXPECT_EQ(hip_host::launch(count_in_static_shared, 40, 33, 0, nullptr, totals.data()),
              hipSuccess);
    for (std::size_t b = 0; b < totals.size(); ++b) EXPECT_EQ(totals[b], static_cast<int>(b) * 33);
  };
  std::thread first(run);
  std::thread second(run);
  first.join();
  second.join();
}

TEST_F(HipHostLaunch, RefusesBadShapes) {
  const auto launch = [](dim3 grid, dim3 block, std::size_t shared) {
    hipLaunchKernelGGL(nothing, grid, block, shared, nullptr);
    return hipGetLastError();
  };
  EXPECT_EQ(launch(1, 0, 0), hipErrorInvalidConfiguration);
  EXPECT_EQ(launch(1, 1025, 0), hipErrorInvalidConfiguration);
  EXPECT_EQ(launch(1, dim3(32, 32, 2), 0), hipErrorInvalidConfiguration);
  EXPECT_EQ(launch(1, dim3(1u << 31, 1u << 31, 4), 0), hipErrorInvalidConfiguration);
  EXPECT_EQ(launch(0, 1, 0), hipErrorInvalidConfiguration);
  EXPECT_EQ(launch(dim3(1, 65536), 1, 0), hipErrorInvalidConfiguration);
  EXPECT_EQ(launch(1, 1, 65537), hipErrorInvalidValue);
  EXPECT_EQ(hip_host::last_launch_message(), "65537 bytes of shared memory are more than 65536");
  EXPECT_EQ(launch(1, 1024, 65536), hipSuccess);
  EXPECT_EQ(hip_host::last_launch_message(), "");
}

TEST_F(HipHostLaunch, RefusesANullKernelAndAnInvalidStream) {
  void (*const kernel)() = nullptr;
  EXPECT_EQ(hip_host::launch(kernel, 1, 1, 0, nullptr), hipErrorInvalidDeviceFunction);
  hipStream_t stream = nullptr;
  ASSERT_EQ(hipStreamCreate(&stream), hipSuccess);
  EXPECT_EQ(hip_host::launch(nothing, 1, 1, 0, stream), hipSuccess);
  ASSERT_EQ(hipStreamDestroy(stream), hipSuccess);
  EXPECT_EQ(hip_host::launch(nothing, 1, 1, 0, stream), hipErrorInvalidHandle);
  EXPECT_EQ(hipGetLastError(), hipErrorInvalidHandle);
}

TEST_F(HipHostLaunch, RefusesAKernelWithinAKernel) {
  hipError_t error = hipSuccess;
  EXPECT_EQ(hip_host::launch(launch_from_kernel, 1, 1, 0, nullptr, &error), hipSuccess);
  EXPECT_EQ(error, hipErrorNotSupported);
  static_cast<void>(hipGetLastError());
}

TEST_F(HipHostLaunch, RethrowsAnExceptionAndUnwindsOtherThreads) {
  for (const unsigned thrower : {0u, 77u, 127u}) {
    std::atomic<int> live = 0;
    try {
      hipLaunchKernelGGL(throw_in_one_thread, dim3(8), dim3(128), 0, nullptr, &live, thrower);
      FAIL() << "no exception was thrown";
    } catch (const std::out_of_range& exception) {
      EXPECT_EQ(exception.what(), "thread " + std::to_string(thrower));
    }
    EXPECT_EQ(live, 0);
  }
}

TEST_F(HipHostLaunch, KernelFunctionsNeedAKernel) {
  EXPECT_THROW(__syncthreads(), hip_host::KernelFault);
  EXPECT_THROW(__ballot(1), hip_host::KernelFault);
}

}  // namespace
}  // namespace hip_host_launch_test
