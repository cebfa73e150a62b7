// Loads, stores and samples of images.
#include "hip/isa/image.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstring>

#include "hip/isa/memory.hpp"
#include "hip/isa/report.hpp"
#include "hip/isa/semantics.hpp"
#include "hip/isa/semantics/races.hpp"
#include "hip/isa/waits.hpp"
#include "hip/isa/wave.hpp"
#include "hip/isa/words.hpp"

namespace gputest::isa {
namespace {

struct Texel {
  float value[4];
  bool has_value;
};

/// in[0] and in[1]: the coordinates' registers; in[2]: the image's descriptor; in[3]: the
/// sampler's; out[0]: the result, or in[4]: the stored data. immediate: dmask; offset1: whether the
/// target is an RDNA.
class Image {
 public:
  Image(Wave& wave, const Operation& op, Use use) : wave_(wave), op_(op), use_(use) {
    image_ = decode_image(words_of(op.in[2], 8), op.offset1 != 0);
    if (op.in[3].words != 0) sampler_ = decode_sampler(words_of(op.in[3], 4));
    for (unsigned axis = 0; axis < 2; ++axis) {
      const u64 undefined = wave.exec() & ~defined_lanes(wave, op.in[axis]);
      if (undefined != 0)
        throw Fault(
            fmt::format("the coordinate in lane {} is undefined", std::countr_zero(undefined)));
    }
  }

  /// image_load: zero beyond the edges.
  Texel load(unsigned lane) {
    const u32 x = word(0, lane), y = word(1, lane);
    if (x >= image_.width || y >= image_.height) return {{0, 0, 0, 0}, true};
    return texel(lane, x, y);
  }
  void store(unsigned lane) {
    const u32 x = word(0, lane), y = word(1, lane);
    if (x >= image_.width || y >= image_.height) return;
    u8* const states = find(lane, x, y);
    u8* to = reinterpret_cast<u8*>(at(x, y));
    unsigned source = op_.in[4].index;
    for (unsigned channel = 0; channel < 4; ++channel) {
      // Channels outside of the mask become zero.
      const bool is_stored = (op_.immediate >> channel & 1) != 0;
      const u32 value = is_stored ? wave_.vectors[source].lane[lane] : 0;
      const bool defined = !is_stored || (wave_.defined[source] >> lane & 1) != 0;
      std::memcpy(to + 4 * channel, &value, 4);
      if (states != nullptr)
        std::memset(states + 4 * channel,
                    static_cast<int>(defined ? Written::value : Written::without_value), 4);
      source += is_stored ? 1 : 0;
    }
  }
  Texel sample(unsigned lane) {
    float x = number(0, lane), y = number(1, lane);
    if (sampler_.normalized) {
      x *= static_cast<float>(image_.width);
      y *= static_cast<float>(image_.height);
    }
    if (!sampler_.linear)
      return texel(lane, within(std::floor(x), image_.width, sampler_.beyond_x),
                   within(std::floor(y), image_.height, sampler_.beyond_y));
    return mean_of_four(lane, x - 0.5F, y - 0.5F);
  }

 private:
  const u32* words_of(const Operand& operand, unsigned count) const {
    require_ready(wave_, operand);
    for (unsigned k = 0; k < count; ++k)
      if (~wave_.scalar_defined[operand.index + k] != 0)
        throw Fault("an image's or a sampler's descriptor is undefined");
    return wave_.scalars.data() + operand.index;
  }
  u32 word(unsigned axis, unsigned lane) const {
    return wave_.vectors[op_.in[axis].index].lane[lane];
  }
  float number(unsigned axis, unsigned lane) const {
    return std::bit_cast<float>(word(axis, lane));
  }
  static u32 within(float at, u32 size, SamplerDescriptor::Beyond beyond) {
    // Beyond this, texels are indistinguishable from their neighbours; NaN becomes the first texel.
    constexpr float kFar = 1e9F;
    const auto place = static_cast<i64>(at >= -kFar ? std::min(at, kFar) : at < 0 ? -kFar : 0.0F);
    const i64 n = size;
    switch (beyond) {
      case SamplerDescriptor::Beyond::wrap:
        return static_cast<u32>((place % n + n) % n);
      case SamplerDescriptor::Beyond::mirror: {
        const i64 twice = (place % (2 * n) + 2 * n) % (2 * n);
        return static_cast<u32>(twice < n ? twice : 2 * n - 1 - twice);
      }
      default:
        return static_cast<u32>(std::clamp<i64>(place, 0, n - 1));
    }
  }
  u64 at(u32 x, u32 y) const { return image_.address + y * image_.pitch() + u64{x} * 16; }

