// Macros and functions of the generated kernels (random_kernels.py). hipcc compiles each step as
// the code of one thread. A C++ compiler, with GT_HOST defined, compiles it as a loop over all
// threads of a block. This loop is plainly right; it uses nothing of lanes except their number.
#pragma once

#ifdef GT_HOST
#include <cmath>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <functional>
#include <vector>
#define GT_DEVICE static inline
#else
#include <hip/hip_runtime.h>
#define GT_DEVICE static __device__ inline __attribute__((always_inline))
#endif

using u8 = unsigned char;
using u16 = unsigned short;
using u32 = unsigned;
using u64 = unsigned long long;
using i8 = signed char;
using i16 = short;
using i32 = int;
using i64 = long long;

constexpr u32 kThreads = 128, kBlocks = 2, kWords = 24, kSlots = 16;

/// A thread's numbers, which a kernel reads, changes and returns.
struct Numbers {
  u32 u0, u1, u2, u3;
  i32 i0, i1, i2, i3;
  u64 w0, w1, w2;
  i64 s0, s1, s2;
  float f0, f1, f2, f3;
  double d0, d1, d2, d3;
  _Float16 h0, h1, h2, h3;
};

// C++ leaves these conversions undefined or to the compiler for some numbers. Here all are defined.
GT_DEVICE i32 to_i32(float x) { return x > -2e9F ? (x < 2e9F ? static_cast<i32>(x) : 7) : -7; }
GT_DEVICE i32 to_i32(double x) { return x > -2e9 ? (x < 2e9 ? static_cast<i32>(x) : 7) : -7; }
GT_DEVICE u32 to_u32(float x) { return x > 0 ? (x < 4e9F ? static_cast<u32>(x) : 7) : 9; }
GT_DEVICE u32 to_u32(double x) { return x > 0 ? (x < 4e9 ? static_cast<u32>(x) : 7) : 9; }
GT_DEVICE i64 to_i64(double x) { return x > -9e18 ? (x < 9e18 ? static_cast<i64>(x) : 7) : -7; }
GT_DEVICE u64 to_u64(double x) { return x > 0 ? (x < 1.8e19 ? static_cast<u64>(x) : 7) : 9; }
GT_DEVICE float tame(float x) { return x > -1e6F && x < 1e6F ? x : 1.5F; }
GT_DEVICE double tame(double x) { return x > -1e9 && x < 1e9 ? x : 1.5; }

/// Returns the number, but hides its value from the compiler.
template <class T>
GT_DEVICE T unknown(T x) {
#ifndef GT_HOST
  asm volatile("" : "+v"(x));
#endif
  return x;
}

GT_DEVICE u32 high_product(u32 a, u32 b) {
  return static_cast<u32>(static_cast<u64>(unknown(a)) * b >> 32);
}

GT_DEVICE void begin(Numbers& L, const u32* words) {
  const auto wide = [&](u32 k) { return words[k] | static_cast<u64>(words[k + 1]) << 32; };
  L.u0 = words[0], L.u1 = words[1], L.u2 = words[2], L.u3 = words[3];
  L.i0 = static_cast<i32>(words[4]), L.i1 = static_cast<i32>(words[5]);
  L.i2 = static_cast<i32>(words[6]), L.i3 = static_cast<i32>(words[7]);
  L.w0 = wide(8), L.w1 = wide(10), L.w2 = wide(12);
  L.s0 = static_cast<i64>(wide(14)), L.s1 = static_cast<i64>(wide(16));
  L.s2 = static_cast<i64>(words[18]);
  L.f0 = static_cast<float>(L.i0) * 0x1p-20F, L.f1 = static_cast<float>(words[19] >> 8) * 0x1p-30F;
  L.f2 = static_cast<float>(static_cast<i32>(words[20])),
  L.f3 = static_cast<float>(words[21] & 255) - 128;
  L.d0 = static_cast<double>(L.s0) * 0x1p-40, L.d1 = static_cast<double>(words[22]) * 0x1p-50;
  L.h0 = static_cast<_Float16>(static_cast<float>(words[20] & 4095) * 0x1p-8F);
  L.h1 = static_cast<_Float16>(-L.f1), L.h2 = static_cast<_Float16>(static_cast<i16>(words[21]));
  L.h3 = static_cast<_Float16>(static_cast<float>(words[22] & 63) * 0x1p-24F);  // subnormal
  L.d2 = static_cast<double>(L.i3), L.d3 = static_cast<double>(words[23] & 1023) - 512;
}

