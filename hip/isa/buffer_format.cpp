#include "hip/isa/buffer_format.hpp"

#include <algorithm>

#include "hip/isa/wave.hpp"
#include "hip/isa/words.hpp"

namespace gputest::isa {
namespace {

/// A format's numbers in descriptors, and its name in LLVM.
struct Layout {
  const char* name;
  u32 vega;        ///< the data format
  u32 rdna_first;  ///< for unsigned numbers; those for signed numbers and floats follow
};
constexpr std::array<Layout, 4> kLayouts{
    {{"32", 4, 20}, {"32_32", 11, 62}, {"32_32_32", 13, 72}, {"32_32_32_32", 14, 75}}};
struct Numbers {
  const char* name;
  u32 vega;  ///< the number format
};
constexpr std::array<Numbers, 3> kNumbers{{{"UINT", 4}, {"SINT", 5}, {"FLOAT", 7}}};

/// The format for which is_it(layout, numbers) holds. Throws Fault if there is none.
template <class F>
BufferFormat find_format(F&& is_it) {
  for (u32 layout = 0; layout < kLayouts.size(); ++layout)
    for (u32 numbers = 0; numbers < kNumbers.size(); ++numbers)
      if (is_it(layout, numbers)) return {layout + 1, numbers == 2};
  throw Fault("typed buffers of formats other than 32-bit integers and floats are not implemented");
}

}  // namespace

BufferFormat format_of_descriptor(const u32* words, bool is_rdna) {
  const u32 data = words[3] >> 15 & 15, number = words[3] >> 12 & 7,
            unified = words[3] >> 12 & 0x7F;
  BufferFormat format = find_format([&](u32 layout, u32 numbers) {
    if (is_rdna) return unified == kLayouts[layout].rdna_first + numbers;
    return data == kLayouts[layout].vega && number == kNumbers[numbers].vega;
  });
  for (unsigned k = 0; k < 4; ++k) {
    const u32 select = words[3] >> 3 * k & 7;
    if (select == 2 || select == 3) throw Fault("the buffer's descriptor selects no component");
    format.selects[k] = static_cast<u8>(select);
  }
  return format;
}

BufferFormat format_of_text(std::string text) {
  text.erase(std::remove(text.begin(), text.end(), ' '), text.end());
  return find_format([&](u32 layout, u32 numbers) {
    const std::string of = kLayouts[layout].name, what = kNumbers[numbers].name;
    return text == "[BUF_FMT_" + of + "_" + what + "]" ||
           text == "[BUF_DATA_FORMAT_" + of + ",BUF_NUM_FORMAT_" + what + "]";
  });
}

}  // namespace gputest::isa
