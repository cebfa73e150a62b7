// dim3, the short vectors and the indices of a thread. Sizes and alignments are HIP's on AMD: a
// float3 has 12 bytes, a float4 is aligned to 16 and a double4 to 32.
#pragma once

namespace hip_host::detail {

/// The number of elements of a short vector; 0 for other types.
template <class T>
inline constexpr int kElements = 0;

}  // namespace hip_host::detail

/// Defines `name` with one element of `type`, and make_<name>.
#define GT_HIP_HOST_VECTOR1(name, type)                       \
  /** One number. */                                          \
  struct name {                                               \
    type x;                                                   \
    name() = default;                                         \
    constexpr explicit name(type x_) : x(x_) {}               \
  };                                                          \
  template <>                                                 \
  inline constexpr int hip_host::detail::kElements<name> = 1; \
  /** Puts a vector together. */                              \
  constexpr name make_##name(type x) { return name(x); }

/// Defines `name` with two elements of `type`, and make_<name>.
#define GT_HIP_HOST_VECTOR2(name, type)                       \
  /** Two numbers, aligned as one element. */                 \
  struct alignas(2 * sizeof(type)) name {                     \
    type x, y;                                                \
    name() = default;                                         \
    constexpr explicit name(type all) : name(all, all) {}     \
    constexpr name(type x_, type y_) : x(x_), y(y_) {}        \
  };                                                          \
  template <>                                                 \
  inline constexpr int hip_host::detail::kElements<name> = 2; \
  /** Puts a vector together. */                              \
  constexpr name make_##name(type x, type y) { return {x, y}; }

/// Defines `name` with three elements of `type`, and make_<name>.
#define GT_HIP_HOST_VECTOR3(name, type)                                \
  /** Three numbers, packed. */                                        \
  struct name {                                                        \
    type x, y, z;                                                      \
    name() = default;                                                  \
    constexpr explicit name(type all) : name(all, all, all) {}         \
    constexpr name(type x_, type y_, type z_) : x(x_), y(y_), z(z_) {} \
  };                                                                   \
  template <>                                                          \
  inline constexpr int hip_host::detail::kElements<name> = 3;          \
  /** Puts a vector together. */                                       \
  constexpr name make_##name(type x, type y, type z) { return {x, y, z}; }

/// Defines `name` with four elements of `type`, and make_<name>.
#define GT_HIP_HOST_VECTOR4(name, type)                                                \
  /** Four numbers, aligned as one element. */                                         \
  struct alignas(4 * sizeof(type)) name {                                              \
    type x, y, z, w;                                                                   \
    name() = default;                                                                  \
    constexpr explicit name(type all) : name(all, all, all, all) {}                    \
    constexpr name(type x_, type y_, type z_, type w_) : x(x_), y(y_), z(z_), w(w_) {} \
  };                                                                                   \
  template <>                                                                          \
  inline constexpr int hip_host::detail::kElements<name> = 4;                          \
  /** Puts a vector together. */                                                       \
  constexpr name make_##name(type x, type y, type z, type w) { return {x, y, z, w}; }

/// Defines the vectors of one to four elements of `type`.
#define GT_HIP_HOST_VECTORS(prefix, type) \
  GT_HIP_HOST_VECTOR1(prefix##1, type)    \
  GT_HIP_HOST_VECTOR2(prefix##2, type)    \
  GT_HIP_HOST_VECTOR3(prefix##3, type)    \
  GT_HIP_HOST_VECTOR4(prefix##4, type)

GT_HIP_HOST_VECTORS(char, signed char)
GT_HIP_HOST_VECTORS(uchar, unsigned char)
GT_HIP_HOST_VECTORS(short, short)
GT_HIP_HOST_VECTORS(ushort, unsigned short)
GT_HIP_HOST_VECTORS(int, int)
GT_HIP_HOST_VECTORS(uint, unsigned)
GT_HIP_HOST_VECTORS(long, long)
GT_HIP_HOST_VECTORS(ulong, unsigned long)
GT_HIP_HOST_VECTORS(longlong, long long)
GT_HIP_HOST_VECTORS(ulonglong, unsigned long long)
GT_HIP_HOST_VECTORS(float, float)
GT_HIP_HOST_VECTORS(double, double)

#undef GT_HIP_HOST_VECTORS
#undef GT_HIP_HOST_VECTOR1
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
