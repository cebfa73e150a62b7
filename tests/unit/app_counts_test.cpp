#include "app/command/counts.hpp"

#include <gtest/gtest.h>

#include "common/core/error.hpp"

namespace gputest::app_counts_test {
namespace {

using Counts = std::vector<std::uint64_t>;

TEST(ParseCounts, TakesANumberAListAndARange) {
  EXPECT_EQ(parse_counts("16384"), Counts{16384});
  EXPECT_EQ(parse_counts("8191,8192,8193"), (Counts{8191, 8192, 8193}));
  EXPECT_EQ(parse_counts("1024..8192*2"), (Counts{1024, 2048, 4096, 8192}));
  EXPECT_EQ(parse_counts("100..10000*10"), (Counts{100, 1000, 10000}));
  EXPECT_EQ(parse_counts("3..20"), (Counts{3, 6, 12}));
}

TEST(ParseCounts, TakesPowersOf1024AndOf10) {
  EXPECT_EQ(parse_counts("16k"), Counts{16384});
  EXPECT_EQ(parse_counts("16K,1M,3G"), (Counts{16384, 1048576, 3221225472}));
  EXPECT_EQ(parse_counts("1k..8k*2"), (Counts{1024, 2048, 4096, 8192}));
  EXPECT_EQ(parse_counts("1e6,1.5e6,2E+3,125e0"), (Counts{1000000, 1500000, 2000, 125}));
  EXPECT_EQ(parse_counts("1.25e3..1e4"), (Counts{1250, 2500, 5000, 10000}));
  EXPECT_EQ(parse_counts("17179869183G"), Counts{17179869183u * (std::uint64_t{1} << 30)});
  EXPECT_EQ(parse_counts("1e19"), Counts{10000000000000000000u});
}

TEST(ParseCount, TakesOneNumberAndNamesItsOptionIfWrong) {
  EXPECT_EQ(parse_count("--particles", "4k"), 4096u);
  for (const char* text : {"1..4", "1,2", "many"}) try {
      parse_count("--particles", text);
      FAIL() << text << " was taken";
    } catch (const Error& error) {
      EXPECT_EQ(error.status(), Status::bad_input);
      EXPECT_EQ(std::string(error.what()),
                "--particles takes a whole number above 0 (16384, 16k, 1e6), not '" +
                    std::string(text) + "'");
    }
}

TEST(ParseCounts, ARangeEndsBeforeItOverflows) {
  EXPECT_EQ(parse_counts("9223372036854775808..18446744073709551615*2"),
            Counts{9223372036854775808u});
}

class BadCount : public testing::TestWithParam<std::string> {};

TEST_P(BadCount, IsBadInput) {
  try {
    parse_counts(GetParam());
    FAIL() << GetParam() << " was taken";
  } catch (const Error& error) {
    EXPECT_EQ(error.status(), Status::bad_input);
  }
}

INSTANTIATE_TEST_SUITE_P(All, BadCount,
                         testing::Values("0", "-5", "", "abc", "12x", "1m", "16kk", "16 k", "k",
                                         "0k", "-1k", "1.5k", "1.5", "1e", "e4", ".5e4", "1.e4",
                                         "1.55e1", "0e4", "1e-2", "1e+", "1e+-2", "-1e4", "1e4x",
                                         "1e4k", "2e19", "1e99999999999", "17179869184G", "1,,2",
                                         "1,", "5..1*2", "1..8*1", "1..8*0", "0..8*2", "..", "1..",
                                         "18446744073709551616"));

}  // namespace
}  // namespace gputest::app_counts_test
