#include "hip/host/textures.hpp"

#include <algorithm>
#include <cstddef>
#include <memory>
#include <utility>

#include "hip/host/allocations.hpp"
#include "hip/host/handles.hpp"
#include "hip/host/limits.hpp"

using hip_host::detail::device_memory;
using hip_host::detail::record;

/// Frees device memory.
struct ReleaseDeviceMemory {
  void operator()(void* block) const { device_memory().release(block); }
};

/// A 2D array: rows without gaps between them.
struct hipArray {
  hipChannelFormatDesc format;
  std::size_t texel_bytes;
  std::size_t width;   ///< texels
  std::size_t height;  ///< texels
  std::unique_ptr<std::byte, ReleaseDeviceMemory> texels;
};

/// A texture: the memory it reads, which it does not own.
struct __hip_texture {
  hipChannelFormatDesc format;
  std::size_t texel_bytes;
  std::size_t width;
  std::size_t height;
  const std::byte* texels;
  bool linear;
};

namespace {

using namespace hip_host::detail;

Handles<hipArray>& arrays() {
  static auto& handles = *new Handles<hipArray>;
  return handles;
}

Handles<__hip_texture>& textures() {
  static auto& handles = *new Handles<__hip_texture>;
  return handles;
}

/// The size of a texel; 0 for a format that no texel type has.
std::size_t texel_bytes(const hipChannelFormatDesc& format) {
  constexpr hipChannelFormatDesc kFormats[] = {
      hipCreateChannelDesc<float>(),    hipCreateChannelDesc<float2>(),
      hipCreateChannelDesc<float4>(),   hipCreateChannelDesc<int>(),
      hipCreateChannelDesc<int2>(),     hipCreateChannelDesc<int4>(),
      hipCreateChannelDesc<unsigned>(), hipCreateChannelDesc<uint2>(),
      hipCreateChannelDesc<uint4>(),
  };
  if (std::find(std::begin(kFormats), std::end(kFormats), format) == std::end(kFormats)) return 0;
  return static_cast<std::size_t>(format.x + format.y + format.z + format.w) / 8;
}

bool clamps(hipTextureAddressMode mode) {
  return mode == hipAddressModeClamp || mode == hipAddressModeWrap;
}

bool supported(const hipTextureDesc& description) {
  return clamps(description.addressMode[0]) && clamps(description.addressMode[1]) &&
         description.filterMode == hipFilterModePoint &&
         description.readMode == hipReadModeElementType && description.sRGB == 0 &&
         description.normalizedCoords == 0;
}

/// The texture of a resource of a known type; null if the resource has no such memory.
std::unique_ptr<__hip_texture> texture_of(const hipResourceDesc& resource) {
  if (resource.resType == hipResourceTypeArray) {
    const hipArray_t array = resource.res.array.array;
    if (!arrays().has(array)) return nullptr;
    return std::make_unique<__hip_texture>(__hip_texture{array->format, array->texel_bytes,
                                                         array->width, array->height,
                                                         array->texels.get(), false});
  }
  const auto& linear = resource.res.linear;
  const std::size_t bytes = texel_bytes(linear.desc);
  if (bytes == 0 || linear.sizeInBytes < bytes ||
      !reachable(linear.devPtr, linear.sizeInBytes, true))
    return nullptr;
  return std::make_unique<__hip_texture>(
      __hip_texture{linear.desc, bytes, linear.sizeInBytes / bytes, 1,
                    static_cast<const std::byte*>(linear.devPtr), true});
}

/// floor(coordinate) clamped to 0 ... extent - 1; 0 for NaN.
std::size_t clamped(float coordinate, std::size_t extent) {
  if (!(coordinate > 0.0f)) return 0;
  if (coordinate >= static_cast<float>(extent)) return extent - 1;
  return static_cast<std::size_t>(coordinate);
}

void require(bool condition, const char* sentence) {
  if (!condition) throw hip_host::KernelFault(sentence);
}

void check_read(hipTextureObject_t texture, const hipChannelFormatDesc& format, bool linear) {
  require(texture != nullptr, "a kernel read a null texture");
  require(texture->linear == linear,
          linear ? "tex1Dfetch read a texture of a 2D array" : "tex2D read a linear texture");
  require(texture->format == format, "a texture was read with a type other than its texels'");
}

}  // namespace

