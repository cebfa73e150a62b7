// Images of a kernel: the descriptors in its scalar registers.
#pragma once

#include <array>
#include <cstdint>
#include <string>

namespace gputest::isa {

/// A two-dimensional image with four single-precision numbers per texel, row by row. Other kinds
/// are not supported.
struct ImageDescriptor {
  std::uint64_t address = 0;  ///< a multiple of 256
  std::uint32_t width = 0, height = 0;

  /// Bytes from a row to the next: a multiple of 256, as the hardware requires for linear images.
  std::uint64_t pitch() const { return (std::uint64_t{width} * 16 + 255) / 256 * 256; }
};

/// The conversion of coordinates to texels.
struct SamplerDescriptor {
  bool normalized = false;  ///< coordinates from 0 to 1
  bool linear = false;      ///< the weighted mean of four texels
  enum class Beyond : std::uint8_t { wrap = 0, mirror = 1, clamp = 2 } beyond_x = Beyond::clamp,
                                                                     beyond_y = Beyond::clamp;
};

/// The eight words of the target ("Vega 7nm" ISA manual, table 38; "RDNA 2" ISA manual, table 43).
std::array<std::uint32_t, 8> encode(const ImageDescriptor& image, const std::string& target);
/// Throws Fault for an image of another kind.
ImageDescriptor decode_image(const std::uint32_t* words, bool is_rdna);

/// The four words, the same on all targets (tables 39 and 44).
std::array<std::uint32_t, 4> encode(const SamplerDescriptor& sampler);
/// Throws Fault for unsupported fields.
SamplerDescriptor decode_sampler(const std::uint32_t* words);

/// In a HIP texture object, the sampler's words begin here, after the image's.
constexpr unsigned kSamplerWord = 12;

}  // namespace gputest::isa
