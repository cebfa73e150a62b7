// Single instructions of the r600 family against independent arithmetic.
#include <gtest/gtest.h>

#include <bit>
#include <cmath>
#include <functional>
#include <limits>
#include <map>
#include <string>

#include "il_reference/r600/instructions.hpp"

namespace gputest::r600::r600_instruction_test {
namespace {

using Word = std::uint32_t;
using Wide = long long;  // holds the exact result of 32-bit operands

constexpr Word kAwkward[] = {0,          1,          2,          3,          5,
                             7,          31,         32,         33,         0xFF,
                             0xFFFF,     0x10000,    0xFFFFFF,   0x1000000,  0x7FFFFFFF,
                             0x80000000, 0x80000001, 0xFFFFFFFE, 0xFFFFFFFF, 0x12345678};

Wide as_signed(Word a) { return a < 0x80000000u ? Wide{a} : Wide{a} - 4294967296LL; }
Word low(Wide a) { return static_cast<Word>(static_cast<unsigned long long>(a)); }
Word all_bits(bool holds) { return holds ? 0xFFFFFFFFu : 0; }
Word as_word(float a) { return std::bit_cast<Word>(a); }
float as_float(Word a) { return std::bit_cast<float>(a); }

/// The instruction's result in the first lane; the other lanes get other operands.
Word computed(const std::string& mnemonic, Word a, Word b = 0, Word c = 0) {
  const Instruction* const instruction = find_instruction(mnemonic);
  if (instruction == nullptr) ADD_FAILURE() << "there is no " << mnemonic;
  Lanes operands[3], result;
  for (unsigned lane = 0; lane < kLanes; ++lane) {
    operands[0].at[lane] = a ^ (lane * 0x9E3779B9u);
    operands[1].at[lane] = b ^ lane;
    operands[2].at[lane] = c ^ (lane << 8);
  }
  const Lanes* const sources[3] = {&operands[0], &operands[1], &operands[2]};
  instruction->compute(sources, result);
  return result.at[0];
}

TEST(R600Instruction, IntegersAreExact) {
  const std::map<std::string, std::function<Word(Word, Word)>> expected{
      {"ADD_INT", [](Word a, Word b) { return low(Wide{a} + b); }},
      {"SUB_INT", [](Word a, Word b) { return low(Wide{a} - b); }},
      {"ADDC_UINT", [](Word a, Word b) { return Word(Wide{a} + b > 0xFFFFFFFFLL); }},
      {"SUBB_UINT", [](Word a, Word b) { return Word(Wide{a} - b < 0); }},
      {"LSHL", [](Word a, Word b) { return low(Wide{a} << (b % 32)); }},
      {"LSHR", [](Word a, Word b) { return low(Wide{a} >> (b % 32)); }},
      {"ASHR", [](Word a, Word b) { return low(as_signed(a) >> (b % 32)); }},
      {"MAX_INT", [](Word a, Word b) { return as_signed(a) > as_signed(b) ? a : b; }},
      {"MIN_INT", [](Word a, Word b) { return as_signed(a) < as_signed(b) ? a : b; }},
      {"MAX_UINT", [](Word a, Word b) { return a > b ? a : b; }},
      {"MIN_UINT", [](Word a, Word b) { return a < b ? a : b; }},
      {"SETE_INT", [](Word a, Word b) { return all_bits(a == b); }},
      {"SETNE_INT", [](Word a, Word b) { return all_bits(a != b); }},
      {"SETGT_INT", [](Word a, Word b) { return all_bits(as_signed(a) > as_signed(b)); }},
      {"SETGE_INT", [](Word a, Word b) { return all_bits(as_signed(a) >= as_signed(b)); }},
      {"SETGT_UINT", [](Word a, Word b) { return all_bits(a > b); }},
      {"SETGE_UINT", [](Word a, Word b) { return all_bits(a >= b); }},
      {"MULLO_INT", [](Word a, Word b) { return low(as_signed(a) * as_signed(b)); }},
      {"MULHI", [](Word a, Word b) { return Word(static_cast<unsigned long long>(a) * b >> 32); }},
      {"MULHI_INT", [](Word a, Word b) { return low(as_signed(a) * as_signed(b) >> 32); }},
      {"MUL_UINT24", [](Word a, Word b) { return low(Wide{a % 16777216} * (b % 16777216)); }},
      {"BFM_INT", [](Word a, Word b) { return low(((1LL << (a % 32)) - 1) << (b % 32)); }},
  };
  for (const auto& [mnemonic, of_exact] : expected)
    for (const Word a : kAwkward)
      for (const Word b : kAwkward)
        ASSERT_EQ(computed(mnemonic, a, b), of_exact(a, b)) << mnemonic << " " << a << ", " << b;
}

TEST(R600Instruction, BitsAreCutOutAndCounted) {
  const auto bit = [](Word a, Wide k) { return k >= 0 && k < 32 ? a >> k & 1 : 0; };
  for (const Word a : kAwkward) {
    Word count = 0, reversed = 0;
    for (Wide k = 0; k < 32; ++k) {
      count += bit(a, k);
      reversed |= bit(a, k) << (31 - k);
    }
    EXPECT_EQ(computed("BCNT_INT", a), count);
    EXPECT_EQ(computed("BFREV_INT", a), reversed);
    Word high = 0xFFFFFFFFu, first = 0xFFFFFFFFu;
    for (Wide k = 0; k < 32; ++k) {
      if (bit(a, k) != 0) high = low(31 - k);
      if (bit(a, 31 - k) != 0) first = low(31 - k);
    }
    EXPECT_EQ(computed("FFBH_UINT", a), high) << a;
    EXPECT_EQ(computed("FFBL_INT", a), first) << a;
    for (const Word b : kAwkward)
      for (const Word c : kAwkward) {
        const Wide offset = b % 32, width = c % 32;
        Word field = 0, aligned = 0;
        for (Wide k = 0; k < width; ++k) field |= bit(a, offset + k) << k;
        for (Wide k = 0; k < 32; ++k)
          aligned |= (k + width < 32 ? bit(b, k + width) : bit(a, k + width - 32)) << k;
        EXPECT_EQ(computed("BFE_UINT", a, b, c), field) << a << " " << b << " " << c;
        EXPECT_EQ(computed("BIT_ALIGN_INT", a, b, c), aligned);
        // The sign is the highest bit of the field that is within the word.
        const Wide top = std::min<Wide>(offset + width, 32) - 1;
        for (Wide k = std::min<Wide>(width, 32 - offset); width != 0 && k < 32; ++k)
          field |= bit(a, top) << k;
        EXPECT_EQ(computed("BFE_INT", a, b, c), field) << a << " " << b << " " << c;
      }
  }
}

TEST(R600Instruction, TheReciprocalOfAnIntegerIsRoundedDown) {
  EXPECT_EQ(computed("RECIP_UINT", 3), 0x55555555u);
  EXPECT_EQ(computed("RECIP_UINT", 2), 0x80000000u);
  EXPECT_EQ(computed("RECIP_UINT", 0xFFFFFFFFu), 1u);
  EXPECT_EQ(computed("RECIP_UINT", 1), 0xFFFFFFFFu);
  EXPECT_EQ(computed("RECIP_UINT", 0), 0xFFFFFFFFu);
}

TEST(R600Instruction, FloatsAreRoundedOnceInEachStep) {
  constexpr float kValues[] = {0.0f, 1.0f, -1.5f, 3.1f, 1e-10f, -7e15f, 0.1f, 16777217.0f};
  for (const float a : kValues)
    for (const float b : kValues) {
      EXPECT_EQ(as_float(computed("ADD", as_word(a), as_word(b))), float(double{a} + b));
      const float product = float(double{a} * b);
      EXPECT_EQ(as_float(computed("MUL_IEEE", as_word(a), as_word(b))), product);
      for (const float c : kValues) {
        const float twice = float(double{product} + c);
        EXPECT_EQ(as_float(computed("MULADD_IEEE", as_word(a), as_word(b), as_word(c))), twice);
        EXPECT_EQ(as_float(computed("FMA", as_word(a), as_word(b), as_word(c))), std::fma(a, b, c));
      }
    }
  // (1 + e)^2 - 1 - 2e is e^2: lost if the product is rounded first.
  const float e = std::ldexp(1.0f, -12), above = 1 + e, negative = -1 - 2 * e;
  EXPECT_EQ(as_float(computed("MULADD_IEEE", as_word(above), as_word(above), as_word(negative))),
            0.0f);
  EXPECT_EQ(as_float(computed("FMA", as_word(above), as_word(above), as_word(negative))), e * e);
}

TEST(R600Instruction, InTheOlderFormsZeroTimesAnythingIsZero) {
  const Word infinity = as_word(std::numeric_limits<float>::infinity());
  EXPECT_EQ(computed("MUL", 0, infinity), 0u);
  EXPECT_TRUE(std::isnan(as_float(computed("MUL_IEEE", 0, infinity))));
  EXPECT_EQ(as_float(computed("MULADD", 0, infinity, as_word(2.5f))), 2.5f);
}

TEST(R600Instruction, DenormalsAreZero) {
  const Word smallest = 0x00800000u, denormal = 0x00400000u;
  EXPECT_EQ(computed("ADD", denormal, denormal), 0u);
  EXPECT_EQ(computed("MUL_IEEE", smallest, as_word(-0.5f)), 0x80000000u);
  EXPECT_EQ(computed("SETE_DX10", denormal, 0), 0xFFFFFFFFu);
  EXPECT_EQ(computed("MOV", denormal), denormal) << "to move is no arithmetic";
}

TEST(R600Instruction, ComparisonsHandleNan) {
  const Word nan = 0x7FC00000u, one = as_word(1.0f), two = as_word(2.0f);
  EXPECT_EQ(computed("SETGT", two, one), one);
  EXPECT_EQ(computed("SETGT", one, two), 0u);
  EXPECT_EQ(computed("SETGE_DX10", nan, one), 0u);
  EXPECT_EQ(computed("SETE_DX10", nan, nan), 0u);
  EXPECT_EQ(computed("SETNE_DX10", nan, nan), 0xFFFFFFFFu);
  EXPECT_EQ(computed("MAX_DX10", nan, one), one);
  EXPECT_EQ(computed("MIN_DX10", one, nan), one);
  EXPECT_EQ(computed("MAX", one, two), two);
  EXPECT_EQ(computed("MIN", one, two), one);
  EXPECT_EQ(computed("CNDE", 0x80000000u, 5, 6), 5u) << "-0 is 0";
  EXPECT_EQ(computed("CNDGT", nan, 5, 6), 6u);
  EXPECT_EQ(computed("CNDGE", 0, 5, 6), 5u);
  EXPECT_EQ(computed("CNDE_INT", 0x80000000u, 5, 6), 6u);
  EXPECT_EQ(computed("CNDGT_INT", 0x80000000u, 5, 6), 6u);
  EXPECT_EQ(computed("CNDGE_INT", 7, 5, 6), 5u);
}

TEST(R600Instruction, ConversionsSaturate) {
  EXPECT_EQ(computed("FLT_TO_INT", as_word(-3e9f)), 0x80000000u);
  EXPECT_EQ(computed("FLT_TO_INT", as_word(3e9f)), 0x7FFFFFFFu);
  EXPECT_EQ(computed("FLT_TO_INT", as_word(-7.0f)), low(-7));
  EXPECT_EQ(computed("FLT_TO_INT", 0x7FC00000u), 0u);
  EXPECT_EQ(computed("FLT_TO_UINT", as_word(-1.0f)), 0u);
  EXPECT_EQ(computed("FLT_TO_UINT", as_word(5e9f)), 0xFFFFFFFFu);
  EXPECT_EQ(computed("FLT_TO_UINT", as_word(4294967040.0f)), 4294967040u);
  EXPECT_EQ(as_float(computed("INT_TO_FLT", low(-16777217))), -16777216.0f);
  EXPECT_EQ(as_float(computed("UINT_TO_FLT", 0xFFFFFFFFu)), 4294967296.0f);
  EXPECT_EQ(as_float(computed("UBYTE2_FLT", 0x12345678u)), 52.0f);
}

TEST(R600Instruction, TheUnitTRoundsCorrectly) {
  EXPECT_EQ(as_float(computed("RECIPSQRT_IEEE", as_word(4.0f))), 0.5f);
  EXPECT_EQ(as_float(computed("RECIPSQRT_IEEE", as_word(3.0f))), float(1 / std::sqrt(3.0)));
  EXPECT_TRUE(std::isinf(as_float(computed("RECIPSQRT_IEEE", 0))));
  EXPECT_EQ(as_float(computed("RECIPSQRT_CLAMPED", 0)), std::numeric_limits<float>::max());
  EXPECT_EQ(as_float(computed("RECIP_IEEE", as_word(3.0f))), 1.0f / 3.0f);
  EXPECT_EQ(as_float(computed("EXP_IEEE", as_word(-3.0f))), 0.125f);
  EXPECT_EQ(as_float(computed("LOG_IEEE", as_word(1024.0f))), 10.0f);
  EXPECT_EQ(as_float(computed("SQRT_IEEE", as_word(2.0f))), float(std::sqrt(2.0)));
  EXPECT_NEAR(as_float(computed("SIN", as_word(0.25f))), 1.0f, 1e-7);
  EXPECT_NEAR(as_float(computed("COS", as_word(0.5f))), -1.0f, 1e-7);
  EXPECT_EQ(as_float(computed("FRACT", as_word(-0.25f))), 0.75f);
  EXPECT_EQ(as_float(computed("RNDNE", as_word(2.5f))), 2.0f);
}

TEST(R600Instruction, EveryInstructionHasAName) {
  EXPECT_EQ(known_instructions().size(),
            float_instructions().size() + integer_instructions().size())
      << "no name twice";
  EXPECT_EQ(find_instruction("FOO"), nullptr);
}

}  // namespace
}  // namespace gputest::r600::r600_instruction_test
