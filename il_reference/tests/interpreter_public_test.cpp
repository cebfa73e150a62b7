// Forms in public kernels besides AMD's own examples.
#include <gtest/gtest.h>

#include <cmath>
#include <cstdlib>
#include <numeric>

#include "common/core/error.hpp"
#include "il_reference/language/checker.hpp"
#include "il_reference/tests/run.hpp"

namespace gputest::test::interpreter_public_test {
namespace {

std::string diagnosed(const std::string& text) {
  il::Parsed parsed = il::parse(text);
  std::string made = il::to_text(parsed.diagnostics, "k.il");
  if (!il::has_errors(parsed.diagnostics)) made += il::to_text(il::check(parsed.program), "k.il");
  return made;
}

const std::vector<Words> matrix = {{1, 2, 3, 4}, {5, 6, 7, 8}, {9, 10, 11, 12}, {13, 14, 15, 16}};

TEST(IlPublic, TransposeReadsFourRegistersAndWritesFour) {
  for (int row = 0; row < 4; ++row) {
    const auto k = static_cast<std::uint32_t>(row);
    const Words column = {1 + k, 5 + k, 9 + k, 13 + k};
    EXPECT_EQ(run_lines(fmt::format("transpose r4, r0\nmov r10, r{}", 4 + row), matrix), column);
    EXPECT_EQ(run_lines(fmt::format("transpose r0, r0\nmov r10, r{}", row), matrix), column);
    EXPECT_EQ(run_lines(fmt::format("transpose r2, r0\nmov r10, r{}", 2 + row), matrix), column);
    EXPECT_EQ(run_lines(fmt::format("dcl_indexed_temp_array x0[5]\ntranspose x0[1], r0\n"
                                    "mov r10, x0[{}]",
                                    1 + row),
                        matrix),
              column);
  }
  EXPECT_NE(diagnosed("il_ps_2_0\ntranspose r4.x, r0\nend\n").find("k.il:2:1: error: transpose"),
            std::string::npos);
}

TEST(IlPublic, AConstantPastItsDeclarationIsReadIfItIsBound) {
  const std::string text = "dcl_cb cb0[1]\nmov r10, cb0[1]\n";
  EXPECT_NE(diagnosed("il_ps_2_0\ndcl_cb cb0[1]\nmov g[0], cb0[1]\nend\n")
                .find("k.il:3:11: warning: cb0[1] is past its 1 elements"),
            std::string::npos);
  const auto run = [](Words constants) {
    return run_pixel(pixel_header(1) +
                         "dcl_cb cb0[1]\nsample_resource(0)_sampler(0) r0, vWinCoord0\n"
                         "mov o0, cb0[1]\nend\n",
                     {{0, 0, 0, 0}}, std::move(constants));
  };
  EXPECT_EQ(run({1, 2, 3, 4, 5, 6, 7, 8}), (Words{5, 6, 7, 8}));
  EXPECT_THROW(run({1, 2, 3, 4}), Error);
}

TEST(IlPublic, AProgramMayUseSixThousandRegisters) {
  std::string lines;
  for (int k = 0; k < 6000; ++k) lines += fmt::format("iadd r{}, r{}, r0\n", k + 10, k);
  const Words given = run_lines(lines + "mov r65535, r6001\nmov r10, r65535", {{1, 2, 3, 4}});
  EXPECT_EQ(given.size(), 4u);
}

TEST(IlPublic, LinesAboveTheVersionAreSkipped) {
  EXPECT_EQ(diagnosed("dx11_ps\nil_ps_2_0\nend\n"), "k.il:1:1: warning: dx11_ps is ignored\n");
  EXPECT_NE(diagnosed("il_ps_2_0\ndx11_ps\nend\n").find("error"), std::string::npos);
}

TEST(IlPublic, TheObjectIndexCountsTheThreadsOfADomain) {
  Words output(8);
  const il::Program program =
      il::read_program("il_ps_2_0\ndcl_output_generic o0\nmov o0, vObjIndex0.x\nend\n", "k.il");
  il::Bindings bindings;
  bindings.outputs[0] = {output, il::Format::uint1, 4, 2, 4};
  il::run(program, bindings, il::Domain{0, 0, 4, 2});
  Words expected(8);
  std::iota(expected.begin(), expected.end(), 0u);
  EXPECT_EQ(output, expected);
}

TEST(IlPublic, AFenceInAPixelProgramDoesNothing) {
  EXPECT_EQ(run_lines("fence_threads\nmov r10, r0", {{1, 2, 3, 4}}), (Words{1, 2, 3, 4}));
}

TEST(IlPublic, NamesMayHaveCapitalLettersInOtherPlaces) {
  const std::string text =
      "il_cs_2_0\ndcl_num_thread_per_group 2\ndcl_raw_uav_id(0)\ndcl_literal l0, 4, 4, 4, 4\n"
      "IMUL r0.x, vAbsTIdFlat.x, L0.x\nuav_raw_store_id(0) mem.x___, r0.x, vThreadGrpIDFlat.x\n"
      "end\n";
  EXPECT_EQ(run_compute(text, Words(4, 9), 2), (Words{0, 0, 1, 1}));
}

TEST(IlPublic, CommentsBetweenSlashAndStar) {
  EXPECT_EQ(run_lines("mov /* to */ r10 /* from\n another line */, r0 ; end", {{1, 2, 3, 4}}),
            (Words{1, 2, 3, 4}));
  EXPECT_NE(
      diagnosed("il_ps_2_0\n  /* open\nend\n").find("k.il:2:3: error: the comment is not closed"),
      std::string::npos);
}

TEST(IlPublic, NaturalLogarithmsRoundingAndOldNames) {
  EXPECT_EQ(run_lines("rnd r10, r0", {{bits(0.5f), bits(1.5f), bits(-2.5f), bits(2.6f)}}),
            (Words{bits(0), bits(2), bits(-2), bits(3)}));
  EXPECT_EQ(run_lines("ln r10, r0.x\nexn r10.y, r0.y", {{bits(1), bits(0), 0, 0}}),
            (Words{0, bits(1), 0, 0}));
  EXPECT_EQ(run_lines("mov r10, r0\nifnz r0.x\nmov r10, r0.wzyx\nendif", {{1, 2, 3, 4}}),
            (Words{4, 3, 2, 1}));
}

TEST(IlPublic, AnImmediateConstantBufferTakesItsValuesFromTheText) {
  EXPECT_EQ(
      run_lines("dcl_cb icb[2], 1, 2, 3, 4, 1.0, 6, 7, 8\nmov r10, icb[r0.x]", {{1, 0, 0, 0}}),
      (Words{bits(1), 6, 7, 8}));
  EXPECT_NE(diagnosed("il_ps_2_0\ndcl_cb icb[1] 1, 2, 3, 4\nmov g[0], icb[1]\nend\n")
                .find("error: icb[1] is past its 1 elements"),
            std::string::npos);
}

TEST(IlPublic, VolumesAndArraysAreSampledByThreeCoordinates) {
  Words memory(2 * 2 * 3);
  std::iota(memory.begin(), memory.end(), 100u);
  for (const char* const type : {"3d,unnorm", "2darray,unnorm", "3d", "2darray"}) {
    const bool normalized = std::string_view(type).find("unnorm") == std::string_view::npos;
    const float side = normalized ? 2.0f : 1.0f;
    const float depth = normalized && type[0] == '3' ? 3.0f : 1.0f;
    const il::Program program = il::read_program(
        fmt::format("il_ps_2_0\ndcl_output_generic o0\ndcl_cb cb0[1]\n"
                    "dcl_resource_id(0)_type({})_fmtx(float)\n"
                    "sample_resource(0)_sampler(0) r0, cb0[0].xyz\nmov o0, r0\nend\n",
                    type),
        "k.il");
    il::Bindings bindings;
    bindings.resources[0] = {memory, il::Format::uint1, 2, 2, 2, 3};
    const Words at = {bits(1.5f / side), bits(0.5f / side), bits(2.0f / depth + 0.1f), 0};
    bindings.constants[0] = at;
    Words output(1);
    bindings.outputs[0] = {output, il::Format::uint1, 1, 1, 1};
    il::run(program, bindings, il::Domain{0, 0, 1, 1});
    EXPECT_EQ(output[0], 109u) << type;
  }
}

TEST(IlPublic, AComparingSampleReturnsWhetherTheReferencePasses) {
  const Words in = {bits(2), bits(9), bits(9), bits(9)};
  const std::string sampled = "sample_c_lz_resource(0)_sampler(0) r10, vWinCoord0.xy, l0.";
  const std::string literal = "dcl_literal l0, 1.5, 2.0, 2.5, 0\n";
  EXPECT_EQ(run_lines(literal + sampled + "x", {in}), Words(4, bits(1)));
  EXPECT_EQ(run_lines(literal + sampled + "y", {in}), Words(4, bits(1)));
  EXPECT_EQ(run_lines(literal + sampled + "z", {in}), Words(4, 0u));
}

TEST(IlPublic, AVolumeUavIsAddressedByThreeNumbers) {
  const std::string text =
      "il_cs_2_0\ndcl_num_thread_per_group 1\ndcl_uav_id(0)_type(3d)_fmtx(uint)\n"
      "dcl_gds_id(0) 1024\ndcl_literal l0, 1, 0, 2, 77\nuav_load_id(0) r0, l0.xyz\n"
      "iadd r0, r0, l0.w\nuav_store_id(0) l0.xyz, r0\nuav_add_id(0) l0.xyz, l0.x\nend\n";
  const il::Program program = il::read_program(text, "k.il");
  Words memory(12);
  std::iota(memory.begin(), memory.end(), 100u);
  il::Bindings bindings;
  bindings.uavs[0] = {memory, il::Format::uint1, 2, 2, 2, 3};
  il::run(program, bindings, il::Groups{1, 1, 1});
  EXPECT_EQ(memory[9], 109u + 77 + 1);
  bindings.uavs[0].depth = 2;
  EXPECT_THROW(il::run(program, bindings, il::Groups{1, 1, 1}), Error);
}

TEST(IlPublic, AnUnclosedBlockIsNamedButNotItsConsequences) {
  EXPECT_EQ(diagnosed("il_cs_2_0\ndcl_num_thread_per_group 64\ncall 1\ncall 2\n"
                      "if_logicalz r0.x\ncall 3\n"),
            "k.il:5:1: error: if_logicalz is not closed\n");
}

// Public correlators for radio signals keep a table in a FLOAT_1 resource and sample it into z.
TEST(IlPublic, AResourceOfOneSlotSetsAllFour) {
  const il::Program program =
      il::read_program(pixel_header(1) +
                           "mov r8.x, vWinCoord0.x\nsample_resource(0)_sampler(0) r8.z, r8.x\n"
                           "mov o0, r8.z\nend\n",
                       "k.il");
  Words table = {bits(3), bits(5)}, output(2);
  il::Bindings bindings;
  bindings.resources[0] = {table, il::Format::float1, 2, 1, 2};
  bindings.outputs[0] = {output, il::Format::float1, 2, 1, 2};
  il::run(program, bindings, il::Domain{0, 0, 2, 1});
  EXPECT_EQ(output, table);
}

// AMD's back end in LLVM wrote `select (a relop 0.5), b, c` as cmp_relop(…)_cmpval(0.5) r, a, b, c.
TEST(IlPublic, CmpChoosesByAComparisonWithAConstant) {
  const std::pair<const char*, bool (*)(float, float)> relations[] = {
      {"eq", [](float a, float b) { return a == b; }},
      {"ne", [](float a, float b) { return a != b; }},
      {"gt", [](float a, float b) { return a > b; }},
      {"ge", [](float a, float b) { return a >= b; }},
      {"lt", [](float a, float b) { return a < b; }},
      {"le", [](float a, float b) { return a <= b; }}};
  const std::vector<float> values = {-2, -1, -0.5f, 0, 0.5f, 1, 7, std::nanf("")};
  for (const auto& [relation, holds] : relations) {
    for (const char* constant : {"0.0", "0.5", "1.0", "-0.5", "-1.0"}) {
      for (const float a : values) {
        const Words given = run_lines(
            fmt::format("mov r10, r3\ncmp_relop({})_cmpval({}) r10.x_zw, r0, r1, r2", relation,
                        constant),
            {{bits(a), bits(a), bits(-a), bits(a)}, {1, 2, 3, 4}, {5, 6, 7, 8}, {9, 9, 9, 9}});
        const float c = std::strtof(constant, nullptr);
        const Words expected = {holds(a, c) ? 1u : 5u, 9, holds(-a, c) ? 3u : 7u,
                                holds(a, c) ? 4u : 8u};
        EXPECT_EQ(given, expected) << relation << " " << constant << " " << a;
      }
    }
  }
}

TEST(IlPublic, CmovSetAndClampChoose) {
  const float nan = std::nanf("");
  const Words a = {bits(0), bits(-0.0f), bits(nan), bits(-3)};
  EXPECT_EQ(run_lines("cmov r10, r0, r1, r1_neg(xyzw)", {a, {bits(1), bits(2), bits(3), bits(4)}}),
            (Words{bits(-1), bits(-2), bits(3), bits(4)}));
  EXPECT_EQ(run_lines("set_relop(le) r10.xyz1, r0, r1", {a, {bits(1), bits(-2), bits(3), bits(4)}}),
            (Words{bits(1), 0, 0, bits(1)}));
  EXPECT_EQ(run_lines("clamp_x2 r10, r0, r1.xxxx, r1.y",
                      {{bits(-9), bits(2), bits(9), bits(3)}, {bits(1), bits(4), 0, 0}}),
            (Words{bits(2), bits(4), bits(8), bits(6)}));
  // In place, with the operands' own slots.
  EXPECT_EQ(run_lines("mov r10, r0\ncmp_relop(lt)_cmpval(0.0) r10, r10.wzyx, r10, r10.yxwz",
                      {{bits(1), bits(-2), bits(3), bits(-4)}}),
            (Words{bits(1), bits(1), bits(3), bits(3)}));
}

}  // namespace
}  // namespace gputest::test::interpreter_public_test
