// The strict translation against the interpreter, bit for bit, with random programs on every OpenCL
// device that supports it.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cstdlib>
#include <functional>
#include <memory>

#include "common/core/error.hpp"
#include "common/opencl/device.hpp"
#include "il_reference/interpreter/interpreter.hpp"
#include "il_reference/language/parser.hpp"
#include "il_reference/language/printer.hpp"
#include "il_reference/opencl/device_program.hpp"
#include "il_reference/opencl/preamble.hpp"
#include "il_reference/tests/programs.hpp"
#include "tests/support/il_batch.hpp"

namespace gputest::il::il_translation_test {
namespace {

using namespace gputest::test;

/// Describes the difference of the two; empty if they are equal.
std::string difference(const IlResults& expected, const IlResults& actual) {
  for (std::size_t output = 0; output < 2; ++output)
    for (std::size_t k = 0; k < expected[output].size(); ++k)
      if (expected[output][k] != actual[output][k])
        return fmt::format("o{}.{} of thread {}: 0x{:08X} interpreted, 0x{:08X} translated", output,
                           "xyzw"[k % 4], k / 4, expected[output][k], actual[output][k]);
  return "";
}

std::size_t from_environment(const char* name, std::size_t otherwise) {
  const char* text = std::getenv(name);
  return text == nullptr || *text == '\0' ? otherwise : std::strtoul(text, nullptr, 10);
}

/// GPUTEST_IL_PROGRAMS sets the number (100), GPUTEST_IL_SEED the seed. Programs run in batches,
/// because PoCL's compiler is slow for large functions.
TEST(StrictTranslation, IsTheInterpreterBitForBitOverRandomPrograms) {
  opencl::OpenClDevice* const device = first_device();
  if (device == nullptr) GTEST_SKIP() << "no OpenCL device";
  const IlInputs inputs;
  constexpr std::size_t kBatch = 20;
  constexpr int kSize = 8;  // RapidCheck's size: about five statements
  const std::size_t count = from_environment("GPUTEST_IL_PROGRAMS", 100);
  rc::Random random(from_environment("GPUTEST_IL_SEED", 1));
  for (std::size_t done = 0; done < count && !HasFailure(); done += kBatch) {
    std::vector<std::string> texts;
    while (texts.size() < kBatch)
      texts.push_back(test::arbitrary_il_program()(random.split(), kSize).value());
    IlBatch batch(*device, texts, inputs, Mode::strict);
    for (std::size_t k = 0; k < texts.size(); ++k)
      EXPECT_EQ(difference(interpreted(batch.program(k), inputs), batch.run(k)), "") << texts[k];
  }
}

TEST(FastTranslation, OfRandomProgramsBuilds) {
  opencl::OpenClDevice* const device = first_device();
  if (device == nullptr) GTEST_SKIP() << "no OpenCL device";
  rc::Random random(3);
  std::string kernels;
  for (int k = 0; k < 200; ++k) {
    const std::string text = test::arbitrary_il_program()(random.split(), 15).value();
    TranslationOptions options;
    options.mode = Mode::fast;
    options.images = k % 2 == 0;
    options.entry = fmt::format("program_{}", k);
    kernels += translate(read_program(text, "random.il"), text, options).kernel;
  }
  EXPECT_NO_THROW(device->program("random programs", whole_preamble(true) + kernels,
                                  build_options(*device, Mode::fast, true)));
}

TEST(Translation, RefusesAnExchangeThatNotAllThreadsReach) {
  const auto refusal_of = [](const std::string& text) -> std::string {
    try {
      translate(read_program(text, "test.il"), text);
    } catch (const Error& error) {
      EXPECT_EQ(error.status(), Status::bad_input);
      return error.what();
    }
    return "";
  };
  const std::string head = "il_cs_2_0\ndcl_lds_size_per_thread 4\ndcl_num_thread_per_group ";
  const std::string exchange = "lds_read_vec_neighborExch r1, r0.xy\n";
  EXPECT_EQ(refusal_of(head + "64\n" + exchange + "mov g[0], r1\nend\n"), "");
  EXPECT_EQ(refusal_of(head + "64\nif_logicalz r0.x\nendif\n" + exchange + "mov g[0], r1\nend\n"),
            "");
  const std::string elsewhere =
      "_neighborExch is translated to OpenCL C only where all threads of a group pass, because it "
      "needs barriers: outside of all blocks, in main or in functions called so, and with no way "
      "to "
      "leave before";
  EXPECT_EQ(refusal_of(head + "64\nif_logicalz r0.x\n" + exchange + "endif\nmov g[0], r1\nend\n"),
            "line 5, column 1: " + elsewhere);
  // It is permitted in functions that all threads call together.
  const std::string function = "func 0\n" + exchange + "ret\nendfunc\n";
  EXPECT_EQ(refusal_of(head + "64\ncall 0\ncall 0\nmov g[0], r1\nendmain\n" + function + "end\n"),
            "");
  EXPECT_EQ(refusal_of(head + "64\ncall 1\nmov g[0], r1\nendmain\n" + function +
                       "func 1\ncall 0\nret\nendfunc\nend\n"),
            "");
  EXPECT_EQ(refusal_of(head + "64\ncall_logicalz r0.x, 0\nendmain\n" + function + "end\n"),
            "line 7, column 1: " + elsewhere);
  EXPECT_EQ(refusal_of(head + "64\ncall 0\nwhileloop\ncall 0\nbreak\nendloop\nendmain\n" +
                       function + "end\n"),
            "line 11, column 1: " + elsewhere);
  EXPECT_EQ(refusal_of(head + "64\nret_logicalz r0.x\ncall 0\nendmain\n" + function + "end\n"),
            "line 8, column 1: " + elsewhere);
  EXPECT_EQ(refusal_of(head + "6\n" + exchange + "mov g[0], r1\nend\n"),
            "line 4, column 1: _neighborExch is translated to OpenCL C only if a group has a "
            "multiple of four threads");
}

TEST(Translation, UnrollsShortLoopsThatSampleImages) {
  const auto unrolled = [](const std::string& body, bool images, Mode mode) {
    const std::string text = std::string("il_ps_2_0\ndcl_output_generic o0\n") +
                             "dcl_resource_id(0)_type(2d,unnorm)_fmtx(float)\nwhileloop\n" + body +
                             "break_logicalz r0.x\nendloop\nmov o0, r0\nend\n";
    TranslationOptions options;
    options.images = images;
    options.mode = mode;
    const std::string kernel = translate(read_program(text, "test.il"), text, options).kernel;
    return kernel.find("#pragma unroll") != std::string::npos;
  };
  const std::string sample = "sample_resource(0)_sampler(0) r0, r0.xy\n";
  EXPECT_TRUE(unrolled(sample, true, Mode::fast));
  EXPECT_FALSE(unrolled(sample, false, Mode::fast));
  EXPECT_FALSE(unrolled(sample, true, Mode::strict));
  EXPECT_FALSE(unrolled("add r0, r0, r0\n", true, Mode::fast));
  EXPECT_FALSE(unrolled(sample + "whileloop\nbreak\nendloop\n", true, Mode::fast));
  std::string many = sample;
  for (int k = 0; k < 70; ++k) many += "add r0, r0, r0\n";
  EXPECT_FALSE(unrolled(many, true, Mode::fast));
}

/// A program with memory accesses or divergent threads that random programs rarely have.
struct GivenProgram {
  std::string name;
  std::string text;
  Format format = Format::float4;  ///< of resource 0 and of o0
};

const char* const kPixel =
    "il_ps_2_0\n"
    "dcl_input_position_interp(linear_noperspective) vWinCoord0.xy__\n"
    "dcl_output_generic o0\n"
    "dcl_cb cb0[4]\n"
    "dcl_resource_id(0)_type(2d,unnorm)_fmtx(float)_fmty(float)_fmtz(float)_fmtw(float)\n"
    "dcl_literal l0, 1, 2, 3, 64\n"
    "dcl_literal l1, 0.5, -7.0, 100.0, 0x7FC00000\n";

const char* const kExponents =
    "dcl_literal l2, 0, 0x800FFFFF, 0, 0x800FFFFF\n"
    "dcl_literal l3, 0, 0x3FF00000, 0, 0x3FF00000\n";

const char* const kCompute =
    "il_cs_2_0\n"
    "dcl_num_thread_per_group 64\n"
    "dcl_literal l0, 1, 4, 16, 63\n"
    "dcl_literal l1, 0, 7, 2, 3\n";

std::vector<GivenProgram> memory_programs() {
  const std::string sampled =
      std::string(kPixel) +
      "sample_resource(0)_sampler(0) r0, vWinCoord0.xy\n"
      "sample_resource(0)_sampler(0)_aoffimmi(1.0,-1.0,0.0) r1, vWinCoord0.xy\n"
      "ixor r0, r0, r1\nmov o0, r0\nend\n";
  std::vector<GivenProgram> programs;
  for (const Format format : {Format::float1, Format::float2, Format::float4, Format::int1,
                              Format::uint2, Format::double1, Format::double2})
    programs.push_back({fmt::format("format{}", static_cast<int>(format)), sampled, format});
  programs.push_back({"clamped", std::string(kPixel) + "sample_resource(0)_sampler(0) r0, l1.yz\n"
                                                       "sample_resource(0)_sampler(0) r1, l1.wx\n"
                                                       "iadd r0, r0, r1\nmov o0, r0\nend\n"});
  programs.push_back({"load", std::string(kPixel) +
                                  "ftoi r0.xy, vWinCoord0.yx\n"
                                  "load_resource(0)_sampler(0) r1, r0.xy\nmov o0, r1\nend\n"});
  programs.push_back(
      {"normalized", std::string(kPixel) +
                         "mul r0, vWinCoord0, l1.x\nfrc r0, r0\n"
                         "sample_resource(0)_sampler(0)_coordtype(normalized) r1, r0\n"
                         "mov o0, r1\nend\n"});
  programs.push_back(
      {"a normalized resource",
       "il_ps_2_0\ndcl_input_position_interp(linear_noperspective) vWinCoord0.xy__\n"
       "dcl_output_generic o0\ndcl_literal l1, 0.0625, 0.25, 0, 0\n"
       "dcl_resource_id(0)_type(2d)_fmtx(unknown)_fmty(unknown)_fmtz(unknown)_fmtw(unknown)\n"
       "mul r0.xy, vWinCoord0.xy, l1.xy\nsample_resource(0)_sampler(0) r1, r0.xy\n"
       "mov o0, r1\nend\n"});
  // Pointers that move over the resource and past its edges, in steps of one and in strides.
  for (const std::string stride : {"r2.1111", "l1.zzzz", "l1.yyyy"})
    programs.push_back(
        {"walk by " + stride.substr(0, 2) + stride.substr(3, 1),
         std::string(kPixel) +
             "mov r2, l1.yyyy\nwhileloop\nige r4.x, r3.x, l0.w\nbreak_logicalnz r4.x\n"
             "sample_resource(0)_sampler(0) r0, r2\nimad r5, r5, l0.zzzz, r0\n"
             "sample_resource(0)_sampler(0) r0, r2.y1\nimad r5, r5, l0.zzzz, r0\n"
             "add r2.x, r2, " +
             stride +
             "\niadd r3.x, r3.x, l0.x\niand r6.x, r3.x, l0.z\n"
             "if_logicalz r6.x\nadd r2.0y, r2, r2.1111\nendif\nendloop\n"
             "sample_resource(0)_sampler(0) r0, vWinCoord0\niadd r5, r5, r0\n"
             "mov o0, r5\nend\n"});
  programs.push_back({"discard", std::string(kPixel) +
                                     "ftoi r0, vWinCoord0\niand r1.x, r0.x, l0.x\n"
                                     "discard_logicalnz r1.x\nmov o0, r0\nend\n"});
  programs.push_back({"indexed constants", std::string(kPixel) +
                                               "ftoi r0, vWinCoord0\niand r0, r0, l0.z\n"
                                               "mov o0, cb0[r0.x+0]\nend\n"});
  programs.push_back({"functions", std::string(kPixel) +
                                       "ftoi r0, vWinCoord0\ncall 1\nmov o0, r0\nendmain\n"
                                       "func 1\niadd r0, r0, l0\ncall_logicalnz r0.x, 2\n"
                                       "imul r0, r0, l0.zzzz\nret\nendfunc\n"
                                       "func 2\nige r1, r0, l0.wwww\nwhileloop\n"
                                       "iadd r0, r0, l0.xxxx\nige r1.x, r0.x, l0.w\n"
                                       "ret_logicalnz r1.x\nendloop\nret\nendfunc\nend\n"});
  programs.push_back({"thread ids", std::string(kCompute) + "iadd r0, vAbsTidFlat.xxxx, vTidInGrp\n"
                                                            "imad r0, vThreadGrpId, l0.zzzz, r0\n"
                                                            "iadd r0, r0, vThreadGrpIdFlat.xxxx\n"
                                                            "mov g[vAbsTidFlat.x], r0\nend\n"});
  programs.push_back({"g read back", std::string(kCompute) +
                                         "mov r0, g[vAbsTidFlat.x]\niadd r0.x0_1, r0, l0\n"
                                         "mov g[vAbsTidFlat.x].x_zw, r0\nend\n"});
  programs.push_back({"lds areas", std::string(kCompute) +
                                       "dcl_lds_size_per_thread 4\n"
                                       "dcl_lds_sharing_mode _wavefrontRel\n"
                                       "mov r0, vTidInGrpFlat.xxxx\niadd r0, r0, l0\n"
                                       "lds_write_vec mem.xyzw, r0\nfence_threads_lds\n"
                                       "ixor r1.x, vTidInGrpFlat.x, l0.w\nmov r1.y, l1.x\n"
                                       "lds_read_vec r2, r1.xy\n"
                                       "mov g[vAbsTidFlat.x], r2\nend\n"});
  programs.push_back({"neighbours exchange",
                      std::string(kCompute) + "dcl_lds_size_per_thread 4\n"
                                              "imad r0, vTidInGrpFlat.xxxx, l0.zzzz, l0\n"
                                              "lds_write_vec mem.xyzw, r0\nfence_threads_lds\n"
                                              "ixor r1.x, vTidInGrpFlat.x, l0.w\nmov r1.y, l1.x\n"
                                              "lds_read_vec_neighborExch r2, r1.xy\n"
                                              "mov r1.x, vTidInGrpFlat.x\n"
                                              "lds_read_vec_neighborExch r3.x_zw, r1.xy\n"
                                              "ixor r2, r2, r3\nmov g[vAbsTidFlat.x], r2\nend\n"});
  programs.push_back({"neighbours exchange in a function",
                      std::string(kCompute) +
                          "dcl_lds_size_per_thread 4\n"
                          "imad r0, vTidInGrpFlat.xxxx, l0.zzzz, l0\ncall 0\nmov r3, r2\n"
                          "iadd r0, r0, l0.yyyy\ncall 0\nixor r2, r2, r3\n"
                          "mov g[vAbsTidFlat.x], r2\nendmain\n"
                          "func 0\nlds_write_vec mem.xyzw, r0\nfence_threads_lds\n"
                          "ixor r1.x, vTidInGrpFlat.x, l0.w\nmov r1.y, l1.x\n"
                          "lds_read_vec_neighborExch r2, r1.xy\nfence_threads_lds\nret\nendfunc\n"
                          "end\n"});
  programs.push_back(
      {"public forms", std::string("dx11_ps\n") + kPixel +
                           "/* several\n   lines */\n"
                           "dcl_cb icb[2], 1.0, 2.0, 3.0, 4.0, 5, 6, 7, 8\n"
                           "sample_resource(0)_sampler(0) r0, vWinCoord0.xy\nmov r1, r0.wzyx\n"
                           "mov r2, r0.yzwx\nmov r3, r0.zwxy\nfence_threads\ntranspose r4, r0\n"
                           "transpose r0, r4\ntranspose r4, r2\n"
                           "iand r8.x, vObjIndex0.x, l0.x\niadd r4, r4, icb[r8.x]\n"
                           "iadd r4, r4, icb[1]\nMOV o0, R4\nend\n"});
  programs.push_back(
      {"a volume", std::string("il_ps_2_0\n"
                               "dcl_input_position_interp(linear) vWinCoord0.xy__\n"
                               "dcl_output_generic o0\n"
                               "dcl_resource_id(0)_type(3d,unnorm)_fmtx(float)\n"
                               "dcl_literal l0, 0.5, 1.5, 2.5, 9.0\n"
                               "mov r0, vWinCoord0\nmov r0.z, l0.y\n"
                               "sample_resource(0)_sampler(0) r1, r0.xyz\n"
                               "mov r0.z, l0.w\n"
                               "sample_l_resource(0)_sampler(0) r2, r0.xyz, l0.x\n"
                               "sample_c_lz_resource(0)_sampler(0) r3, r0.xyz, l0.x\n"
                               "iadd r1, r1, r2\niadd o0, r1, r3\nend\n")});
  programs.push_back(
      {"lds words and atomics", std::string(kCompute) +
                                    "dcl_lds_id(1) 1024\n"
                                    "imul r0.x, vTidInGrpFlat.x, l0.y\n"
                                    "lds_store_id(1) r0.x, vTidInGrpFlat.x\nfence_threads_lds\n"
                                    "iand r1.x, r0.x, l0.z\n"
                                    "lds_add_id(1) r1.x, l0.y\n"
                                    "lds_umax_id(1) r1.x, r0.x\nfence_threads_lds\n"
                                    "ixor r2.x, vTidInGrpFlat.x, l0.w\nimul r2.x, r2.x, l0.y\n"
                                    "lds_load_id(1) r3, r2.x\n"
                                    "mov g[vAbsTidFlat.x], r3\nend\n"});
  programs.push_back({"raw uav", std::string(kCompute) +
                                     "dcl_raw_uav_id(0)\n"
                                     "ishl r0.x, vAbsTidFlat.x, l0.y\n"
                                     "uav_raw_load_id(0) r1, r0.x\niadd r1, r1, l0\n"
                                     "uav_raw_store_id(0) mem.x_zw, r0.x, r1\nend\n"});
  programs.push_back(
      {"uav atomics",
       std::string(kCompute) +
           "dcl_raw_uav_id(0)\n"
           "iand r0.x, vAbsTidFlat.x, l0.z\nishl r0.x, r0.x, l1.z\n"
           "uav_add_id(0) r0.x, l0.y\niadd r0.x, r0.x, l0.w\nuav_xor_id(0) r0.x, l0.w\n"
           "uav_uinc_id(0) l0.z, l0.w\n"
           "uav_min_id(0) l1.y, vAbsTidFlat.x\nend\n"});
  programs.push_back(
      {"arena bytes", std::string(kCompute) +
                          "dcl_arena_uav_id(0)\n"
                          "uav_arena_store_id(0)_size(byte) vAbsTidFlat.x, vAbsTidFlat.x\n"
                          "end\n"});
  // The two groups and their threads add in any order.
  programs.push_back({"gds", std::string(kCompute) +
                                 "dcl_raw_uav_id(0)\ndcl_gds_id(2) 64\ndcl_struct_gds_id(1) 8, 4\n"
                                 "gds_read_add_id(2) r0.x, l0.z, l0.x\nishl r0.x, r0.x, l1.z\n"
                                 "uav_raw_store_id(0) mem.x, r0.x, l0.w\n"
                                 "gds_inc_id(1) l1.zx, l0.w\ngds_mskor_id(1) l1.wx, l0.z, l0.y\n"
                                 "gds_load_id(1) r1, l1.wx\nmov g[vAbsTidFlat.x], r1\nend\n"});
  return programs;
}

/// Programs of which the result is defined because a wavefront executes each instruction in all of
/// its threads before the next one.
std::vector<GivenProgram> wavefront_programs() {
  const std::string areas =
      std::string(kCompute) +
      "dcl_lds_size_per_thread 4\ndcl_lds_sharing_mode _wavefrontRel\n"
      "mov r0, vTidInGrpFlat.xxxx\niadd r1.x, r0.x, l0.x\niand r1.x, r1.x, l0.w\n"
      "mov r1.y, l1.x\nimad r2, vAbsTidFlat.xxxx, l0.zzzz, l0\n";
  const std::string store = "mov g[vAbsTidFlat.x], r3\n";
  const auto in_words = [&](const std::string& lines, const std::string& functions = "",
                            const std::string& group = "64") {
    // r1.x is the thread's byte, r1.y the next thread's, r2.x its value, r4 its number.
    return "il_cs_2_0\ndcl_num_thread_per_group " + group +
           "\ndcl_literal l0, 1, 4, 16, 63\ndcl_literal l1, 0, 7, 2, 3\n"
           "dcl_literal l2, 252, 508, 32, 64\ndcl_lds_id(1) 512\n"
           "mov r4, vTidInGrpFlat.xxxx\nimul r1.x, r4.x, l0.y\niadd r1.y, r1.x, l0.y\n"
           "iand r1.y, r1.y, l2.x\niand r6.x, r4.x, l2.w\nimad r1.y, r6.x, l0.y, r1.y\n"
           "imad r2, vAbsTidFlat.xxxx, l0.zzzz, l0.wzyx\n" +
           lines + "lds_load_id(1) r3.w, r1.y\nmov g[vAbsTidFlat.x], r3\nendmain\n" + functions +
           "end\n";
  };
  // Every group computes the same, because g[] has no room for more.
  const auto both_groups = [](std::string text) {
    constexpr std::string_view kAll = "vAbsTidFlat", kOwn = "vTidInGrpFlat";
    for (std::size_t at = 0; (at = text.find(kAll, at)) != text.npos; at += kOwn.size())
      text.replace(at, kAll.size(), kOwn);
    return text;
  };
  const std::string read = "lds_load_id(1) r3.x, r1.y\n";
  const std::string write = "lds_store_id(1) r1.x, r2.x\n";
  const std::string pass = read + "iadd r2.x, r2.x, r3.x\n" + write;
  const std::string odd = "iand r5.x, r4.x, l0.x\n";
  std::vector<GivenProgram> programs = {
      {"areas with fences", areas +
                                "lds_write_vec mem, r2\nfence_lds\nlds_read_vec r3, r1.xyyy\n"
                                "lds_write_vec mem, r3\nfence_lds\nlds_read_vec r3, r1.xyyy\n" +
                                store + "end\n"},
      {"areas without fences", areas +
                                   "lds_write_vec mem, r2\nlds_read_vec r3, r1.xyyy\n"
                                   "lds_write_vec mem, r3\nlds_read_vec r3, r1.xyyy\n" +
                                   store + "end\n"},
      {"areas in a loop",
       areas +
           "lds_write_vec mem, r2\nwhileloop\nige r5.x, r5.y, l1.y\nbreak_logicalnz r5.x\n"
           "lds_read_vec r3, r1.xyyy\nlds_write_vec mem, r3\niadd r5.y, r5.y, l0.x\n"
           "endloop\n" +
           store + "end\n"},
      {"words", in_words(write + pass + pass)},
      {"words of the same place",
       in_words("lds_store_id(1) r1.x, r2.x\nlds_store_id(1) r1.y, r2.y\n"
                "lds_load_id(1) r3.x, r1.x\n")},
      {"an atomic between", in_words(write + "lds_add_id(1) r1.y, r2.x\n" + pass)},
      {"some threads", in_words(write + odd + "if_logicalnz r5.x\n" + pass + "endif\n" + pass)},
      {"either half", in_words(write + odd + "if_logicalnz r5.x\n" + pass + "else\n" + read +
                               "ixor r2.x, r2.x, r3.x\n" + write + "endif\n" + pass)},
      {"ifs within ifs",
       in_words(write + odd + "iand r5.y, r4.x, l1.z\nif_logicalnz r5.x\n" + pass +
                "if_logicalz r5.y\n" + pass + "if_logicalnz l0.x\n" + pass + "endif\nelse\n" +
                read + "inot r2.x, r3.x\n" + write + "endif\nmov r5.x, r3.x\n" + pass + "else\n" +
                pass + "endif\n" + pass)},
      {"a scan", in_words(write +
                          "mov r5.y, l0.x\nwhileloop\nige r5.x, r5.y, l2.w\n"
                          "break_logicalnz r5.x\nige r5.z, r4.x, r5.y\n"
                          "if_logicalnz r5.z\nimul r5.w, r5.y, l0.y\n"
                          "inegate r5.w, r5.w\niadd r5.w, r1.x, r5.w\n"
                          "lds_load_id(1) r3.x, r5.w\niadd r2.x, r2.x, r3.x\n" +
                          write + "endif\niadd r5.y, r5.y, r5.y\nendloop\n")},
      {"a reduction", in_words(write +
                               "mov r5.y, l2.z\nwhileloop\nbreak_logicalz r5.y\n"
                               "ilt r5.z, r4.x, r5.y\nif_logicalnz r5.z\n"
                               "imad r5.w, r5.y, l0.y, r1.x\n"
                               "lds_load_id(1) r3.x, r5.w\niadd r2.x, r2.x, r3.x\n" +
                               write + "endif\nushr r5.y, r5.y, l0.x\nendloop\n")},
      {"a loop that continues", in_words(write +
                                         "whileloop\nige r5.x, r5.y, l1.y\nbreak_logicalnz r5.x\n"
                                         "iadd r5.y, r5.y, l0.x\n" +
                                         pass +
                                         "iand r5.x, r5.y, l0.x\n"
                                         "continue_logicalnz r5.x\nfence_lds\nendloop\n" +
                                         pass)},
      {"functions", in_words(write + odd + "call 0\ncall_logicalnz r5.x, 0\ncall 1\n" + pass,
                             "func 0\n" + pass + "ret\nendfunc\nfunc 1\n" + pass +
                                 "call_logicalz r5.x, 0\nret_logicalnz r5.x\n"
                                 "iadd r2.x, r2.x, l0.x\nret\nendfunc\n")},
      {"a switch of all", in_words(write + "switch vThreadGrpIdFlat.x\ncase 0\n" + pass +
                                   "break\ndefault\n" + pass + pass + "endswitch\n" + pass)},
      {"two wavefronts",
       both_groups(in_words(write + pass + odd + "if_logicalnz r5.x\n" + pass + "endif\n" + pass,
                            "", "128"))},
      {"a fence of memory", std::string(kCompute) +
                                "dcl_raw_uav_id(0)\nishl r0.x, vAbsTidFlat.x, l1.z\n"
                                "ixor r0.y, vAbsTidFlat.x, l0.w\nishl r0.y, r0.y, l1.z\n"
                                "uav_raw_store_id(0) mem.x, r0.x, vAbsTidFlat.x\nfence_memory\n"
                                "uav_raw_load_id(0) r1.x, r0.y\nmov g[vAbsTidFlat.x], r1\nend\n"},
  };
  return programs;
}

/// Negated operands that hold no floats: doubles, integers, and bits that are only moved.
std::vector<GivenProgram> sign_programs() {
  const auto program = [](const std::string& lines) {
    return std::string(kPixel) + kExponents +
           "sample_resource(0)_sampler(0) r0, vWinCoord0.xy\nmov r1, cb0[1]\n" + lines +
           "mov o0, r2\nend\n";
  };
  return {
      {"a moved double", program("mov r2.xy, r0.xy_neg(y)\nmov r2.zw, r0.xyzw_neg(w)\n")},
      {"a moved magnitude", program("mov r2.xy, r0.xy_abs\nmov r2.zw, r0.xyzw_abs_neg(w)\n")},
      {"a moved constant", program("mov r2, cb0[2].zwxy_neg(yw)\n")},
      {"a chosen double", program("cmov_logical r2, r1.xxyy, r0_neg(yw), r1.zwxy_neg(xz)\n")},
      {"a chosen magnitude", program("cmov_logical r2, r1.xxyy, r0_abs, r1.zwxy_abs_neg(y)\n")},
      {"pairs of letters",
       program("mov r2, r0\niand r2._y_w, r2, l2\nior r2._y_w, r2, l3\n"
               "dadd r3.xy, r2.xy, r2.zw_neg(y)\ndadd r3.zw, r2.xy, r2.zw_neg(y)\n"
               "mov r2, r3\n")},
      {"integers", program("iadd r2, r0_neg(xz), r1_abs\nixor r2, r2_abs_neg(yw), r1_x2\n"
                           "umin r2, r2_neg(xw), r1\n")},
      {"choices",  // between normal numbers of both signs
       program("iand r0, r0, l2.yyyy\nior r0, r0, l3.yyyy\niand r1, r1, l2.yyyy\n"
               "ior r1, r1, l3.yyyy\ncmp_relop(gt)_cmpval(0.5) r2, r0, r1, r0_neg(xw)\n"
               "cmov r3, r1, r2, r0.wzyx\nset_relop(le) r4, r0, r1\n"
               "clamp r2, r2, r3, r1\nixor r2, r2, r4\n")},
      {"integers and doubles", program("itod r3, r0.y\ndtoi r2.x, r3.xy\nutod r3, r1.x\n"
                                       "dtou r2.y, r3.xy\ndtoi r2.z, r0.zw\ndtou r2.w, r1.xy\n")},
      {"integers of two slots", program("i64add r2.xy, r0.xy, r1.zw_neg(y)\n"
                                        "i64shl r2.zw, r0.xy_neg(x), r1.y_neg(x)\n")},
  };
}

/// Every form of structured control flow; r0.xy is the thread's place, r1 the visible sum.
std::vector<GivenProgram> flow_programs() {
  const auto program = [](const std::string& lines, const std::string& functions = "") {
    return std::string(kPixel) +
           "dcl_literal l2, 0, 1, 2, 7\ndcl_literal l3, 2.0, 5.0, 0, 0\n"
           "ftoi r0, vWinCoord0\nitof r5, r0\n" +
           lines + "mov o0, r1\nendmain\n" + functions + "end\n";
  };
  const auto loop = [](const std::string& body, const std::string& counter = "r2") {
    return "mov " + counter + ", l2.xxxx\nwhileloop\nige " + counter + ".y, " + counter +
           ".x, l2.w\nbreak_logicalnz " + counter + ".y\niadd " + counter + ".x, " + counter +
           ".x, l2.y\n" + body + "endloop\n";
  };
  const std::string add = "iadd r1, r1, ";
  const std::string turn_is_thread = "ieq r3.x, r2.x, r0.x\n";
  return {
      {"continue", program(loop(turn_is_thread + "if_logicalnz r3.x\n" + add +
                                "l0\ncontinue\nendif\n" + add + "l2\n"))},
      {"continue_logicalz",
       program(loop(turn_is_thread + "continue_logicalz r3.x\n" + add + "l0\n"))},
      {"continue_logicalnz",
       program(loop(turn_is_thread + "continue_logicalnz r3.x\n" + add + "l0\n"))},
      {"continuec", program(loop("itof r3.x, r2.x\ncontinuec_relop(gt) r3.x, r5.x\n" + add +
                                 "l0\ncontinuec_relop(le) r3.x, l3.x\n" + add + "l2\n"))},
      {"continues of one turn",
       program(loop(turn_is_thread + "continue_logicalnz r3.x\n" + add +
                    "l0\nilt r3.y, r2.x, r0.x\nif_logicalnz r3.y\n" + add + "l2\ncontinue\nelse\n" +
                    add + "r0\nendif\n" + add + "l0\n"))},
      {"continue of an inner loop",
       program(loop(loop("ilt r3.x, r4.x, r0.x\ncontinue_logicalnz r3.x\n" + add + "l0\n", "r4") +
                    turn_is_thread + "continue_logicalz r3.x\n" + add + "l2\n"))},
      {"break", program(loop(turn_is_thread + add + "l0\nif_logicalnz r3.x\nbreak\nendif\n" + add +
                             "l2\n"))},
      {"break_logicalz",
       program(loop("ilt r3.x, r2.x, r0.x\nbreak_logicalz r3.x\n" + add + "l0\n"))},
      {"breakc", program(loop("itof r3.x, r2.x\nbreakc_relop(ge) r3.x, r5.x\n" + add + "l0\n"))},
      {"ifs", program("ifc_relop(lt) r5.x, l3.y\n" + add + "l0\nelse\nif_logicalz r0.x\nelse\n" +
                      add + "l2\nendif\nendif\n")},
      {"switch", program("switch r0.x\ncase 1\n" + add + "l0\nbreak\ndefault\n" + add +
                         "r0\ncase 3\n" + add + "l2\nbreak_logicalnz r0.y\n" + add +
                         "l0\ncase 4\ncase 5\n" + add + "l0.wzyx\nendswitch\n" + add + "l2\n")},
      {"switch in a loop", program(loop("switch r2.x\ncase 2\nbreak\ncase 3\ncontinue\ndefault\n" +
                                        add + "l0\nendswitch\n" + add + "r0\n"))},
      {"calls",
       program("ilt r3.x, r0.x, l2.w\ncall_logicalz r3.x, 0\ncall_logicalnz r3.x, 1\ncall 0\n",
               "func 0\n" + add + "l0\nret_logicalz r3.x\n" + add + "l2\nret\nendfunc\nfunc 1\n" +
                   loop(turn_is_thread + "ret_logicalnz r3.x\n" + add + "r0\n") +
                   "ret\nendfunc\n")},
      {"return from main",
       program(loop(turn_is_thread + "mov o0, r1\nif_logicalnz r3.x\nret_dyn\nendif\n" + add +
                    "l0\n"))},
      {"discards", program("ilt r3.x, r0.x, l2.w\nif_logicalnz r3.x\nieq r3.y, r0.x, l2.z\n"
                           "discard_logicalnz r3.y\nelse\nieq r3.y, r0.y, l2.y\n"
                           "discard_logicalz r3.y\nendif\nmov r1, r0\n")},
  };
}

class GivenInTranslation : public testing::TestWithParam<GivenProgram> {};

TEST_P(GivenInTranslation, IsTheInterpretersBitForBit) {
  opencl::OpenClDevice* const device = first_device();
  if (device == nullptr) GTEST_SKIP() << "no OpenCL device";
  const GivenProgram& given = GetParam();
  const Program program = read_program(given.text, given.name);
  constexpr std::uint32_t kPitch = kWidth + 3;
  const Image texels = test::awkward_data(std::size_t{kPitch} * kHeight * words(given.format), 3);
  const Image constants = test::awkward_data(4 * 4, 4);
  struct Memory {
    Image output, global, uav;
  };
  const auto run_by = [&](const std::function<void(const Bindings&)>& how) {
    Memory memory{Image(std::size_t{kPitch} * kHeight * words(given.format), 5),
                  test::awkward_data(std::size_t{128} * 4, 6), test::awkward_data(1024, 7)};
    Bindings bindings;
    bindings.resources[0] = {texels, given.format, kWidth, kHeight, kPitch};
    bindings.constants[0] = constants;
    bindings.outputs[0] = {memory.output, given.format, kWidth, kHeight, kPitch};
    bindings.global = memory.global;
    bindings.uavs[0] = {memory.uav, Format::uint1, 1024, 1, 1024};
    how(bindings);
    return memory;
  };
  const bool pixel = program.stage == Stage::pixel;
  const Domain domain{1, 1, kWidth - 2, kHeight - 1};
  const Groups groups{2, 1, 1};
  const Memory expected = run_by([&](const Bindings& bindings) {
    if (pixel)
      run(program, bindings, domain);
    else
      run(program, bindings, groups);
  });
  for (const Mode mode : {Mode::strict, Mode::fast})
    for (const bool images : {false, true}) {
      SCOPED_TRACE(fmt::format("{} {}", mode == Mode::strict ? "strict" : "fast",
                               images ? "images" : "buffers"));
      const Memory actual = run_by([&](const Bindings& bindings) {
        DeviceProgram::Settings settings;
        settings.mode = mode;
        settings.images = images;
        DeviceProgram on_device(*device, program, given.text, bindings, settings);
        on_device.upload(bindings);
        if (pixel)
          on_device.launch(domain);
        else
          on_device.launch(groups);
        on_device.finish();
        on_device.download(bindings);
      });
      EXPECT_EQ(actual.output, expected.output);
      EXPECT_EQ(actual.global, expected.global);
      EXPECT_EQ(actual.uav, expected.uav);
    }
}

std::string name_of(const testing::TestParamInfo<GivenProgram>& instance) {
  std::string name = instance.param.name;
  std::replace(name.begin(), name.end(), ' ', '_');
  return name;
}

INSTANTIATE_TEST_SUITE_P(Memory, GivenInTranslation, testing::ValuesIn(memory_programs()), name_of);
INSTANTIATE_TEST_SUITE_P(Signs, GivenInTranslation, testing::ValuesIn(sign_programs()), name_of);
INSTANTIATE_TEST_SUITE_P(Wavefronts, GivenInTranslation, testing::ValuesIn(wavefront_programs()),
                         name_of);
INSTANTIATE_TEST_SUITE_P(Flow, GivenInTranslation, testing::ValuesIn(flow_programs()), name_of);

}  // namespace
}  // namespace gputest::il::il_translation_test
