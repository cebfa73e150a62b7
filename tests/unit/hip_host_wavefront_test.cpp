// Shuffles and votes on the host device. This file is compiled once for each wavefront size,
// GT_HIP_HOST_WAVEFRONT, into one program. The kernels are in an unnamed namespace, the header's
// functions in one named after the size, and the library receives the size with each launch.
#include <gtest/gtest.h>
#include <hip/hip_runtime.h>

#include <cstdint>
#include <string>
#include <vector>

#if GT_HIP_HOST_WAVEFRONT == 32
#define SUITE HipHostWavefront32
#else
#define SUITE HipHostWavefront64
#endif

namespace {

constexpr unsigned kLanes = warpSize;
constexpr unsigned kThreads = 2 * kLanes + 5;  // two wavefronts and part of a third
constexpr unsigned long long kAll = kLanes == 64 ? ~0ull : 0xffffffffull;

/// Runs one block of `threads` threads; each writes one number of the result.
template <class T>
std::vector<T> run(void (*kernel)(T*), unsigned threads = kThreads) {
  std::vector<T> results(threads);
  EXPECT_EQ(hip_host::launch(kernel, 1, threads, 0, nullptr, results.data()), hipSuccess)
      << hip_host::last_launch_message();
  return results;
}

/// The value that thread t of kThreads receives if each gives 1000 + its number and `source` is a
/// lane of the same wavefront; its own value if that lane does not exist.
int given_by(unsigned t, unsigned source) {
  const unsigned from = t / kLanes * kLanes + source;
  return 1000 + static_cast<int>(source < kLanes && from < kThreads ? from : t);
}

__device__ int own() { return 1000 + static_cast<int>(threadIdx.x); }

__global__ void shuffle_3(int* out) { out[threadIdx.x] = __shfl(own(), 3); }
__global__ void shuffle_last(int* out) { out[threadIdx.x] = __shfl(own(), warpSize - 1); }
__global__ void shuffle_eighths(int* out) { out[threadIdx.x] = __shfl(own(), 10, 8); }
__global__ void shuffle_up(int* out) { out[threadIdx.x] = __shfl_up(own(), 3); }
__global__ void shuffle_down(int* out) { out[threadIdx.x] = __shfl_down(own(), 3); }
__global__ void shuffle_down_16(int* out) { out[threadIdx.x] = __shfl_down(own(), 3, 16); }
__global__ void shuffle_up_16(int* out) { out[threadIdx.x] = __shfl_up(own(), 3, 16); }
__global__ void shuffle_xor(int* out) { out[threadIdx.x] = __shfl_xor(own(), 5); }
__global__ void shuffle_xor_8(int* out) { out[threadIdx.x] = __shfl_xor(own(), 9, 8); }

TEST(SUITE, ShufflesFromALane) {
  const auto third = run(shuffle_3);
  const auto last = run(shuffle_last);
  const auto eighths = run(shuffle_eighths);
  for (unsigned t = 0; t < kThreads; ++t) {
    EXPECT_EQ(third[t], given_by(t, 3));
    EXPECT_EQ(last[t], given_by(t, kLanes - 1));  // does not exist in the last wavefront
    EXPECT_EQ(eighths[t], given_by(t, t % kLanes / 8 * 8 + 2));
  }
}

TEST(SUITE, ShufflesUpAndDown) {
  const auto up = run(shuffle_up);
  const auto down = run(shuffle_down);
  const auto up_16 = run(shuffle_up_16);
  const auto down_16 = run(shuffle_down_16);
  for (unsigned t = 0; t < kThreads; ++t) {
    const unsigned lane = t % kLanes;
    EXPECT_EQ(up[t], given_by(t, lane >= 3 ? lane - 3 : lane));
    EXPECT_EQ(down[t], given_by(t, lane + 3));
    EXPECT_EQ(up_16[t], given_by(t, lane % 16 >= 3 ? lane - 3 : lane));
    EXPECT_EQ(down_16[t], given_by(t, lane % 16 < 13 ? lane + 3 : lane));
  }
}

TEST(SUITE, ShufflesAcross) {
  const auto five = run(shuffle_xor);
  const auto nine = run(shuffle_xor_8);
  for (unsigned t = 0; t < kThreads; ++t) {
    const unsigned lane = t % kLanes;
    EXPECT_EQ(five[t], given_by(t, lane ^ 5));
    const bool above = (lane ^ 9) >= lane / 8 * 8 + 8;
    EXPECT_EQ(nine[t], given_by(t, above ? lane : lane ^ 9));
  }
}

template <class T>
__global__ void sum_wavefront(T* out) {
  T sum = static_cast<T>(threadIdx.x);
  for (int step = warpSize / 2; step > 0; step /= 2) sum += __shfl_xor_sync(kAll, sum, step);
  out[threadIdx.x] = sum;
}

template <class T>
void expect_sums() {
  const std::vector<T> sums = run(sum_wavefront<T>, 2 * kLanes);
  constexpr unsigned kFirst = kLanes * (kLanes - 1) / 2;
  for (unsigned t = 0; t < 2 * kLanes; ++t)
    EXPECT_EQ(sums[t], static_cast<T>(t < kLanes ? kFirst : kFirst + kLanes * kLanes));
}

TEST(SUITE, ShufflesNumbersOfEveryType) {
  expect_sums<int>();
  expect_sums<unsigned>();
  expect_sums<long long>();
  expect_sums<unsigned long long>();
  expect_sums<float>();
  expect_sums<double>();
}

__global__ void shuffle_synchronously(int* out) {
  const int first = __shfl_sync(kAll, own(), 1);
  const int below = __shfl_up_sync(kAll, own(), 1);
  const int above = __shfl_down_sync(kAll, own(), 1);
  __syncwarp();
  out[threadIdx.x] = first + below - above;
}

TEST(SUITE, ShufflesWithAMask) {
  const auto out = run(shuffle_synchronously, kLanes);
  EXPECT_EQ(out[5], 1001 + 1004 - 1006);
  EXPECT_EQ(out[0], 1001 + 1000 - 1001);
  EXPECT_EQ(out[kLanes - 1], 1001 - 1);
}

struct Votes {
  unsigned long long odd, odd_sync, active;
  int any_none, any_one, all_but_one, all, any_sync, all_sync;
  unsigned lane;
};

__global__ void vote(Votes* out) {
  const unsigned lane = __lane_id();
  const int odd = static_cast<int>(lane & 1);
  Votes votes{};
  votes.lane = lane;
  votes.odd = __ballot(odd);
  votes.odd_sync = __ballot_sync(kAll, odd);
  votes.active = __activemask();
  votes.any_none = __any(0);
  votes.any_one = __any(lane == 2);
  votes.all_but_one = __all(lane != 2);
  votes.all = __all(7);
  votes.any_sync = __any_sync(kAll, lane == 2);
  votes.all_sync = __all_sync(kAll, lane != 2);
  out[threadIdx.x] = votes;
}

TEST(SUITE, Votes) {
  const std::vector<Votes> votes = run(vote);
  for (unsigned t = 0; t < kThreads; ++t) {
    const unsigned long long present = t < 2 * kLanes ? kAll : 0x1full;
    EXPECT_EQ(votes[t].lane, t % kLanes);
    EXPECT_EQ(votes[t].odd, present & 0xaaaaaaaaaaaaaaaaull);
    EXPECT_EQ(votes[t].odd_sync, votes[t].odd);
    EXPECT_EQ(votes[t].active, present);
    EXPECT_EQ(votes[t].any_none, 0);
    EXPECT_EQ(votes[t].any_one, 1);
    EXPECT_EQ(votes[t].all_but_one, 0);
    EXPECT_EQ(votes[t].all, 1);
    EXPECT_EQ(votes[t].any_sync, 1);
    EXPECT_EQ(votes[t].all_sync, 0);
  }
}

__global__ void vote_in_branches(unsigned long long* out) {
  const unsigned lane = __lane_id();
  unsigned long long inside = 0;
  if (lane < 4)
    inside = __activemask();
  else
    inside = __activemask();
  const unsigned long long together = __activemask();
  out[threadIdx.x] = together == kAll ? inside : 0;
}

TEST(SUITE, LanesOfABranchVoteSeparatelyAndMeetAfterIt) {
  const auto active = run(vote_in_branches, kLanes);
  for (unsigned t = 0; t < kLanes; ++t) EXPECT_EQ(active[t], t < 4 ? 0xfull : kAll & ~0xfull);
}

__global__ void vote_in_a_loop(unsigned long long* out) {
  unsigned long long last = 0;
  for (unsigned turn = 0; turn <= __lane_id(); ++turn) last = __activemask();
  out[threadIdx.x] = last + (__activemask() == kAll ? 0 : 1);
}

TEST(SUITE, LanesThatLeaveALoopWaitForTheOthers) {
  const auto active = run(vote_in_a_loop, kLanes);
  for (unsigned t = 0; t < kLanes; ++t) EXPECT_EQ(active[t], kAll & (kAll << t));
}

__global__ void shuffle_after_some_returned(int* out) {
  out[threadIdx.x] = -1;
  if (__lane_id() % 2 == 1) return;
  out[threadIdx.x] = __shfl_down(own(), 2) * 1000 + __shfl(own(), 1);
}

TEST(SUITE, AReturnedLaneYieldsTheCallersOwnValue) {
  const auto out = run(shuffle_after_some_returned, kLanes);
  EXPECT_EQ(out[0], 1002 * 1000 + 1000);
  EXPECT_EQ(out[1], -1);
  EXPECT_EQ(out[4], 1006 * 1000 + 1004);
}

__global__ void synchronise_half(unsigned long long* out) {
  const unsigned half = kLanes / 2;
  const unsigned long long low = (1ull << half) - 1;
  const bool is_low = __lane_id() < half;
  out[threadIdx.x] = __ballot_sync(is_low ? low : kAll & ~low, 1);
}

TEST(SUITE, MasksOnOneLineAreSeparate) {
  const auto out = run(synchronise_half, kLanes);
  EXPECT_EQ(out[0], (1ull << kLanes / 2) - 1);
  EXPECT_EQ(out[kLanes - 1], kAll & ~((1ull << kLanes / 2) - 1));
}

__global__ void miss_a_lane() {
  if (__lane_id() != 3) __syncwarp(kAll);
  __syncthreads();
}
__global__ void pass_a_mask_without_oneself() { __syncwarp(0xe); }

TEST(SUITE, LanesOfAMaskThatNeverComeAreAFailure) {
  EXPECT_EQ(hip_host::launch(miss_a_lane, 1, kLanes, 0, nullptr), hipErrorLaunchFailure);
  EXPECT_NE(hip_host::last_launch_message().find(std::to_string(kLanes - 1) +
                                                 " at the wavefront operation of "),
            std::string::npos)
      << hip_host::last_launch_message();
  EXPECT_EQ(hip_host::launch(pass_a_mask_without_oneself, 1, kLanes, 0, nullptr),
            hipErrorLaunchFailure);
  EXPECT_NE(hip_host::last_launch_message().find(" is not in the mask"), std::string::npos);
  EXPECT_EQ(hipGetLastError(), hipErrorLaunchFailure);
}

TEST(SUITE, OrderOfThreadsIsIrrelevant) {
  const auto expected = run(sum_wavefront<int>);
  hip_host::set_thread_order(hip_host::Order::reverse);
  EXPECT_EQ(run(sum_wavefront<int>), expected);
  hip_host::set_thread_order(hip_host::Order::random, 5);
  EXPECT_EQ(run(sum_wavefront<int>), expected);
  hip_host::reset_thread_order();
}

TEST(SUITE, PropertiesReportItsSize) {
  hipDeviceProp_t properties;
  ASSERT_EQ(hipGetDeviceProperties(&properties, 0), hipSuccess);
  EXPECT_EQ(properties.warpSize, GT_HIP_HOST_WAVEFRONT);
}

}  // namespace
