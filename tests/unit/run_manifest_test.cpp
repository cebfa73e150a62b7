// A kernel's manifest: valid content, and messages for invalid ones.
#include "common/run/manifest.hpp"

#include <gtest/gtest.h>

#include "common/core/error.hpp"

namespace gputest::run_manifest_test {
namespace {

using Words = std::vector<std::string>;

/// A file with these lines in its head comment.
std::string with(const std::string& lines) {
  return "/* gputest kernel: gravity_mine\n" + lines + " *\n * Prose, with x = y.\n */\nint x;\n";
}

std::string complaint_about(const std::string& text) {
  try {
    parse_manifest("mine.cl", text, {"newton3", "lanes"});
  } catch (const Error& error) {
    EXPECT_EQ(error.status(), Status::bad_input);
    return error.what();
  }
  return "";
}

TEST(Manifest, IsReadFromAHeadComment) {
  const auto manifest = parse_manifest("mine.cl",
                                       with(" *   summary    = a = b, and more\n"
                                            " *   source     = a paper\n"
                                            " *   layouts    = float4 *\n"
                                            " *   precisions = fp64 fp32\n"
                                            " *   blocks     = 128  64\t256\n"
                                            " *   launch     = per_item\n"
                                            " *   newton3    = off on\n"),
                                       {"newton3"});
  ASSERT_TRUE(manifest);
  EXPECT_EQ(manifest->kernel, "gravity_mine");
  EXPECT_EQ(manifest->summary, "a = b, and more");
  EXPECT_EQ(manifest->source, "a paper");
  EXPECT_EQ(manifest->layouts, Words({"float4", "*"}));
  EXPECT_EQ(manifest->precisions, std::vector({Precision::fp64, Precision::fp32}));
  EXPECT_EQ(manifest->blocks, std::vector<std::uint32_t>({128, 64, 256}));
  EXPECT_EQ(manifest->launch, "per_item");
  EXPECT_EQ(manifest->others.at("newton3"), "off on");
}

TEST(Manifest, IsReadFromEveryLanguagesComments) {
  for (const std::string text :
       {"// gputest kernel: a_b\n//   launch = x\n\nint y = 1;\n",
        "il_ps_2_0\r\n; gputest kernel: a_b\r\n;   launch = x\r\ndcl_output o0\r\n",
        "/* gputest kernel: a_b\n   launch = y */",
        "/*\n * gputest kernel: a_b\n * launch = x */ y",
        "// gputest kernel: a_b\n// launch = x"}) {
    const auto manifest = parse_manifest("file", text);
    ASSERT_TRUE(manifest) << text;
    EXPECT_EQ(manifest->kernel, "a_b");
  }
}

TEST(Manifest, NeedsNoKey) {
  const auto manifest = parse_manifest("mine.cl", "// gputest kernel: step_move");
  ASSERT_TRUE(manifest);
  EXPECT_TRUE((manifest->layouts).empty());
  EXPECT_TRUE((manifest->blocks).empty());
  EXPECT_EQ(manifest->launch, "");
}

TEST(Manifest, IsAbsentWithoutItsHead) {
  EXPECT_FALSE(parse_manifest("mine.cl", ""));
  EXPECT_FALSE(parse_manifest("mine.cl", "/* layouts = float4 */\nint gputest kernel: x;\n"));
  EXPECT_FALSE(parse_manifest("mine.cl", "text gputest kernel: a_b\n"));
}

TEST(Manifest, EndsAtAnEmptyLineAndWithTheComment) {
  EXPECT_EQ(complaint_about("/* gputest kernel: a\n\n * nonsense */"), "");
  EXPECT_EQ(complaint_about("/* gputest kernel: a\n *\n * nonsense */"), "");
  EXPECT_EQ(complaint_about("/* gputest kernel: a */\n// nonsense"), "");
  EXPECT_EQ(complaint_about("/* gputest kernel: a\n */\n// nonsense"), "");
}

TEST(Manifest, FaultsAreNamedWithTheirLine) {
  EXPECT_EQ(complaint_about(with(" * layout = soa\n")),
            "mine.cl:2: there is no manifest key 'layout'; did you mean layouts?");
  EXPECT_EQ(complaint_about(with(" * precisions = fp16\n")),
            "mine.cl:2: there is no precision 'fp16'; there are fp32, fp64");
  EXPECT_EQ(complaint_about(with(" * blocks = 64\n * layouts = soa\n * blocks = 32\n")),
            "mine.cl:4: the key blocks appears twice");
  EXPECT_EQ(complaint_about(with(" * layouts = soa aos soa\n")),
            "mine.cl:2: layouts names soa twice");
  EXPECT_EQ(complaint_about(with(" * launch =\n")), "mine.cl:2: the key launch has no value");
  EXPECT_EQ(complaint_about(with(" * newton3 = \t \n")), "mine.cl:2: the key newton3 has no value");
  EXPECT_NE(complaint_about(with(" * layouts: soa\n"))
                .find("mine.cl:2: 'layouts: soa' is not key = value"),
            std::string::npos);
  EXPECT_NE(complaint_about(with(" * = soa\n")).find("mine.cl:2: there is no manifest key"),
            std::string::npos);
  EXPECT_NE(complaint_about(with("") + "// gputest kernel: gravity_other\n")
                .find("a second manifest in one file"),
            std::string::npos);
}

TEST(Manifest, ABlockIsANumberAboveZero) {
  for (const std::string block : {"0", "-64", "+64", "64x", "x", "64.0", "0x40", "4294967296",
                                  "99999999999999999999999", "64,128"})
    EXPECT_EQ(complaint_about(with(" * blocks = 128 " + block + "\n")),
              "mine.cl:2: a block is a whole number of threads above 0, not '" + block + "'");
}

TEST(Manifest, ANameIsAWord) {
  for (const std::string name : {"", "Gravity", "a-b", "../a", "a b", "größe", "a;rm", "*/"})
    EXPECT_NE(complaint_about("/* gputest kernel: " + name + "\n")
                  .find("mine.cl:1: a kernel's name consists of a-z, 0-9 and _"),
              std::string::npos)
        << name;
}

TEST(Manifest, HostileTextIsRefused) {
  EXPECT_EQ(complaint_about(with(" * summary = " + std::string(1000, 'x') + "\n")),
            "mine.cl:2: a line of a manifest is longer than 1000 bytes");
  for (const std::string& bad :
       {std::string("\0", 1), std::string("\x1B[31m"), std::string("\x7F")})
    EXPECT_EQ(complaint_about(with(" * summary = a" + bad + "b\n")),
              "mine.cl:2: a manifest contains a control character");
  EXPECT_NE(
      complaint_about("/* gputest kernel: a\n" + std::string(1 << 20, '*')).find("mine.cl:2: "),
      std::string::npos);
}

TEST(Manifest, AnythingIsReadOrRefused) {
  const std::string good = with(
      " * summary = s\n * layouts = soa *\n * precisions = fp32\n * blocks = 64\n * lanes = 8\n");
  for (std::size_t at = 0; at < good.size(); ++at)
    for (const char c : {'\0', '\n', '*', '/', '=', ' ', ';', '\xFF'}) {
      std::string text = good;
      text[at] = c;
      complaint_about(text);
      complaint_about(good.substr(0, at) + c);
    }
}

TEST(Manifest, WordsAreSeparatedByBlanks) {
  EXPECT_EQ(words_of("  a\tb  c "), Words({"a", "b", "c"}));
  EXPECT_TRUE((words_of(" \t")).empty());
}

}  // namespace
}  // namespace gputest::run_manifest_test
