// mdef and mcall.
#include <gtest/gtest.h>

#include "il_reference/language/parser.hpp"
#include "il_reference/language/printer.hpp"
#include "il_reference/tests/run.hpp"

namespace gputest::test::language_macro_test {
namespace {

/// The instructions that calls expand to, one per line; the macro precedes the version.
std::string expanded(const std::string& macros, const std::string& calls) {
  const il::Parsed parsed = il::parse(macros + "il_cs_2_0\n" + calls + "\nend\n");
  EXPECT_EQ(il::to_text(parsed.diagnostics, "text"), "");
  std::string made;
  for (const il::Instruction& i : parsed.program.instructions) {
    if (i.opcode != il::Opcode::endmain) made += il::to_text(i) + "\n";
  }
  return made;
}

std::string errors(const std::string& text) {
  return il::to_text(il::parse(text).diagnostics, "text");
}

TEST(IlMacro, SwizzlesCompose) {
  const std::string macro = "mdef(1)_out(1)_in(2)\nadd out0, in0.zw, in1.wzyx\nmend\n";
  EXPECT_EQ(expanded(macro, "mcall(1)(r9),(r5.wxyz, r6.x)"), "add r9, r5.yzzz, r6.xxxx\n");
  EXPECT_EQ(expanded(macro, "mcall(1) (r9.xy__) , (r5.01zw,\n cb0[2].yyyy)"),
            "add r9.xy__, r5.zwww, cb0[2].yyyy\n");
}

TEST(IlMacro, OutlineChangesNothing) {
  EXPECT_EQ(expanded("mdef(7)_out(1)_in(1)_outline ; name\nmov out0, in0.wzyx\nmend\n",
                     "mcall(7)(r9),(r5)"),
            "mov r9, r5.wzyx\n");
}

TEST(IlMacro, ACommentMayFollowItsHead) {
  EXPECT_EQ(expanded("mdef ( 7 ) _out(1) _in(1)   ; name\nmov out0, in0.wzyx\nmend\n",
                     "mcall(7)(r9),(r5)"),
            "mov r9, r5.wzyx\n");
}

TEST(IlMacro, ModifiersWithinTheMacroStay) {
  EXPECT_EQ(expanded("mdef(1)_out(1)_in(1)\nmov out0, in0.yx_abs_neg(x)\nmend\n",
                     "mcall(1)(r9),(r5.wzyx)"),
            "mov r9, r5.zwww_abs_neg(x)\n");
}

TEST(IlMacro, ModifiersOfOperandsFollowTheOperands) {
  EXPECT_EQ(expanded("mdef(1)_out(1)_in(1)\nmul out0, in0.y, in0_abs\nmend\n",
                     "mcall(1)(r9),(r5.wzyx_neg(y))"),
            "mul r9, r5.zzzz_neg(xyzw), r5.wzyx_abs\n");
  EXPECT_EQ(expanded("mdef(1)_out(1)_in(1)\nmul out0, in0_neg(xy), in0.wyx0_neg(x)\nmend\n",
                     "mcall(1)(r9),(r5_x2_neg(yz))"),
            "mov r10, r5_x2_neg(yz)\nmul r9, r5_x2_neg(xz), r10.wyx0_neg(x)\n");
}

TEST(IlMacro, InexpressibleSourcesAreComputedFirst) {
  EXPECT_EQ(expanded("mdef(1)_out(1)_in(1)\nmov out0, in0_bias\nmend\n", "mcall(1)(r9),(r5_x2)"),
            "mov r10, r5_x2\nmov r9, r10_bias\n");
}

TEST(IlMacro, MasksCompose) {
  const std::string macro = "mdef(1)_out(1)_in(1)\nmov out0.xy_1, in0\nmend\n";
  EXPECT_EQ(expanded(macro, "mcall(1)(r9),(r5)"), "mov r9.xy_1, r5\n");
  EXPECT_EQ(expanded(macro, "mcall(1)(r9.x__w),(r5)"), "mov r9.x__1, r5\n");
  EXPECT_EQ(expanded(macro, "mcall(1)(r9._0_w),(r5)"), "mov r9._0_1, r5\n");
}

TEST(IlMacro, TempsAndLiteralsAreItsOwn) {
  const std::string macro =
      "mdef(22)_out(1)_in(1)\ndcl_literal l0, 5, 5, 5, 5\nmov r0, in0\niadd r0, r0, l0\n"
      "mov out0, r0\nmend\n";
  EXPECT_EQ(expanded(macro, "dcl_literal l0, 1, 1, 1, 1\nmov r0, l0\nmcall(22)(r1),(r0)"),
            "mov r0, l0\nmov r2, r0\niadd r2, r2, l1\nmov r1, r2\n");
}

TEST(IlMacro, MacrosCallMacrosAndMayBeDefinedAnywhere) {
  const std::string text =
      "il_cs_2_0\nmcall(1)(r1.x),(r0)\nendmain\n"
      "mdef(1)_out(1)_in(1)\nmcall(2)(r0),(in0.w)\nmov out0, r0.y\nmend\n"
      "mdef(2)_out(1)_in(1)\nmov r0, in0\niadd out0, r0, in0\nmend\nend\n";
  const il::Parsed parsed = il::parse(text);
  EXPECT_EQ(il::to_text(parsed.diagnostics, "text"), "");
  ASSERT_EQ(parsed.program.instructions.size(), 4u);
  EXPECT_EQ(il::to_text(parsed.program.instructions[0]), "mov r2, r0.wwww");
  EXPECT_EQ(il::to_text(parsed.program.instructions[1]), "iadd r3, r2, r0.wwww");
  EXPECT_EQ(il::to_text(parsed.program.instructions[2]), "mov r1.x___, r3.yyyy");
}

TEST(IlMacro, ControlFlowAndIndicesWithinIt) {
  const std::string macro =
      "mdef(0)_out(1)_in(2)\nif_logicalnz in0.x\nmov out0, cb0[in1.y+1]\nendif\nmend\n";
  EXPECT_EQ(expanded(macro, "dcl_cb cb0[4]\nmcall(0)(x0[r7.x]),(r1.z, r2.wzyx)"),
            "if_logicalnz r1.zzzz\nmov x0[r7.x], cb0[r2.z+1]\nendif\n");
}

TEST(IlMacro, ComputesASignedDivision) {
  // Signed division built from the unsigned one, as compilers of the time wrote it.
  const std::string macro =
      "mdef(222)_out(1)_in(2)\nmov r0, in0\nmov r1, in1\nmov r0._y__, r1.x\n"
      "dcl_literal l3, 0, 0, 0, 0\nilt r1.xy, r0, l3\niadd r0.xy, r0, r1\nixor r0.xy, r0, r1\n"
      "ixor r1.x, r1.x, r1.y\nudiv r0.x, r0.x, r0.y\niadd r0.x, r0.x, r1.x\nixor r0.x, r0.x, r1.x\n"
      "mov out0, r0\nmend\n";
  const std::string text = macro + pixel_header(2) +
                           "sample_resource(0)_sampler(0) r0, vWinCoord0.xyxy\n"
                           "sample_resource(1)_sampler(1) r1, vWinCoord0.xyxy\n"
                           "mcall(222)(r2.x___),(r0.xxxx, r1.xxxx)\n"
                           "mcall(222)(r3),(r0.yyyy, r1.yyyy)\nmov r2.y, r3.x\nmov o0, r2\nend\n";
  const auto word = [](int value) { return static_cast<std::uint32_t>(value); };
  const Words given = run_pixel(text, {{word(-17), 100, 0, 0}, {5, word(-7), 0, 0}});
  EXPECT_EQ(given, (Words{word(-3), word(-14), 0, 0}));
}

TEST(IlMacro, AnErrorIsReportedOnceAtItsPlace) {
  EXPECT_EQ(errors("mdef(1)_out(1)_in(1)\nbogus out0\nmov out0, in1\nmend\nil_cs\n"
                   "mcall(1)(r0),(r1)\nmcall(1)(r0),(r1)\nend\n"),
            "text:2:1: error: unknown instruction 'bogus'\n"
            "text:3:11: error: in1 is not an operand of macro 1\n");
  EXPECT_EQ(errors("mdef(1)_out(1)_in(1)\nmov in0, out0\nmend\nil_cs\nend\n"),
            "text:2:5: error: a macro cannot write its inputs\n");
  EXPECT_EQ(errors("mdef(1)_out(1)_in(1)\nmov out0, in0\nmend\nil_cs\nmcall(1)(r0),(r1,r2)\nend\n"),
            "text:5:1: error: macro 1 takes 1 outputs and 1 inputs; the call gives 1 and 2\n");
  EXPECT_EQ(errors("mdef(1)_out(0)_in(0)\nmcall(1)(),()\nmend\nil_cs\nend\n"),
            "text:2:1: error: macro 1 calls itself\n");
  EXPECT_EQ(errors("mdef(1)_out(0)_in(0)\nmdef(2)_out(0)_in(0)\nmend\nil_cs\nend\n"),
            "text:2:1: error: a macro is defined within a macro\n");
  EXPECT_EQ(errors("il_cs\nmdef(1)_out(0)_in(0)\nmov r0, r1\n"),
            "text:2:21: error: macro 1 lacks its mend\n");
}

TEST(IlMacro, ExpansionIsBounded) {
  // 2^30 instructions if all were expanded.
  std::string text = "mdef(0)_out(0)_in(0)\nmov r0, r0\nmend\n";
  for (int i = 1; i <= 12; ++i) {
    text += fmt::format("mdef({0})_out(0)_in(0)\n", i);
    for (int call = 0; call < 6; ++call) text += fmt::format("mcall({})(),()\n", i - 1);
    text += "mend\n";
  }
  const std::string found = errors(text + "il_cs\nmcall(12)(),()\nend\n");
  EXPECT_NE(found.find("make the program too long"), std::string::npos) << found;
}

}  // namespace
}  // namespace gputest::test::language_macro_test
