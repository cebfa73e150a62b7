// What ThreadSanitizer sees of kernels on the host device: accesses of two threads that nothing
// orders, whatever order they happened in.
#include <gtest/gtest.h>
#include <hip/hip_runtime.h>

#include <string>
#include <vector>

namespace {

constexpr unsigned kThreads = 64;
constexpr unsigned kBlocks = 40;  // more than there are threads that run blocks

/// Whether a kernel has the synchronisation that it needs.
enum class Kernel { sound, faulty };

/// Every block writes word 0: all of them the same.
template <Kernel kind>
__global__ void count_blocks(int* out) {
  if (threadIdx.x != 0) return;
  if (kind == Kernel::sound)
    atomicAdd(out, 1);
  else
    *out = 1;
}

/// A block reads what the next one writes.
template <Kernel kind>
__global__ void take_from_next_block(int* out) {
  const unsigned next = (blockIdx.x + 1) % gridDim.x;
  if (threadIdx.x == 0) out[blockIdx.x] = 1;
  if (threadIdx.x == 1 && kind == Kernel::faulty) out[gridDim.x + blockIdx.x] = out[next];
}

/// A thread reads what the one above, whose turn is later, wrote: in dynamic shared memory.
template <Kernel kind>
__global__ void take_from_above(int* out) {
  HIP_DYNAMIC_SHARED(int, values);
  values[threadIdx.x] = 1;
  if (kind == Kernel::sound) __syncthreads();
  out[blockIdx.x * blockDim.x + threadIdx.x] = values[(threadIdx.x + 1) % blockDim.x];
}

/// The same in static shared memory, of the thread below, whose turn is earlier: the answer is
/// right.
template <Kernel kind>
__global__ void take_from_below(int* out) {
  __shared__ int values[kThreads];
  values[threadIdx.x] = static_cast<int>(threadIdx.x);
  if (kind == Kernel::sound) __syncthreads();
  out[blockIdx.x * blockDim.x + threadIdx.x] = threadIdx.x == 0 ? 0 : values[threadIdx.x - 1];
}

/// Tiles in turn, of which the second overwrites the first: the barrier after a tile has been read.
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

/// Lanes of a wavefront exchange through shared memory; a vote waits for them and orders nothing.
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

/// Two halves of a wavefront, each of which waits for itself alone.
template <Kernel kind>
__global__ void take_from_other_half(int* out) {
  __shared__ int values[kThreads];
  const unsigned lane = __lane_id(), half = warpSize / 2;
  const unsigned long long low = (1ull << half) - 1;
  values[threadIdx.x] = static_cast<int>(threadIdx.x);
  __syncwarp(kind == Kernel::sound ? low | low << half : lane < half ? low : low << half);
  out[blockIdx.x * blockDim.x + threadIdx.x] = values[threadIdx.x ^ half];
}

/// Adds by an atomic and reads as if none had been needed.
template <Kernel kind>
__global__ void read_beside_atomic(int* out) {
  __shared__ int count;
  if (threadIdx.x == 0) count = 0;
  __syncthreads();
  atomicAdd(&count, 1);
  if (kind == Kernel::sound) __syncthreads();
  if (threadIdx.x == 0) out[blockIdx.x] = count;
}

/// Global memory that a block's own threads pass to each other.
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

  /// That the sound kernel is passed, which would end the program otherwise, and the faulty one is
  /// reported, with its name. Where one thread has run all blocks before the other began there was
  /// no race to see: so it is launched until one is reported, which ends the program.
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
TEST_F(PlantedRaceDeathTest, SeesABlockThatReadsWhatAnotherWrites) {
  EXPECT_SEEN(take_from_next_block);
}
TEST_F(PlantedRaceDeathTest, SeesAMissingBarrierOfDynamicSharedMemory) {
  EXPECT_SEEN(take_from_above);
}
TEST_F(PlantedRaceDeathTest, SeesAMissingBarrierThoughTheAnswerIsRight) {
  EXPECT_SEEN(take_from_below);
}
TEST_F(PlantedRaceDeathTest, SeesAMissingBarrierBeforeATileIsOverwritten) {
  EXPECT_SEEN(sum_tiles);
}
TEST_F(PlantedRaceDeathTest, SeesThatAVoteOrdersNothing) { EXPECT_SEEN(take_from_lane_below); }
TEST_F(PlantedRaceDeathTest, SeesLanesThatAMaskLeavesOut) { EXPECT_SEEN(take_from_other_half); }
TEST_F(PlantedRaceDeathTest, SeesAReadBesideAnAtomic) { EXPECT_SEEN(read_beside_atomic); }
TEST_F(PlantedRaceDeathTest, SeesAMissingBarrierOfGlobalMemory) {
  EXPECT_SEEN(pass_through_global);
}

}  // namespace
