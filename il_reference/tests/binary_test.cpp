// IL's tokens: public streams and their text, and that the two directions are inverse.
#include <gtest/gtest.h>
#include <rapidcheck.h>

#include <filesystem>
#include <fstream>
#include <set>
#include <sstream>

#include "common/core/error.hpp"
#include "il_reference/binary/assembler.hpp"
#include "il_reference/binary/codes.hpp"
#include "il_reference/binary/disassembler.hpp"
#include "il_reference/binary/image.hpp"
#include "il_reference/language/checker.hpp"
#include "il_reference/language/located_error.hpp"
#include "il_reference/language/parser.hpp"
#include "il_reference/language/printer.hpp"
#include "il_reference/tests/programs.hpp"

namespace gputest::test::binary_test {
namespace {

using Tokens = std::vector<std::uint32_t>;

constexpr std::uint32_t pixel = 0x00010200, compute = 0x00030200;  // il_ps_2_0, il_cs_2_0
constexpr std::uint32_t end = 40, ret_dyn = 115;

std::string text_of(const Tokens& tokens) { return il::binary::disassemble(tokens).text; }

Tokens tokens_of(const std::string& text) {
  return il::binary::assemble(il::read_program(text, "text"));
}

std::string refusal(const Tokens& tokens) {
  try {
    return "read as:\n" + text_of(tokens);
  } catch (const Error& error) {
    EXPECT_EQ(error.status(), Status::bad_input);
    return error.what();
  }
}

std::string refusal(const std::string& text) {
  try {
    tokens_of(text);
  } catch (const Error& error) {
    EXPECT_EQ(error.status(), Status::bad_input);
    return error.what();
  }
  return "assembled";
}

/// Empty if the tokens of the text give the same program, and if that has the same tokens again.
std::string round_trip(const std::string& text) {
  const il::Program first = il::read_program(text, "text");
  const Tokens tokens = il::binary::assemble(first);
  const il::binary::Disassembly back = il::binary::disassemble(tokens);
  const il::Program canonical = il::binary::canonical(first);
  if (!il::equivalent(canonical, back.program)) return "another program:\n" + back.text;
  if (il::to_text(canonical) != back.text) return "printed otherwise:\n" + back.text;
  return il::binary::assemble(back.program) == tokens ? "" : "other tokens:\n" + back.text;
}

// Streams checked by hand against published sources

// The pixel shader of metarutaiga/xxGraphic, Graphic/Mantle/xxGraphicMantleAsm.cpp. Its comments
// give its text, with the numbers of the names in it.
TEST(IlBinary, APublishedShaderOfMantleGivesItsText) {
  const Tokens shader = {6,          pixel,       // dx10_ps, il_ps_2_0
                         0x02000080, 0xB6D00000,  // dcl_resource_id(0)_type(2d), four times float
                         0x0046007E, 0x00210001,  // dcl_input_generic_interp(linear) v1
                         0x0046007E, 0x00610002, 0x05,  // dcl_input_generic_interp(linear) v2.xy__
                         0x0006007D, 0x00220000,        // dcl_output_generic o0
                         0x00000088, 0x0004100A, 0x00610002, 0x0010,      // sample r4106, v2.xyxx
                         0x00000047, 0x00040000, 0x0004100A,              // mov r0, r4106
                         0x00000049, 0x00041000, 0x00040000, 0x00210001,  // mul r4096, r0, v1
                         0x00000047, 0x00220000, 0x00041000,              // mov o0, r4096
                         ret_dyn,    end};
  EXPECT_EQ(text_of(shader),
            "dx10_ps\n"
            "il_ps_2_0\n"
            "dcl_input_generic_interp(linear) v1\n"
            "dcl_input_generic_interp(linear) v2.xy__\n"
            "dcl_output_generic o0\n"
            "dcl_resource_id(0)_type(2d)_fmtx(float)_fmty(float)_fmtz(float)_fmtw(float)\n"
            "sample_resource(0)_sampler(0) r4106, v2.xyxx\n"
            "mov r0, r4106\n"
            "mul r4096, r0, v1\n"
            "mov o0, r4096\n"
            "ret_dyn\n"
            "endmain\n"
            "end\n");
}

// The vertex shader next to it, except for its stage: constant buffers, repeated letters, mad.
TEST(IlBinary, PublishedOperandsOfAVertexShaderAreRead) {
  const Tokens shader = {7,          pixel,      0x00000076, 0x041F0000, 12,  // dcl_cb cb0[12]
                         0x0006007D, 0x00220002, end};
  EXPECT_NE(text_of(shader).find("dcl_cb cb0[12]\n"), std::string::npos);
  const Tokens mad = {0,          pixel, 0x00000076, 0x041F0000, 12,         0x00000040, 0x00040000,
                      0x041F0000, 1,     0x00610000, 0x1111,     0x00040000, end};
  EXPECT_NE(text_of(mad).find("mad r0, cb0[1], v0.yyyy, r0\n"), std::string::npos) << text_of(mad);
}

TEST(IlBinary, ATextGivesTheSpecifiedTokens) {
  EXPECT_EQ(tokens_of("il_cs_2_0\n"
                      "dcl_cb cb0[4]\n"
                      "dcl_num_thread_per_group 64\n"
                      "dcl_literal l1, 0x1, 0x2, 0x3, 0x3F800000\n"
                      "mad_ieee_x2_sat r2.x_01, r1.wzyx_neg(y), cb0[r3.y+2], l1_abs\n"
                      "endmain\nend\n"),
            (Tokens{0,          compute,                //
                    118,        0x041F0000, 4,          // dcl_cb cb0, with an immediate
                    0x000300D4, 64,         1,      1,  // three numbers follow
                    121,        0x00200001, 1,      2, 3, 0x3F800000,  // l1 and its four words
                    0x00010040,                                        // mad, _ieee in control
                    0x00440002, 0x000003E1,                            // r2, x_01, _sat, _x2
                    0x00440001, 0x000001A3,                            // r1, wzyx, y negated
                    0x051F0000, 0x00440003, 0x1111, 2,                 // cb0, r3.y, + 2
                    0x00600001, 0x00103210,                            // l1, _abs
                    43,         end}));
}

TEST(IlBinary, CommentsAndPrefixesAreLeftOut) {
  const il::binary::Disassembly read =
      il::binary::disassemble(Tokens{12, compute, 0x0001015D, 15, 2, 0x20202020, 0x20202020,
                                     0x000F0161, 0x47, 0x00040000, 0x00040001, end});
  EXPECT_EQ(read.text, "dx11_cs\nil_cs_2_0\nmov r0, r1\nendmain\nend\n");
  EXPECT_EQ(read.warnings, (std::vector<std::string>{"token 2: dcl_global_flags is ignored",
                                                     "token 7: _prec is ignored"}));
}

// The numbers of opcodes.def

TEST(IlBinary, EveryInstructionHasItsNumberButThree) {
  std::set<std::pair<unsigned, unsigned>> numbers;
  for (const il::InstructionInfo& row : il::instructions()) {
    const il::binary::Code* code = il::binary::find_code(row.opcode);
    const bool published = row.mnemonic != "bfi" && row.mnemonic != "bfm" && row.mnemonic != "loop";
    ASSERT_EQ(code != nullptr, published) << row.mnemonic;
    if (code == nullptr) continue;
    EXPECT_TRUE(numbers.emplace(code->number, code->control).second) << row.mnemonic;
    EXPECT_EQ(il::binary::find_code(code->number, code->control), code) << row.mnemonic;
  }
}

TEST(IlBinary, EveryNumberOccursOnce) {
  for (std::uint32_t number = 1; number <= 482; ++number)
    EXPECT_NE(il::binary::find_code(number, 0), nullptr) << number;
  EXPECT_EQ(il::binary::find_code(0, 0), nullptr);
  EXPECT_EQ(il::binary::find_code(483, 0), nullptr);
  EXPECT_EQ(il::binary::find_code(39, 0)->name, "else");
  EXPECT_EQ(il::binary::find_code(482, 0)->name, "mqsad_u8");
}

// Both ways

TEST(IlBinary, StoredProgramsSurviveARoundTrip) {
  const std::filesystem::path root = GPUTEST_ROOT;
  std::size_t sound = 0;
  std::set<std::string> refused;  // _coordtype, _zeroop of ddiv and a mask of uav_store
  for (const auto& folder : {root / "il_reference/tests/corpus", root / "il_reference/kernels"}) {
    for (const auto& entry : std::filesystem::recursive_directory_iterator(folder)) {
      if (entry.path().extension() != ".il") continue;
      std::stringstream text;
      text << std::ifstream(entry.path()).rdbuf();
      const il::Parsed parsed = il::parse(text.str());
      if (il::has_errors(parsed.diagnostics) || il::has_errors(il::check(parsed.program))) continue;
      try {
        EXPECT_EQ(round_trip(text.str()), "") << entry.path();
        ++sound;
      } catch (const il::LocatedError& error) {
        EXPECT_TRUE(refused.insert(entry.path().filename()).second) << error.what();
      }
    }
  }
  EXPECT_GE(sound, 12u);
  EXPECT_EQ(refused, (std::set<std::string>{"doubles.il", "lds.il", "modifiers.il"}));
}

TEST(IlBinary, RandomProgramsSurviveARoundTrip) {
  EXPECT_TRUE(rc::check("the tokens give back the program", [] {
    std::string text = *arbitrary_il_program();
    // Replaces instructions without a token by others with as many operands.
    const std::pair<std::string_view, std::string_view> others[] = {
        {"bfi ", "imad "},
        {"bfm ", "iadd "},
        {"ddiv_zeroop(zero) ", "ddiv "},
        {"ddiv_zeroop(fltmax) ", "ddiv "},
        {"ddiv_zeroop(inf_else_max) ", "ddiv "}};
    for (const auto& [unpublished, other] : others)
      for (std::size_t at; (at = text.find(unpublished)) != std::string::npos;)
        text.replace(at, unpublished.size(), other);
    RC_ASSERT(round_trip(text) == "");
  }));
}

TEST(IlBinary, EveryInstructionSurvivesARoundTripWithItsSuffixes) {
  const std::string head =
      "dcl_num_thread_per_group 64\ndcl_lds_size_per_thread 64\ndcl_lds_id(3) 1024\n"
      "dcl_resource_id(7)_type(2d,unnorm)_fmtx(uint)_fmty(uint)_fmtz(uint)_fmtw(uint)\n"
      "dcl_uav_id(3)_type(2d)_fmtx(float)\ndcl_raw_uav_id(3)\ndcl_struct_uav_id(3) 16\n"
      "dcl_struct_gds_id(2) 8, 16\ndcl_gds_id(3) 64\n";
  for (const il::InstructionInfo& row : il::instructions()) {
    if (row.shape == il::Shape::flow || row.opcode == il::Opcode::bfi ||
        row.opcode == il::Opcode::bfm)
      continue;
    const auto takes = [&](std::uint32_t suffix) { return (row.suffixes & suffix) != 0; };
    std::string line(row.mnemonic);
    if (takes(il::suffix::ieee)) line += "_ieee";
    if (takes(il::suffix::zero_op) && row.opcode != il::Opcode::ddiv)
      line += "_zeroop(inf_else_max)";
    if (takes(il::suffix::id)) line += "_id(3)";
    if (takes(il::suffix::sampling)) line += "_resource(7)_sampler(5)_aoffimmi(-64,63.5,0.5)";
    if (row.opcode == il::Opcode::uav_raw_load) line += "_cached";
    if (takes(il::suffix::size)) line += "_size(byte)";
    if (takes(il::suffix::lds_offset)) line += "_lOffset(60)_sharingMode(abs)";
    if (takes(il::suffix::lds_sharing)) line += "_sharingMode(abs)_neighborExch";
    if (takes(il::suffix::fence)) line += "_threads_lds_memory_sr";
    if (takes(il::suffix::result)) line += "_d4_sat";
    if (row.opcode == il::Opcode::uav_store) {
      line += " mem";
    } else if (row.result != '-') {
      line += row.result == 'm' ? " mem.xz" : " r1.x_z1";
    }
    std::string separator = row.result == '-' ? " " : ", ";
    for (std::size_t s = 0; s < row.sources.size(); ++s) {
      line +=
          separator + "r" + std::to_string(s + 2) + ".wy01_bx2_invert_sign_divComp(y)_abs_neg(z)";
      separator = ", ";
    }
    EXPECT_EQ(round_trip("il_cs_2_0\n" + head + line + "\nend\n"), "") << line;
  }
}

TEST(IlBinary, EveryDeclarationSurvivesARoundTrip) {
  EXPECT_EQ(
      round_trip("dx11_ps\nil_ps_2_7_mp_rt\n"
                 "dcl_input_position_interp(linear_noperspective_centroid) vWinCoord0.xy__\n"
                 "dcl_input_color_interp(constant) v3\ndcl_input_primitiveid v4.x___\n"
                 "dcl_input_generic vObjIndex0\n"
                 "dcl_output_densitytessfactor o7.x0_1\n"
                 "dcl_resource_id(255)_type(3d)_fmtx(snorm)_fmty(unorm)_fmtz(sint)_fmtw(mixed)\n"
                 "dcl_resource_id(1)_type(buffer,unnorm)_fmtx(unknown)\n"
                 "dcl_resource_id(2)_type(2darray)_fmtx(float)\n"
                 "dcl_resource_id(3)_type(1d)_fmtx(float)\n"
                 "dcl_cb cb15[4096]\ndcl_cb icb[1], 1, 2, 3, 4.0\ndcl_indexed_temp_array x3[9]\n"
                 "mov x3[2], icb[0]\nmov r1, cb15[r0.w-1]\nend\n"),
      "");
  EXPECT_EQ(
      round_trip("il_cs_2_0\ndcl_max_thread_per_group 256\ndcl_lds_sharing_mode _wavefrontAbs\n"
                 "dcl_lds_size_per_thread 8\ndcl_lds_id(1) 64\ndcl_struct_lds_id(2) 16, 4\n"
                 "dcl_raw_uav_id(11)\ndcl_arena_uav_id(8)\ndcl_struct_uav_id(3) 12\n"
                 "dcl_uav_id(15)_type(1d)_fmtx(uint)\ndcl_uav_id(16)_type(3d)_fmtx(float)\n"
                 "lds_write_vec_lOffset(2) mem.xy, r0\n"
                 "lds_read_vec_sharingMode(rel) r1, r0\n"
                 "mov g[3], vTidInGrp\nmov g[r1.y+4], vAbsTid\nmov r0, vThreadGrpId\n"
                 "mov r0, vTidInGrpFlat\nmov r0, vAbsTidFlat\nmov r0, vThreadGrpIdFlat\nend\n"),
      "");
}

TEST(IlBinary, ControlFlowSurvivesARoundTrip) {
  EXPECT_EQ(round_trip("il_ps_2_0\ndcl_output_generic o0\nwhileloop\nifc_relop(le) r0, r1\n"
                       "breakc_relop(gt) r0, r1\nelse\ncontinuec_relop(ne) r0, r1\nendif\n"
                       "switch r1.x\ncase -3\nbreak\ncase 0x80000000\ndefault\nendswitch\n"
                       "discard_logicalnz r0\nendloop\ncall 3\ncall_logicalz r1.y, 65535\nret\n"
                       "endmain\nfunc 3\nret_logicalnz r0\nret_dyn\nendfunc\nfunc 65535\nret\n"
                       "endfunc\nend\n"),
            "");
}

TEST(IlBinary, TextHasOneCanonicalFormInTokens) {
  const auto canonical = [](const std::string& text) {
    return il::to_text(il::binary::canonical(il::read_program(text, "text")));
  };
  EXPECT_EQ(canonical("il_ps\ndcl_input_interp(linear) v0\ndcl_output_usage(generic) o0\nloop\n"
                      "break\nendloop\nend\n"),
            "il_ps_2_0\ndcl_input_generic_interp(linear) v0\ndcl_output_generic o0\nwhileloop\n"
            "  break\nendloop\nendmain\nend\n");
  EXPECT_EQ(canonical("il_cs_2_0\ndcl_num_thread_per_group 64\ndcl_lds_size_per_thread 4\n"
                      "lds_read_vec_sharingMode(rel) r1, r0\nend\n"),
            "il_cs_2_0\ndcl_num_thread_per_group 64, 1, 1\ndcl_lds_size_per_thread 4\n"
            "lds_read_vec r1, r0\nendmain\nend\n");
}

// Rejected programs and streams

TEST(IlBinary, InstructionsWithoutATokenAreRefusedWithTheirPlace) {
  const std::string head = "il_ps_2_0\n";
  const std::pair<std::string, std::string> cases[] = {
      {"bfi r0, r1, r2, r3", "the number of bfi's token is not published"},
      {"bfm r0, r1, r2", "the number of bfm's token is not published"},
      {"ddiv_zeroop(zero) r0, r1, r2", "the place of _zeroop in ddiv's token is not published"},
      {"sample_resource(0)_sampler(0)_coordtype(normalized) r0, r1",
       "the place of _coordtype in sample's token is not published"},
      {"sample_resource(256)_sampler(0) r0, r1",
       "the resource 256 has no token; the largest is 255"},
      {"sample_resource(0)_sampler(16) r0, r1", "the sampler 16 has no token; the largest is 15"},
      {"sample_resource(0)_sampler(0)_aoffimmi(0.25) r0, r1",
       "_aoffimmi(0.25) has no token; only multiples of 0.5 from -64 to 63.5 have one"},
      {"dcl_cb cb1[1], 1, 2, 3, 4", "values of cb1 have no token; only those of icb have one"},
      {"dcl_typeless_uav_id(1)", "the meaning of dcl_typeless_uav_id's token is not published"},
      {"dcl_input_nothing v0", "'dcl_input_nothing' has no token"},
      {"dcl_output_generic_interp(linear) o0", "'dcl_output_generic_interp(linear)' has no token"},
  };
  for (const auto& [line, sentence] : cases) {
    const std::string said = refusal(head + line + "\nend\n");
    EXPECT_NE(said.find("line 2, column "), std::string::npos) << said;
    EXPECT_NE(said.find(sentence), std::string::npos) << said;
  }
  EXPECT_NE(refusal("il_ps_3_0\nend\n").find("the version 'il_ps_3_0' has no token"),
            std::string::npos);
}

TEST(IlBinary, BrokenStreamsAreRefusedWithTheirToken) {
  const std::pair<Tokens, std::string> cases[] = {
      {{}, "there are no tokens"},
      {{15, pixel, end}, "token 0: 0x0000000F is not a language of IL, 0 to 14"},
      {{0}, "token 1: the stream ends within the version, which begins at token 0"},
      {{0, 0x00010300, end}, "token 1: 0x00010300 is not a version of IL 2"},
      {{0, 0x04010200, end}, "token 1: 0x04010200 is not a version of IL 2"},
      {{0, 0x00000200, end}, "token 1: unsupported version 'il_vs'"},
      {{0, pixel}, "token 2: the stream has no end instruction"},
      {{0, pixel, end, 0}, "token 3: the stream continues after its end for 1 tokens"},
      {{0, pixel, 0, end}, "token 2: 0 is not the number of an instruction"},
      {{0, pixel, 660, end}, "token 2: 660 is not the number of an instruction"},
      {{0, pixel, 37, end}, "token 2: unsupported instruction 'dsx' (37)"},
      {{0, pixel, 71, 0x00040000}, "token 4: the stream ends within mov, which begins at token 2"},
      {{0, pixel, 0x00010047, 0x00040000, 0x00040001, end},
       "token 2: the bits 0x00010000 of mov have no meaning here"},
      {{0, pixel, 0x80000047, 0x00040000, 0x00040001, end},
       "token 2: the bits 0x80000000 of mov have no meaning here"},
      {{0, pixel, 71, 0x000C0000, 0x00040001, end}, "token 3: unsupported set of registers 12"},
      {{0, pixel, 71, 0x80040000, 0x00040001, end},
       "token 3: the bits 0x80000000 of mov have no meaning here"},
      {{0, pixel, 71, 0x00440000, 0x00000E55, 0x00040001, end},
       "token 4: the shift 7 does not exist in IL"},
      {{0, pixel, 71, 0x00040000, 0x00440001, 0x00007210, end}, "token 5: 7 selects no slot"},
      {{0, pixel, 71, 0x00040000, 0x041F0000, 0x80000000, end},
       "token 5: index -2147483648 is out of range"},
      {{0, pixel, 71, 0x00040000, 0x00840001, end},
       "token 4: addresses of kind 1 are not supported"},
      {{0, pixel, 71, 0x00040000, 0x011F0000, 0x001F0000, end},
       "token 5: an index is a slot of a register that has no index itself"},
      {{0, pixel, 0x80000076, 5, 1, 2, 3, 4, 5, end},
       "token 3: icb has 5 words, not a multiple of four"},
      {{0, pixel, 0x80000076, 0xFFFFFFFC, end},
       "token 3: icb has 4294967292 words, but only 1 tokens follow"},
      {{0, pixel, 0x02000080, 0xFFF00001, end},
       "token 3: the bits 0x00000001 of dcl_resource have no meaning here"},
      {{0, pixel, 0x04000080, 0xB6D00000, end},
       "token 2: unsupported type 'cubemap' of dcl_resource"},
      {{0, compute, 0x000400D4, 1, 1, 1, 1, end},
       "token 2: dcl_num_thread_per_group has 1 to 3 numbers, not 4"},
      // Errors of the program that the tokens make
      {{0, pixel, 71, 0x00040000, 0x00200001, end}, "token 2: l1 is not declared"},
      {{0, pixel, 71, 0x00040000, 0x00040001, 41, end}, "token 5: endif without its if"},
      {{0, compute, 0x000100D4, 2000, end}, "token 2: a group has 1 to 1024 threads"},
      {{0, pixel, 0x02000080, 0xB6D00000, 0x01000080, 0xB6D00000, end},
       "token 4: resource 0 is already declared at token 2, with another type"},
  };
  for (const auto& [tokens, sentence] : cases) EXPECT_EQ(refusal(tokens), sentence);
}

TEST(IlBinary, AnyBrokenCopyIsReadOrRefused) {
  EXPECT_TRUE(rc::check("broken tokens give only an Error", [] {
    const il::Parsed parsed = il::parse(*arbitrary_il_program());
    RC_PRE(!il::has_errors(parsed.diagnostics));
    Tokens tokens;
    try {
      tokens = il::binary::assemble(parsed.program);
    } catch (const Error&) {
      RC_DISCARD("has no tokens");
    }
    for (int k = 0; k < 20; ++k) {
      Tokens broken = tokens;
      const auto at = *rc::gen::inRange<std::size_t>(0, broken.size());
      if (*rc::gen::arbitrary<bool>())
        broken.resize(at);
      else
        broken[at] ^= 1u << *rc::gen::inRange(0, 32);
      try {
        const il::binary::Disassembly read = il::binary::disassemble(broken);
        const Tokens again = il::binary::assemble(read.program);
        RC_ASSERT(il::binary::disassemble(again).text == read.text);
      } catch (const Error& error) {
        RC_ASSERT(error.status() == Status::bad_input);
      }
    }
  }));
}

// Files

std::string bytes_of(const Tokens& tokens) { return il::binary::to_bytes(tokens); }

std::string image_refusal(const std::string& bytes) {
  try {
    il::binary::read_image(bytes);
  } catch (const Error& error) {
    EXPECT_EQ(error.status(), Status::bad_input);
    return error.what();
  }
  return "read";
}

/// An ELF image of 32 or 64 bits with sections of these names and contents.
std::string elf(unsigned bits, const std::vector<std::pair<std::string, std::string>>& sections) {
  const auto number = [](std::uint64_t value, unsigned size) {
    std::string made;
    for (unsigned k = 0; k < size; ++k) made += static_cast<char>(value >> 8 * k & 0xFF);
    return made;
  };
  const unsigned word = bits / 8, header = bits == 32 ? 52 : 64, entry = bits == 32 ? 40 : 64;
  std::string names("\0.shstrtab\0", 11), contents, table(entry, '\0');
  const auto add = [&](std::uint64_t name, const std::string& content) {
    table += number(name, 4) + number(1, 4) + number(0, word) + number(0, word) +
             number(header + contents.size(), word) + number(content.size(), word) + number(0, 8) +
             number(0, word) + number(0, word);
    contents += content;
  };
  for (const auto& [name, content] : sections) {
    const std::size_t at = names.size();
    names += name + '\0';
    add(at, content);
  }
  add(1, names);
  std::string made =
      "\x7F"
      "ELF";
  made += number(bits == 32 ? 1 : 2, 1) + number(1, 1) + number(1, 1) + std::string(9, '\0') +
          number(1, 2) + number(125, 2) + number(1, 4) + number(0, word) + number(0, word) +
          number(header + contents.size(), word) + number(0, 4) + number(header, 2) + number(0, 2) +
          number(0, 2) + number(entry, 2) + number(sections.size() + 2, 2) +
          number(sections.size() + 1, 2);
  return made + contents + table;
}

TEST(IlBinary, AnImageIsSearchedForTheFirstSectionOfTokens) {
  const Tokens tokens = tokens_of("il_ps_2_0\nmov r0, r1\nend\n");
  for (const unsigned bits : {32u, 64u}) {
    const il::binary::Image image =
        il::binary::read_image(elf(bits, {{".data", bytes_of(tokens)},
                                          {".text", "\x01\x02\x03\x04"},
                                          {".amdil", bytes_of(tokens)},
                                          {".text", bytes_of(tokens)}}));
    EXPECT_EQ(image.tokens, tokens);
    EXPECT_EQ(image.section, ".amdil");
    EXPECT_EQ(image.more, 1u);
  }
  const il::binary::Image text =
      il::binary::read_image(elf(32, {{".amdil", std::string("mov r0, r1 ;il_ps\n\0", 19)}}));
  EXPECT_EQ(text.text, "mov r0, r1 ;il_ps\n");
  EXPECT_TRUE(text.tokens.empty());
}

TEST(IlBinary, FilesWithoutTokensAreRefused) {
  EXPECT_EQ(image_refusal(""), "there are no tokens");
  EXPECT_EQ(image_refusal(std::string(7, '\0')), "7 bytes are not a whole number of 32-bit tokens");
  EXPECT_EQ(image_refusal("il_ps_2_0\n"), "this is text, but tokens are binary");
  EXPECT_EQ(image_refusal(elf(32, {{".text", "machine code"}})),
            "no section .amdil or .text of the ELF image holds IL");
  const std::string whole = elf(64, {{".amdil", bytes_of({0, pixel, end})}});
  // The last 24 bytes, of the last section's header, are not read.
  for (std::size_t size = 4; size < whole.size() - 24; ++size)
    EXPECT_NE(image_refusal(whole.substr(0, size)), "read") << size;
  // For every value of a byte, the result is an image or an Error.
  for (std::size_t at = 0; at < whole.size(); ++at) {
    for (const int bit : {0, 3, 7}) {
      std::string broken = whole;
      broken[at] = static_cast<char>(broken[at] ^ 1 << bit);
      image_refusal(broken);
    }
  }
}

}  // namespace
}  // namespace gputest::test::binary_test
