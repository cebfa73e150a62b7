// Printing a program gives text that parses to the same program.
#include <gtest/gtest.h>
#include <rapidcheck.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <sstream>

#include "il_reference/language/parser.hpp"
#include "il_reference/language/printer.hpp"
#include "il_reference/tests/programs.hpp"

namespace gputest::test::language_printer_test {
namespace {

/// Runs before the first property of this program: RapidCheck draws the same cases each time,
/// unless the environment sets another seed.
[[maybe_unused]] const int kFixedSeed = setenv("RC_PARAMS", "seed=1", 0);

/// Empty if the printed text of `text`'s program parses to the same program.
std::string round_trip(const std::string& text) {
  const il::Parsed first = il::parse(text);
  if (il::has_errors(first.diagnostics)) return il::to_text(first.diagnostics, "text");
  const std::string printed = il::to_text(first.program);
  const il::Parsed second = il::parse(printed);
  if (il::has_errors(second.diagnostics)) {
    return il::to_text(second.diagnostics, "printed") + printed;
  }
  if (!il::equivalent(first.program, second.program)) return "another program:\n" + printed;
  return il::to_text(second.program) == printed ? "" : "printed otherwise:\n" + printed;
}

TEST(IlPrinter, RandomProgramsSurviveARoundTrip) {
  EXPECT_TRUE(rc::check("printing and parsing gives the same program", [] {
    const std::string text = *arbitrary_il_program();
    RC_ASSERT(round_trip(text) == "");
  }));
}

TEST(IlPrinter, StoredProgramsSurviveARoundTrip) {
  const std::filesystem::path root = GPUTEST_ROOT;
  std::size_t sound = 0;
  for (const auto& folder : {root / "il_reference/tests/corpus", root / "il_reference/kernels"}) {
    for (const auto& entry : std::filesystem::directory_iterator(folder)) {
      std::stringstream text;
      text << std::ifstream(entry.path()).rdbuf();
      if (il::has_errors(il::parse(text.str()).diagnostics)) continue;
      EXPECT_EQ(round_trip(text.str()), "") << entry.path();
      ++sound;
    }
  }
  EXPECT_GE(sound, 10u);
}

TEST(IlPrinter, EveryInstructionSurvivesARoundTrip) {
  for (const il::InstructionInfo& row : il::instructions()) {
    if (row.shape == il::Shape::flow) continue;
    std::string line(row.mnemonic);
    if ((row.suffixes & il::suffix::id) != 0) line += "_id(3)";
    if (row.result != '-') line += row.result == 'm' ? " mem.xz" : " r1.x_z1";
    std::string separator = row.result == '-' ? " " : ", ";
    for (std::size_t s = 0; s < row.sources.size(); ++s) {
      line += separator + "r" + std::to_string(s + 2) + ".wy_abs_neg(z)";
      separator = ", ";
    }
    EXPECT_EQ(round_trip("il_cs_2_0\n" + line + "\nend\n"), "") << line;
  }
}

TEST(IlPrinter, BlocksAreIndented) {
  EXPECT_EQ(
      il::to_text(il::parse("il_cs\nwhileloop\nif_logicalz r0.x\nbreak\nelse\nswitch r0.y\ncase 1\n"
                            "default\nmov r0, r1\nendswitch\nendif\nendloop\nend")
                      .program),
      "il_cs\n"
      "whileloop\n"
      "  if_logicalz r0.xxxx\n"
      "    break\n"
      "  else\n"
      "    switch r0.yyyy\n"
      "    case 1\n"
      "    default\n"
      "      mov r0, r1\n"
      "    endswitch\n"
      "  endif\n"
      "endloop\n"
      "endmain\n"
      "end\n");
}

}  // namespace
}  // namespace gputest::test::language_printer_test
