// A macro's call means the macro's text with the operands' text in the place of in0, in1 ….
#include <fmt/format.h>
#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <map>

#include "il_reference/language/parser.hpp"
#include "il_reference/language/printer.hpp"
#include "il_reference/tests/run.hpp"

namespace gputest::test::language_substitution_test {
namespace {

/// Choices from a list of numbers, which RapidCheck shrinks.
class Choices {
 public:
  explicit Choices(const std::vector<std::uint32_t>& numbers) : numbers_(numbers) {}
  std::uint32_t operator()(std::uint32_t count) {
    return at_ < numbers_.size() ? numbers_[at_++] % count : 0;
  }

 private:
  const std::vector<std::uint32_t>& numbers_;
  std::size_t at_ = 0;
};

/// A swizzle of up to `most` letters with its dot, or none.
std::string letters(Choices& choose, std::uint32_t most, std::string_view set) {
  const std::uint32_t count = choose(most + 1);
  std::string made = count == 0 ? "" : ".";
  for (std::uint32_t k = 0; k < count; ++k)
    made += set[choose(static_cast<std::uint32_t>(set.size()))];
  return made;
}

/// A call's operand in the written form: its register, its swizzle, its modifiers.
struct Operand {
  std::string name, swizzle, modifiers;
  std::string text() const { return name + swizzle + modifiers; }
};

Operand operand(Choices& choose) {
  static const std::vector<std::string> names = {"r1",     "r2",          "r3",      "l0",
                                                 "cb0[1]", "cb0[r4.x+2]", "x0[r5.y]"};
  static const std::vector<std::string> modifiers = {
      "", "", "", "_neg(x)", "_neg(yw)", "_abs", "_abs_neg(xyzw)", "_x2", "_bias_neg(z)"};
  Operand made;
  made.name = names[choose(static_cast<std::uint32_t>(names.size()))];
  made.swizzle = letters(choose, 4, "xyzw");
  made.modifiers = modifiers[choose(static_cast<std::uint32_t>(modifiers.size()))];
  return made;
}

/// An instruction with placeholders: {0} and {1} for a macro's in0 and in1, and {2} for out0.
std::string line(Choices& choose) {
  static const std::vector<std::string> lines = {"add {2}, {0}, {1}",
                                                 "dadd {2}, {0}, {1}",
                                                 "dadd {2}.zw, {0}, {1}",
                                                 "dmul {2}.xy, {0}, {0}",
                                                 "iadd {2}, {1}, {0}",
                                                 "mov {2}.y_w, {1}",
                                                 "dp4 {2}, {0}, {1}",
                                                 "i64add {2}.zw, {0}, {1}",
                                                 "cmov_logical {2}, {1}, {0}, {1}",
                                                 "deq {2}.x, {0}, {1}",
                                                 "rsq {2}.z, {0}",
                                                 "if_logicalnz {0}\nmul {2}, {1}, {1}\nendif",
                                                 "mul r8, {0}, {1}\nadd {2}, r8, {0}"};
  return lines[choose(static_cast<std::uint32_t>(lines.size()))];
}

const std::string head =
    "il_cs_2_0\ndcl_num_thread_per_group 64\ndcl_cb cb0[9]\ndcl_indexed_temp_array x0[4]\n"
    "dcl_literal l0, 1, 2, 3, 4\nmov r7, r7\n";

/// The instructions, with temps from r8 on renumbered in order of appearance.
std::string instructions(const std::string& text) {
  const il::Parsed parsed = il::parse(text);
  RC_ASSERT(!il::has_errors(parsed.diagnostics));
  std::map<std::uint32_t, std::uint32_t> own;
  const auto renumber = [&](auto& operand) {
    if (operand.file == il::File::temp && operand.number >= 8)
      operand.number = own.try_emplace(operand.number, 1000 + own.size()).first->second;
  };
  std::string made;
  for (il::Instruction i : parsed.program.instructions) {
    for (std::size_t s = 0; s < i.source_count; ++s) renumber(i.sources[s]);
    if (i.has_destination) renumber(i.destination);
    made += il::to_text(i) + "\n";
  }
  return made;
}

std::string filled(std::string text, const std::map<std::string, std::string>& places) {
  for (const auto& [place, value] : places)
    for (std::size_t at = text.find(place); at != text.npos;
         at = text.find(place, at + value.size()))
      text.replace(at, place.size(), value);
  return text;
}

RC_GTEST_PROP(IlSubstitution, AMacrosCallIsItsTextWithTheOperandsText, ()) {
  const auto numbers =
      *rc::gen::container<std::vector<std::uint32_t>>(rc::gen::inRange<std::uint32_t>(0, 1u << 30));
  Choices choose(numbers);
  std::string macros, calls, text;
  for (int n = 0; n < 4; ++n) {
    std::string body;
    const std::uint32_t count = 1 + choose(3);
    for (std::uint32_t k = 0; k < count; ++k) body += line(choose) + "\n";
    const std::string written = filled(body, {{"{0}", "in0"}, {"{1}", "in1"}, {"{2}", "out0"}});
    macros += fmt::format("mdef({})_out(1)_in(2)\n{}mend\n", n, written);
    const Operand a = operand(choose), b = operand(choose);
    const std::string out = fmt::format("r{}", 6 + choose(2));
    calls += fmt::format("mcall({})({}),({}, {})\n", n, out, a.text(), b.text());
    text += filled(
        body,
        {{"{0}", a.text()}, {"{1}", b.text()}, {"{2}", out}, {"r8", fmt::format("r{}", 100 + n)}});
  }
  RC_ASSERT(instructions(macros + head + calls + "end\n") == instructions(head + text + "end\n"));
}

/// A macro that passes on its operand means the inner macro with the outer operand.
RC_GTEST_PROP(IlSubstitution, AMacroThatPassesItsOperandsOnEqualsTheInnerOne, ()) {
  const auto numbers =
      *rc::gen::container<std::vector<std::uint32_t>>(rc::gen::inRange<std::uint32_t>(0, 1u << 30));
  Choices choose(numbers);
  const std::string body =
      filled(line(choose), {{"{0}", "in0"}, {"{1}", "in1"}, {"{2}", "out0"}}) + "\n";
  const std::string inner = "mdef(0)_out(1)_in(2)\n" + body + "mend\n";
  const std::string outer = "mdef(1)_out(1)_in(2)\nmcall(0)(out0),(in0, in1)\nmend\n";
  const std::string operands =
      fmt::format("(r6),({}, {})\nend\n", operand(choose).text(), operand(choose).text());
  RC_ASSERT(instructions(inner + outer + head + "mcall(1)" + operands) ==
            instructions(inner + head + "mcall(0)" + operands));
}

/// A swizzle after a swizzle reads one register through the other: `in0.zw` of r5.wzyx_neg(x).
RC_GTEST_PROP(IlSubstitution, ASwizzleOfAnOperandEqualsASwizzleOfItsMove, ()) {
  const auto numbers =
      *rc::gen::container<std::vector<std::uint32_t>>(rc::gen::inRange<std::uint32_t>(0, 1u << 30));
  Choices choose(numbers);
  static const std::vector<std::string> modifiers = {
      "", "_neg(x)", "_neg(yw)", "_abs", "_x2", "_bias", "_abs_neg(xyzw)", "_divComp(w)"};
  const auto modifier = [&] {
    return modifiers[choose(static_cast<std::uint32_t>(modifiers.size()))];
  };
  const std::string actual = "r0" + letters(choose, 4, "xyzw01") + modifier();
  const std::string formal = letters(choose, 4, "xyzw01") + modifier();
  const Words in = {bits(1.25f), bits(-3.5f), bits(7), bits(-0.125f)};
  const auto run = [&](const std::string& macro) {
    return run_pixel("mdef(0)_out(1)_in(1)\n" + macro + "mend\n" + pixel_header(1) +
                         "sample_resource(0)_sampler(0) r0, vWinCoord0.xyxy\nmcall(0)(r1),(" +
                         actual + ")\nmov o0, r1\nend\n",
                     {in});
  };
  RC_ASSERT(run("add out0, in0" + formal + ", in0.0000\n") ==
            run("mov r9, in0\nadd out0, r9" + formal + ", r9.0000\n"));
}

TEST(IlSubstitution, TwoLettersOfAMacrosOperandNameAPair) {
  // 0.1 + 0.7, in the second pair.
  const std::string macro = "mdef(0)_out(1)_in(2)\ndadd out0.zw, in0, in1\nmend\n";
  const std::string text = macro + pixel_header(2) +
                           "sample_resource(0)_sampler(0) r2, vWinCoord0.xyxy\n"
                           "sample_resource(1)_sampler(1) r3, vWinCoord0.xyxy\n"
                           "mcall(0)(r4),(r2.xy,r3.xy)\nmov o0, r4\nend\n";
  const Words given =
      run_pixel(text, {{0x9999999A, 0x3FB99999, 1, 2}, {0x66666666, 0x3FE66666, 3, 4}});
  EXPECT_EQ(given, (Words{0, 0, 0x99999999, 0x3FE99999}));
}

TEST(IlSubstitution, AModifierMayPrecedeASwizzle) {
  const Words in = {bits(1.5f), bits(2), bits(3), bits(4)};
  EXPECT_EQ(run_lines("mov r10, r0_neg(xyzw).x000", {in}), (Words{bits(-1.5f), 0, 0, 0}));
  EXPECT_EQ(run_lines("mov r10, r0_x2.y1x0", {in}), (Words{bits(4), bits(1), bits(3), 0}));
  EXPECT_EQ(run_lines("mov r10, r0_neg(y).yyxx_neg(x)", {in}),
            (Words{bits(2), bits(-2), bits(1.5f), bits(1.5f)}));
}

}  // namespace
}  // namespace gputest::test::language_substitution_test
