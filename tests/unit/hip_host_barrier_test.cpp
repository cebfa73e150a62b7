// Barriers on the host device: votes, threads that do not meet, and missing barriers.
#include <gtest/gtest.h>
#include <hip/hip_runtime.h>

#include <atomic>
#include <cstdlib>
#include <numeric>
#include <optional>
#include <string>
#include <vector>

namespace hip_host_barrier_test {
namespace {

using hip_host::Order;

__global__ void vote(int* counts, int* all, int* any, int below) {
  const int yes = static_cast<int>(threadIdx.x) < below ? 2 : 0;
  counts[threadIdx.x] = __syncthreads_count(yes);
  all[threadIdx.x] = __syncthreads_and(yes);
  any[threadIdx.x] = __syncthreads_or(yes);
}

/// Sums a block's values by halving, which needs a barrier after each step.
template <bool Barrier>
__global__ void sum_by_halving(const int* in, int* out) {
  HIP_DYNAMIC_SHARED(int, partial);
  partial[threadIdx.x] = in[threadIdx.x];
  __syncthreads();
  for (unsigned half = blockDim.x / 2; half > 0; half /= 2) {
    if (threadIdx.x < half) partial[threadIdx.x] += partial[threadIdx.x + half];
    if (Barrier) __syncthreads();
  }
  if (threadIdx.x == 0) *out = partial[0];
}

/// Each thread reads the value that the thread below wrote, with or without a barrier before.
template <bool Barrier>
__global__ void take_from_below(int* out) {
  HIP_DYNAMIC_SHARED(int, values);
  values[threadIdx.x] = static_cast<int>(threadIdx.x);
  if (Barrier) __syncthreads();
  out[threadIdx.x] = threadIdx.x == 0 ? 0 : values[threadIdx.x - 1];
}

__global__ void return_before_barrier(unsigned stay) {
  if (threadIdx.x >= stay) return;
  __syncthreads();
}

__global__ void wait_at_two_barriers(std::atomic<int>* passed) {
  if (threadIdx.x < 10) {
    __syncthreads();
  } else {
    __syncthreads();
  }
  ++*passed;
}

__global__ void wait_at_barrier_and_lanes() {
  if (threadIdx.x == 0)
    __syncthreads();
  else
    __syncwarp();
}

/// Each test runs without a thread order from the environment, which is restored afterwards.
class HipHostBarrier : public testing::Test {
 protected:
  void SetUp() override {
    if (const char* order = std::getenv(kVariable)) before_ = order;
    unsetenv(kVariable);
  }
  void TearDown() override {
    static_cast<void>(hipGetLastError());
    hip_host::reset_thread_order();
    if (before_)
      setenv(kVariable, before_->c_str(), 1);
    else
      unsetenv(kVariable);
  }
  static constexpr const char* kVariable = "GPUTEST_HIP_HOST_ORDER";

