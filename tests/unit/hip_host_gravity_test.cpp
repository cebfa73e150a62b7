// Tiled all-pairs gravity on the host device, written like a GPU kernel, against double precision.
#include <gtest/gtest.h>
#include <hip/hip_runtime.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <random>
#include <vector>

namespace hip_host_gravity_test {
namespace {

constexpr float kEps2 = 1e-4f;

/// Each block loads one tile of bodies after another; each thread sums one body's acceleration.
/// Bodies beyond n are massless, so that every thread reaches every barrier.
template <unsigned Block>
__global__ void __launch_bounds__(Block)
    gravity_tiled(const float4* __restrict__ bodies, float4* __restrict__ sums, unsigned n) {
  __shared__ float4 tile[Block];
  const unsigned i = blockIdx.x * Block + threadIdx.x;
  const float4 me = bodies[i < n ? i : 0];
  float4 sum = make_float4(0.0f, 0.0f, 0.0f, 0.0f);
  for (unsigned start = 0; start < n; start += Block) {
    const unsigned j = start + threadIdx.x;
    tile[threadIdx.x] = j < n ? bodies[j] : make_float4(0.0f, 0.0f, 0.0f, 0.0f);
    __syncthreads();
    for (const float4& other : tile) {
      const float dx = other.x - me.x;
      const float dy = other.y - me.y;
      const float dz = other.z - me.z;
      const float inverse_r = rsqrtf(dx * dx + dy * dy + dz * dz + kEps2);
      const float m_over_r = other.w * inverse_r;
      const float m_over_r3 = m_over_r * inverse_r * inverse_r;
      sum.x += m_over_r3 * dx;
      sum.y += m_over_r3 * dy;
      sum.z += m_over_r3 * dz;
      sum.w += m_over_r;
    }
    __syncthreads();
  }
  if (i < n) sums[i] = sum;
}

std::vector<float4> random_bodies(unsigned n) {
  std::mt19937 random(n);
  std::uniform_real_distribution<float> place(-1.0f, 1.0f);
  std::vector<float4> bodies(n);
  for (float4& body : bodies)
    body = {place(random), place(random), place(random), 1.0f / static_cast<float>(n)};
  return bodies;
}

template <unsigned Block>
std::vector<float4> on_device(const std::vector<float4>& bodies) {
  const auto n = static_cast<unsigned>(bodies.size());
  const std::size_t bytes = n * sizeof(float4);
  std::vector<float4> sums(n);
  float4* device_bodies = nullptr;
  float4* device_sums = nullptr;
  EXPECT_EQ(hipMalloc(&device_bodies, bytes), hipSuccess);
  EXPECT_EQ(hipMalloc(&device_sums, bytes), hipSuccess);
  EXPECT_EQ(hipMemcpy(device_bodies, bodies.data(), bytes, hipMemcpyHostToDevice), hipSuccess);
  hipLaunchKernelGGL(gravity_tiled<Block>, dim3((n + Block - 1) / Block), dim3(Block), 0, nullptr,
                     device_bodies, device_sums, n);
  EXPECT_EQ(hipGetLastError(), hipSuccess) << hip_host::last_launch_message();
  EXPECT_EQ(hipMemcpy(sums.data(), device_sums, bytes, hipMemcpyDeviceToHost), hipSuccess);
  EXPECT_EQ(hipFree(device_bodies), hipSuccess);
  EXPECT_EQ(hipFree(device_sums), hipSuccess);
  return sums;
}

/// The largest |a_i - reference| / sum_j |a_ij|, the error measure of gravity's verification.
double largest_error(const std::vector<float4>& bodies, const std::vector<float4>& sums) {
  double largest = 0.0;
  for (std::size_t i = 0; i < bodies.size(); ++i) {
    double x = 0.0;
    double y = 0.0;
    double z = 0.0;
    double magnitudes = 0.0;
    for (const float4& body : bodies) {
      const double dx = double{body.x} - bodies[i].x;
      const double dy = double{body.y} - bodies[i].y;
      const double dz = double{body.z} - bodies[i].z;
      const double r2 = dx * dx + dy * dy + dz * dz + double{kEps2};
      const double scale = body.w / (r2 * std::sqrt(r2));
      x += scale * dx;
      y += scale * dy;
      z += scale * dz;
      magnitudes += scale * std::sqrt(dx * dx + dy * dy + dz * dz);
    }
    const double error = std::hypot(sums[i].x - x, sums[i].y - y, sums[i].z - z);
    if (error > 0.0) largest = std::max(largest, error / magnitudes);
  }
  return largest;
}

TEST(HipHostGravity, TiledAgreesWithDoublePrecision) {
  for (const unsigned n : {1u, 2u, 63u, 64u, 65u, 127u, 129u, 1000u}) {
    const std::vector<float4> bodies = random_bodies(n);
    const double tolerance =
        std::numeric_limits<float>::epsilon() * std::sqrt(static_cast<double>(n)) * 4.0;
    EXPECT_LT(largest_error(bodies, on_device<64>(bodies)), tolerance) << n;
    EXPECT_LT(largest_error(bodies, on_device<128>(bodies)), tolerance) << n;
  }
}

TEST(HipHostGravity, IsTheSameInAnyOrderOfThreads) {
  const std::vector<float4> bodies = random_bodies(300);
  const auto same = [](const float4& a, const float4& b) {
    return a.x == b.x && a.y == b.y && a.z == b.z && a.w == b.w;
  };
  const std::vector<float4> forward = on_device<128>(bodies);
  for (const auto& [order, seed] :
       {std::pair{hip_host::Order::reverse, 0u}, std::pair{hip_host::Order::random, 9u}}) {
    hip_host::set_thread_order(order, seed);
    const std::vector<float4> other = on_device<128>(bodies);
    EXPECT_TRUE(std::equal(forward.begin(), forward.end(), other.begin(), same));
  }
  hip_host::reset_thread_order();
}

}  // namespace
}  // namespace hip_host_gravity_test
