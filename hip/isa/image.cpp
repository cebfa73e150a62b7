#include "hip/isa/image.hpp"

#include "hip/isa/wave.hpp"
#include "hip/isa/words.hpp"

namespace gputest::isa {
namespace {

// Fields of the descriptors.
constexpr u32 kType2d = 9, kFourSelects = 4 | 5 << 3 | 6 << 6 | 7 << 9;
constexpr u32 kVegaFormat = 14 << 20 | 7 << 26;  // 32_32_32_32 and FLOAT
constexpr u32 kRdnaFormat = 77 << 20;            // 32_32_32_32_FLOAT

}  // namespace

std::array<u32, 8> encode(const ImageDescriptor& image, const std::string& target) {
  std::array<u32, 8> words{};
  words[0] = static_cast<u32>(image.address >> 8);
  words[1] = static_cast<u32>(image.address >> 40) & 0xFF;
  const u32 width = image.width - 1, height = image.height - 1;
  if (target.starts_with("gfx1")) {
    words[1] |= kRdnaFormat | (width & 3) << 30;
    words[2] = width >> 2 | height << 14;
  } else {
    words[1] |= kVegaFormat;
    words[2] = width | height << 14;
  }
  words[3] = kFourSelects | kType2d << 28;
  return words;
}

ImageDescriptor decode_image(const u32* words, bool is_rdna) {
  const u32 format = is_rdna ? words[1] & 0x1FF << 20 : words[1] & 0x3FF << 20;
  if (format != (is_rdna ? kRdnaFormat : kVegaFormat) || words[3] >> 28 != kType2d ||
      (words[3] & 0xFFF) != kFourSelects)
    throw Fault("images other than two-dimensional ones of float4 are not implemented");
  ImageDescriptor image;
  image.address = std::uint64_t{words[0]} << 8 | std::uint64_t{words[1] & 0xFF} << 40;
  image.width = (is_rdna ? words[1] >> 30 | (words[2] & 0xFFF) << 2 : words[2] & 0x3FFF) + 1;
  image.height = (words[2] >> 14 & 0x3FFF) + 1;
  return image;
}

std::array<u32, 4> encode(const SamplerDescriptor& sampler) {
  std::array<u32, 4> words{};
  words[0] = static_cast<u32>(sampler.beyond_x) | static_cast<u32>(sampler.beyond_y) << 3 |
             (sampler.normalized ? 0u : 1u << 15);
  if (sampler.linear) words[2] = 1u << 20 | 1u << 22;
  return words;
}

SamplerDescriptor decode_sampler(const u32* words) {
  SamplerDescriptor sampler;
  const auto beyond = [](u32 field) {
    if (field > 2) throw Fault("this way to sample beyond an image's edge is not implemented");
    return static_cast<SamplerDescriptor::Beyond>(field);
  };
  sampler.beyond_x = beyond(words[0] & 7);
  sampler.beyond_y = beyond(words[0] >> 3 & 7);
  sampler.normalized = (words[0] >> 15 & 1) == 0;
  const u32 magnified = words[2] >> 20 & 3, minified = words[2] >> 22 & 3;
  if (magnified > 1 || magnified != minified)
    throw Fault("filters other than the nearest texel and the mean of four are not implemented");
  sampler.linear = magnified == 1;
  return sampler;
}

}  // namespace gputest::isa