 private:
  std::optional<std::string> before_;
};

struct OrderCase {
  Order order;
  std::uint64_t seed;
};
constexpr OrderCase kOrders[] = {
    {Order::forward, 0}, {Order::reverse, 0}, {Order::random, 1}, {Order::random, 2}};

TEST_F(HipHostBarrier, CountsVotes) {
  constexpr int kThreads = 100;
  for (const int below : {0, 1, 57, kThreads}) {
    std::vector<int> counts(kThreads);
    std::vector<int> all(kThreads);
    std::vector<int> any(kThreads);
    ASSERT_EQ(hip_host::launch(vote, 1, kThreads, 0, nullptr, counts.data(), all.data(), any.data(),
                               below),
              hipSuccess);
    EXPECT_EQ(counts, std::vector<int>(kThreads, below));
    EXPECT_EQ(all, std::vector<int>(kThreads, below == kThreads ? 1 : 0));
    EXPECT_EQ(any, std::vector<int>(kThreads, below > 0 ? 1 : 0));
  }
}

template <bool Barrier>
std::vector<int> sums_in_all_orders() {
  std::vector<int> in(256);
  std::iota(in.begin(), in.end(), 1);
  std::vector<int> sums;
  for (const OrderCase& order : kOrders) {
    hip_host::set_thread_order(order.order, order.seed);
    int sum = 0;
    EXPECT_EQ(hip_host::launch(sum_by_halving<Barrier>, 1, 256, 256 * sizeof(int), nullptr,
                               in.data(), &sum),
              hipSuccess);
    sums.push_back(sum);
  }
  return sums;
}

TEST_F(HipHostBarrier, MakesTheOrderOfThreadsIrrelevant) {
  EXPECT_EQ(sums_in_all_orders<true>(), std::vector<int>(std::size(kOrders), 256 * 257 / 2));
}

TEST_F(HipHostBarrier, MissingShowsAsAWrongAnswerInSomeOrder) {
  const std::vector<int> sums = sums_in_all_orders<false>();
  EXPECT_NE(sums, std::vector<int>(std::size(kOrders), 256 * 257 / 2));
}

template <bool Barrier>
bool takes_from_below(Order order, std::uint64_t seed = 0) {
  hip_host::set_thread_order(order, seed);
  std::vector<int> out(128, -7);
  EXPECT_EQ(
      hip_host::launch(take_from_below<Barrier>, 1, 128, 128 * sizeof(int), nullptr, out.data()),
      hipSuccess);
  for (std::size_t t = 1; t < out.size(); ++t)
    if (out[t] != static_cast<int>(t) - 1) return false;
  return true;
}

TEST_F(HipHostBarrier, MissingMayHideInOneOrderButNotInAll) {
  EXPECT_TRUE(takes_from_below<false>(Order::forward));
  EXPECT_FALSE(takes_from_below<false>(Order::reverse));
  EXPECT_FALSE(takes_from_below<false>(Order::random, 3));
  for (const OrderCase& order : kOrders)
    EXPECT_TRUE(takes_from_below<true>(order.order, order.seed));
}

TEST_F(HipHostBarrier, OrderComesFromTheEnvironmentIfNotSet) {
  const auto result_is_right = [] {
    std::vector<int> out(128);
    hipLaunchKernelGGL(take_from_below<false>, dim3(1), dim3(128), 128 * sizeof(int), nullptr,
                       out.data());
    return out[1] == 0;
  };
  EXPECT_TRUE(result_is_right());
  setenv(kVariable, "reverse", 1);
  EXPECT_FALSE(result_is_right());
  hip_host::set_thread_order(Order::forward);
  EXPECT_TRUE(result_is_right());
  EXPECT_EQ(hipGetLastError(), hipSuccess);
}

TEST_F(HipHostBarrier, AMalformedOrderIsAnError) {
  setenv(kVariable, "sideways", 1);
  EXPECT_EQ(hip_host::launch(return_before_barrier, 1, 1, 0, nullptr, 1u), hipErrorInvalidValue);
  EXPECT_EQ(hip_host::last_launch_message(),
            "GPUTEST_HIP_HOST_ORDER is \"sideways\" and must be forward, reverse or random:SEED");
}

TEST_F(HipHostBarrier, OrdersAreReadStrictly) {
  const auto random = hip_host::parse_thread_order("random:42");
  ASSERT_TRUE(random.has_value());
  EXPECT_EQ(random->order, Order::random);
  EXPECT_EQ(random->seed, 42u);
  for (const char* text : {"", "random", "random:", "random:-1", "random:4x", "Forward",
                           "random:99999999999999999999"})
    EXPECT_FALSE(hip_host::parse_thread_order(text).has_value()) << text;
}

TEST_F(HipHostBarrier, NotReachedByThreadsThatReturnedIsAFailure) {
  EXPECT_EQ(hip_host::launch(return_before_barrier, 1, 128, 0, nullptr, 100u),
            hipErrorLaunchFailure);
  EXPECT_EQ(hipGetLastError(), hipErrorLaunchFailure);
  const std::string message = hip_host::last_launch_message();
  EXPECT_NE(message.find("block (0, 0, 0)"), std::string::npos) << message;
  EXPECT_NE(message.find("100 at the barrier of "), std::string::npos) << message;
  EXPECT_NE(message.find("28 returned (the first is thread (100, 0, 0))"), std::string::npos)
      << message;
  EXPECT_EQ(hip_host::launch(return_before_barrier, 1, 128, 0, nullptr, 128u), hipSuccess);
}

TEST_F(HipHostBarrier, DifferentForSomeThreadsIsAFailureThatUnwindsStacks) {
  std::atomic<int> passed = 0;
  EXPECT_EQ(hip_host::launch(wait_at_two_barriers, 4, 64, 0, nullptr, &passed),
            hipErrorLaunchFailure);
  EXPECT_EQ(passed, 0);
  const std::string message = hip_host::last_launch_message();
  EXPECT_NE(message.find("10 at the barrier of "), std::string::npos) << message;
  EXPECT_NE(message.find("54 at the barrier of "), std::string::npos) << message;
}

TEST_F(HipHostBarrier, AgainstAWavefrontOperationIsAFailure) {
  EXPECT_EQ(hip_host::launch(wait_at_barrier_and_lanes, 1, 8, 0, nullptr), hipErrorLaunchFailure);
  EXPECT_NE(hip_host::last_launch_message().find("7 at the wavefront operation of "),
            std::string::npos);
}

}  // namespace
}  // namespace hip_host_barrier_test
