// Work that a translation omits: making NaNs canonical if nothing reads their bits, zero tests of
// products that need none, the floor of whole coordinates.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <string>

#include "tests/support/il_batch.hpp"

namespace gputest::il::il_lean_test {
namespace {

using namespace gputest::test;

const char* const kHead =
    "il_ps_2_0\n"
    "dcl_input_position_interp(linear_noperspective) vWinCoord0.xy__\n"
    "dcl_output_generic o0\ndcl_output_generic o1\ndcl_cb cb0[4]\n"
    "dcl_resource_id(0)_type(2d,unnorm)_fmtx(float)_fmty(float)_fmtz(float)_fmtw(float)\n"
    "dcl_literal l0, 1.0, -2.0, 0.5, 0x7FC12345\n"
    "sample_resource(0)_sampler(0) r0, vWinCoord0.xyxy\n";

std::string kernel_of(const std::string& body, Mode mode, bool images = true) {
  const std::string text = kHead + body + "end\n";
  TranslationOptions options;
  options.mode = mode;
  options.images = images;
  const std::string kernel = translate(read_program(text, "test.il"), text, options).kernel;
  return kernel.substr(kernel.find("r0 = ", kernel.find("\n\n")));
}

std::size_t count_of(const std::string& text, std::string_view word) {
  std::size_t count = 0;
  for (std::size_t at = text.find(word); at != text.npos; at = text.find(word, at + 1)) ++count;
  return count;
}

/// How often a strict translation makes a NaN canonical.
auto canonical(const std::string& body) {
  return count_of(kernel_of(body, Mode::strict), "il_canonical");
}

TEST(LeanTranslation, MakesANaNCanonicalWhereBitsAreRead) {
  EXPECT_EQ(canonical("add r1, r0, r0\nmul r2, r1, r0\n"), 0u);
  EXPECT_EQ(canonical("add r1, r0, r0\nmov r2, r1.yx01\nadd r3, r2, r1_neg(x)\n"), 0u);
  EXPECT_EQ(canonical("add r1, r0, r0\nmov o0, r1\n"), 4u);
  EXPECT_EQ(canonical("add r1, r0, r0\nmov o0.x, r1\n"), 1u);
  EXPECT_EQ(canonical("add r1, r0, r0\niadd r2.x, r1, r1\n"), 2u);
  EXPECT_EQ(canonical("add r1, r0, r0\nif_logicalz r1.x\nendif\n"), 1u);
  EXPECT_EQ(canonical("add r1, r0, r0\nabs r2.x, r1\n"), 1u);
  EXPECT_EQ(canonical("add r1, r0, r0\nmov r2.x, r1_neg(x)\n"), 1u);
  EXPECT_EQ(canonical("add r1, r0, r0\nmov r2.x, cb0[r1.x]\n"), 1u);
  EXPECT_EQ(canonical("add r1, r0, r0\nif_logicalz r1.x\nelse\nendif\nadd r1, r1, r1\n"), 1u);
}

TEST(LeanTranslation, KeepsTheBitsOfValuesThatArithmeticDidNotMake) {
  // r1.x may hold a sampled or literal NaN with other bits, so a sum in it is made canonical.
  EXPECT_EQ(canonical("add r1.x, r0, r0\nmov r1.x, r0\n"), 1u);
  EXPECT_EQ(canonical("add r1.x, r0, r0\nmov r1.x, l0.w\n"), 1u);
  EXPECT_EQ(canonical("add r1.x, r0, r0\nmov r1.x, l0.y\n"), 0u);
  EXPECT_EQ(canonical("add r1.x, r0, r0\nieq r1.x, r0, r0\n"), 1u);
  // A fact about a slot also applies to values moved into it.
  EXPECT_EQ(canonical("add r1.x, r0, r0\nmov r1.x, r2\nmov r2.x, r3\nmov r3.x, r0\n"), 1u);
  // The slots of a register are distinguished.
  EXPECT_EQ(canonical("add r1.xyz, r0, r0\nmov r1.___w, r0\n"), 0u);
}

TEST(LeanTranslation, TestsFactorsForZeroWhereItMatters) {
  const auto calls = [](const std::string& line, const std::string& name) {
    return count_of(kernel_of(line + "\n", Mode::strict), name + "(");
  };
  EXPECT_EQ(calls("mul r1.x, r0, r0", "il_square_raw"), 1u);
  EXPECT_EQ(calls("mul r1.x, r0, r0_neg(x)", "il_mul_raw"), 1u);
  EXPECT_EQ(calls("mul r1.x, r0, r0.y", "il_mul_raw"), 1u);
  EXPECT_EQ(calls("mul r1.x, r0, r0.1111", "il_times_one_raw"), 1u);
  EXPECT_EQ(calls("mul r1.x, r0.1, r0.1111", "il_square_raw"), 1u);
  EXPECT_EQ(calls("mul_ieee r1.x, r0, r0", "il_mul_ieee_raw"), 1u);
  EXPECT_EQ(calls("dp3 r1.x, r0, r0", "il_square_raw"), 3u);
  EXPECT_EQ(calls("dp4 r1.x, r0, r0.xyzx", "il_mul_raw"), 1u);
}

TEST(LeanTranslation, SamplesWholeCoordinatesWithoutTheirFloor) {
  const auto sampled = [](const std::string& before, bool images, Mode mode = Mode::fast) {
    const std::string kernel =
        kernel_of(before + "sample_resource(0)_sampler(0) r5, r1\nmov o0, r5\n", mode, images);
    return kernel.substr(kernel.find("r5 ="));
  };
  EXPECT_EQ(count_of(sampled("flr r1, r0\n", false), "convert_int2(r1.xy)"), 1u);
  EXPECT_EQ(count_of(sampled("flr r1, r0\n", true, Mode::strict), "il_texel_along"), 2u);
  EXPECT_EQ(count_of(sampled("flr r1, r0\n", true), "il_texel_at_whole"), 1u);
  for (const char* const other :
       {"mov r1, r0\n", "add r1, r1, l0.z\n", "flr_d2 r1, r0\n", "flr r1, r0\nmov r1.y, r0\n",
        "mul r1, r1, l0.w\n", "flr r1, r0\nmov r1, r1_bias\n", "mul r1, r1, r0\n"})
    EXPECT_EQ(count_of(sampled(other, true), "il_texel_of"), 1u) << other;
}

TEST(LeanTranslation, MultipliesCommonFactorsOnce) {
  const auto shared = [](const std::string& between, const std::string& mad = "") {
    const std::string kernel =
        kernel_of("rsq r7, r0.x\nmul r8, r7, r7.xyz1\nmul r9, r8, r0.yzw1\n" + between +
                      (mad.empty() ? "mad r3, r9, r0.w, r3\n" : mad) + "mov o0, r3\nmov o1, r9\n",
                  Mode::fast);
    const std::size_t at = kernel.find("il_shared = ");
    return at == kernel.npos ? "" : kernel.substr(at + 12, kernel.find(';', at) - at - 12);
  };
  EXPECT_EQ(shared(""), "r0.w * r8.x");
  EXPECT_EQ(shared("", "mad r3.xy, r0.w, r9, r3\n"), "r0.w * r8.x");
  EXPECT_EQ(shared("mov r4, r8\nmov r8, r8.0000\n"), "r0.w * as_float(r4.x)");
  EXPECT_EQ(shared("mov r1, r2\nif_logicalz r1.x\nadd r2, r2, r2\nendif\n"), "");
  // A factor that no register holds any more is computed as written.
  EXPECT_EQ(shared("mov r8, r8.0000\n"), "");
  EXPECT_EQ(shared("add r9, r9, r9\n"), "");
  // It does not pay for one product, or for equal ones.
  EXPECT_EQ(shared("", "mad r3.x, r9, r0.w, r3\n"), "");
  EXPECT_EQ(shared("", "mad r3, r9.x, r0.w, r3\n"), "");
  EXPECT_EQ(shared("", "mad r3, r9, r0, r3\n"), "");
  EXPECT_EQ(shared("", "mad r3, r9_neg(xyzw), r0.w, r3\n"), "");
}

TEST(LeanTranslation, CountsCoordinatesInIntegers) {
  const auto kernel = [](const std::string& loop, bool images = true, Mode mode = Mode::fast) {
    return kernel_of("mov r1, r1.0010\nwhileloop\nbreak\n" + loop +
                         "endloop\nsample_resource(0)_sampler(0) r5, r1.yx\nmov o0, r5\n",
                     mode, images);
  };
  const std::string walk = "add r1.x, r1, l0.x\nadd r1.0y, l0.y_neg(y), r1\n";
  for (const bool images : {true, false}) {
    const std::string text = kernel(walk, images);
    EXPECT_EQ(count_of(text, "(int2)(r1_int.y, r1_int.x)"), 1u) << text;
    EXPECT_EQ(count_of(text, "r1_int.x += 1; "), 1u) << text;
    EXPECT_EQ(count_of(text, "r1_int.x = 0; r1_int.y += 2;"), 1u) << text;
    EXPECT_EQ(count_of(text, "r1_int.z"), 0u) << text;
  }
  // In steps of one, strict mode counts in floats, which stop at 2^24.
  const std::string ones = "add r1.x, r1, l0.x\nadd r1.y, r1, l0.x_neg(y)\n";
  const std::string strict = kernel(ones, true, Mode::strict);
  EXPECT_EQ(count_of(strict, "r1_int.x = min(r1_int.x + 1, 16777216);"), 1u) << strict;
  EXPECT_EQ(count_of(strict, "r1_int.y = max(r1_int.y + -1, -16777216);"), 1u) << strict;
  EXPECT_EQ(count_of(kernel(walk, true, Mode::strict), "r1_int"), 0u);
  for (const char* const other :
       {"add r1.x, r1.y, l0.x\n", "add r1.x, r1, l0.z\n", "add r1.x, r1, l0.w\n",
        "add_x2 r1.x, r1, l0.x\n", "add r1.x, r1_neg(x), l0.x\n", "mov r1.x, r2\n",
        "mul r1.x, r1, l0.y\n", "add r1.x, r1, r1\n"})
    EXPECT_EQ(count_of(kernel(walk + other), "r1_int"), 0u) << other;
}

/// A straight-line program of float instructions on r1 to r6 with all results visible: floats in
/// o0, and sums of their bits in o1.
std::string float_program(std::uint32_t seed) {
  std::uint32_t state = seed * 2654435761u + 12345u;
  const auto choose = [&](std::uint32_t count) {
    state = state * 1664525u + 1013904223u;
    return (state >> 10) % count;
  };
  const auto operand = [&] {
    std::string text = choose(4) == 0 ? std::string("r0") : fmt::format("r{}", 1 + choose(6));
    if (choose(8) == 0) text = "l0";
    text += '.';
    for (int k = 0; k < 4; ++k) text += "xyzwxyz011"[choose(10)];
    if (choose(6) == 0) text += choose(2) == 0 ? "_neg(yz)" : "_abs";
    return text;
  };
  constexpr const char* instructions[] = {"add",      "sub",
                                          "mul",      "mul",
                                          "mul_ieee", "mad",
                                          "mad",      "dp2",
                                          "dp3",      "dp4",
                                          "fma",      "rcp",
                                          "rsq",      "sqrt",
                                          "min",      "max",
                                          "mov",      "mul_x2_sat",
                                          "lrp",      "frc",
                                          "div",      "rsq_zeroop(zero)",
                                          "abs",      "mov",
                                          "mul"};
  constexpr const char* masks[] = {"", "", "", ".xyz", ".w", ".0y1w", ".x"};
  std::string text = std::string(kHead) + "add r6, r0.wzyx, cb0[1]\n";
  for (int k = 0; k < 14; ++k) {
    const std::string name = instructions[choose(std::size(instructions))];
    const InstructionInfo& row = *find_instruction(name);
    const std::string same = operand();
    text += fmt::format("{} r{}{}", name, 1 + choose(6), masks[choose(std::size(masks))]);
    const bool twice = choose(3) == 0;
    for (std::size_t a = 0; a < row.sources.size(); ++a)
      text += ", " + (twice && a < 2 ? same : operand());
    text += '\n';
  }
  text += "add r7, r1, r2\nmad r7, r3, r4, r7\nadd r7, r7, r5\nmin r7, r6, r7\nmov o0, r7\n";
  text += "iadd r8, r1, r2\nixor r8, r8, r3\niadd r8, r8, r4\nixor r8, r8, r5\niadd o1, r8, r6\n";
  return text + "end\n";
}

TEST(LeanTranslation, EqualsTheInterpreterBitForBitForFloatPrograms) {
  opencl::OpenClDevice* const device = first_device();
  if (device == nullptr) GTEST_SKIP() << "no OpenCL device";
  constexpr std::uint32_t kPrograms = 120, kBatch = 20;
  const IlInputs inputs;
  for (std::uint32_t done = 0; done < kPrograms; done += kBatch) {
    std::vector<std::string> texts;
    for (std::uint32_t k = 0; k < kBatch; ++k) texts.push_back(float_program(done + k));
    IlBatch batch(*device, texts, inputs, Mode::strict);
    for (std::size_t k = 0; k < texts.size(); ++k)
      ASSERT_EQ(interpreted(batch.program(k), inputs), batch.run(k)) << texts[k];
  }
}

}  // namespace
}  // namespace gputest::il::il_lean_test