/// A thread's results, in words.
constexpr u32 kResults = 36;
template <class T>
GT_DEVICE void put(u32* to, T x) {
  __builtin_memcpy(to, &x, sizeof x);
}
GT_DEVICE void put_half(u32* to, _Float16 x) {
  u16 bits = 0;
  __builtin_memcpy(&bits, &x, sizeof x);
  *to = x == x ? bits : 0x7E00u;  // any NaN
}
GT_DEVICE void finish(const Numbers& L, u32* to) {
  to[0] = L.u0, to[1] = L.u1, to[2] = L.u2, to[3] = L.u3;
  put(to + 4, L.i0), put(to + 5, L.i1), put(to + 6, L.i2), put(to + 7, L.i3);
  put(to + 8, L.w0), put(to + 10, L.w1), put(to + 12, L.w2);
  put(to + 14, L.s0), put(to + 16, L.s1), put(to + 18, L.s2);
  put(to + 20, L.f0), put(to + 21, L.f1), put(to + 22, L.f2), put(to + 23, L.f3);
  put(to + 24, L.d0), put(to + 26, L.d1), put(to + 28, L.d2), put(to + 30, L.d3);
  put_half(to + 32, L.h0), put_half(to + 33, L.h1), put_half(to + 34, L.h2),
      put_half(to + 35, L.h3);
}

#ifdef GT_HOST

/// A block of threads, in wavefronts of `lanes`.
struct Block {
  u32 number, lanes;
  std::vector<Numbers> threads;
  u32* slots;

  template <class F>
  void each(F&& f) {
    for (u32 t = 0; t < kThreads; ++t) f(threads[t], t);
  }
  /// Calls f(the threads of a wavefront, in order) for each wavefront.
  template <class F>
  void each_wavefront(F&& f) {
    for (u32 first = 0; first < kThreads; first += lanes) f(&threads[first]);
  }
};

#define KERNEL(name) static void name(Block& block)
#define BEGIN {
#define END }
#define STEP(...)                       \
  block.each([&](Numbers& L, u32 tid) { \
    (void)tid;                          \
    __VA_ARGS__                         \
  });
/// One bit for each thread: set if `guard` and `what` are true. Only threads with a true `guard`
/// take part.
#define BALLOT(guard, to, what)                                                      \
  block.each_wavefront([&](Numbers* all) {                                           \
    u64 mask = 0, active = 0;                                                        \
    for (u32 k = 0; k < block.lanes; ++k) {                                          \
      Numbers& L = all[k];                                                           \
      if (guard) active |= 1ull << k, mask |= static_cast<u64>((what) ? 1 : 0) << k; \
    }                                                                                \
    for (u32 k = 0; k < block.lanes; ++k)                                            \
      if (active >> k & 1) all[k].to = mask;                                         \
  });
#define FIRST(guard, to, what)                 \
  block.each_wavefront([&](Numbers* all) {     \
    u64 active = 0;                            \
    for (u32 k = 0; k < block.lanes; ++k) {    \
      Numbers& L = all[k];                     \
      if (guard) active |= 1ull << k;          \
    }                                          \
    if (active == 0) return;                   \
    Numbers& L = all[__builtin_ctzll(active)]; \
    const u32 value = what;                    \
    for (u32 k = 0; k < block.lanes; ++k)      \
      if (active >> k & 1) all[k].to = value;  \
  });
/// Each thread takes the value of lane `from`, an expression in its own lane k and in `lanes`.
#define SHUFFLE(to, what, from, device)                   \
  block.each_wavefront([&](Numbers* all) {                \
    const u32 lanes = block.lanes;                        \
    std::vector<decltype(all->to)> values(lanes);         \
    for (u32 k = 0; k < lanes; ++k) {                     \
      Numbers& L = all[k];                                \
      values[k] = what;                                   \
    }                                                     \
    std::vector<decltype(all->to)> taken(lanes);          \
    for (u32 k = 0; k < lanes; ++k) {                     \
      Numbers& L = all[k];                                \
      (void)L;                                            \
      taken[k] = values[from];                            \
    }                                                     \
    for (u32 k = 0; k < lanes; ++k) all[k].to = taken[k]; \
  });
#define EXCHANGE(to, what, from)                                  \
  {                                                               \
    std::vector<decltype(Numbers::to)> values(kThreads);          \
    block.each([&](Numbers& L, u32 tid) { values[tid] = what; }); \
    block.each([&](Numbers& L, u32 tid) {                         \
      (void)tid;                                                  \
      L.to = values[(from) % kThreads];                           \
    });                                                           \
  }
