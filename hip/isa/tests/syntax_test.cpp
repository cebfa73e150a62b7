// Parsing of instructions' text.
#include <gtest/gtest.h>

#include "common/core/error.hpp"
#include "hip/isa/syntax.hpp"

namespace gputest::isa::syntax_test {
namespace {

TEST(IsaSyntax, OperandsAndModifiersAreDistinguished) {
  const Syntax syntax = parse_syntax("\tv_fma_f32 v0, -|v1|, s[2:3], 0x40 clamp mul:2");
  EXPECT_EQ(syntax.mnemonic, "v_fma_f32");
  EXPECT_EQ(syntax.operands, (std::vector<std::string>{"v0", "-|v1|", "s[2:3]", "0x40"}));
  ASSERT_EQ(syntax.modifiers.size(), 2u);
  EXPECT_EQ(syntax.modifiers[0].name, "clamp");
  EXPECT_EQ(syntax.modifiers[1].value, "2");
}

TEST(IsaSyntax, EncodingsAreNotPartOfTheMnemonic) {
  EXPECT_EQ(parse_syntax("v_add_f32_e32 v0, v1, v2").mnemonic, "v_add_f32");
  EXPECT_EQ(parse_syntax("v_mov_b32_dpp v0, v1 row_shr:1").encoding, "dpp");
  EXPECT_EQ(parse_syntax("v_cmp_eq_u16_sdwa s[0:1], v0, v1 src0_sel:BYTE_0").encoding, "sdwa");
}

TEST(IsaSyntax, ModifiersNeedNoOperands) {
  const Syntax syntax = parse_syntax("s_waitcnt vmcnt(0) & lgkmcnt(3)");
  EXPECT_TRUE(syntax.operands.empty());
  ASSERT_NE(syntax.find("lgkmcnt"), nullptr);
  EXPECT_EQ(syntax.find("lgkmcnt")->value, "3");
  EXPECT_EQ(syntax.find("expcnt"), nullptr);
}

TEST(IsaSyntax, ListsWithinBracketsAreNotSplit) {
  const Syntax syntax = parse_syntax("s_setreg_imm32_b32 hwreg(HW_REG_MODE, 4, 2), 3");
  EXPECT_EQ(syntax.operands, (std::vector<std::string>{"hwreg(HW_REG_MODE, 4, 2)", "3"}));
  const Syntax packed = parse_syntax("v_pk_add_f32 v[0:1], v[2:3], v[4:5] op_sel:[0,1]");
  ASSERT_NE(packed.find("op_sel"), nullptr);
  EXPECT_EQ(packed.find("op_sel")->value, "[0,1]");
  EXPECT_THROW(parse_syntax("v_mov_b32 v[0:1, v2"), Error);
}

}  // namespace
}  // namespace gputest::isa::syntax_test
