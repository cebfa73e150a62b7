// dim3, the short vectors and the indices of a thread. Sizes and alignments are HIP's on AMD: a
// float3 has 12 bytes, a float4 is aligned to 16 and a double4 to 32.
#pragma once

/// Defines `name` with two elements of `type`, and make_<name>.
#define GT_HIP_HOST_VECTOR2(name, type)       \
  /** Two numbers, aligned as one element. */ \
  struct alignas(2 * sizeof(type)) name {     \
    type x, y;                                \
  };                                          \
  /** Puts a vector together. */              \
  constexpr name make_##name(type x, type y) { return {x, y}; }

/// Defines `name` with three elements of `type`, and make_<name>.
#define GT_HIP_HOST_VECTOR3(name, type) \
  /** Three numbers, packed. */         \
  struct name {                         \
    type x, y, z;                       \
  };                                    \
  /** Puts a vector together. */        \
  constexpr name make_##name(type x, type y, type z) { return {x, y, z}; }

/// Defines `name` with four elements of `type`, and make_<name>.
#define GT_HIP_HOST_VECTOR4(name, type)        \
  /** Four numbers, aligned as one element. */ \
  struct alignas(4 * sizeof(type)) name {      \
    type x, y, z, w;                           \
  };                                           \
  /** Puts a vector together. */               \
  constexpr name make_##name(type x, type y, type z, type w) { return {x, y, z, w}; }

GT_HIP_HOST_VECTOR2(float2, float)
GT_HIP_HOST_VECTOR3(float3, float)
GT_HIP_HOST_VECTOR4(float4, float)
GT_HIP_HOST_VECTOR2(double2, double)
GT_HIP_HOST_VECTOR3(double3, double)
GT_HIP_HOST_VECTOR4(double4, double)
GT_HIP_HOST_VECTOR2(int2, int)
GT_HIP_HOST_VECTOR3(int3, int)
GT_HIP_HOST_VECTOR4(int4, int)
GT_HIP_HOST_VECTOR2(uint2, unsigned)
GT_HIP_HOST_VECTOR3(uint3, unsigned)
GT_HIP_HOST_VECTOR4(uint4, unsigned)

#undef GT_HIP_HOST_VECTOR2
#undef GT_HIP_HOST_VECTOR3
#undef GT_HIP_HOST_VECTOR4

/// The extent of a grid in blocks or of a block in threads; an omitted dimension is 1.
struct dim3 {
  unsigned x, y, z;
  constexpr dim3(unsigned x_ = 1, unsigned y_ = 1, unsigned z_ = 1) : x(x_), y(y_), z(z_) {}
};

extern constinit thread_local uint3 threadIdx;  ///< the thread in its block; read-only
extern constinit thread_local uint3 blockIdx;   ///< the block in the grid; read-only
extern constinit thread_local dim3 blockDim;    ///< threads per block; read-only
extern constinit thread_local dim3 gridDim;     ///< blocks in the grid; read-only