hipError_t hipMallocArray(hipArray_t* array, const hipChannelFormatDesc* format, std::size_t width,
                          std::size_t height, unsigned flags) {
  if (array == nullptr || format == nullptr || flags != 0) return record(hipErrorInvalidValue);
  *array = nullptr;
  const std::size_t bytes = texel_bytes(*format);
  if (bytes == 0 || width == 0 || width > kMaxTexels[0] || height > kMaxTexels[1])
    return record(hipErrorInvalidValue);
  const std::size_t rows = std::max<std::size_t>(height, 1);
  std::unique_ptr<std::byte, ReleaseDeviceMemory> texels(
      static_cast<std::byte*>(device_memory().allocate(bytes * width * rows)));
  if (texels == nullptr) return record(hipErrorOutOfMemory);
  *array = arrays().add(
      std::make_unique<hipArray>(hipArray{*format, bytes, width, rows, std::move(texels)}));
  return hipSuccess;
}

hipError_t hipFreeArray(hipArray_t array) {
  if (array == nullptr || arrays().remove(array)) return hipSuccess;
  return record(hipErrorInvalidValue);
}

hipError_t hipMemcpy2DToArray(hipArray_t array, std::size_t left, std::size_t top,
                              const void* source, std::size_t pitch, std::size_t width,
                              std::size_t height, hipMemcpyKind kind) {
  if (!known_kind(kind) || !(to_device(kind) || kind == hipMemcpyDefault))
    return record(hipErrorInvalidMemcpyDirection);
  if (!arrays().has(array)) return record(hipErrorInvalidValue);
  if (width == 0 || height == 0) return hipSuccess;
  if (pitch < width || pitch > kMaxPitchBytes) return record(hipErrorInvalidPitchValue);
  const std::size_t row_bytes = array->width * array->texel_bytes;
  if (left > row_bytes || width > row_bytes - left || top > array->height ||
      height > array->height - top ||
      !reachable(source, pitch * (height - 1) + width, from_device(kind)))
    return record(hipErrorInvalidValue);
  for (std::size_t row = 0; row < height; ++row)
    std::memcpy(array->texels.get() + (top + row) * row_bytes + left,
                static_cast<const std::byte*>(source) + row * pitch, width);
  return hipSuccess;
}

hipError_t hipCreateTextureObject(hipTextureObject_t* texture, const hipResourceDesc* resource,
                                  const hipTextureDesc* description,
                                  const hipResourceViewDesc* view) {
  if (texture == nullptr || resource == nullptr || description == nullptr)
    return record(hipErrorInvalidValue);
  *texture = nullptr;
  const bool known_resource =
      resource->resType == hipResourceTypeArray || resource->resType == hipResourceTypeLinear;
  if (!known_resource || view != nullptr || !supported(*description))
    return record(hipErrorNotSupported);
  std::unique_ptr<__hip_texture> made = texture_of(*resource);
  if (made == nullptr) return record(hipErrorInvalidValue);
  *texture = textures().add(std::move(made));
  return hipSuccess;
}

hipError_t hipDestroyTextureObject(hipTextureObject_t texture) {
  return record(textures().remove(texture) ? hipSuccess : hipErrorInvalidValue);
}

namespace hip_host::detail {

const void* texel_2d(hipTextureObject_t texture, float x, float y,
                     const hipChannelFormatDesc& format) {
  check_read(texture, format, false);
  const std::size_t column = clamped(x, texture->width);
  const std::size_t row = clamped(y, texture->height);
  return texture->texels + (row * texture->width + column) * texture->texel_bytes;
}

const void* texel_1d(hipTextureObject_t texture, int index, const hipChannelFormatDesc& format) {
  check_read(texture, format, true);
  const std::size_t column =
      index <= 0 ? 0 : std::min(static_cast<std::size_t>(index), texture->width - 1);
  return texture->texels + column * texture->texel_bytes;
}

}  // namespace hip_host::detail
