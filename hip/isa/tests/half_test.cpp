// Half precision, packed numbers, matrices and images, instruction by instruction.
#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <random>

#include "hip/isa/half.hpp"
#include "hip/isa/image.hpp"
#include "hip/isa/tests/wave.hpp"

namespace gputest::isa::half_test {
namespace {

/// The value of the bits by IEEE 754's definition.
double value_of_half(unsigned bits) {
  const int exponent = static_cast<int>(bits >> 10 & 31), mantissa = static_cast<int>(bits & 1023);
  const double sign = (bits & 0x8000) != 0 ? -1 : 1;
  if (exponent == 31) return mantissa == 0 ? sign * INFINITY : NAN;
  if (exponent == 0) return sign * mantissa * std::pow(2.0, -24);
  return sign * (1024 + mantissa) * std::pow(2.0, exponent - 25);
}

TEST(IsaHalf, EveryNumberIsWidenedAndNarrowed) {
  for (unsigned bits = 0; bits < 0x10000; ++bits) {
    const auto half = static_cast<std::uint16_t>(bits);
    const double value = value_of_half(bits);
    if (std::isnan(value)) {
      ASSERT_TRUE(std::isnan(widen(half)));
      continue;
    }
    ASSERT_EQ(static_cast<double>(widen(half)), value) << bits;
    ASSERT_EQ(narrow(value), half) << bits;
    if (!std::isfinite(value) || (bits & 0x7FFF) == 0x7BFF || bits >= 0x8000) continue;
    const double next = value_of_half(bits + 1), middle = (value + next) / 2;
    ASSERT_EQ(narrow(middle), (bits & 1) == 0 ? bits : bits + 1) << bits;  // to even
    ASSERT_EQ(narrow(std::nextafter(middle, 0.0)), bits);
    ASSERT_EQ(narrow(std::nextafter(middle, INFINITY)), bits + 1);
  }
  EXPECT_EQ(narrow(65519.99), 0x7BFF);
  EXPECT_EQ(narrow(65520.0), 0x7C00);
  EXPECT_EQ(narrow(-1e300), 0xFC00);
  EXPECT_EQ(narrow(1e-300), 0);
}

std::uint32_t both(double low, double high) {
  return narrow(low) | static_cast<std::uint32_t>(narrow(high)) << 16;
}

TEST(IsaHalf, ArithmeticUsesTheLowerHalvesOrTheNamedOnes) {
  TestWave wave;
  wave.set_vector(1, [](unsigned) { return both(1.5, 100); });
  wave.set_vector(2, [](unsigned) { return both(0.25, -3); });
  wave.set_vector(3, [](unsigned) { return 0xABCD'1234u; });
  wave.run({"v_add_f16_e32 v0, v1, v2", "v_mul_f16_e64 v4, -v1, |v2| mul:2",
            "v_fma_f16 v5, v1, v2, 1.0", "v_fma_f16 v3, v1, v2, v1 op_sel:[1,0,0,1]",
            "v_cvt_f32_f16_e32 v6, v2", "v_cvt_f16_f32_e32 v7, 0.5", "v_cmp_lt_f16_e32 vcc, v2, v1",
            "v_max_f16_e32 v8, v1, v2", "v_cmp_class_f16_e64 s[0:1], v2, 0x100",
            "s_mov_b64 s[2:3], 0xffffff2e"});
  EXPECT_EQ(wave.word(0), narrow(1.75));
  EXPECT_EQ(wave.word(4), narrow(-0.75));
  EXPECT_EQ(wave.word(5), narrow(1.375));
  EXPECT_EQ(wave.word(3), 0x1234u | static_cast<std::uint32_t>(narrow(26.5)) << 16);
  EXPECT_EQ(wave.number(6), 0.25F);
  EXPECT_EQ(wave.word(7), 0x3800u);
  EXPECT_EQ(wave.wave().pair(scalar::kVcc), ~0ull);
  EXPECT_EQ(wave.word(8), narrow(1.5));
  EXPECT_EQ(wave.wave().pair(0), ~0ull);  // positive and normal
  EXPECT_EQ(wave.wave().pair(2), 0xFFFF'FF2Eull);
}

TEST(IsaHalf, OnRdnaTheUpperHalfIsKept) {
  TestWave wave("gfx1030", 32);
  wave.wave().preserves_high_half = true;
  wave.set_vector(0, [](unsigned) { return 0xABCD'0000u; });
  wave.set_vector(1, [](unsigned) { return both(2, 0); });
  wave.run({"v_add_f16_e32 v0, v1, v1"});
  EXPECT_EQ(wave.word(0), 0xABCD'0000u | narrow(4));
}

TEST(IsaHalf, TwoNumbersOfARegisterAreComputedAtOnce) {
  TestWave wave;
  wave.set_vector(1, [](unsigned) { return both(1.5, 100); });
  wave.set_vector(2, [](unsigned) { return both(0.25, -3); });
  wave.set_vector(3, [](unsigned) { return 0xFFFF'0003u; });
  wave.run({"v_pk_add_f16 v0, v1, v2", "v_pk_mul_f16 v4, v1, v2 op_sel:[0,1] op_sel_hi:[0,0]",
            "v_pk_fma_f16 v5, v1, v2, v1 neg_lo:[1,0,0] neg_hi:[0,0,1]", "v_pk_add_u16 v6, v3, v3",
            "v_pk_max_i16 v7, v3, 0", "v_pk_mul_f16 v8, v1, 2.0 op_sel_hi:[1,0]",
            "v_pk_lshlrev_b16 v9, 1, v3 op_sel_hi:[0,1]"});
  EXPECT_EQ(wave.word(0), both(1.75, 97));
  EXPECT_EQ(wave.word(4), both(-4.5, 0.375));
  EXPECT_EQ(wave.word(5), both(-1.5 * 0.25 + 1.5, -400));
  EXPECT_EQ(wave.word(6), 0xFFFE'0006u);
  EXPECT_EQ(wave.word(7), 0x0000'0003u);
  EXPECT_EQ(wave.word(8), both(3, 200));
  EXPECT_EQ(wave.word(9), 0xFFFE'0006u);
}

TEST(IsaHalf, MixedInstructionsTakeHalvesOrWholeNumbers) {
  TestWave wave;
  wave.set_vector(1, [](unsigned) { return both(1.5, 100); });
  wave.set_vector(2, [](unsigned) { return 0.125F; });
  wave.set_vector(3, [](unsigned) { return 0x5555'5555u; });
  wave.run({"v_fma_mix_f32 v0, v1, v2, v2 op_sel_hi:[1,0,0]",
            "v_fma_mix_f32 v4, v1, -v2, v1 op_sel:[1,0,0] op_sel_hi:[1,0,1]",
            "v_fma_mixlo_f16 v3, v2, v2, v2", "v_cvt_pkrtz_f16_f32 v5, v2, v2"});
  EXPECT_EQ(wave.number(0), 1.5F * 0.125F + 0.125F);
  EXPECT_EQ(wave.number(4), -100 * 0.125F + 1.5F);
  EXPECT_EQ(wave.word(3), 0x5555'0000u | narrow(0.125 * 1.125));
  EXPECT_EQ(wave.word(5), both(0.125, 0.125));
}

TEST(IsaHalf, SubnormalNumbersAreFlushedIfTheModeSaysSo) {
  for (const bool keeps : {true, false}) {
    TestWave wave;
    wave.wave().mode = keeps ? 0xF0 : 0x30;
    wave.set_vector(1, [](unsigned) { return 0x0001u; });
    wave.run({"v_add_f16_e32 v0, v1, v1", "v_pk_add_f16 v2, v1, v1"});
    EXPECT_EQ(wave.word(0), keeps ? 2u : 0u);
    EXPECT_EQ(wave.word(2), keeps ? 2u : 0u);
  }
}

TEST(IsaInteger, ClampGivesTheNearestNumberInRange) {
  TestWave wave;
  wave.set_vector(1, [](unsigned) { return 5u; });
  wave.set_vector(2, [](unsigned) { return 0xFFFF'FFFEu; });
  wave.set_vector(3, [](unsigned) { return 0x7FFF'FFFFu; });
  wave.run({"v_sub_u32_e64 v4, v1, v2 clamp", "v_add_u32_e64 v5, v1, v2 clamp",
            "v_add_i32 v6, v3, v1 clamp", "v_sub_i32 v7, v2, v3 clamp",
            "v_sub_u32_e64 v8, v2, v1 clamp", "v_add_u16_e64 v9, v2, v1 clamp",
            "v_mul_hi_i32_i24_e32 v10, v2, v3"});
  EXPECT_EQ(wave.word(4), 0u);
  EXPECT_EQ(wave.word(5), 0xFFFF'FFFFu);
  EXPECT_EQ(wave.word(6), 0x7FFF'FFFFu);
  EXPECT_EQ(wave.word(7), 0x8000'0000u);
  EXPECT_EQ(wave.word(8), 0xFFFF'FFF9u);
  EXPECT_EQ(wave.word(9), 0xFFFFu);
  EXPECT_EQ(wave.word(10), 0u);  // (-2) (-1)
}

/// The place of element (row, inner) of A, or (inner, column) of B, of a product, from AMD's matrix
/// calculator.
struct MatrixTable {
  const char* text;  ///< the instruction
  unsigned m, k, blocks;
  /// The register (of an element's words) and lane of element (row, column) of D.
  std::pair<unsigned, unsigned> (*place)(unsigned block, unsigned row, unsigned column);
};
std::pair<unsigned, unsigned> place_of_32(unsigned block, unsigned row, unsigned column) {
  return {16 * block + 4 * (row / 8) + row % 4, 32 * (row / 4 % 2) + column};
}
std::pair<unsigned, unsigned> place_of_16(unsigned block, unsigned row, unsigned column) {
  return {4 * block + row % 4, 16 * (row / 4) + column};
}
std::pair<unsigned, unsigned> place_of_4(unsigned block, unsigned row, unsigned column) {
  return {row, 4 * block + column};
}
const MatrixTable kMatrices[]{
    {"v_mfma_f32_32x32x1f32 a[0:31], v0, v1, 0", 32, 1, 2, &place_of_32},
    {"v_mfma_f32_32x32x2f32 a[0:15], v0, v1, 0", 32, 2, 1, &place_of_32},
    {"v_mfma_f32_16x16x1f32 a[0:15], v0, v1, 0", 16, 1, 4, &place_of_16},
    {"v_mfma_f32_16x16x4f32 a[0:3], v0, v1, 0", 16, 4, 1, &place_of_16},
    {"v_mfma_f32_4x4x1f32 a[0:3], v0, v1, 0", 4, 1, 16, &place_of_4},
};
const MatrixTable kWideMatrices[]{
    {"v_mfma_f64_16x16x4f64 v[8:15], v[0:1], v[2:3], v[8:15]", 16, 4, 1,
     [](unsigned, unsigned row, unsigned column) {
       return std::pair{row / 4, 16 * (row % 4) + column};
     }},
    {"v_mfma_f64_4x4x4f64 v[8:9], v[0:1], v[2:3], v[8:9]", 4, 4, 4,
     [](unsigned block, unsigned row, unsigned column) {
       return std::pair{0u, 16 * row + 4 * block + column};
     }},
};

/// A number that differs for every lane, small enough for exact sums.
int a_of(unsigned lane) { return static_cast<int>(lane * 7 % 64) - 30; }
int b_of(unsigned lane) { return static_cast<int>(lane * 13 % 64) - 20; }
int product(const MatrixTable& of, unsigned block, unsigned row, unsigned column) {
  int sum = 0;
  for (unsigned inner = 0; inner < of.k; ++inner) {
    const unsigned other = of.m * (block + of.blocks * inner);
    sum += a_of(row + other) * b_of(column + other);
  }
  return sum;
}
template <class F>
void for_elements(const MatrixTable& of, F&& f) {
  for (unsigned block = 0; block < of.blocks; ++block)
    for (unsigned row = 0; row < of.m; ++row)
      for (unsigned column = 0; column < of.m; ++column) f(block, row, column);
}

TEST(IsaMatrix, EveryElementIsInTheManualsPlace) {
  for (const MatrixTable& of : kMatrices) {
    TestWave wave("gfx90a");
    wave.set_vector(0, [](unsigned lane) { return static_cast<float>(a_of(lane)); });
    wave.set_vector(1, [](unsigned lane) { return static_cast<float>(b_of(lane)); });
    wave.set_exec(1);  // ignored by these instructions
    std::string text = of.text;
    // If a kernel has no accumulation registers, a0 is v0.
    const auto first = text.find("a[");
    const auto last = std::stoul(text.substr(text.find(':') + 1));
    text.replace(first, text.find(']') - first, "v[8:" + std::to_string(8 + last));
    wave.run({text});
    for_elements(of, [&](unsigned block, unsigned row, unsigned column) {
      const auto [number, lane] = of.place(block, row, column);
      ASSERT_EQ(wave.number(8 + number, lane), static_cast<float>(product(of, block, row, column)))
          << of.text << " " << block << " " << row << " " << column;
    });
  }
  for (const MatrixTable& of : kWideMatrices) {
    TestWave wave("gfx90a");
    wave.set_wide(0, [](unsigned lane) { return static_cast<double>(a_of(lane)); });
    wave.set_wide(2, [](unsigned lane) { return static_cast<double>(b_of(lane)); });
    for (unsigned k = 8; k < 16; k += 2) wave.set_wide(k, [](unsigned) { return 0.5; });
    wave.run({of.text});
    for_elements(of, [&](unsigned block, unsigned row, unsigned column) {
      const auto [number, lane] = of.place(block, row, column);
      ASSERT_EQ(wave.wide_number(8 + 2 * number, lane), product(of, block, row, column) + 0.5)
          << of.text << " " << block << " " << row << " " << column;
    });
  }
}

TEST(IsaMatrix, UndefinedValuesSpoilOnlyTheirRowOrColumn) {
  TestWave wave("gfx90a");
  wave.set_vector(0, [](unsigned) { return 1.0F; });
  wave.set_vector(1, [](unsigned) { return 1.0F; });
  wave.wave().defined[0] &= ~(1ull << 5);  // row 5
  wave.run({"v_mfma_f32_16x16x4f32 v[8:11], v0, v1, 0"});
  EXPECT_FALSE(wave.is_defined(9, 16 + 3));
  EXPECT_TRUE(wave.is_defined(9, 3));
  EXPECT_TRUE(wave.is_defined(8, 16 + 3));
}

/// An image of 5 × 3 texels (x, y, 10 x + y, 1), its descriptors in s[0:7] and s[8:11].
class IsaImage : public testing::TestWithParam<const char*> {
 protected:
  IsaImage() : wave_(GetParam(), std::string(GetParam()) == "gfx1030" ? 32 : 64) {
    image_.width = 5;
    image_.height = 3;
    texels_.resize(image_.pitch() * image_.height / 4 + 64);
    const auto begin = (reinterpret_cast<std::uint64_t>(texels_.data()) + 255) / 256 * 256;
    image_.address = begin;
    for (unsigned y = 0; y < 3; ++y)
      for (unsigned x = 0; x < 5; ++x) {
        float* const texel = reinterpret_cast<float*>(begin + y * image_.pitch() + x * 16);
        texel[0] = static_cast<float>(x), texel[1] = static_cast<float>(y);
        texel[2] = static_cast<float>(10 * x + y), texel[3] = 1;
      }
    wave_.memory().add({begin, image_.pitch() * image_.height, true, "an image"});
    const auto words = encode(image_, GetParam());
    for (unsigned k = 0; k < 8; ++k) wave_.set_scalar(k, words[k]);
    set_sampler({});
    wave_.set_vector(0, [](unsigned lane) { return static_cast<float>(lane) - 0.5F; });
    wave_.set_vector(1, [](unsigned) { return 1.5F; });
  }
  void set_sampler(const SamplerDescriptor& sampler) {
    const auto words = encode(sampler);
    for (unsigned k = 0; k < 4; ++k) wave_.set_scalar(8 + k, words[k]);
  }
  std::string with_dim(const std::string& text) const {
    return std::string(GetParam()) == "gfx1030" ? text + " dim:SQ_RSRC_IMG_2D" : text;
  }

  ImageDescriptor image_;
  std::vector<float> texels_;
  TestWave wave_;
};

TEST_P(IsaImage, TheNearestTexelIsSampledAndClampedToTheEdge) {
  wave_.run({with_dim("image_sample_lz v[4:7], v[0:1], s[0:7], s[8:11] dmask:0xf"),
             "s_waitcnt vmcnt(0)"});
  EXPECT_EQ(wave_.number(6, 0), 1.0F);   // x = -0.5
  EXPECT_EQ(wave_.number(6, 3), 21.0F);  // 2.5
  EXPECT_EQ(wave_.number(6, 20), 41.0F);
  EXPECT_EQ(wave_.number(7, 9), 1.0F);
  // LLVM does not know how many registers the coordinates have.
  wave_.run({with_dim("image_sample v4, v0, s[0:7], s[8:11] dmask:0x2"), "s_waitcnt vmcnt(0)"});
  EXPECT_EQ(wave_.number(4, 3), 1.0F);
}

TEST_P(IsaImage, TexelsAreWeightedAndCoordinatesNormalized) {
  set_sampler({true, true, SamplerDescriptor::Beyond::wrap, SamplerDescriptor::Beyond::clamp});
  wave_.set_vector(0, [](unsigned lane) { return (lane == 0 ? 0.0F : 2.25F) / 5; });
  wave_.set_vector(1, [](unsigned) { return 0.5F; });
  wave_.run({with_dim("image_sample_lz v[4:7], v[0:1], s[0:7], s[8:11] dmask:0xf"),
             "s_waitcnt vmcnt(0)"});
  EXPECT_NEAR(wave_.number(4, 0), 2.0F, 0.02F);  // between 4 and 0
  EXPECT_NEAR(wave_.number(4, 1), 1.75F, 0.02F);
  EXPECT_EQ(wave_.number(5, 1), 1.0F);
}

TEST_P(IsaImage, TexelsAreLoadedAndStoredByTheirNumbers) {
  wave_.set_vector(0, [](unsigned lane) { return lane; });
  wave_.set_vector(1, [](unsigned) { return 2u; });
  for (unsigned k = 8; k < 12; ++k)
    wave_.set_vector(k, [&](unsigned lane) { return static_cast<float>(100 * k + lane); });
  wave_.run({with_dim("image_load v[4:7], v[0:1], s[0:7] dmask:0xf unorm"), "s_waitcnt vmcnt(0)",
             with_dim("image_store v[8:11], v[0:1], s[0:7] dmask:0xf unorm")});
  EXPECT_EQ(wave_.number(6, 4), 42.0F);
  EXPECT_EQ(wave_.number(6, 5), 0.0F);  // beyond
  float texel[4];
  std::memcpy(texel, reinterpret_cast<void*>(image_.address + 2 * image_.pitch() + 3 * 16), 16);
  EXPECT_EQ(texel[2], 1003.0F);
  EXPECT_NE(fault_of(wave_, {with_dim("image_load v4, v[20:21], s[0:7] dmask:0x1 unorm")})
                .find("the coordinate in lane 0 is undefined"),
            std::string::npos);
  wave_.set_scalar(3, 0);
  EXPECT_NE(fault_of(wave_, {with_dim("image_load v4, v[0:1], s[0:7] dmask:0x1 unorm")})
                .find("images other than"),
            std::string::npos);
}

INSTANTIATE_TEST_SUITE_P(Targets, IsaImage, testing::Values("gfx906", "gfx90a", "gfx1030"),
                         [](const auto& param) { return std::string(param.param); });

}  // namespace
}  // namespace gputest::isa::half_test
