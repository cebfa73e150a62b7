#include "app/il/results.hpp"

#include <fmt/format.h>
#include <png.h>

#include <algorithm>
#include <bit>
#include <cmath>
#include <ostream>

#include "common/core/error.hpp"
#include "common/core/output_file.hpp"

namespace gputest {
namespace {

bool is_float(il::Format format) {
  return format == il::Format::float1 || format == il::Format::float2 ||
         format == il::Format::float4;
}

std::string slot_text(std::uint32_t bits, il::Format format) {
  if (is_float(format)) return fmt::format("{:.9g}", std::bit_cast<float>(bits));
  switch (format) {
    case il::Format::int1:
    case il::Format::int2:
    case il::Format::int4:
      return fmt::format("{}", static_cast<std::int32_t>(bits));
    default:
      return fmt::format("{}", bits);
  }
}

std::string double_text(std::uint32_t low, std::uint32_t high) {
  return fmt::format("{:.17g}", std::bit_cast<double>(std::uint64_t{high} << 32 | low));
}

/// " 1 2 3 4" with a newline.
std::string element_text(const std::uint32_t* element, const cal::Format& format) {
  std::string text;
  for (std::uint32_t k = 0; k < format.words; k += format.has_doubles() ? 2 : 1)
    text += fmt::format(" {}", format.has_doubles() ? double_text(element[k], element[k + 1])
                                                    : slot_text(element[k], format.element));
  return text + "\n";
}

/// 0 to 255: floats and doubles are scaled between black and white, integers are taken unchanged.
std::uint8_t shade(const std::uint32_t* slot, const cal::Format& format, const IlRange& range) {
  if (!is_float(format.element) && !format.has_doubles())
    return static_cast<std::uint8_t>(std::min(slot[0], 255u));
  const double value = format.has_doubles()
                           ? std::bit_cast<double>(std::uint64_t{slot[1]} << 32 | slot[0])
                           : static_cast<double>(std::bit_cast<float>(slot[0]));
  const double black = static_cast<double>(range.black);
  const double share = (value - black) / (static_cast<double>(range.white) - black);
  // NaN is not above 0 either.
  return share > 0 ? static_cast<std::uint8_t>(std::lround(std::min(share, 1.0) * 255))
                   : std::uint8_t{0};
}

/// A PNG file: one slot is grey; of several, the first three are red, green and blue.
std::string png(cal::Resource& resource, const IlRange& range) {
  const cal::Format& format = resource.format();
  const std::uint32_t words = format.has_doubles() ? 2 : 1;
  const std::uint32_t slots = format.words / words;
  const std::uint32_t channels = slots == 1 ? 1 : 3;
  const std::vector<std::uint32_t> elements = resource.read();
  std::vector<std::uint8_t> pixels;
  pixels.reserve(elements.size() / format.words * channels);
  for (std::size_t at = 0; at < elements.size(); at += format.words)
    for (std::uint32_t c = 0; c < channels; ++c)
      pixels.push_back(c < slots ? shade(&elements[at + c * words], format, range)
                                 : std::uint8_t{0});
  png_image image{};
  image.version = PNG_IMAGE_VERSION;
  image.width = static_cast<png_uint_32>(resource.width());
  image.height = static_cast<png_uint_32>(resource.height() * resource.depth());
  image.format = channels == 1 ? PNG_FORMAT_GRAY : PNG_FORMAT_RGB;
  png_alloc_size_t bytes = 0;
  std::string file;
  const auto encode = [&](void* to) {
    if (png_image_write_to_memory(&image, to, &bytes, 0, pixels.data(), 0, nullptr) == 0)
      throw Error(Status::bad_input,
                  fmt::format("the picture cannot be encoded: {}", image.message));
  };
  encode(nullptr);
  file.resize(bytes);
  encode(file.data());
  return file;
}

}  // namespace

std::string il_text(const std::string& name, cal::Resource& resource, const cal::Format& format,
                    std::uint64_t elements) {
  const std::vector<std::uint32_t> words = resource.read();
  const std::uint64_t held = words.size() / format.words;
  if (elements > held)
    throw Error(Status::bad_input, fmt::format("{} has only {} elements of {}, not {}", name, held,
                                               format.name, elements));
  const bool rows =
      resource.two_dimensional() && name.starts_with("o") && format == resource.format();
  const std::string memory = name.substr(0, name.find('['));
  const std::uint64_t count = elements == 0 ? held : elements;
  std::string text;
  for (std::uint64_t at = 0; at < count; ++at) {
    text += rows ? fmt::format("{}[{}][{}] =", name, at / resource.width(), at % resource.width())
                 : fmt::format("{}[{}] =", memory, at);
    text += element_text(&words[at * format.words], format);
  }
  return text;
}

std::string il_words_text(const std::string& memory, const std::vector<std::uint32_t>& words,
                          const cal::Format& format) {
  std::string text;
  for (std::size_t at = 0; at < words.size() / format.words; ++at)
    text += fmt::format("{}[{}] =", memory, at) + element_text(&words[at * format.words], format);
  return text;
}

void write_il_resource(const std::string& path, cal::Resource& resource, const IlRange& range) {
  const bool picture = path.ends_with(".png");
  const std::string encoded = picture ? png(resource, range) : std::string();
  const std::vector<std::uint32_t> words = picture ? std::vector<std::uint32_t>() : resource.read();
  write_file_atomically(path, [&](std::ostream& out) {
    if (picture) {
      out.write(encoded.data(), static_cast<std::streamsize>(encoded.size()));
    } else {
      out.write(reinterpret_cast<const char*>(words.data()),
                static_cast<std::streamsize>(words.size() * 4));
    }
  });
}

}  // namespace gputest
