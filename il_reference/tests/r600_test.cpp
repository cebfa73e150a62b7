// The r600 family's assembly, with hand-made counts.
#include <stdexcept>

#include <gtest/gtest.h>

#include "il_reference/r600/card.hpp"

namespace gputest::r600::r600_test {
namespace {

/// LLVM 15's output for cypress: control flow first, then the clauses that it starts. A loop of
/// three bundles with six operations and one fetch, in a kernel of 4 + 2 + 1 bundles.
constexpr const char* kAssembly = R"(	.text
	.section	.AMDGPU.config
	.long	166100
	.long	1
	.text
helper:
	CF_END
	PAD
.Lfunc_end0:
	.section	.AMDGPU.config
	.long	166100
	.long	528
	.long	165900
	.long	0
	.text
	.globl	il_main
il_main:
il_main$local:
	ALU 3, @10, KC0[CB0:0-32], KC1[]
	LOOP_START_DX10 @8
	ALU 4, @14, KC0[], KC1[]
	TEX 0 @20
	ALU_PUSH_BEFORE 1, @22, KC0[], KC1[]
	JUMP @7 POP:1
	LOOP_BREAK @7
	POP @7 POP:1
	END_LOOP @2
	MEM_RAT_CACHELESS STORE_RAW T3.XYZW, T0.X, 0
	CF_END
	Fetch clause starting at 20:
	  VTX_READ_128 T0.XYZW, T0.X, 0, #1
	ALU clause starting at 10:
	  MOV * T0.X, KC0[4].Y,  
	  LSHL * T0.W, PV.W, literal.x,  
	4(5.605194e-45), 0(0.000000e+00)
	  MOV * T0.Y, KC0[4].Y,  
	  ADD   T1.X, T0.X, 1.0,  
	  MIN * T1.Y, literal.x, PS,  
	-1(nan), 0(0.000000e+00)
	ALU clause starting at 14:
	  ADD   T9.W, T8.Y, -T4.Y,  BS:VEC_021/SCL_122
	  MUL_IEEE   T10.W, PV.W, PV.W,  
	  ADD * T11.W, T8.X, -T4.X,  
	  MULADD_IEEE   T0.Z, PS, PS, PV.W, 
	  RECIPSQRT_IEEE * T0.Y, PV.W,  
	ALU clause starting at 22:
	  PRED_SETE_INT * ExecMask,PredicateBit (MASKED), T9.W, 0.0,  
.Lfunc_end1:
	.size	il_main, .Lfunc_end1-il_main
)";

TEST(R600Assembly, IsReadClauseByClause) {
  const Code code = parse_assembly(kAssembly, "il_main");
  EXPECT_EQ(code.registers, 16u);  // 528 = 2 * 256 + 16
  EXPECT_EQ(code.stack, 2u);
  EXPECT_EQ(code.steps.size(), 11u);
  const Count whole = count(code, 0, code.steps.size());
  EXPECT_EQ(whole.alu_clauses, 3u);
  EXPECT_EQ(whole.fetch_clauses, 1u);
  EXPECT_EQ(whole.bundles, 4u + 2u + 1u);
  EXPECT_EQ(whole.operations, 5u + 5u + 1u);
  EXPECT_EQ(whole.fetches, 1u);
  EXPECT_EQ(code.clauses[2].bundles[0].operations[0].text,
            "ADD T9.W, T8.Y, -T4.Y, BS:VEC_021/SCL_122");
  EXPECT_EQ(code.clauses[2].bundles[0].operations[2].text, "ADD T11.W, T8.X, -T4.X");
}

TEST(R600Assembly, HasAnInnerLoop) {
  const Code code = parse_assembly(kAssembly, "il_main");
  const Loop loop = inner_loop(code);
  EXPECT_EQ(loop.first, 1u);
  EXPECT_EQ(loop.last, 9u);
  const Count turn = count(code, loop.first, loop.last);
  EXPECT_EQ(turn.bundles, 3u);
  EXPECT_EQ(turn.operations, 6u);
  EXPECT_EQ(turn.fetches, 1u);
}

/// Assembly with line tables in LLVM's form: a place holds until the next one, also across clauses.
/// Line 0 is no place.
constexpr const char* kWithLines = R"(	.text
	.globl	il_main
	.section	.AMDGPU.config
	.long	166100
	.long	2
	.text
il_main:
.Lfunc_begin0:
	.file	0 "/folder" "kernel.cl" md5 0xcd8db202c0e2b558bcea710d4d9b0e08
	.loc	0 27 0
	.cfi_startproc
	LOOP_START_DX10 @8
	.file	1 "kernel.il"
	.loc	1 39 10 is_stmt 1
	TEX 0 @20
	ALU 4, @22, KC0[], KC1[]
	END_LOOP @2
	CF_END
	Fetch clause starting at 20:
	  VTX_READ_128 T0.XYZW, T0.X, 0, #1
	ALU clause starting at 22:
	  ADD   T9.W, T8.Y, -T4.Y,  BS:VEC_021/SCL_122
.Ltmp6:
	.loc	1 40 21
	  MUL_IEEE   T10.W, PV.W, PV.W,  
	  ADD * T11.W, T8.X, -T4.X,  
	.loc	0 6 23
	  MAX_INT * T0.W, literal.x, PV.W,  
	-1(nan), 0(0.000000e+00)
	.loc	1 0 9 is_stmt 0
	  MOV * T0.Y, PV.W,  
.Lfunc_end0:
)";

