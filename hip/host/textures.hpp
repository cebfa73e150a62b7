// 2D arrays and texture objects: point sampling, unnormalised coordinates, clamped at the edges,
// like the CAL kernels' image reads. Other modes give hipErrorNotSupported.
#pragma once

#include <cstddef>
#include <cstring>
#include <type_traits>

#include "hip/host/errors.hpp"
#include "hip/host/memory.hpp"
#include "hip/host/vector_types.hpp"

/// The type of a texel's channels.
enum hipChannelFormatKind {
  hipChannelFormatKindSigned = 0,
  hipChannelFormatKindUnsigned = 1,
  hipChannelFormatKindFloat = 2,
  hipChannelFormatKindNone = 3,
};

/// A texel's format: bits of each channel and their type.
struct hipChannelFormatDesc {
  int x, y, z, w;
  hipChannelFormatKind f;

  bool operator==(const hipChannelFormatDesc&) const = default;
};

/// A format from its parts.
constexpr hipChannelFormatDesc hipCreateChannelDesc(int x, int y, int z, int w,
                                                    hipChannelFormatKind f) {
  return {x, y, z, w, f};
}

namespace hip_host::detail {

/// A texel type's channels: their number and type. Only the specialisations exist.
template <class Texel>
struct Channels;

/// Defines the channels of a texel type.
template <int kCount_, class Number_>
struct ChannelsOf {
  static constexpr int kCount = kCount_;
  using Number = Number_;
};

template <>
struct Channels<float> : ChannelsOf<1, float> {};
template <>
struct Channels<float2> : ChannelsOf<2, float> {};
template <>
struct Channels<float4> : ChannelsOf<4, float> {};
template <>
struct Channels<int> : ChannelsOf<1, int> {};
template <>
struct Channels<int2> : ChannelsOf<2, int> {};
template <>
struct Channels<int4> : ChannelsOf<4, int> {};
template <>
struct Channels<unsigned> : ChannelsOf<1, unsigned> {};
template <>
struct Channels<uint2> : ChannelsOf<2, unsigned> {};
template <>
struct Channels<uint4> : ChannelsOf<4, unsigned> {};

}  // namespace hip_host::detail

/// The format of texels of type T: float, int, unsigned or a vector of 2 or 4 of them. (Read a
/// double as int2 and combine it with __hiloint2double.)
template <class T>
constexpr hipChannelFormatDesc hipCreateChannelDesc() {
  using Channels = hip_host::detail::Channels<T>;
  using Number = typename Channels::Number;
  constexpr int kBits = 8 * sizeof(Number);
  constexpr int kCount = Channels::kCount;
  constexpr hipChannelFormatKind kKind = std::is_same_v<Number, float> ? hipChannelFormatKindFloat
                                         : std::is_same_v<Number, int>
                                             ? hipChannelFormatKindSigned
                                             : hipChannelFormatKindUnsigned;
  return {kBits, kCount > 1 ? kBits : 0, kCount > 2 ? kBits : 0, kCount > 3 ? kBits : 0, kKind};
}

struct hipArray;
/// A 2D array of texels in device memory.
using hipArray_t = hipArray*;

/// Makes an array of `width` x `height` texels; a height of 0 means one row. hipErrorInvalidValue
/// for a null pointer, a format without a texel type, a width of 0, an extent over maxTexture2D, or
/// flags; hipErrorOutOfMemory if the memory does not suffice.
hipError_t hipMallocArray(hipArray_t* array, const hipChannelFormatDesc* format, std::size_t width,
                          std::size_t height = 0, unsigned flags = 0);

/// Frees an array; null is allowed. hipErrorInvalidValue if it does not exist.
hipError_t hipFreeArray(hipArray_t array);

