// Buffers with formatted elements, and scalar loads through descriptors.
#include <gtest/gtest.h>

#include <fmt/format.h>

#include <string>
#include <vector>

#include "hip/isa/tests/buffer.hpp"

namespace gputest::isa::typed_buffer_test {
namespace {

/// A format's numbers in the manuals.
struct Numbered {
  const char* name;  ///< of the components
  unsigned components;
  std::uint32_t vega;        ///< of data
  std::uint32_t rdna_float;  ///< of floats; those of signed and unsigned integers precede it
};
constexpr Numbered kFormats[]{
    {"32", 1, 4, 22}, {"32_32", 2, 11, 64}, {"32_32_32", 3, 13, 74}, {"32_32_32_32", 4, 14, 77}};
constexpr const char* kRegisters[]{"v10", "v[10:11]", "v[10:12]", "v[10:13]"};
constexpr const char* kNames[]{"x", "xy", "xyz", "xyzw"};

BufferFields fields_of(const Numbered& format, bool is_rdna, bool is_float) {
  return {.records = 40,
          .stride = 4 * format.components,
          .bounds = 0,
          .format = is_rdna ? format.rdna_float - (is_float ? 0 : 2) : format.vega,
          .numbers = is_float ? 7u : 4u};
}

TEST(IsaTypedBuffer, ElementsAreLoadedAndStoredByTheDescriptorsFormat) {
  for (const char* target : {"gfx906", "gfx90a", "gfx1030"})
    for (const Numbered& format : kFormats) {
      TestBuffer buffer(target, fields_of(format, std::string(target) == "gfx1030", true));
      const unsigned last = format.components - 1;
      buffer.set(0, [](unsigned lane) { return lane + 20; });
      buffer.run(fmt::format("buffer_load_format_{} {}, v0, s[4:7], 0 idxen", kNames[last],
                             kRegisters[last]));
      buffer.run(fmt::format("buffer_store_format_xyzw v[16:19], v0, s[4:7], 0 idxen"));
      for (unsigned lane = 0; lane < 32; ++lane)
        for (unsigned k = 0; k < format.components; ++k) {
          const std::uint32_t word = (lane + 20) * format.components + k;
          const bool is_within = lane + 20 < 40;
          ASSERT_EQ(buffer.wave.word(10 + k, lane), is_within ? 1000 + word : 0) << target;
          ASSERT_EQ(buffer.words[word], is_within ? 100 * (16 + k) + lane : 1000 + word);
        }
    }
}

TEST(IsaTypedBuffer, ADescriptorChoosesComponents) {
  TestBuffer buffer;
  const auto loaded = [&](bool is_float, std::uint32_t selects) {
    BufferFields fields = fields_of(kFormats[1], false, is_float);
    fields.selects = selects;
    buffer.describe(fields);
    buffer.set(0, [](unsigned lane) { return lane; });
    buffer.run("buffer_load_format_xyzw v[10:13], v0, s[4:7], 0 idxen");
    std::vector<std::uint32_t> of_lane_3, of_lane_50;  // within the range and beyond it
    for (unsigned k = 10; k < 14; ++k) {
      of_lane_3.push_back(buffer.wave.word(k, 3));
      of_lane_50.push_back(buffer.wave.word(k, 50));
    }
    return std::pair(of_lane_3, of_lane_50);
  };
  using Words = std::vector<std::uint32_t>;
  EXPECT_EQ(loaded(true, 5 | 4 << 3 | 0 << 6 | 1 << 9),
            std::pair(Words({1007, 1006, 0, 0x3F80'0000}), Words({0, 0, 0, 0x3F80'0000})));
  EXPECT_EQ(loaded(false, 1 | 5 << 3 | 5 << 6 | 0 << 9),
            std::pair(Words({1, 1007, 1007, 0}), Words({1, 0, 0, 0})));
}

TEST(IsaTypedBuffer, ComponentsBeyondAnInstructionsFormatAreZero) {
  TestBuffer vega, rdna("gfx1030", {.bounds = 3});
  vega.set(0, [](unsigned lane) { return 16 * lane; });
  rdna.set(0, [](unsigned lane) { return 16 * lane; });
  vega.run(
      "tbuffer_load_format_xyzw v[10:13], v0, s[4:7], 0 "
      "format:[BUF_DATA_FORMAT_32_32,BUF_NUM_FORMAT_FLOAT] offen offset:4");
  rdna.run(
      "tbuffer_load_format_xyzw v[10:13], v0, s[4:7], 0 format:[BUF_FMT_32_32_SINT] offen "
      "offset:4");
  for (const TestBuffer* buffer : {&vega, &rdna}) {
    EXPECT_EQ(buffer->wave.word(10, 3), 1013u);
    EXPECT_EQ(buffer->wave.word(11, 3), 1014u);
    EXPECT_EQ(buffer->wave.word(12, 3), 0u);
    EXPECT_EQ(buffer->wave.word(13, 3), 0u);
  }
  vega.run(
      "tbuffer_store_format_xy v[16:17], v0, s[4:7], 0 "
      "format:[BUF_DATA_FORMAT_32_32,BUF_NUM_FORMAT_UINT] offen");
  EXPECT_EQ(vega.words[12], 1603u);
  EXPECT_EQ(vega.words[13], 1703u);
  EXPECT_EQ(vega.words[14], 1014u);
}

TEST(IsaTypedBuffer, AnElementIsWithinTheRangeAsAWhole) {
  TestBuffer typed("gfx906", {.records = 24, .format = 14});
  typed.set(0, [](unsigned lane) { return 16 * lane; });
  typed.run("buffer_load_format_xyzw v[10:13], v0, s[4:7], 0 offen");
  EXPECT_EQ(typed.wave.word(13, 0), 1003u);
  for (unsigned k = 10; k < 14; ++k) EXPECT_EQ(typed.wave.word(k, 1), 0u);
  typed.run("buffer_store_format_xyzw v[16:19], v0, s[4:7], 0 offen");
  EXPECT_EQ(typed.words[3], 1900u);
  EXPECT_EQ(typed.words[4], 1004u);
  typed.run("buffer_load_dwordx4 v[10:13], v0, s[4:7], 0 offen");  // word by word
  EXPECT_EQ(typed.wave.word(10, 1), 1004u);
}

TEST(IsaTypedBuffer, AStrideHasNoFormatBitsIfTheFormatIsNeeded) {
  TestBuffer buffer("gfx906", {.stride = 8, .adds_lane = true});
  const std::uint32_t without = buffer.wave.wave().scalars[7];
  buffer.wave.set_scalar(7, without | 4 << 15);
  buffer.run("buffer_load_format_x v10, off, s[4:7], 0");
  EXPECT_EQ(buffer.wave.word(10, 5), 1010u);
  buffer.wave.set_scalar(7, without);
  buffer.run("buffer_load_format_x v10, off, s[4:7], 0");
  EXPECT_EQ(buffer.wave.word(10, 5), 0u);  // bound to nothing
  buffer.run("buffer_load_dword v10, off, s[4:7], 0");
  EXPECT_EQ(buffer.wave.word(10, 5), 1010u);
}

TEST(IsaTypedBuffer, MissingFeaturesAreNamed) {
  TestBuffer buffer("gfx906", {.format = 10});  // 8_8_8_8
  const char* load = "buffer_load_format_x v10, off, s[4:7], 0";
  EXPECT_TRUE(
      says(buffer.fault(load), "typed buffers of formats other than 32-bit integers and floats"));
  EXPECT_TRUE(says(buffer.fault("tbuffer_load_format_x v10, off, s[4:7], 0 "
                                "format:[BUF_DATA_FORMAT_16,BUF_NUM_FORMAT_FLOAT]"),
                   "typed buffers of formats other"));
  EXPECT_TRUE(says(buffer.fault("tbuffer_load_format_x v10, off, s[4:7], 0"),
                   "typed buffers of formats other"));
  EXPECT_TRUE(says(buffer.fault("buffer_load_format_d16_x v10, off, s[4:7], 0"),
                   "buffer_load_format_d16_x is not implemented"));
  EXPECT_TRUE(says(buffer.fault("buffer_load_ubyte off, s[4:7], 0 lds"),
                   "the modifier lds is not implemented"));
  buffer.describe({.format = 4, .numbers = 0});  // normalised
  EXPECT_TRUE(says(buffer.fault(load), "typed buffers of formats other"));
  buffer.describe({.selects = 2});
  EXPECT_TRUE(says(buffer.fault(load), "selects no component"));
  buffer.describe({.selects = 5});
  EXPECT_TRUE(says(buffer.fault(load), "a component that its format lacks"));
  buffer.describe({.format = 11, .selects = 5 | 4 << 3});
  EXPECT_TRUE(
      says(buffer.fault("buffer_store_format_xy v[16:17], off, s[4:7], 0"), "reorders components"));
  buffer.describe({.format = 11});
  EXPECT_TRUE(says(buffer.fault("buffer_store_format_x v16, off, s[4:7], 0"), "fewer components"));
  buffer.describe({.format = 0});
  EXPECT_EQ(buffer.fault(load), "");
  EXPECT_EQ(buffer.wave.word(10), 0u);
}

TEST(IsaTypedBuffer, UndefinedValuesFollowTheirComponent) {
  TestBuffer buffer("gfx906", {.format = 11, .selects = 5 | 4 << 3});
  buffer.shadow->set(4, 4, Written::never);
  buffer.run("buffer_load_format_xy v[10:11], off, s[4:7], 0");
  EXPECT_FALSE(buffer.wave.is_defined(10));
  EXPECT_TRUE(buffer.wave.is_defined(11));
  EXPECT_TRUE(says(
      fault_of(buffer.wave, {"buffer_load_format_x v10, off, s[4:7], 0", "v_mov_b32_e32 v1, v10"}),
      "it uses v10"));
}

class IsaScalarBuffer : public testing::Test {
 protected:
  std::vector<std::uint32_t> loaded(const std::string& text) {
    buffer_.wave.run({text, "s_waitcnt lgkmcnt(0)"});
    const auto& scalars = buffer_.wave.wave().scalars;
    return {scalars.begin() + 20, scalars.begin() + 24};
  }
  using Words = std::vector<std::uint32_t>;