  /// Checks that the texel exists. Returns the states of its bytes; null if all are defined.
  u8* find(unsigned lane, u32 x, u32 y) {
    const u64 address = at(x, y);
    const Allocation* array = nullptr;
    try {
      array = &wave_.memory->find(address, 16, use_ != Use::read);
    } catch (const Fault& fault) {
      throw Fault(fmt::format("lane {}, texel ({}, {}): {}", lane, x, y, fault.what()));
    }
    if (!array->shadow) return nullptr;
    touch_array(wave_, *array, lane, address - array->begin, 16, use_);
    return array->shadow->written(address - array->begin);
  }
  Texel texel(unsigned lane, u32 x, u32 y) {
    Texel texel{};
    const u8* const states = find(lane, x, y);
    std::memcpy(texel.value, reinterpret_cast<const u8*>(at(x, y)), 16);
    texel.has_value = all_have_value<16>(states);
    if (!texel.has_value)
      remark(wave_, op_, lane, fmt::format("reads the texel ({}, {}), which is undefined", x, y));
    return texel;
  }
  /// Weights have 8 bits, like the texture unit's.
  Texel mean_of_four(unsigned lane, float x, float y) {
    const float left = std::floor(x), above = std::floor(y);
    const float right_part = std::nearbyint((x - left) * 256) / 256;
    const float lower_part = std::nearbyint((y - above) * 256) / 256;
    Texel mean{{0, 0, 0, 0}, true};
    for (unsigned k = 0; k < 4; ++k) {
      const bool is_right = (k & 1) != 0, is_lower = (k & 2) != 0;
      const float weight =
          (is_right ? right_part : 1 - right_part) * (is_lower ? lower_part : 1 - lower_part);
      const Texel one =
          texel(lane, within(left + (is_right ? 1 : 0), image_.width, sampler_.beyond_x),
                within(above + (is_lower ? 1 : 0), image_.height, sampler_.beyond_y));
      for (unsigned channel = 0; channel < 4; ++channel)
        mean.value[channel] += weight * one.value[channel];
      mean.has_value = mean.has_value && (one.has_value || weight == 0);
    }
    return mean;
  }