TEST(R600Assembly, GivesTheLineOfAnOperation) {
  const Code code = parse_assembly(kWithLines, "il_main");
  ASSERT_EQ(code.clauses.size(), 2u);
  const Operation& fetch = code.clauses[0].fetches.at(0);
  EXPECT_EQ(fetch.file, "kernel.il");
  EXPECT_EQ(fetch.line, 39u);
  const std::vector<Bundle>& bundles = code.clauses[1].bundles;
  ASSERT_EQ(bundles.size(), 3u);
  EXPECT_EQ(bundles[0].operations.at(0).line, 39u);
  EXPECT_EQ(bundles[0].operations.at(1).line, 40u);
  EXPECT_EQ(bundles[0].operations.at(2).line, 40u);
  EXPECT_EQ(bundles[1].operations.at(0).file, "/folder/kernel.cl");
  EXPECT_EQ(bundles[1].operations.at(0).line, 6u);
  EXPECT_EQ(bundles[2].operations.at(0).line, 0u);
  EXPECT_EQ(bundles[2].operations.at(0).file, "");

  const auto lines = count_by_line(code, inner_loop(code), "kernel.il");
  ASSERT_EQ(lines.size(), 3u);
  EXPECT_EQ(lines.at(0).operations, 2u);  // of the other file, or without a line
  EXPECT_EQ(lines.at(39).operations, 1u);
  EXPECT_EQ(lines.at(39).fetches, 1u);
  EXPECT_EQ(lines.at(40).operations, 2u);
  EXPECT_EQ(lines.at(40).fetches, 0u);
}

TEST(R600Assembly, GivesNoLineForOperationsSpreadOverTheSlots) {
  std::string text = kWithLines;
  const std::string plain = "	  MOV * T0.Y, PV.W,  \n";
  text.replace(text.find(plain), plain.size(),
               "	.loc	1 49 14\n"
               "	  RECIPSQRT_IEEE   T7.X, T10.W,  \n"
               "	  RECIPSQRT_IEEE   T7.Y (MASKED), T10.W,  \n"
               "	.loc	1 42 14\n"
               "	  MOV * T7.W, T9.W,  \n");
  const Code code = parse_assembly(text, "il_main");
  const Bundle& spread = code.clauses[1].bundles.at(2);
  ASSERT_EQ(spread.operations.size(), 3u);
  EXPECT_EQ(spread.operations[0].line, 0u);
  EXPECT_EQ(spread.operations[1].line, 0u);
  EXPECT_EQ(spread.operations[2].line, 42u);
}

TEST(R600Assembly, GivesNoLineWithoutLineTables) {
  const Code code = parse_assembly(kAssembly, "il_main");
  EXPECT_EQ(code.clauses[2].bundles[0].operations[0].line, 0u);
  const auto lines = count_by_line(code, inner_loop(code), "kernel.il");
  ASSERT_EQ(lines.size(), 1u);
  EXPECT_EQ(lines.at(0).operations, 6u);
}

TEST(R600Assembly, RefusesAssemblyOfAnotherFamily) {
  EXPECT_THROW(parse_assembly("il_main:\n\ts_endpgm\n.Lfunc_end0:\n", "il_main"),
               std::runtime_error);
  EXPECT_THROW(parse_assembly(kAssembly, "another"), std::runtime_error);
  EXPECT_THROW(parse_assembly("", "il_main"), std::runtime_error);
}

TEST(R600Card, TakesTheLongerOfArithmeticAndFetches) {
  const Card card = *find_card("cypress");
  Count turn;
  turn.bundles = 3;
  turn.fetches = 1;
  EXPECT_EQ(cycles(turn).alu, 12u);
  EXPECT_EQ(cycles(turn).fetch, 16u);
  // 20 SIMDs, 16 cycles per wavefront of 64, 850 MHz.
  EXPECT_DOUBLE_EQ(per_second(card, turn), 20 * 64 / 16.0 * 850e6);
  turn.bundles = 10;
  EXPECT_DOUBLE_EQ(per_second(card, turn), 20 * 64 / 40.0 * 850e6);
}

TEST(R600Card, HoldsFewerWavefrontsIfTheyTakeMoreRegisters) {
  EXPECT_EQ(wavefronts(4), 62u);
  EXPECT_EQ(wavefronts(16), 15u);
  EXPECT_EQ(wavefronts(124), 2u);
}

}  // namespace
}  // namespace gputest::r600::r600_test