#define COLLECT(to, operation, key, what, from)                                          \
  {                                                                                      \
    std::vector<u32> slots(kSlots, 3);                                                   \
    block.each([&](Numbers& L, u32) { host_##operation(slots[(key) % kSlots], what); }); \
    block.each([&](Numbers& L, u32) { L.to = slots[(from) % kSlots]; });                 \
  }
#define COLLECT_GLOBAL(operation, key, what) \
  block.each([&](Numbers& L, u32) { host_##operation(block.slots[(key) % kSlots], what); });

static inline void host_atomicAdd(u32& slot, u32 by) { slot += by; }
static inline void host_atomicXor(u32& slot, u32 by) { slot ^= by; }
static inline void host_atomicOr(u32& slot, u32 by) { slot |= by; }
static inline void host_atomicAnd(u32& slot, u32 by) { slot &= by; }
static inline void host_atomicMin(u32& slot, u32 by) { slot = by < slot ? by : slot; }
static inline void host_atomicMax(u32& slot, u32 by) { slot = by > slot ? by : slot; }

/// Runs the kernels with the arguments of the executor's tool: host <lanes> <input> <output>.
static int run_all(int argc, char** argv, const std::vector<void (*)(Block&)>& kernels) {
  if (argc != 4) return 2;
  std::vector<u32> words(kBlocks * kThreads * kWords);
  std::FILE* const in = std::fopen(argv[2], "rb");
  if (in == nullptr || std::fread(words.data(), 4, words.size(), in) != words.size()) return 2;
  std::fclose(in);
  std::FILE* const out = std::fopen(argv[3], "wb");
  if (out == nullptr) return 2;
  for (auto* const kernel : kernels) {
    std::vector<u32> results(kBlocks * kThreads * kResults), slots(kSlots, 3);
    for (u32 number = 0; number < kBlocks; ++number) {
      Block block{number, static_cast<u32>(std::atoi(argv[1])), std::vector<Numbers>(kThreads),
                  slots.data()};
      block.each([&](Numbers& L, u32 t) { begin(L, &words[(number * kThreads + t) * kWords]); });
      kernel(block);
      block.each(
          [&](Numbers& L, u32 t) { finish(L, &results[(number * kThreads + t) * kResults]); });
    }
    if (std::fwrite(results.data(), 4, results.size(), out) != results.size()) return 2;
    if (std::fwrite(slots.data(), 4, slots.size(), out) != slots.size()) return 2;
  }
  return std::fclose(out) == 0 ? 0 : 2;
}

#else

#define KERNEL(name) \
  extern "C" __global__ __launch_bounds__(128) void name(const u32* in, u32* out, u32* slots)
#define BEGIN                                                       \
  {                                                                 \
    __shared__ u64 exchanged[kThreads];                             \
    __shared__ u32 collected[kSlots];                               \
    const u32 tid = threadIdx.x, k = __lane_id(), lanes = warpSize; \
    (void)exchanged, (void)collected, (void)k, (void)lanes;         \
    Numbers L;                                                      \
    begin(L, in + (blockIdx.x * kThreads + tid) * kWords);
#define END                                                  \
  finish(L, out + (blockIdx.x * kThreads + tid) * kResults); \
  }
#define STEP(...) \
  { __VA_ARGS__ }
#define BALLOT(guard, to, what) \
  if (guard) L.to = __ballot(what);
#define FIRST(guard, to, what) \
  if (guard) L.to = static_cast<u32>(__builtin_amdgcn_readfirstlane(static_cast<int>(what)));
#define SHUFFLE(to, what, from, device) L.to = device;
#define EXCHANGE(to, what, from)                                       \
  {                                                                    \
    auto* const values = reinterpret_cast<decltype(L.to)*>(exchanged); \
    __syncthreads();                                                   \
    values[tid] = what;                                                \
    __syncthreads();                                                   \
    L.to = values[(from) % kThreads];                                  \
  }
#define COLLECT(to, operation, key, what, from)  \
  {                                              \
    __syncthreads();                             \
    if (tid < kSlots) collected[tid] = 3;        \
    __syncthreads();                             \
    operation(&collected[(key) % kSlots], what); \
    __syncthreads();                             \
    L.to = collected[(from) % kSlots];           \
  }
#define COLLECT_GLOBAL(operation, key, what) operation(&slots[(key) % kSlots], what);

#endif