  Wave& wave_;
  const Operation& op_;
  Use use_;
  ImageDescriptor image_;
  SamplerDescriptor sampler_;
};

template <class F>
void for_active_lanes_of(const Wave& wave, F&& f) {
  for (u64 left = wave.exec(); left != 0; left &= left - 1)
    f(static_cast<unsigned>(std::countr_zero(left)));
}

template <class F>
void take_texels(Wave& wave, const Operation& op, F&& texel_of) {
  Image image(wave, op, Use::read);
  // The result may overwrite the coordinates.
  float values[4][kLanes];
  u64 known = 0;
  for_active_lanes_of(wave, [&](unsigned lane) {
    const Texel texel = texel_of(image, lane);
    for (unsigned channel = 0; channel < 4; ++channel) values[channel][lane] = texel.value[channel];
    if (texel.has_value) known |= u64{1} << lane;
  });
  unsigned to = op.out[0].index;
  for (unsigned channel = 0; channel < 4; ++channel) {
    if ((op.immediate >> channel & 1) == 0) continue;
    for_active_lanes_of(wave, [&](unsigned lane) {
      wave.vectors[to].lane[lane] = std::bit_cast<u32>(values[channel][lane]);
    });
    mark(wave, to++, wave.exec(), known);
  }
  issue(wave, wave.vector_memory, {op.out[0].index, op.out[0].words, false, true});
}
void load_texels(Wave& wave, const Operation& op) {
  take_texels(wave, op, [](Image& image, unsigned lane) { return image.load(lane); });
}
void sample_texels(Wave& wave, const Operation& op) {
  take_texels(wave, op, [](Image& image, unsigned lane) { return image.sample(lane); });
}
void store_texels(Wave& wave, const Operation& op) {
  require_ready(wave, op.in[4]);
  Image image(wave, op, Use::write);
  for_active_lanes_of(wave, [&](unsigned lane) { image.store(lane); });
  if (wave.is_rdna)
    ++wave.stores;
  else
    issue(wave, wave.vector_memory, {});
}

/// "v[4:5]", or on RDNA "[v4, v9]".
void bind_coordinates(std::string_view text, const Surroundings& in, Operation& op) {
  if (text.starts_with('[')) {
    const auto comma = text.find(',');
    if (comma == text.npos || text.find(',', comma + 1) != text.npos)
      throw Fault("images of other than two dimensions are not implemented");
    const auto last = text.find_last_not_of(" ]");
    const auto second = text.find_first_not_of(' ', comma + 1);
    op.in[0] = parse_operand(text.substr(1, comma - 1), Type::b32, in);
    op.in[1] = parse_operand(text.substr(second, last - second + 1), Type::b32, in);
    return;
  }
  const Operand both = parse_operand(text, Type::b32, in);
  // The encoding holds only the first register; LLVM's text may name several.
  if (both.place != Place::vector)
    throw Fault("images of other than two dimensions are not implemented");
  op.in[0] = op.in[1] = both;
  op.in[0].words = op.in[1].words = 1;
  op.in[1].index = static_cast<std::uint16_t>(both.index + 1);
}

void bind_image(const Syntax& syntax, const Surroundings& in, Operation& op) {
  const bool is_sample = syntax.mnemonic.starts_with("image_sample");
  const bool is_store = syntax.mnemonic.starts_with("image_store");
  if (syntax.operands.size() != (is_sample ? 4u : 3u))
    throw Fault("it has the wrong number of operands");
  op.immediate = 1;
  op.offset1 = in.target.starts_with("gfx1") ? 1 : 0;
  for (const Modifier& modifier : syntax.modifiers) {
    if (modifier.name == "dmask")
      op.immediate = static_cast<u32>(number_of(modifier));
    else if (modifier.name == "dim" && modifier.value != "SQ_RSRC_IMG_2D")
      throw Fault("images of other than two dimensions are not implemented");
    else if (modifier.name != "dim" && modifier.name != "unorm" && modifier.name != "glc" &&
             modifier.name != "slc" && modifier.name != "dlc")
      throw Fault("the modifier " + modifier.name + " is not implemented");
  }
  const Operand data = parse_operand(syntax.operands[0], Type::b32, in);
  if (data.place != Place::vector || data.words != std::popcount(op.immediate & 15))
    throw Fault("the number of result registers does not match the mask");
  (is_store ? op.in[4] : op.out[0]) = data;
  bind_coordinates(syntax.operands[1], in, op);
  op.in[2] = parse_operand(syntax.operands[2], Type::b32, in);
  if (op.in[2].place != Place::scalar || op.in[2].words != 8)
    throw Fault("an image's descriptor has eight registers");
  if (!is_sample) return;
  op.in[3] = parse_operand(syntax.operands[3], Type::b32, in);
  if (op.in[3].place != Place::scalar || op.in[3].words != 4)
    throw Fault("a sampler's descriptor has four registers");
}

constexpr Semantics of_images(std::string_view mnemonic, Handler run) {
  Semantics entry{mnemonic, run};
  entry.lanes = false;
  entry.bind = &bind_image;
  return entry;
}

// With one level of detail and no neighbouring pixels, these sample alike.
const Semantics kImage[]{
    of_images("image_load", &load_texels),
    of_images("image_store", &store_texels),
    of_images("image_sample", &sample_texels),
    of_images("image_sample_lz", &sample_texels),
};

}  // namespace

std::span<const Semantics> image_instructions() { return kImage; }

}  // namespace gputest::isa