  TestBuffer buffer_;
};

TEST_F(IsaScalarBuffer, WordsBeyondTheRangeAreZero) {
  buffer_.describe({.records = 24});
  EXPECT_EQ(loaded("s_buffer_load_dwordx4 s[20:23], s[4:7], 0x8"), Words({1002, 1003, 1004, 1005}));
  EXPECT_EQ(loaded("s_buffer_load_dwordx4 s[20:23], s[4:7], 0x10"), Words({1004, 1005, 0, 0}));
  EXPECT_EQ(loaded("s_buffer_load_dwordx4 s[20:23], s[4:7], s8"), Words({0, 0, 0, 0}));
  // Records of 12 bytes.
  buffer_.describe({.records = 6, .stride = 12});
  EXPECT_EQ(loaded("s_buffer_load_dwordx4 s[20:23], s[4:7], s8"), Words({1016, 1017, 0, 0}));
  EXPECT_EQ(loaded("s_buffer_load_dword s20, s[4:7], s8 offset:0x4")[0], 1017u);
  // The lowest two bits are ignored.
  EXPECT_EQ(loaded("s_buffer_load_dword s20, s[4:7], 0x7")[0], 1001u);
}

TEST_F(IsaScalarBuffer, ErrorsAreNamed) {
  const auto fault = [&](const std::string& text) { return fault_of(buffer_.wave, {text}); };
  buffer_.describe({.records = 0xFFFF'FFFF});
  EXPECT_TRUE(says(fault("s_buffer_load_dword s20, s[4:7], 0x4000"), "of an array of 16384 bytes"));
  EXPECT_TRUE(says(fault("s_buffer_load_dword s20, s[40:43], 0x0"), "undefined"));
  EXPECT_TRUE(says(fault("s_buffer_load_dword s20, s[4:7], s40"), "undefined"));
  EXPECT_TRUE(says(fault("s_buffer_load_dword s20, s[4:5], 0x0"), "2 registers, not 4"));
  EXPECT_TRUE(says(fault("s_load_dword s20, s[4:7], 0x0"), "4 registers, not 2"));
  EXPECT_TRUE(
      says(fault_of(buffer_.wave, {"s_buffer_load_dword s20, s[4:7], 0x0", "s_mov_b32 s1, s20"}),
           "it uses s20"));
  buffer_.wave.run({"s_waitcnt lgkmcnt(0)"});
  buffer_.shadow->set(8, 4, Written::never);
  static_cast<void>(loaded("s_buffer_load_dwordx4 s[20:23], s[4:7], 0x0"));
  EXPECT_EQ(buffer_.wave.wave().scalar_defined[22], 0u);
  EXPECT_NE(buffer_.wave.wave().scalar_defined[21], 0u);
}

}  // namespace
}  // namespace gputest::isa::typed_buffer_test
