// Accepted IL text and its meaning, and the messages for wrong text.
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <bit>

#include "common/core/error.hpp"
#include "il_reference/language/checker.hpp"
#include "il_reference/language/parser.hpp"
#include "il_reference/language/printer.hpp"

namespace gputest::il::language_parser_test {
namespace {

/// All diagnostics of a text, one per line: "3:5 error: …".
std::string diagnosed(std::string_view text) {
  const Parsed parsed = parse(text);
  Diagnostics all = parsed.diagnostics;
  const Diagnostics more = check(parsed.program);
  all.insert(all.end(), more.begin(), more.end());
  std::stable_sort(all.begin(), all.end(), [](const Diagnostic& a, const Diagnostic& b) {
    return a.location < b.location;
  });
  std::string made;
  for (const Diagnostic& d : all) {
    made += std::to_string(d.location.line) + ":" + std::to_string(d.location.column) +
            (d.severity == Severity::error ? " error: " : " warning: ") + d.message + "\n";
  }
  return made;
}

Program parsed(std::string_view text) {
  Parsed made = parse(text);
  EXPECT_EQ(to_text(made.diagnostics, "text"), "");
  return std::move(made.program);
}

/// The first instruction of `line` in a compute program.
Instruction only(const std::string& line) {
  const Program program = parsed("il_cs_2_0\n" + line + "\nend\n");
  return program.instructions.front();
}

std::string printed(const std::string& line) { return to_text(only(line)); }

// ---- Accepted text ----

TEST(IlParser, ReadsVersionsAndTheirStages) {
  EXPECT_EQ(parsed("il_ps_2_0\nend").stage, Stage::pixel);
  EXPECT_EQ(parsed("il_cs_2_0\nend").stage, Stage::compute);
  EXPECT_EQ(parsed("il_cs\nend").stage, Stage::compute);
  EXPECT_EQ(parsed("il_cs_3_0 ; a comment\nend").version, "il_cs_3_0");
}

TEST(IlParser, WhiteSpaceLineEndsAndCommentsDoNotMatter) {
  const std::string plain = "il_ps_2_0\nadd r0.x, r1.y, r2\nmov o0, r0\nend\n";
  for (const std::string text :
       {"il_ps_2_0\r\nadd r0.x, r1.y, r2\r\nmov o0, r0\r\nend\r\n",
        "\n\n  il_ps_2_0 ;c\n;;; c\n\tadd\tr0.x ,r1.y\t,\n   r2 ; mul r0, r0, r0\nmov o0,r0\nend",
        "\xEF\xBB\xBFil_ps_2_0 add r0.x,r1.y,r2 mov o0,r0 end",
        "il_ps_2_0\nadd r0.x, r1.y, r2\nmov o0, r0\n",
        "il_ps_2_0\nadd r0.x, r1.y, r2\nmov o0, r0\nendmain\nend\n)(junk after the end\n"}) {
    EXPECT_TRUE(equivalent(parsed(plain), parsed(text))) << text;
  }
}

TEST(IlParser, LiteralsAreTypedByTheirLexeme) {
  const Program program = parsed(
      "il_ps_2_0\n"
      "dcl_literal l0, 2, 2.0, 0x2, -1\n"
      "mov r0, l1\n"
      "dcl_literal l1, 1.0f, .5, -0.5, 1e-5\n"
      "dcl_literal l2,0xDEADbeef,4294967295 , -2147483648,1.5E+3\n"
      "dcl_literal l3, 0xFFFFFFFFu, 3., 1.#INF, -1.#INF\n"
      "dcl_literal l4, 1e-60, 1e60, 0X0a, +7\nend\n");
  const auto f = [](float value) { return std::bit_cast<std::uint32_t>(value); };
  using Bits = std::array<std::uint32_t, 4>;
  EXPECT_EQ(program.literals[0].bits, (Bits{2, f(2), 2, 0xFFFFFFFF}));
  EXPECT_EQ(program.literals[1].bits, (Bits{f(1), f(0.5f), f(-0.5f), f(1e-5f)}));
  EXPECT_EQ(program.literals[2].bits, (Bits{0xDEADBEEF, 0xFFFFFFFF, 0x80000000, f(1500)}));
  EXPECT_EQ(program.literals[3].bits, (Bits{0xFFFFFFFF, f(3), 0x7F800000, 0xFF800000}));
  EXPECT_EQ(program.literals[4].bits, (Bits{0, 0x7F800000, 10, 7}));
}

TEST(IlParser, Declarations) {
  const Program program = parsed(
      "il_cs_2_0\n"
      "dcl_resource_id(0)_type(2d,unnorm)_fmtx(float)_fmty(uint)_fmtz(sint)_fmtw(unknown)\n"
      "dcl_resource_id(7)_type(1d)\n"
      "dcl_cb cb0[16]\ndcl_cb cb1 [ 2 ]\n"
      "dcl_indexed_temp_array x3[12]\n"
      "dcl_num_thread_per_group 8, 4,2\n"
      "dcl_lds_id(1) 4096\ndcl_struct_lds_id(2) 16, 64\n"
      "dcl_lds_size_per_thread 16\ndcl_lds_sharing_mode _wavefrontAbs\n"
      "dcl_raw_uav_id(0)\ndcl_arena_uav_id(8)\ndcl_struct_uav_id(3) 32\n"
      "dcl_uav_id(5)_type(2d)_fmtx(uint)\n"
      "dcl_typeless_uav_id(11)_stride(4)_length(4)_access(read_write)\nend\n");
  ASSERT_EQ(program.resources.size(), 2u);
  EXPECT_TRUE(program.resources[0].unnormalized);
  EXPECT_EQ(program.resources[0].format, (std::array{ElementType::floating, ElementType::uint,
                                                     ElementType::sint, ElementType::unknown}));
  EXPECT_EQ(program.resources[1].id, 7u);
  EXPECT_EQ(program.resources[1].dimension, Dimension::one);
  EXPECT_EQ(program.constant_buffers[0].size, 16u);
  EXPECT_EQ(program.constant_buffers[1].number, 1u);
  EXPECT_EQ(program.indexed_temps[0].number, 3u);
  EXPECT_EQ(program.indexed_temps[0].size, 12u);
  EXPECT_EQ(group_size(program), (std::array<std::uint32_t, 3>{8, 4, 2}));
  EXPECT_EQ(program.lds[0].bytes, 4096u);
  EXPECT_EQ(program.lds[1].bytes, 1024u);
  EXPECT_EQ(program.lds[1].stride, 16u);
  EXPECT_EQ(program.lds_words_per_thread, 16u);
  EXPECT_TRUE(program.lds_absolute);
  ASSERT_EQ(program.uavs.size(), 5u);
  EXPECT_EQ(program.uavs[2].kind, UavKind::structured);
  EXPECT_EQ(program.uavs[2].stride, 32u);
  EXPECT_EQ(program.uavs[3].dimension, Dimension::two);
  EXPECT_EQ(program.uavs[4].stride, 4u);
  EXPECT_EQ(group_size(parsed("il_cs\ndcl_num_thread_per_blk 96\nend"))[0], 96u);
  EXPECT_EQ(group_size(parsed("il_cs\ndcl_max_thread_per_group 256\nend"))[0], 256u);
}

TEST(IlParser, InputsAndOutputsInTheirForms) {
  const Program program = parsed(
      "il_ps_2_0\n"
      "dcl_input_position_interp(linear_noperspective) vWinCoord0.xy__\n"
      "dcl_input_interp(linear) v0.xy\ndcl_input_generic_interp(linear) v1\n"
      "dcl_output_generic o0\ndcl_output_usage(generic) o1.xy\nend\n");
  ASSERT_EQ(program.inputs.size(), 3u);
  EXPECT_EQ(program.inputs[0].form, "dcl_input_position_interp(linear_noperspective)");
  EXPECT_EQ(program.inputs[0].target.file, File::win_coord);
  EXPECT_EQ(program.inputs[1].form, "dcl_input_interp(linear)");
  ASSERT_EQ(program.outputs.size(), 2u);
  EXPECT_EQ(to_text(program.outputs[1].target), "o1.xy__");
}

TEST(IlParser, RegistersAndIndices) {
  EXPECT_EQ(printed("mov r0, cb0[3]"), "mov r0, cb0[3]");
  EXPECT_EQ(printed("mov r0, cb [ 3 ]"), "mov r0, cb0[3]");
  EXPECT_EQ(printed("mov r0, cb2[r1.x+3].y"), "mov r0, cb2[r1.x+3].yyyy");
  EXPECT_EQ(printed("mov r0, cb2[3 + r1.w]"), "mov r0, cb2[r1.w+3]");
  EXPECT_EQ(printed("mov x1[ r1.z - 2 ].x, x0[0]"), "mov x1[r1.z-2].x___, x0[0]");
  EXPECT_EQ(printed("mov g[r0.x+0].y, r1"), "mov g[r0.x]._y__, r1");
  EXPECT_EQ(printed("mov r4106, l7"), "mov r4106, l7");
  EXPECT_EQ(printed("mov r0, vaTid0.x"), "mov r0, vAbsTidFlat.xxxx");
  EXPECT_EQ(printed("mov r0, vTGroupid"), "mov r0, vThreadGrpIdFlat");
  EXPECT_EQ(printed("mov g[vaTid.x], r0"), "mov g[vAbsTidFlat.x], r0");
}

TEST(IlParser, SourceModifiersInAnyOrder) {
  EXPECT_EQ(printed("mov r0, r1.xyzw_neg(xz)_abs"), "mov r0, r1_abs_neg(xz)");
  EXPECT_EQ(printed("mov r0, r1_neg"), "mov r0, r1_neg(xyzw)");
  EXPECT_EQ(printed("mov r0, r1_bx2_invert_sign"), "mov r0, r1_invert_bias_x2_sign");
  EXPECT_EQ(printed("mov r0, r1.y_divComp(w)"), "mov r0, r1.yyyy_divComp(w)");
  EXPECT_EQ(printed("mov r0, r1.00x0"), "mov r0, r1.00x0");
}

TEST(IlParser, SuffixesInAnyOrderAndAfterASpace) {
  EXPECT_EQ(printed("mul_ieee_x2_sat r0, r1, r2"), "mul_ieee_x2_sat r0, r1, r2");
  EXPECT_EQ(printed("mul_sat_x2_ieee r0, r1, r2"), "mul_ieee_x2_sat r0, r1, r2");
  EXPECT_EQ(printed("div_zeroop(infinity)_sat r0, r1, r2"), "div_zeroop(infinity)_sat r0, r1, r2");
  EXPECT_EQ(printed("lds_write_vec _lOffset(8) mem.xy, r1"),
            "lds_write_vec_lOffset(8) mem.xy__, r1");
  EXPECT_EQ(
      printed("sample_resource( 1 )_sampler(2)_coordtype(unnormalized)_aoffimmi(1.5,-2,0) r0, r1"),
      "sample_resource(1)_sampler(2)_coordtype(unnormalized)_aoffimmi(1.5,-2,0) r0, r1");
  EXPECT_EQ(printed("sample_resource(0)_sampler(0)_aoffimmi(1.0 ,2.0 ,,0.0) r0, r1.xy00"),
            "sample_resource(0)_sampler(0)_aoffimmi(1,2,0) r0, r1.xy00");
  EXPECT_EQ(printed("uav_raw_load_id(11)_cached r0.x___, r1.x"),
            "uav_raw_load_id(11)_cached r0.x___, r1.xxxx");
  EXPECT_EQ(printed("fence_threads_memory_lds"), "fence_threads_lds_memory");
  EXPECT_EQ(printed("fence_lds_mem_read_only"), "fence_lds_memory");
  EXPECT_EQ(printed("fence_mem_write_only_threads"), "fence_threads_memory");
  EXPECT_EQ(printed("whileloop\nbreakc_relop(ge) r0, r1\nendloop"), "whileloop");
}

TEST(IlParser, AliasesOfTheLogicalInstructions) {
  EXPECT_EQ(printed("and r0._y__, r0.y, l0"), "iand r0._y__, r0.yyyy, l0");
  EXPECT_EQ(only("xor r0, r0, r0").opcode, Opcode::ixor);
  EXPECT_EQ(printed("round_posinf_sat r0, r1"), "round_plusinf_sat r0, r1");
  EXPECT_EQ(printed("lds_read_add_resource(1) r2.x, r0.x, r1.x"),
            "lds_read_add_id(1) r2.x___, r0.xxxx, r1.xxxx");
}

TEST(IlParser, ATypedStoreTakesAnOptionalMem) {
  EXPECT_EQ(printed("uav_store_id(3) mem, r0, r1"), "uav_store_id(3) mem, r0, r1");
  EXPECT_EQ(printed("uav_store_id(3) r0, r1"), "uav_store_id(3) mem, r0, r1");
}

// In a kernel within C, a line that lacks its \n is joined to the next one.
TEST(IlParser, StatementsWithoutWhiteSpaceBetweenThem) {
  const Program apart = parsed(
      "il_cs_2_0\nftoi r8.y, r9.x\nitof r8.y, r8.y\nmov g[0], r8.xy\nif_logicalz "
      "r8.w\nendif\nend\n");
  const Parsed glued = parse(
      "il_cs_2_0\nftoi r8.y, r9.xitof r8.y, r8.y\nmov g[0], r8.xyif_logicalz r8.wendif\nend\n");
  EXPECT_TRUE(equivalent(apart, glued.program));
  EXPECT_EQ(to_text(glued.diagnostics, "k"),
            "k:2:16: warning: itof begins a new statement without white space before it\n"
            "k:3:16: warning: if_logicalz begins a new statement without white space before it\n"
            "k:3:32: warning: endif begins a new statement without white space before it\n");
  // y followed by xor, or yx followed by or? xy and zul?
  EXPECT_EQ(to_text(parse("il_cs_2_0\nmov r0, r1.yxor r0, r0, r0\nend\n").diagnostics, "k"),
            "k:2:12: error: a swizzle consists of x y z w 0 1, found 'yxor'\n");
  EXPECT_EQ(to_text(parse("il_cs_2_0\nmov r0, r1.xyzul r0, r0, r0\nend\n").diagnostics, "k"),
            "k:2:12: error: a swizzle consists of x y z w 0 1, found 'xyzul'\n");
}

TEST(IlParser, MemBeforeAnAtomicsOperandsHasNoEffect) {
  EXPECT_EQ(printed("uav_add_id(0) mem.x, r0.x, r1.x"), "uav_add_id(0) r0.xxxx, r1.xxxx");
}

TEST(IlParser, FunctionsMayLackTheirEnds) {
  const Program whole = parsed(
      "il_cs_2_0\ncall 0\nendmain\nfunc 0\nmov r0, r1\nret\nendfunc\nfunc 1\nret\nendfunc\nend\n");
  const Program lacking = parsed("il_cs_2_0\ncall 0\nfunc 0\nmov r0, r1\nret\nfunc 1\nret\nend\n");
  EXPECT_TRUE(equivalent(whole, lacking));
  EXPECT_EQ(whole.instructions[0].match, 2u);
  EXPECT_EQ(whole.instructions[2].match, 5u);
  // A form that a compiler wrote, with a ret between.
  EXPECT_TRUE(equivalent(
      whole,
      parsed("il_cs_2_0\ncall 0\nendmain\nret\nfunc 0\nmov r0, r1\nret\nendfunc\nfunc 1\nret\n"
             "endfunc\nend\n")));
}

TEST(IlParser, MatchesBlocks) {
  const Program p = parsed(
      "il_cs_2_0\n"
      "whileloop\n"             // 0
      "if_logicalz r0\n"        // 1
      "break\n"                 // 2
      "else\n"                  // 3
      "switch r0.x\n"           // 4
      "case 0\n"                // 5
      "break_logicalnz r0.x\n"  // 6
      "default\n"               // 7
      "continue\n"              // 8
      "endswitch\n"             // 9
      "endif\n"                 // 10
      "endloop\nend\n");        // 11
  const std::uint32_t expected[] = {11, 3, 11, 10, 5, 7, 9, 9, 0, 4, 1, 0, no_match};
  for (std::size_t i = 0; i < std::size(expected); ++i) {
    EXPECT_EQ(p.instructions[i].match, expected[i]) << i;
  }
}

TEST(IlParser, PlacesAreThoseOfTheText) {
  const Program p = parsed("il_ps_2_0\n\n  add r0.x , r1,\n r2\r\n\tmov r3, r0\nend\n");
  EXPECT_EQ(p.instructions[0].location, (Location{3, 3}));
  EXPECT_EQ(p.instructions[0].destination.location, (Location{3, 7}));
  EXPECT_EQ(p.instructions[0].sources[0].location, (Location{3, 14}));
  EXPECT_EQ(p.instructions[0].sources[1].location, (Location{4, 2}));
  EXPECT_EQ(p.instructions[1].location, (Location{5, 2}));
}

// ---- Rejected text: the place and the message of each ----

struct Bad {
  const char* line;
  const char* message;  ///< with its place; the line is the text's second
};

class IlBadText : public testing::TestWithParam<Bad> {};

TEST_P(IlBadText, IsRefusedAtItsPlace) {
  EXPECT_EQ(diagnosed("il_ps_2_0\n" + std::string(GetParam().line) + "\nend\n"),
            std::string(GetParam().message) + "\n");
}

INSTANTIATE_TEST_SUITE_P(
    All, IlBadText,
    testing::Values(
        Bad{"  bogus r0, r1", "2:3 error: unknown instruction 'bogus'"},
        Bad{"texld_stage(0) r0, r1", "2:1 error: unsupported instruction 'texld_stage'"},
        Bad{"sample_c_resource(0)_sampler(0) r0, r1, r2",
            "2:1 error: unsupported instruction 'sample_c_resource'"},
        Bad{"mov q0, r1", "2:5 error: unknown register 'q0'"},
        Bad{"mov r0, vPrim0", "2:9 error: unsupported register 'vPrim0'"},
        Bad{"mov r, r1", "2:5 error: register 'r' lacks its number"},
        Bad{"mov r65536, r1", "2:5 error: r65536 is past the highest register number, 65535"},
        Bad{"mov r0", "2:7 error: expected ',', found the end of the line"},
        Bad{"mov r0,", "3:1 error: unknown register 'end'"},
        Bad{"mov r0, r1, r2", "2:11 error: mov takes no more operands"},
        Bad{"mov r0.xq, r1", "2:8 error: a mask consists of x y z w _ 0 1, found 'xq'"},
        Bad{"mov r0.yx, r1", "2:8 error: mask 'yx' is not in the order xyzw"},
        Bad{"mov r0.xyzw1, r1", "2:8 error: mask 'xyzw1' has more than four slots"},
        Bad{"mov r0, r1.xyzwx", "2:12 error: swizzle 'xyzwx' has more than four letters"},
        Bad{"mov r0, r1.k", "2:12 error: a swizzle consists of x y z w 0 1, found 'k'"},
        Bad{"mov r0, r1.", "2:12 error: the swizzle after '.' is missing"},
        Bad{"mov r0, r1_half", "2:11 error: unknown modifier '_half'"},
        Bad{"mov r0, r1_neg(xv)", "2:11 error: _neg takes slots of x y z w, found 'xv'"},
        Bad{"iadd_sat r0, r1, r2", "2:1 error: iadd takes no _sat"},
        Bad{"add_ieee r0, r1, r2", "2:1 error: add takes no _ieee"},
        Bad{"add_quick r0, r1, r2", "2:1 error: unknown suffix '_quick' of add"},
        Bad{"div_zeroop(maybe) r0, r1, r2", "2:11 error: unknown _zeroop(maybe)"},
        Bad{"cmp_cmpval(0.0) r0, r1, r2, r3", "2:1 error: cmp lacks its _relop"},
        Bad{"cmp_relop(eq) r0, r1, r2, r3", "2:1 error: cmp lacks its _cmpval"},
        Bad{"cmp_relop(eq)_cmpval(2.0) r0, r1, r2, r3",
            "2:21 error: _cmpval takes 0.0, 0.5, 1.0, -0.5 or -1.0, found '2.0'"},
        Bad{"set r0, r1, r2", "2:1 error: set lacks its _relop"},
        Bad{"clamp_relop(eq) r0, r1, r2, r3", "2:1 error: clamp takes no _relop"},
        Bad{"mov r0, cb0[r1", "3:1 error: expected ']', found 'end'"},
        Bad{"mov r0, cb0[r1.xy]", "2:13 error: an index is one slot of a register"},
        Bad{"mov r0, cb0[r1.x+r2.x]", "2:18 error: an index is one register plus a number"},
        Bad{"mov r0, cb0[x0[1].x]",
            "2:13 error: an index is a slot of a register that has no index itself"},
        Bad{"dcl_literal l0, 1, 2, 3", "2:24 error: expected ',', found the end of the line"},
        Bad{"dcl_literal l0, 1, 2, 4294967296, 4",
            "2:23 error: '4294967296' is not a number of 32 bits"},
        Bad{"dcl_literal l0, 1, 0x1G, 3, 4", "2:20 error: '0x1G' is not a number of 32 bits"},
        Bad{"dcl_literal r0, 1, 2, 3, 4", "2:1 error: dcl_literal declares a register l0, l1, …"},
        Bad{"dcl_cb cb0", "2:11 error: expected '[', found the end of the line"},
        Bad{"dcl_cb cb0[65537]",
            "2:1 error: a constant buffer has at most 65536 elements, not 65537"},
        Bad{"dcl_resource_id(0)_type(cubemap)", "2:19 error: unsupported resource type 'cubemap'"},
        Bad{"dcl_resource_id(0)_fmtx(float)", "2:1 error: dcl_resource_id lacks its _type"},
        Bad{"dcl_shared_temp sr4", "2:1 error: unsupported declaration 'dcl_shared_temp'"},
        Bad{"dcl_num_thread_per_group 64, 64", "2:1 error: a group has 1 to 1024 threads"},
        Bad{"dcl_num_thread_per_group 0", "2:1 error: a group has 1 to 1024 threads"},
        Bad{"il_cs_2_0", "2:1 error: a second version in the same text"},
        Bad{"il_vs_2_0", "2:1 error: unsupported version 'il_vs_2_0'"},
        Bad{"@", "2:1 error: expected an instruction, found '@'"},
        Bad{"\x01", "2:1 error: expected an instruction, found the byte 0x01"},
        Bad{"endif", "2:1 error: endif without its if"},
        Bad{"else", "2:1 error: else without its if"},
        Bad{"endloop", "2:1 error: endloop without its loop"},
        Bad{"endswitch", "2:1 error: endswitch without its switch"},
        Bad{"case 0", "2:1 error: case without its switch"},
        Bad{"break", "2:1 error: break outside of a loop or switch"},
        Bad{"continue_logicalz r0", "2:1 error: continue_logicalz outside of a loop"},
        Bad{" whileloop", "2:2 error: whileloop is not closed"},
        Bad{"endfunc", "2:1 error: endfunc without its func"},
        Bad{"sincos r0, r1", "2:1 error: unsupported instruction 'sincos'"},
        Bad{"u64bogus r0, r1, r2", "2:1 error: unsupported instruction 'u64bogus'"},
        Bad{"call 3", "2:1 error: function 3 is not defined"},
        Bad{"mend", "2:1 error: mend without its mdef"},
        Bad{"mcall(4)(r0),(r1)", "2:1 error: macro 4 is not defined"},
        Bad{"mov l0, r0", "2:5 error: l0 cannot be written"},
        Bad{"mov cb0[0], r0", "2:5 error: cb0 cannot be written"},
        Bad{"mov mem, r0", "2:5 error: mov cannot write to mem"},
        Bad{"uav_raw_store_id(0) r0, r1, r2", "2:21 error: uav_raw_store writes to mem"},
        Bad{"mov r0, mem", "2:9 error: mem cannot be read"},
        Bad{"mov r0, l4", "2:9 error: l4 is not declared"},
        Bad{"mov r0, cb0[1]", "2:9 error: cb0 is not declared"},
        Bad{"mov r0, x1[1]", "2:9 error: x1 is not declared"},
        Bad{"mov r0, vaTid.x", "2:9 error: vAbsTidFlat is for compute programs"},
        Bad{"fence_threads",
            "2:1 warning: fence is ignored in a pixel program: its threads share nothing"},
        Bad{"uav_raw_load_id(0) r0, r1.x", "2:1 error: raw or arena UAV 0 is not declared"},
        Bad{"mov o0, r0", "2:5 warning: o0 is not declared"},
        Bad{"sample_resource(3)_sampler(0) r0, r1", "2:1 warning: resource 3 is not declared"},
        Bad{"mov r0, r1.xy",
            "2:9 warning: the swizzle names only 2 slots; the last one is repeated"},
        Bad{"mov g[0].____, r1",
            "2:5 warning: the mask keeps every slot, so the instruction writes nothing"},
        Bad{"mov r0.x, r0.y", "2:5 warning: r0.x is written and never read"},
        Bad{"dadd r0, r0.x, r0",
            "2:10 warning: the number takes two slots, but the swizzle names only one"},
        Bad{"dadd r0.x, r0, r0", "2:6 warning: only half of a two-slot number is written"}));

TEST(IlBadText, SwizzlesThatRepeatWithoutEffectGiveNoWarning) {
  EXPECT_EQ(
      diagnosed("il_ps_2_0\nmov g[0].xy, r1.xy\ndp2 g[0], r1.xy, r2.zw\nrsq g[0], r1.xyz\nend"),
      "");
}

TEST(IlBadText, ATwoSlotNumberTakesOnlySigns) {
  const std::string sentence = "a two-slot number takes only _neg and, if it is a double, _abs\n";
  for (const char* source : {"r0_x2", "r0_bias", "r0_invert", "r0_sign", "r0_divComp(w)"}) {
    EXPECT_EQ(diagnosed(std::string("il_ps_2_0\ndadd r0, r0, ") + source + "\nend\n"),
              "2:14 warning: " + sentence);
  }
  EXPECT_EQ(diagnosed("il_ps_2_0\ni64add r0, r0_neg(x), r0_abs\nend\n"),
            "2:23 warning: " + sentence);
  EXPECT_EQ(diagnosed("il_ps_2_0\ndadd r0, r0_neg(x), r0_abs\nend\n"), "");
}

TEST(IlBadText, AHundredErrorsOfEveryKindEndTheReport) {
  const auto of = [](const std::string& line) {
    std::string text = "il_ps_2_0\n";
    for (int k = 0; k < 5000; ++k) text += line + "\n";
    return text + "end\n";
  };
  // Errors of the parser, of the matching of blocks, and of the checker; and warnings.
  for (const char* line : {"bogus", "break", "mov r0, l5", "mov o0, r0"}) {
    const Diagnostics found = parse_and_check(of(line)).diagnostics;
    ASSERT_EQ(found.size(), most_diagnostics) << line;
    EXPECT_EQ(found.back().location.line, 101u) << line;
  }
  // Warnings do not count as errors.
  const Diagnostics mixed = parse_and_check(of("mov o0, r0\nmov r0, l5")).diagnostics;
  EXPECT_EQ(mixed.size(), 2 * most_diagnostics);
}

TEST(IlBadText, TheErrorsOfAProgramAreLines) {
  try {
    read_program("il_ps_2_0\nbogus\nmov r0, l5\nend\n", "a.il");
    FAIL();
  } catch (const TextErrors& errors) {
    EXPECT_EQ(errors.status(), Status::bad_input);
    EXPECT_STREQ(
        errors.what(),
        "a.il:2:1: error: unknown instruction 'bogus'\na.il:3:9: error: l5 is not declared");
  }
}

TEST(IlDeclarations, MayBeRepeatedWithoutChange) {
  struct Repeated {
    std::string line;
    std::string other;  // the same register with another declaration
    std::string message;
  };
  const std::vector<Repeated> all = {
      {"dcl_resource_id(0)_type(2d,unnorm)_fmtx(float)",
       "dcl_resource_id(0)_type(1d,unnorm)_fmtx(float)",
       "resource 0 is already declared at line 2, with another type"},
      {"dcl_raw_uav_id(1)", "", ""},
      {"dcl_struct_uav_id(1) 8", "dcl_struct_uav_id(1) 16",
       "UAV 1 is already declared at line 2, with another type"},
      {"dcl_uav_id(0)_type(2d)_fmtx(uint)", "dcl_uav_id(0)_type(2d)_fmtx(float)",
       "UAV 0 is already declared at line 2, with another type"},
      {"dcl_lds_id(1) 64", "dcl_lds_id(1) 128",
       "LDS 1 is already declared at line 2, with another size"},
      {"dcl_struct_lds_id(1) 8, 4", "dcl_struct_lds_id(1) 4, 8",
       "LDS 1 is already declared at line 2, with another size"},
      {"dcl_gds_id(1) 64", "dcl_struct_gds_id(1) 8, 8",
       "GDS 1 is already declared at line 2, with another size"},
      {"dcl_indexed_temp_array x0[4]", "dcl_indexed_temp_array x0[5]",
       "x0 is already declared at line 2, with another size"},
      {"dcl_literal l0, 1, 2, 3, 4", "dcl_literal l0, 1, 2, 3, 5",
       "l0 is already declared at line 2, with other values"},
      {"dcl_cb cb0[4]", "dcl_cb cb0[5]",
       "cb0 is already declared at line 2, with another size or content"},
      {"dcl_num_thread_per_group 64, 1, 1", "dcl_num_thread_per_group 32",
       "the number of threads in a group is already declared, as another number"},
      {"dcl_lds_size_per_thread 4", "dcl_lds_size_per_thread 8",
       "a thread's LDS is already declared, with 4 words"},
  };
  for (const Repeated& r : all) {
    const std::string twice = "il_cs_2_0\n" + r.line + "\n" + r.line + "\n";
    EXPECT_EQ(to_text(parse(twice + "end\n").diagnostics, ""), "") << r.line;
    EXPECT_EQ(parsed(twice + "end\n").resources.size(),
              parsed("il_cs_2_0\n" + r.line + "\nend\n").resources.size());
    if (r.other.empty()) continue;
    EXPECT_EQ(to_text(parse(twice + r.other + "\nend\n").diagnostics, ""),
              ":4:1: error: " + r.message + "\n");
  }
}

TEST(IlBadText, PastTheDeclaredSize) {
  EXPECT_EQ(
      diagnosed("il_ps_2_0\ndcl_cb cb0[4]\ndcl_indexed_temp_array x0[2]\n"
                "mov g[0], cb0[4]\nmov x0[2], cb0[3]\nend\n"),
      "4:11 warning: cb0[4] is past its 4 elements\n5:5 error: x0[2] is past its 2 elements\n");
}

TEST(IlBadText, OneRunReportsEveryError) {
  EXPECT_EQ(diagnosed("il_ps_2_0\n"
                      "dcl_literal l0, 1, 2, 3, 4\n"
                      "bogus r0, r1\n"
                      "add r0, r1\n"
                      "mov r0, l0\n"
                      "mov r0.qq, l0\n"
                      "if_logicalz r0\n"
                      "  mul r0, r0, l1 ; undeclared\n"
                      "endloop\n"
                      "endif\n"
                      "mad r0, r0, r0, r0, r0\n"
                      "end\n"),
            "3:1 error: unknown instruction 'bogus'\n"
            "4:11 error: expected ',', found the end of the line\n"
            "6:8 error: a mask consists of x y z w _ 0 1, found 'qq'\n"
            "8:15 error: l1 is not declared\n"
            "9:1 error: endloop without its loop\n"
            "11:19 error: mad takes no more operands\n");
}

TEST(IlBadText, TheVersionIsMissing) {
  EXPECT_EQ(diagnosed("mov r0, r1\nend\n"),
            "1:1 error: the version (il_ps_2_0, il_cs_2_0) is missing\n");
  EXPECT_EQ(diagnosed(""), "1:1 error: the version (il_ps_2_0, il_cs_2_0) is missing\n");
}

TEST(IlBadText, FunctionsThatCallThemselves) {
  EXPECT_EQ(diagnosed("il_ps_2_0\ncall 0\nendmain\nfunc 0\ncall 1\nendfunc\nfunc 1\n"
                      "call 0\nendfunc\nend\n"),
            "5:1 error: function 0 may call itself\n"
            "8:1 error: function 1 may call itself\n");
}

TEST(IlBadText, AnEmptyMainProgram) {
  EXPECT_EQ(diagnosed("il_ps_2_0\nendmain\nfunc 0\nret\nendfunc\nend\n"),
            "2:1 warning: the main program is empty, and no function is called\n");
}

TEST(IlBadText, ManyWarningsDoNotHideAnError) {
  std::string text = "il_ps_2_0\n";
  for (int i = 0; i < 150; ++i) text += "dcl_global_flags refactoringAllowed\n";
  const Diagnostics found = parse(text + "bogus\nend\n").diagnostics;
  ASSERT_EQ(found.size(), 101u);
  EXPECT_EQ(found.back().location, (Location{152, 1}));
  EXPECT_EQ(parse(text + "mov r0, r1\nend\n").program.instructions.size(), 2u);
}

TEST(IlBadText, BlocksAreNotClosedByAFunctionsEnd) {
  EXPECT_EQ(diagnosed("il_ps_2_0\ncall 0\nendmain\nfunc 0\nwhileloop\nendfunc\nend\n"),
            "5:1 error: whileloop is not closed\n");
}

TEST(IlBadText, ReadProgramThrowsAllMessagesWithTheFilesName) {
  try {
    read_program("il_ps_2_0\nmov r0, l0\nbogus\nend\n", "kernel.il");
    FAIL();
  } catch (const Error& error) {
    EXPECT_EQ(error.status(), Status::bad_input);
    EXPECT_STREQ(error.what(),
                 "kernel.il:2:9: error: l0 is not declared\n"
                 "kernel.il:3:1: error: unknown instruction 'bogus'");
  }
}

TEST(IlBadText, AnUnreadableDeclarationIsNotBlamedOnItsUses) {
  try {
    read_program("il_ps_2_0\ndcl_literal l0, 1, 2, 3, huh\nmov r0, l0\nend\n", "kernel.il");
    FAIL();
  } catch (const Error& error) {
    EXPECT_STREQ(error.what(), "kernel.il:2:26: error: 'huh' is not a number of 32 bits");
  }
}

TEST(IlBadText, WarningsAreReturned) {
  Diagnostics warnings;
  read_program("il_ps_2_0\nmov o0, r0\nend\n", "kernel.il", &warnings);
  EXPECT_EQ(to_text(warnings, "kernel.il"), "kernel.il:2:5: warning: o0 is not declared\n");
}

TEST(IlBadText, LimitsHoldForHostileText) {
  const auto first = [](const std::string& text) {
    const Diagnostics found = parse(text).diagnostics;
    return found.empty() ? std::string() : found.front().message;
  };
  EXPECT_EQ(first("il_ps_2_0\n" + std::string(5 << 20, ' ')),
            "the text is longer than 4194304 bytes");
  std::string deep = "il_ps_2_0\n";
  for (int i = 0; i < 1000; ++i) deep += "whileloop\n";
  EXPECT_NE(to_text(parse(deep).diagnostics, "").find("nested deeper than 256"), std::string::npos);
  std::string many = "mdef(0)_out(0)_in(0)\n";
  for (int i = 0; i < 40000; ++i) many += "mov r" + std::to_string(i) + ", r0\n";
  many += "mend\nil_ps_2_0\nmcall(0)(),()\n";
  for (int i = 1; i < 25000; ++i) many += "mov r0, r" + std::to_string(40000 + i) + "\n";
  EXPECT_EQ(first(many), "");
  std::string wrong = "il_ps_2_0\n";
  for (int i = 0; i < 1000; ++i) wrong += "bogus\n";
  EXPECT_EQ(parse(wrong).diagnostics.size(), 100u);
}

}  // namespace
}  // namespace gputest::il::language_parser_test