/// Copies `height` rows of `width` bytes, which begin `pitch` bytes apart at `source`, into the
/// array at byte `left` of row `top`. hipErrorInvalidPitchValue for a pitch below the width or over
/// 2^31 - 1. hipErrorInvalidMemcpyDirection for a kind that does not end on the device.
/// hipErrorInvalidValue for an array that does not exist, or ranges outside it or outside the
/// source's allocation.
hipError_t hipMemcpy2DToArray(hipArray_t array, std::size_t left, std::size_t top,
                              const void* source, std::size_t pitch, std::size_t width,
                              std::size_t height, hipMemcpyKind kind);

/// The kind of a texture's memory.
enum hipResourceType {
  hipResourceTypeArray = 0,
  hipResourceTypeMipmappedArray = 1,
  hipResourceTypeLinear = 2,
  hipResourceTypePitch2D = 3,
};

/// A texture's memory: an array for tex2D, or linear device memory for tex1Dfetch.
struct hipResourceDesc {
  hipResourceType resType;
  union {
    struct {
      hipArray_t array;  ///< for hipResourceTypeArray
    } array;
    struct {
      void* devPtr;               ///< for hipResourceTypeLinear: device memory
      hipChannelFormatDesc desc;  ///< its texels' format
      std::size_t sizeInBytes;    ///< the size of that memory in bytes
    } linear;
  } res;
};

/// The texel of a coordinate outside the texture. With unnormalised coordinates, wrapping is
/// clamping, as on a GPU.
enum hipTextureAddressMode {
  hipAddressModeWrap = 0,
  hipAddressModeClamp = 1,
  hipAddressModeMirror = 2,
  hipAddressModeBorder = 3,
};

/// The weights of texels.
enum hipTextureFilterMode { hipFilterModePoint = 0, hipFilterModeLinear = 1 };

/// The conversion of a texel.
enum hipTextureReadMode { hipReadModeElementType = 0, hipReadModeNormalizedFloat = 1 };

/// How a texture is read; the host supports only all 0.
struct hipTextureDesc {
  hipTextureAddressMode addressMode[3];
  hipTextureFilterMode filterMode;
  hipTextureReadMode readMode;
  int sRGB;
  float borderColor[4];
  int normalizedCoords;
};

/// Part of a texture's memory; not supported on the host.
struct hipResourceViewDesc;

struct __hip_texture;
/// A texture object, given to kernels by value.
using hipTextureObject_t = __hip_texture*;

/// Makes a texture. hipErrorInvalidValue for a null pointer, an array that does not exist, or
/// linear memory that is not the device's or has an unknown format. hipErrorNotSupported for
/// another kind of resource, a view, filtering, normalised coordinates or values, mirrors, borders
/// and sRGB.
hipError_t hipCreateTextureObject(hipTextureObject_t* texture, const hipResourceDesc* resource,
                                  const hipTextureDesc* description,
                                  const hipResourceViewDesc* view);

/// Destroys a texture; its memory remains. hipErrorInvalidValue if it does not exist.
hipError_t hipDestroyTextureObject(hipTextureObject_t texture);

namespace hip_host::detail {

/// The texel at (x, y) of an array's texture. Throws KernelFault if its format differs.
const void* texel_2d(hipTextureObject_t texture, float x, float y,
                     const hipChannelFormatDesc& format);

/// Texel `index` of a linear texture. Throws KernelFault if its format differs.
const void* texel_1d(hipTextureObject_t texture, int index, const hipChannelFormatDesc& format);

}  // namespace hip_host::detail

/// The texel in column floor(x) and row floor(y), each clamped into the array.
template <class T>
T tex2D(hipTextureObject_t texture, float x, float y) {
  T texel;
  std::memcpy(&texel, hip_host::detail::texel_2d(texture, x, y, hipCreateChannelDesc<T>()),
              sizeof(T));
  return texel;
}

/// Texel `index` of linear memory, clamped into it.
template <class T>
T tex1Dfetch(hipTextureObject_t texture, int index) {
  T texel;
  std::memcpy(&texel, hip_host::detail::texel_1d(texture, index, hipCreateChannelDesc<T>()),
              sizeof(T));
  return texel;
}
