// Vector types, bit operations, arithmetic and atomics of kernels on the host device.
#include <gtest/gtest.h>
#include <hip/hip_runtime.h>

#include <cmath>
#include <limits>
#include <vector>

namespace hip_host_arithmetic_test {
namespace {

TEST(HipHostArithmetic, VectorsAreLaidOutAsOnTheGpu) {
  EXPECT_EQ(sizeof(float2), 8u);
  EXPECT_EQ(alignof(float2), 8u);
  EXPECT_EQ(sizeof(float3), 12u);
  EXPECT_EQ(alignof(float3), 4u);
  EXPECT_EQ(sizeof(float4), 16u);
  EXPECT_EQ(alignof(float4), 16u);
  EXPECT_EQ(alignof(double2), 16u);
  EXPECT_EQ(sizeof(double3), 24u);
  EXPECT_EQ(alignof(double4), 32u);
  EXPECT_EQ(alignof(int2), 8u);
  EXPECT_EQ(alignof(uint4), 16u);
  EXPECT_TRUE(std::is_trivial_v<float4>);  // so that it can be __shared__
}

TEST(HipHostArithmetic, VectorsAreConstructed) {
  const float4 v = make_float4(1.0f, 2.0f, 3.0f, 4.0f);
  EXPECT_EQ(v.x + 10 * v.y + 100 * v.z + 1000 * v.w, 4321.0f);
  EXPECT_EQ(make_double2(1.0, 2.0).y, 2.0);
  EXPECT_EQ(make_float3(1.0f, 2.0f, 3.0f).z, 3.0f);
  EXPECT_EQ(make_int2(1, -2).y, -2);
  EXPECT_EQ(make_uint4(1, 2, 3, 4).w, 4u);
  const dim3 extent(7, 3);
  EXPECT_EQ(extent.x * 100 + extent.y * 10 + extent.z, 731u);
}

TEST(HipHostArithmetic, BitsAreCounted) {
  EXPECT_EQ(__popc(0xf0f0f0f0u), 16);
  EXPECT_EQ(__popcll(~0ull), 64);
  EXPECT_EQ(__ffs(0), 0);
  EXPECT_EQ(__ffs(8), 4);
  EXPECT_EQ(__ffs(std::numeric_limits<int>::min()), 32);
  EXPECT_EQ(__ffsll(1ll << 40), 41);
  EXPECT_EQ(__clz(0), 32);
  EXPECT_EQ(__clz(1), 31);
  EXPECT_EQ(__clzll(1), 63);
  EXPECT_EQ(__clz(-1), 0);
}

TEST(HipHostArithmetic, NumbersAreSeenAsBits) {
  EXPECT_EQ(__float_as_int(1.0f), 0x3f800000);
  EXPECT_EQ(__float_as_uint(-0.0f), 0x80000000u);
  EXPECT_EQ(__int_as_float(0x40000000), 2.0f);
  EXPECT_EQ(__uint_as_float(0xbf800000u), -1.0f);
  EXPECT_EQ(__longlong_as_double(__double_as_longlong(0.1)), 0.1);
  const long long bits = __double_as_longlong(-0.1);
  EXPECT_EQ(__hiloint2double(static_cast<int>(bits >> 32), static_cast<int>(bits)), -0.1);
}

TEST(HipHostArithmetic, RootsAndSums) {
  EXPECT_EQ(rsqrtf(4.0f), 0.5f);
  EXPECT_EQ(rsqrt(4.0f), 0.5f);
  EXPECT_EQ(rsqrt(16.0), 0.25);
  const float next = 1.0f + std::numeric_limits<float>::epsilon();
  EXPECT_NE(__fmaf_rn(next, next, -next * next), 0.0f);  // the product was not rounded
  EXPECT_EQ(__fsub_rn(__fmul_rn(next, next), __fmul_rn(next, next)), 0.0f);
  EXPECT_EQ(__fadd_rn(1.0f, 2.0f), 3.0f);
  EXPECT_EQ(__fma_rn(2.0, 3.0, 4.0), 10.0);
  EXPECT_EQ(__dadd_rn(1.0, 2.0) + __dsub_rn(1.0, 2.0) + __dmul_rn(1.0, 2.0), 4.0);
  const double number = 5.0;
  EXPECT_EQ(__ldg(&number), 5.0);
}

template <class T>
__global__ void add_ones(T* sum) {
  atomicAdd(sum, 1);
  __threadfence();
}

template <class T>
class HipHostAtomics : public testing::Test {};
using Numbers = testing::Types<int, unsigned, unsigned long long, float, double>;
TYPED_TEST_SUITE(HipHostAtomics, Numbers);

TYPED_TEST(HipHostAtomics, AddFromManyBlocks) {
  TypeParam sum = 0;
  ASSERT_EQ(hip_host::launch(add_ones<TypeParam>, 500, 64, 0, nullptr, &sum), hipSuccess);
  EXPECT_EQ(sum, TypeParam{32000});
}

TYPED_TEST(HipHostAtomics, MinMaxAndExchangeReturnTheOldValue) {
  TypeParam value = 5;
  EXPECT_EQ(atomicMin(&value, 7), TypeParam{5});
  EXPECT_EQ(atomicMin(&value, 3), TypeParam{5});
  EXPECT_EQ(atomicMax(&value, 2), TypeParam{3});
  EXPECT_EQ(atomicMax(&value, 9), TypeParam{3});
  EXPECT_EQ(atomicExch(&value, 1), TypeParam{9});
  EXPECT_EQ(value, TypeParam{1});
}

TEST(HipHostAtomicIntegers, CompareAndCombine) {
  unsigned value = 12;
  EXPECT_EQ(atomicCAS(&value, 11, 1), 12u);
  EXPECT_EQ(value, 12u);
  EXPECT_EQ(atomicCAS(&value, 12, 1), 12u);
  EXPECT_EQ(value, 1u);
  EXPECT_EQ(atomicOr(&value, 6), 1u);
  EXPECT_EQ(atomicAnd(&value, 5), 7u);
  EXPECT_EQ(atomicSub(&value, 1), 5u);
  EXPECT_EQ(value, 4u);
  float real = 1.0f;
  EXPECT_EQ(unsafeAtomicAdd(&real, 2), 1.0f);
  EXPECT_EQ(real, 3.0f);
  __threadfence_block();
  __threadfence_system();
}

}  // namespace
}  // namespace hip_host_arithmetic_test
