// ThreadSanitizer reports accesses of two threads that no synchronisation orders, also in kernels
// on the host device, and for any actual order.
#include <gtest/gtest.h>
#include <hip/hip_runtime.h>

#include <string>
#include <vector>

namespace {

constexpr unsigned kThreads = 64;
constexpr unsigned kBlocks = 40;  // more than the threads that run blocks

/// Whether a kernel has the synchronisation that it needs.
enum class Kernel { sound, faulty };

/// Every block writes the same value to word 0.
template <Kernel kind>
__global__ void count_blocks(int* out) {
  if (threadIdx.x != 0) return;
  if (kind == Kernel::sound)
    atomicAdd(out, 1);
  else
    *out = 1;
}

/// A block reads the word that the next block writes.
template <Kernel kind>
__global__ void take_from_next_block(int* out) {
  const unsigned next = (blockIdx.x + 1) % gridDim.x;
  if (threadIdx.x == 0) out[blockIdx.x] = 1;
  if (threadIdx.x == 1 && kind == Kernel::faulty) out[gridDim.x + blockIdx.x] = out[next];
}

/// A thread reads the word of the thread above, which runs later, in dynamic shared memory.
template <Kernel kind>
__global__ void take_from_above(int* out) {
  HIP_DYNAMIC_SHARED(int, values);
  values[threadIdx.x] = 1;
  if (kind == Kernel::sound) __syncthreads();
  out[blockIdx.x * blockDim.x + threadIdx.x] = values[(threadIdx.x + 1) % blockDim.x];
}

/// The same in static shared memory, but of the thread below, which runs earlier: the result is
/// right.
template <Kernel kind>
__global__ void take_from_below(int* out) {
  __shared__ int values[kThreads];
  values[threadIdx.x] = static_cast<int>(threadIdx.x);
  if (kind == Kernel::sound) __syncthreads();
  out[blockIdx.x * blockDim.x + threadIdx.x] = threadIdx.x == 0 ? 0 : values[threadIdx.x - 1];
}

/// Each tile overwrites the one before it, so a barrier is needed after a tile has been read.
template <Kernel kind>
__global__ void sum_tiles(int* out) {
  __shared__ int tile[kThreads];
  int sum = 0;
  for (int first = 0; first < 3; ++first) {
    tile[threadIdx.x] = first;
    __syncthreads();
    for (const int value : tile) sum += value;
    if (kind == Kernel::sound) __syncthreads();
  }
  out[blockIdx.x * blockDim.x + threadIdx.x] = sum;
}

/// Lanes of a wavefront exchange data through shared memory. A vote waits for them but orders no
/// memory.
template <Kernel kind>
__global__ void take_from_lane_below(int* out) {
  __shared__ int values[kThreads];
  values[threadIdx.x] = static_cast<int>(threadIdx.x);
  if (kind == Kernel::sound)
    __syncwarp();
  else
    static_cast<void>(__ballot(1));
  out[blockIdx.x * blockDim.x + threadIdx.x] = __lane_id() == 0 ? 0 : values[threadIdx.x - 1];
}

/// Two halves of a wavefront; each waits only for its own lanes.
template <Kernel kind>
__global__ void take_from_other_half(int* out) {
  __shared__ int values[kThreads];
  const unsigned lane = __lane_id(), half = warpSize / 2;
  const unsigned long long low = (1ull << half) - 1;
  values[threadIdx.x] = static_cast<int>(threadIdx.x);
  __syncwarp(kind == Kernel::sound ? low | low << half : lane < half ? low : low << half);
  out[blockIdx.x * blockDim.x + threadIdx.x] = values[threadIdx.x ^ half];
}

/// Adds atomically, but reads without synchronisation.
template <Kernel kind>
__global__ void read_after_atomic(int* out) {
  __shared__ int count;
  if (threadIdx.x == 0) count = 0;
  __syncthreads();
  atomicAdd(&count, 1);
  if (kind == Kernel::sound) __syncthreads();
  if (threadIdx.x == 0) out[blockIdx.x] = count;
}

/// Threads of a block exchange data through global memory.
template <Kernel kind>
__global__ void pass_through_global(int* out) {
  int* const own = out + blockIdx.x * blockDim.x;
  own[threadIdx.x] = static_cast<int>(threadIdx.x);
  if (kind == Kernel::sound) __syncthreads();
  if (threadIdx.x == 0) own[0] = own[blockDim.x - 1];
}

class PlantedRaceDeathTest : public testing::Test {
 protected:
  void SetUp() override { GTEST_FLAG_SET(death_test_style, "threadsafe"); }

  static void launch(void (*kernel)(int*)) {
    std::vector<int> out(kBlocks * kThreads);
    EXPECT_EQ(
        hip_host::launch(kernel, kBlocks, kThreads, kThreads * sizeof(int), nullptr, out.data()),
        hipSuccess);
  }

  /// Expects no report for the sound kernel (one would end the program), and a report with the
  /// faulty kernel's name. If one thread runs all blocks before the other begins, there is no race
  /// to see. So the faulty kernel is launched until a report ends the program.
  static void expect_seen(void (*sound)(int*), void (*faulty)(int*), const std::string& name) {
    constexpr int kTimes = 50, kMost = 20000;
    const auto launch_often = [](void (*kernel)(int*), int times) {
      for (int k = 0; k < times; ++k) launch(kernel);
    };
    launch_often(sound, kTimes);
    EXPECT_DEATH(launch_often(faulty, kMost), "data race(.|\n)*" + name);
  }
};

#define EXPECT_SEEN(kernel) expect_seen(kernel<Kernel::sound>, kernel<Kernel::faulty>, #kernel)

TEST_F(PlantedRaceDeathTest, SeesBlocksThatWriteOneWord) { EXPECT_SEEN(count_blocks); }
TEST_F(PlantedRaceDeathTest, SeesABlockThatReadsAnotherBlocksWord) {
  EXPECT_SEEN(take_from_next_block);
}
TEST_F(PlantedRaceDeathTest, SeesAMissingBarrierOfDynamicSharedMemory) {
  EXPECT_SEEN(take_from_above);
}
TEST_F(PlantedRaceDeathTest, SeesAMissingBarrierAlthoughTheResultIsRight) {
  EXPECT_SEEN(take_from_below);
}
TEST_F(PlantedRaceDeathTest, SeesAMissingBarrierBeforeATileIsOverwritten) {
  EXPECT_SEEN(sum_tiles);
}
TEST_F(PlantedRaceDeathTest, SeesThatAVoteOrdersNothing) { EXPECT_SEEN(take_from_lane_below); }
TEST_F(PlantedRaceDeathTest, SeesLanesThatAMaskLeavesOut) { EXPECT_SEEN(take_from_other_half); }
TEST_F(PlantedRaceDeathTest, SeesAnUnorderedReadAfterAnAtomic) { EXPECT_SEEN(read_after_atomic); }
TEST_F(PlantedRaceDeathTest, SeesAMissingBarrierOfGlobalMemory) {
  EXPECT_SEEN(pass_through_global);
}

}  // namespace
