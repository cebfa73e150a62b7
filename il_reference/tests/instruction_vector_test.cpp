// Operations on slots: masks, swizzles, modifiers, suffixes, sums over slots.
#include <gtest/gtest.h>

#include <cmath>
#include <limits>

#include "il_reference/tests/run.hpp"

namespace gputest::test::instruction_vector_test {
namespace {

using Word = std::uint32_t;
constexpr Word one = 0x3F800000;
constexpr Word nan_word = 0x7FC00000;
constexpr Word float_max = 0x7F7FFFFF;
constexpr Word infinity_word = 0x7F800000;
constexpr Word minus = 0x80000000;

Words floats(float x, float y, float z, float w) { return {bits(x), bits(y), bits(z), bits(w)}; }

TEST(IlMask, EachSlotIsKeptWrittenOrSetToZeroOrOne) {
  const Words old = {1, 2, 3, 4};
  const Words now = {11, 12, 13, 14};
  const auto masked = [&](const std::string& mask) {
    return run_lines("mov r10, r0\nmov r10" + mask + ", r1", {old, now});
  };
  EXPECT_EQ(masked(""), now);
  EXPECT_EQ(masked(".x___"), (Words{11, 2, 3, 4}));
  EXPECT_EQ(masked(".w"), (Words{1, 2, 3, 14}));
  EXPECT_EQ(masked(".yz"), (Words{1, 12, 13, 4}));
  EXPECT_EQ(masked(".xz"), (Words{11, 2, 13, 4}));
  EXPECT_EQ(masked(".0y"), (Words{0, 12, 3, 4}));
  EXPECT_EQ(masked(".01zw"), (Words{0, one, 13, 14}));
  EXPECT_EQ(masked("._y01"), (Words{1, 12, 0, one}));
  EXPECT_EQ(masked(".____"), old);
}

TEST(IlSwizzle, TakesSlotsZeroAndOneAndRepeatsItsLastLetter) {
  const Words in = {11, 12, 13, 14};
  const auto swizzled = [&](const std::string& swizzle) {
    return run_lines("mov r10, r0" + swizzle, {in});
  };
  EXPECT_EQ(swizzled(".wzyx"), (Words{14, 13, 12, 11}));
  EXPECT_EQ(swizzled(".xyz1"), (Words{11, 12, 13, one}));
  EXPECT_EQ(swizzled(".0101"), (Words{0, one, 0, one}));
  EXPECT_EQ(swizzled(".y"), Words(4, 12));
  EXPECT_EQ(swizzled(".zw"), (Words{13, 14, 14, 14}));
  EXPECT_EQ(swizzled(".zy1"), (Words{13, 12, one, one}));
}

TEST(IlSwizzle, OneIsTheBitsOfAFloatInIntegerInstructionsToo) {
  EXPECT_EQ(run_lines("iadd r10, r0.1111, r0", {{1, 2, 3, 4}}),
            (Words{one + 1, one + 2, one + 3, one + 4}));
}

TEST(IlSwizzle, OfTheDestinationItselfReadsTheOldSlots) {
  EXPECT_EQ(run_lines("mov r10, r0\nmov r10, r10.yxwz", {{1, 2, 3, 4}}), (Words{2, 1, 4, 3}));
  EXPECT_EQ(run_lines("mov r10, r0\niadd r10.xyz, r10.zxy, r10.yzx", {{1, 2, 4, 8}}),
            (Words{6, 5, 3, 8}));
}

TEST(IlModifier, EachActsOnFloats) {
  const Words in = {bits(-0.25f), bits(3), bits(0), nan_word};
  const auto with = [&](const std::string& modifier) {
    return run_lines("add r10, r0" + modifier + ", r1", {in, {0, 0, 0, 0}});
  };
  EXPECT_EQ(with("_neg(xyzw)"), (Words{bits(0.25f), bits(-3), 0, nan_word}));
  EXPECT_EQ(with("_neg(y)"), (Words{bits(-0.25f), bits(-3), 0, nan_word}));
  EXPECT_EQ(with("_abs"), (Words{bits(0.25f), bits(3), 0, nan_word}));
  EXPECT_EQ(with("_x2"), (Words{bits(-0.5f), bits(6), 0, nan_word}));
  EXPECT_EQ(with("_bias"), (Words{bits(-0.75f), bits(2.5f), bits(-0.5f), nan_word}));
  EXPECT_EQ(with("_bx2"), (Words{bits(-1.5f), bits(5), bits(-1), nan_word}));
  EXPECT_EQ(with("_invert"), (Words{bits(1.25f), bits(-2), bits(1), nan_word}));
  EXPECT_EQ(with("_sign"), (Words{bits(-1), bits(1), 0, nan_word}));
}

TEST(IlModifier, TheyActInTheirOrderIfWrittenInAnother) {
  // |2 ((1 - v) - 0.5)| negated
  const Words in = floats(3, -1, 0.5f, 0);
  const Words expected = floats(-5, -3, -0.0f, -1);
  EXPECT_EQ(run_lines("mov r10, r0_invert_bx2_abs_neg(xyzw)", {in}), expected);
  EXPECT_EQ(run_lines("mov r10, r0_neg(xyzw)_abs_bx2_invert", {in}), expected);
}

TEST(IlModifier, NegComesAfterTheSwizzle) {
  EXPECT_EQ(run_lines("mov r10, r0.wzyx_neg(x)", {floats(1, 2, 3, 4)}), floats(-4, 3, 2, 1));
}

TEST(IlModifier, NegIsTwosComplementInIntegerInstructions) {
  EXPECT_EQ(run_lines("iadd r10, r0_neg(xyz), r1", {{1, 0x80000000, 5, 6}, {10, 0, 5, 0}}),
            (Words{9, 0x80000000, 0, 6}));
  // |a| in the form that a compiler of the time wrote.
  EXPECT_EQ(run_lines("imax r10, r0, r0_neg(xyzw)", {{7, 0xFFFFFFF9, 0, 0x80000000}}),
            (Words{7, 7, 0, 0x80000000}));
}

TEST(IlModifier, NegAndAbsOfAMoveChangeOnlyTheSign) {
  const Word payload = 0xFFC12345;
  EXPECT_EQ(run_lines("mov r10, r0_neg(xy)", {{payload, 0x7F800001, 1, minus}}),
            (Words{0x7FC12345, 0xFF800001, 1, minus}));
  EXPECT_EQ(run_lines("mov r10, r0_abs", {{payload, 0xFF800001, minus + 1, minus}}),
            (Words{0x7FC12345, 0x7F800001, 1, 0}));
}

TEST(IlModifier, DivCompDividesByOneSlot) {
  const Words in = floats(12, 6, 4, 2);
  EXPECT_EQ(run_lines("mov r10, r0_divComp(y)", {in}), floats(2, 6, 4, 2));
  EXPECT_EQ(run_lines("mov r10, r0_divComp(z)", {in}), floats(3, 1.5f, 4, 2));
  EXPECT_EQ(run_lines("mov r10, r0_divComp(w)", {in}), floats(6, 3, 2, 2));
  EXPECT_EQ(run_lines("mov r10, r0_divComp(unknown)", {in}), in);
  EXPECT_EQ(run_lines("mov r10.x, r0_divComp(w)", {in}), floats(6, 0, 0, 0));
}

TEST(IlSuffix, ScalesAndSaturatesTheResult) {
  const Words in = {bits(0.375f), bits(-1), bits(3), nan_word};
  const Words none = {0, 0, 0, 0};
  const auto with = [&](const std::string& suffix) {
    return run_lines("add" + suffix + " r10, r0, r1", {in, none});
  };
  EXPECT_EQ(with("_sat"), (Words{bits(0.375f), 0, one, 0}));
  EXPECT_EQ(with("_x2"), (Words{bits(0.75f), bits(-2), bits(6), nan_word}));
  EXPECT_EQ(with("_x4"), (Words{bits(1.5f), bits(-4), bits(12), nan_word}));
  EXPECT_EQ(with("_x8"), (Words{bits(3), bits(-8), bits(24), nan_word}));
  EXPECT_EQ(with("_d2"), (Words{bits(0.1875f), bits(-0.5f), bits(1.5f), nan_word}));
  EXPECT_EQ(with("_d4"), (Words{bits(0.09375f), bits(-0.25f), bits(0.75f), nan_word}));
  EXPECT_EQ(with("_d8"), (Words{bits(0.046875f), bits(-0.125f), bits(0.375f), nan_word}));
  EXPECT_EQ(with("_x2_sat"), (Words{bits(0.75f), 0, one, 0}));
  EXPECT_EQ(with("_sat_x2"), (Words{bits(0.75f), 0, one, 0}));
}

TEST(IlSuffix, ZeroopSetsTheResultOfDivisionByZero) {
  const Words a = floats(2, -2, 2, 0);
  const Words b = floats(0, 0, -0.0f, 0);
  const auto divided = [&](const std::string& suffix) {
    return run_lines("div" + suffix + " r10, r0, r1", {a, b});
  };
  const Word low = float_max | minus;
  EXPECT_EQ(divided(""), (Words{float_max, low, low, float_max}));
  EXPECT_EQ(divided("_zeroop(fltmax)"), (Words{float_max, low, low, float_max}));
  EXPECT_EQ(divided("_zeroop(zero)"), Words(4, 0));
  const Word below = infinity_word | minus;
  EXPECT_EQ(divided("_zeroop(infinity)"), (Words{infinity_word, below, below, infinity_word}));
  EXPECT_EQ(divided("_zeroop(inf_else_max)"), (Words{infinity_word, below, below, infinity_word}));
  for (const std::string name : {"rcp_vec", "rsq_vec"}) {
    EXPECT_EQ(run_lines(name + " r10, r0", {floats(0, -0.0f, 4, 0)})[1], low) << name;
    EXPECT_EQ(run_lines(name + "_zeroop(infinity) r10, r0", {floats(0, -0.0f, 4, 0)})[1], below);
    EXPECT_EQ(run_lines(name + "_zeroop(zero) r10, r0", {floats(0, -0.0f, 4, 0)})[0], 0u);
  }
}

TEST(IlDot, SumsProductsInOrderAndGivesTheSumToAllSlots) {
  const Words a = floats(1e8f, 1, -1e8f, 3), b = floats(1, 1, 1, 1);
  EXPECT_EQ(run_lines("dp2 r10, r0, r1", {a, b}), Words(4, bits(1e8f)));
  EXPECT_EQ(run_lines("dp3 r10, r0, r1", {a, b}), Words(4, bits(0)));
  EXPECT_EQ(run_lines("dp4 r10, r0, r1", {a, b}), Words(4, bits(3)));
  EXPECT_EQ(run_lines("mov r10, r1\ndp4 r10.0y, r0, r1", {a, b}), floats(0, 3, 1, 1));
}

TEST(IlDot, ZeroTimesAnythingIsZeroExceptWithIeee) {
  const Words a = {0, bits(2), minus, bits(1)};
  const Words b = {infinity_word, bits(3), nan_word, bits(4)};
  EXPECT_EQ(run_lines("dp4 r10, r0, r1", {a, b}), Words(4, bits(10)));
  EXPECT_EQ(run_lines("dp3 r10, r0, r1", {a, b}), Words(4, bits(6)));
  EXPECT_EQ(run_lines("dp2 r10, r0, r1", {a, b}), Words(4, bits(6)));
  for (const std::string name : {"dp2_ieee", "dp3_ieee", "dp4_ieee"}) {
    EXPECT_EQ(run_lines(name + " r10, r0, r1", {a, b}), Words(4, nan_word)) << name;
  }
}

TEST(IlMad, RoundsTheProductButFmaDoesNot) {
  // (1 + 2^-23)^2 - 1 - 2^-22 is 2^-46; only the fused operation keeps it.
  const float above = 1 + std::numeric_limits<float>::epsilon();
  const float c = -(1 + 2 * std::numeric_limits<float>::epsilon());
  const Words a = floats(above, 0, 0, 0);
  const std::vector<Words> inputs = {a, a, floats(c, 0, 0, 0)};
  EXPECT_EQ(run_lines("mad r10, r0, r1, r2", inputs)[0], 0u);
  EXPECT_EQ(run_lines("fma r10, r0, r1, r2", inputs)[0], bits(std::ldexp(1.0f, -46)));
}

TEST(IlWhole, SadOfFourRegistersAndPackingOfFour) {
  const Words a = {0x01020304, 0xFF000000, 0, 0x00000005}, b = {0x04030201, 0, 0x0000FF00, 0};
  // 3 + 1 + 1 + 3, 255, 255, 5
  EXPECT_EQ(run_lines("sad4 r10, r0, r1, r2", {a, b, {100, 9, 9, 9}}), Words(4, 100 + 8 + 515));
  EXPECT_EQ(run_lines("f_2_u4 r10, r0", {floats(1.5f, 2.5f, -7, 1000)}), Words(4, 0xFF000202));
  EXPECT_EQ(run_lines("f_2_u4 r10, r0", {{nan_word, infinity_word, bits(0.4f), bits(254.6f)}}),
            Words(4, 0xFF00FF00));
}

TEST(IlMove, KeepsEveryBit) {
  const Words in = {0x7F800001, 0xFFC12345, 0x00000001, 0x80000000};
  EXPECT_EQ(run_lines("mov r10, r0", {in}), in);
  EXPECT_EQ(run_lines("dcl_literal l0, 0x7F800001, 0xFFC12345, 1, 0x80000000\nmov r10, l0", {in}),
            in);
  EXPECT_EQ(run_lines("mov r10, cb0[1]", {in}, {0, 0, 0, 0, in[0], in[1], in[2], in[3]}), in);
  EXPECT_EQ(run_lines("cmov_logical r10, r0, r0, r1", {in, {9, 9, 9, 9}}), in);
}

}  // namespace
}  // namespace gputest::test::instruction_vector_test
