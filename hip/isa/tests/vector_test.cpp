// Single instructions of the vector ALU.
#include <gtest/gtest.h>

#include <array>
#include <cmath>
#include <limits>
#include <random>

#include "hip/isa/tests/wave.hpp"

namespace gputest::isa::vector_test {
namespace {

TEST(IsaVector, SourcesHaveSignsAndResultsHaveFactors) {
  TestWave wave;
  wave.set_vector(1, [](unsigned lane) { return -1.5F - static_cast<float>(lane); });
  wave.set_vector(2, [](unsigned) { return 2.0F; });
  wave.run({"v_add_f32_e64 v0, |v1|, -v2 mul:4", "v_sub_f32_e64 v3, v1, v2 clamp",
            "v_fma_f32 v4, v1, 0.5, 1.0"});
  EXPECT_EQ(wave.number(0, 3), 4 * (4.5F - 2));
  EXPECT_EQ(wave.number(3, 3), 0.0F);
  EXPECT_EQ(wave.number(4, 3), -4.5F * 0.5F + 1);
}

TEST(IsaVector, AChoiceCopiesBitsWithTheirSigns) {
  TestWave wave;
  wave.set_vector(1, [](unsigned) { return -1.5F; });
  wave.set_vector(2, [](unsigned) { return 0x0000'0001u; });  // subnormal, and kept
  wave.wave().mode = 0;
  wave.set_pair(0, 0xF);
  wave.run({"v_cndmask_b32_e64 v0, -|v1|, v2, s[0:1]", "v_cndmask_b32_e64 v3, |v1|, -v2, s[0:1]"});
  EXPECT_EQ(wave.word(0, 0), 1u);
  EXPECT_EQ(wave.number(0, 4), -1.5F);
  EXPECT_EQ(wave.number(3, 4), 1.5F);
  EXPECT_EQ(wave.word(3, 0), 0x8000'0001u);
}

TEST(IsaVector, InactiveLanesKeepTheirRegisters) {
  TestWave wave;
  wave.set_vector(0, [](unsigned lane) { return lane; });
  wave.set_vector(1, [](unsigned lane) { return 100 + lane; });
  wave.set_exec(0xF0);
  wave.run({"v_mov_b32_e32 v0, v1", "v_mov_b32_e32 v2, v1"});
  EXPECT_EQ(wave.word(0, 3), 3u);
  EXPECT_EQ(wave.word(0, 5), 105u);
  EXPECT_FALSE(wave.is_defined(2, 3));
  EXPECT_TRUE(wave.is_defined(2, 4));
}

TEST(IsaVector, SubnormalNumbersAreFlushedIfTheModeSaysSo) {
  const float tiny = std::numeric_limits<float>::min() / 2;
  for (const bool keeps : {true, false}) {
    TestWave wave;
    wave.wave().mode = keeps ? 0xF0 : 0xC0;
    wave.set_vector(1, [&](unsigned) { return tiny; });
    wave.set_vector(2, [&](unsigned) { return -std::numeric_limits<float>::min(); });
    wave.run({"v_add_f32_e32 v0, v1, v1", "v_mul_f32_e32 v3, 0.5, v2", "v_mov_b32_e32 v4, v1"});
    EXPECT_EQ(wave.number(0), keeps ? 2 * tiny : 0.0F);
    EXPECT_EQ(wave.number(3), keeps ? -tiny : 0.0F);
    EXPECT_TRUE(std::signbit(wave.number(3)));
    EXPECT_EQ(wave.number(4), tiny);  // a bit operation, so it is not flushed
  }
}

/// The number that a mode's field makes of an exact number: 0 the nearest, 1 the one above, 2 the
/// one below, 3 the one towards zero.
float rounded_to(unsigned field, double exact) {
  const auto nearest = static_cast<float>(exact);
  const float above = nearest < exact ? std::nextafter(nearest, 10.0F) : nearest;
  const float below = nearest > exact ? std::nextafter(nearest, -10.0F) : nearest;
  const std::array all{nearest, above, below, exact < 0 ? above : below};
  return all[field];
}

TEST(IsaVector, SinglePrecisionFollowsTheRoundingMode) {
  std::mt19937 random(1);
  std::array<std::vector<float>, 3> x{};
  for (std::vector<float>& numbers : x)
    for (unsigned lane = 0; lane < 64; ++lane)
      numbers.push_back(std::ldexp(static_cast<float>((random() >> 8) | 1), -24) *
                        (random() % 2 != 0 ? 1.0F : -1.0F));
  for (unsigned field = 0; field < 4; ++field) {
    TestWave wave;
    for (unsigned k = 0; k < 3; ++k)
      wave.set_vector(1 + k, [&](unsigned lane) { return x[k][lane]; });
    wave.run({"s_round_mode 0x" + std::to_string(field), "v_add_f32_e32 v4, v1, v2",
              "v_mul_f32_e32 v5, v1, v2", "v_cvt_i32_f32_e32 v7, v1", "v_add_u32_e32 v8, v7, v7",
              "v_rndne_f32_e32 v9, v1", "s_setreg_imm32_b32 hwreg(HW_REG_MODE, 0, 2), 0",
              "v_rcp_f32_e32 v10, v1"});
    for (unsigned lane = 0; lane < 64; ++lane) {
      const double a = x[0][lane], b = x[1][lane];
      EXPECT_EQ(wave.number(4, lane), rounded_to(field, a + b));
      EXPECT_EQ(wave.number(5, lane), rounded_to(field, a * b));
      EXPECT_EQ(wave.word(7, lane), 0u);
      EXPECT_EQ(std::abs(wave.number(9, lane)), std::abs(a) > 0.5 ? 1 : 0);
      EXPECT_EQ(wave.number(10, lane), 1 / x[0][lane]);
    }
  }
}

TEST(IsaVector, DoublesHaveTheirOwnRoundingField) {
  const double place = std::numeric_limits<double>::epsilon(), a = 1 + place,
               square = 1 + 2 * place;
  const std::array of_plus{square, square + place, square, square};
  const std::array of_minus{-square, -square, -square - place, -square};
  for (unsigned field = 0; field < 4; ++field) {
    TestWave wave;
    wave.set_wide(2, [&](unsigned lane) { return lane % 2 == 0 ? a : -a; });
    wave.set_wide(4, [&](unsigned) { return a; });
    wave.set_wide(6, [&](unsigned) { return 0.0; });
    wave.run({"s_setreg_imm32_b32 hwreg(HW_REG_MODE, 2, 2), " + std::to_string(field),
              "v_mul_f64 v[8:9], v[2:3], v[4:5]", "v_fma_f64 v[10:11], v[2:3], v[4:5], v[6:7]"});
    for (const unsigned result : {8u, 10u}) {
      EXPECT_EQ(wave.wide_number(result, 0), of_plus[field]);
      EXPECT_EQ(wave.wide_number(result, 1), of_minus[field]);
    }
  }
}

TEST(IsaVector, CarriesMakeSumsOf64Bits) {
  TestWave wave;
  std::mt19937_64 random(1);
  std::vector<std::uint64_t> a(64), b(64);
  for (unsigned lane = 0; lane < 64; ++lane) a[lane] = random(), b[lane] = random();
  wave.set_wide(2, [&](unsigned lane) { return a[lane]; });
  wave.set_wide(4, [&](unsigned lane) { return b[lane]; });
  wave.run({"v_add_co_u32_e32 v0, vcc, v2, v4", "v_addc_co_u32_e32 v1, vcc, v3, v5, vcc",
            "v_sub_co_u32_e64 v6, s[0:1], v2, v4", "v_subb_co_u32_e64 v7, s[0:1], v3, v5, s[0:1]"});
  for (unsigned lane = 0; lane < 64; ++lane) {
    EXPECT_EQ(std::bit_cast<std::uint64_t>(wave.wide_number(0, lane)), a[lane] + b[lane]);
    EXPECT_EQ(std::bit_cast<std::uint64_t>(wave.wide_number(6, lane)), a[lane] - b[lane]);
    EXPECT_EQ(wave.wave().pair(0) >> lane & 1, b[lane] > a[lane] ? 1u : 0u);
  }
}

TEST(IsaVector, AnUndefinedUpperWordKeepsTheLowerOneDefined) {
  TestWave wave;
  wave.set_vector(0, [](unsigned lane) { return lane; });
  wave.run({"v_lshlrev_b64 v[2:3], 2, v[0:1]", "v_mad_u64_u32 v[4:5], s[0:1], 3, 5, v[0:1]",
            "v_lshrrev_b64 v[6:7], 2, v[0:1]"});
  EXPECT_EQ(wave.word(2, 9), 36u);
  EXPECT_EQ(wave.word(4, 9), 24u);
  EXPECT_TRUE(wave.is_defined(2) && wave.is_defined(4));
  EXPECT_FALSE(wave.is_defined(3) || wave.is_defined(5) || wave.is_defined(6));
}

TEST(IsaVector, ComparesGiveABitForEachActiveLane) {
  TestWave wave;
  wave.set_vector(0, [](unsigned lane) { return static_cast<float>(lane); });
  wave.set_exec(0xFFFF);
  wave.run({"v_cmp_gt_f32_e32 vcc, 4.0, v0", "v_cmp_nlt_f32_e64 s[4:5], v0, 4.0",
            "v_cndmask_b32_e64 v1, 7, v0, vcc"});
  EXPECT_EQ(wave.wave().pair(scalar::kVcc), 0xFu);
  EXPECT_EQ(wave.wave().pair(4), 0xFFF0u);
  EXPECT_EQ(wave.number(1, 2), 2.0F);
  EXPECT_EQ(wave.word(1, 9), 7u);
}

TEST(IsaVector, AWavefrontOf32HasMasksOfOneRegister) {
  TestWave wave("gfx1030", 32);
  wave.set_vector(0, [](unsigned lane) { return lane; });
  wave.set_scalar(5, 77);
  wave.run({"v_cmp_gt_u32_e64 s4, 3, v0", "v_cmpx_lt_u32_e32 0, v0"});
  EXPECT_EQ(wave.wave().scalars[4], 7u);
  EXPECT_EQ(wave.wave().scalars[5], 77u);
  EXPECT_EQ(wave.wave().exec(), 0xFFFF'FFFEu);
}

/// The compilers' division sequence: the quotient is correctly rounded (IEEE 754).
template <class T>
void expect_quotients(TestWave& wave, const std::vector<std::string>& division,
                      const std::vector<T>& numbers) {
  for (const T numerator : numbers)
    for (const T denominator : numbers) {
      if constexpr (sizeof(T) == 4) {
        wave.set_vector(0, [&](unsigned) { return numerator; });
        wave.set_vector(1, [&](unsigned) { return denominator; });
      } else {
        wave.set_wide(0, [&](unsigned) { return numerator; });
        wave.set_wide(2, [&](unsigned) { return denominator; });
      }
      wave.run(division);
      const T quotient =
          sizeof(T) == 4 ? static_cast<T>(wave.number(20)) : static_cast<T>(wave.wide_number(20));
      const T expected = numerator / denominator;
      if (expected != expected)
        EXPECT_TRUE(quotient != quotient) << numerator << " / " << denominator;
      else
        EXPECT_EQ(quotient, expected) << numerator << " / " << denominator;
    }
}

template <class T>
std::vector<T> awkward_numbers() {
  using Limits = std::numeric_limits<T>;
  std::vector<T> numbers{T(0),
                         T(-0.0),
                         T(1),
                         T(-3),
                         Limits::min(),
                         Limits::max(),
                         Limits::denorm_min(),
                         -Limits::min() / 8,
                         Limits::infinity(),
                         Limits::quiet_NaN(),
                         T(1) / T(3)};
  std::mt19937_64 random(2);
  for (int k = 0; k < 40; ++k) {
    const auto exponent =
        static_cast<int>(random() % static_cast<unsigned>(Limits::max_exponent * 2)) -
        Limits::max_exponent;
    numbers.push_back(std::ldexp(
        static_cast<T>(1 + static_cast<double>(random() % 100'000'007) / 100'000'007), exponent));
  }
  return numbers;
}

TEST(IsaVector, DivisionOfSinglePrecisionIsExact) {
  TestWave wave;
  expect_quotients<float>(
      wave,
      {"v_div_scale_f32 v2, s[0:1], v1, v1, v0", "v_div_scale_f32 v3, vcc, v0, v1, v0",
       "v_rcp_f32_e32 v4, v2", "v_fma_f32 v5, -v2, v4, 1.0", "v_fma_f32 v4, v5, v4, v4",
       "v_mul_f32_e32 v5, v3, v4", "v_fma_f32 v6, -v2, v5, v3", "v_fma_f32 v5, v6, v4, v5",
       "v_fma_f32 v2, -v2, v5, v3", "v_div_fmas_f32 v2, v2, v4, v5",
       "v_div_fixup_f32 v20, v2, v1, v0"},
      awkward_numbers<float>());
}

TEST(IsaVector, DivisionOfDoublePrecisionIsExact) {
  TestWave wave;
  expect_quotients<double>(
      wave,
      {"v_div_scale_f64 v[4:5], s[0:1], v[2:3], v[2:3], v[0:1]", "v_rcp_f64_e32 v[6:7], v[4:5]",
       "v_fma_f64 v[8:9], -v[4:5], v[6:7], 1.0", "v_fma_f64 v[6:7], v[6:7], v[8:9], v[6:7]",
       "v_fma_f64 v[8:9], -v[4:5], v[6:7], 1.0", "v_fma_f64 v[6:7], v[6:7], v[8:9], v[6:7]",
       "v_div_scale_f64 v[8:9], vcc, v[0:1], v[2:3], v[0:1]", "v_mul_f64 v[10:11], v[8:9], v[6:7]",
       "v_fma_f64 v[4:5], -v[4:5], v[10:11], v[8:9]",
       "v_div_fmas_f64 v[4:5], v[4:5], v[6:7], v[10:11]",
       "v_div_fixup_f64 v[20:21], v[4:5], v[2:3], v[0:1]"},
      awkward_numbers<double>());
}

TEST(IsaVector, EstimatesOfDoublesHaveOnlyTheHardwaresDigits) {
  TestWave wave;
  wave.set_wide(0, [](unsigned lane) { return 2.5 + lane / 7.3; });
  wave.run({"v_rsq_f64_e32 v[2:3], v[0:1]"});
  for (unsigned lane = 1; lane < 64; ++lane) {
    const double exact = 1 / std::sqrt(2.5 + lane / 7.3);
    EXPECT_NEAR(wave.wide_number(2, lane), exact, exact * 0x1p-23);
    EXPECT_NE(wave.wide_number(2, lane), exact);
  }
}

TEST(IsaVector, LanesReadTheirNeighbours) {
  TestWave wave;
  wave.set_vector(1, [](unsigned lane) { return 1000 + lane; });
  wave.set_vector(0, [](unsigned) { return 5u; });
  wave.set_vector(2, [](unsigned) { return 5u; });
  wave.run({"v_mov_b32_dpp v0, v1 row_shr:1 row_mask:0xf bank_mask:0xf",
            "v_mov_b32_dpp v2, v1 quad_perm:[3,2,1,0] row_mask:0x5 bank_mask:0xf bound_ctrl:0"});
  EXPECT_EQ(wave.word(0, 17), 1016u);
  EXPECT_EQ(wave.word(0, 16), 5u);  // a row's first lane has no neighbour
  EXPECT_EQ(wave.word(2, 4), 1007u);
  EXPECT_EQ(wave.word(2, 20), 5u);  // not in a row that is written
}

TEST(IsaVector, BytesAndHalvesAreSelected) {
  TestWave wave;
  wave.set_vector(1, [](unsigned) { return 0x8899'AABBu; });
  wave.set_vector(2, [](unsigned) { return 0x0000'0001u; });
  wave.set_vector(3, [](unsigned) { return 0x1234'5678u; });
  wave.run(
      {"v_add_u32_sdwa v0, v1, v2 dst_sel:DWORD dst_unused:UNUSED_PAD src0_sel:BYTE_1 "
       "src1_sel:DWORD",
       "v_mov_b32_sdwa v3, sext(v1) dst_sel:WORD_1 dst_unused:UNUSED_PRESERVE src0_sel:BYTE_3"});
  EXPECT_EQ(wave.word(0), 0xABu);
  EXPECT_EQ(wave.word(3), 0xFF88'5678u);
}

TEST(IsaVector, TheBitsNextToASelectedResultAreZeroItsSignOrKept) {
  struct Case {
    const char* part;
    const char* unused;
    std::uint32_t of_89ab, of_4567;  ///< results for a lower half of 0x89AB, 0x4567
  };
  // The signs of the byte and of the half of the first are set, those of the second are not.
  constexpr Case kCases[]{
      {"BYTE_0", "UNUSED_PAD", 0x0000'00AB, 0x0000'0067},
      {"BYTE_0", "UNUSED_SEXT", 0xFFFF'FFAB, 0x0000'0067},
      {"BYTE_0", "UNUSED_PRESERVE", 0x1122'33AB, 0x1122'3367},
      {"BYTE_1", "UNUSED_PAD", 0x0000'AB00, 0x0000'6700},
      {"BYTE_1", "UNUSED_SEXT", 0xFFFF'AB00, 0x0000'6700},
      {"BYTE_2", "UNUSED_SEXT", 0xFFAB'0000, 0x0067'0000},
      {"BYTE_3", "UNUSED_SEXT", 0xAB00'0000, 0x6700'0000},
      {"BYTE_3", "UNUSED_PRESERVE", 0xAB22'3344, 0x6722'3344},
      {"WORD_0", "UNUSED_PAD", 0x0000'89AB, 0x0000'4567},
      {"WORD_0", "UNUSED_SEXT", 0xFFFF'89AB, 0x0000'4567},
      {"WORD_1", "UNUSED_SEXT", 0x89AB'0000, 0x4567'0000},
      {"DWORD", "UNUSED_SEXT", 0x0123'89AB, 0x0123'4567},
  };
  for (const Case& of : kCases) {
    TestWave wave;
    wave.set_vector(0, [](unsigned) { return 0x1122'3344u; });
    wave.set_vector(1, [](unsigned lane) { return lane == 0 ? 0x0123'89AAu : 0x0123'4566u; });
    wave.set_vector(2, [](unsigned) { return 1u; });
    wave.set_exec(3);
    wave.run({std::string("v_add_u32_sdwa v0, v1, v2 dst_sel:") + of.part +
              " dst_unused:" + of.unused + " src0_sel:DWORD src1_sel:DWORD"});
    EXPECT_EQ(wave.word(0, 0), of.of_89ab) << of.part << of.unused;
    EXPECT_EQ(wave.word(0, 1), of.of_4567) << of.part << of.unused;
    EXPECT_EQ(wave.word(0, 2), 0x1122'3344u);
    EXPECT_TRUE(wave.is_defined(0, 0));
  }
}

TEST(IsaVector, WordsGoBetweenLanesAndScalars) {
  TestWave wave;
  wave.set_vector(0, [](unsigned lane) { return 3 * lane; });
  wave.set_scalar(1, 42);
  wave.set_exec(~0xFFull);
  wave.run({"v_readlane_b32 s2, v0, 5", "v_readfirstlane_b32 s3, v0", "v_writelane_b32 v0, s1, 6",
            "s_mov_b64 s[4:5], -1", "v_mbcnt_lo_u32_b32 v1, s4, 0",
            "v_mbcnt_hi_u32_b32 v1, s5, v1"});
  EXPECT_EQ(wave.wave().scalars[2], 15u);
  EXPECT_EQ(wave.wave().scalars[3], 24u);
  EXPECT_EQ(wave.word(0, 6), 42u);
  EXPECT_EQ(wave.word(1, 63), 63u);
}

TEST(IsaVector, PackedInstructionsChooseHalves) {
  TestWave wave("gfx90a");
  wave.set_vector(0, [](unsigned) { return 2.0F; });
  wave.set_vector(1, [](unsigned) { return 3.0F; });
  wave.set_vector(2, [](unsigned) { return 10.0F; });
  wave.set_vector(3, [](unsigned) { return 20.0F; });
  wave.run({"v_pk_add_f32 v[4:5], v[0:1], v[2:3] op_sel_hi:[0,1] neg_lo:[0,1] neg_hi:[0,1]",
            "v_pk_mov_b32 v[6:7], v[0:1], v[2:3] op_sel:[1,0]"});
  EXPECT_EQ(wave.number(4), -8.0F);
  EXPECT_EQ(wave.number(5), -18.0F);
  EXPECT_EQ(wave.number(6), 3.0F);
  EXPECT_EQ(wave.number(7), 10.0F);
}

}  // namespace
}  // namespace gputest::isa::vector_test
