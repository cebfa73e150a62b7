// semantics/raw.h against the functions that the interpreter calls, over all pairs of special
// values: the same bits, except those of a NaN.
#include <gtest/gtest.h>

#include <cstdint>

#include "il_reference/semantics/il_semantics.h"
#include "il_reference/tests/programs.hpp"

namespace gputest::test::instruction_raw_test {
namespace {

using Word = std::uint32_t;

template <class F>
void for_each_pair(F f) {
  for (const Word a : awkward_words)
    for (const Word b : awkward_words) f(a, b);
}

TEST(RawSemantics, GiveTheInterpretersBitsForOneAndTwoOperands) {
  for_each_pair([](Word a, Word b) {
    SCOPED_TRACE(testing::Message() << std::hex << a << " and " << b);
    EXPECT_EQ(il_canonical(il_add_raw(a, b)), il_add(a, b));
    EXPECT_EQ(il_canonical(il_sub_raw(a, b)), il_sub(a, b));
    EXPECT_EQ(il_canonical(il_mul_raw(a, b)), il_mul(a, b));
    EXPECT_EQ(il_canonical(il_mul_ieee_raw(a, b)), il_mul_ieee(a, b));
    EXPECT_EQ(il_canonical(il_min_raw(a, b)), il_min(a, b));
    EXPECT_EQ(il_canonical(il_max_raw(a, b)), il_max(a, b));
    EXPECT_EQ(il_canonical(il_fma_raw(a, b, a)), il_fma(a, b, a));
    EXPECT_EQ(il_canonical(il_fma_raw(a, a, b)), il_fma(a, a, b));
  });
  for (const Word a : awkward_words) {
    SCOPED_TRACE(testing::Message() << std::hex << a);
    EXPECT_EQ(il_canonical(il_square_raw(a)), il_mul(a, a));
    EXPECT_EQ(il_canonical(il_times_one_raw(a)), il_mul(a, IL_ONE));
    EXPECT_EQ(il_canonical(il_times_one_raw(a)), il_mul(IL_ONE, a));
    EXPECT_EQ(il_canonical(il_sqrt_raw(a)), il_sqrt(a));
    for (const int zero_op :
         {IL_ZEROOP_FLTMAX, IL_ZEROOP_ZERO, IL_ZEROOP_INFINITY, IL_ZEROOP_INF_ELSE_MAX}) {
      EXPECT_EQ(il_canonical(il_rcp_raw(a, zero_op)), il_rcp(a, zero_op));
      EXPECT_EQ(il_canonical(il_rsq_raw(a, zero_op)), il_rsq(a, zero_op));
    }
  }
}

// A translation that does not convert NaNs depends on this.
TEST(RawSemantics, DoNotDependOnTheBitsOfANaN) {
  for (const Word nan : {0x7FC00000u, 0xFFC12345u, 0x7F800001u, 0x7FFFFFFFu, 0xFFFFFFFFu}) {
    for (const Word b : awkward_words) {
      SCOPED_TRACE(testing::Message() << std::hex << nan << " and " << b);
      for (const auto f : {il_add, il_sub, il_mul, il_mul_ieee, il_min, il_max, il_min_ieee,
                           il_max_ieee, il_mod, il_eq, il_ne, il_lt, il_ge}) {
        EXPECT_EQ(f(nan, b), f(IL_NAN, b));
        EXPECT_EQ(f(b, nan), f(b, IL_NAN));
      }
      EXPECT_EQ(il_div(nan, b, IL_ZEROOP_ZERO), il_div(IL_NAN, b, IL_ZEROOP_ZERO));
      EXPECT_EQ(il_div(b, nan, IL_ZEROOP_ZERO), il_div(b, IL_NAN, IL_ZEROOP_ZERO));
    }
    for (const auto f :
         {il_flr,  il_frc,      il_round_plusinf, il_round_nearest, il_round_z, il_sgn,
          il_sqrt, il_sin,      il_cos,           il_exp,           il_exn,     il_log,
          il_ln,   il_ftoi,     il_ftou,          il_saturate,      il_invert,  il_bias,
          il_x2,   il_canonical})
      EXPECT_EQ(f(nan), f(IL_NAN)) << std::hex << nan;
    EXPECT_EQ(il_f2d(nan), il_f2d(IL_NAN));
    EXPECT_EQ(il_rcp(nan, IL_ZEROOP_ZERO), IL_NAN);
    EXPECT_EQ(il_rsq(nan, IL_ZEROOP_ZERO), IL_NAN);
    EXPECT_EQ(il_compare(nan, 0), il_compare(IL_NAN, 0));
    EXPECT_EQ(il_scale(nan, 2.0f), IL_NAN);
    EXPECT_EQ(il_f_2_u4(nan, 0, 0, nan), il_f_2_u4(IL_NAN, 0, 0, IL_NAN));
  }
}

}  // namespace
}  // namespace gputest::test::instruction_raw_test
