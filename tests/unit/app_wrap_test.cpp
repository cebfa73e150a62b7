#include "app/command/wrap.hpp"

#include <gtest/gtest.h>

namespace gputest::app_wrap_test {
namespace {

using Lines = std::vector<std::string>;

TEST(Wrapped, BreaksAtBlanks) {
  EXPECT_EQ(wrapped("a line of words", 6), (Lines{"a line", "of", "words"}));
  EXPECT_EQ(wrapped("a line of words", 9), (Lines{"a line of", "words"}));
  EXPECT_EQ(wrapped("a line of words", 15), Lines{"a line of words"});
  EXPECT_EQ(wrapped("two  blanks", 4), (Lines{"two", "blanks"}));
}

TEST(Wrapped, ATooLongWordHasItsOwnLine) {
  EXPECT_EQ(wrapped("a incomprehensible b", 5), (Lines{"a", "incomprehensible", "b"}));
  EXPECT_EQ(wrapped("incomprehensible", 5), Lines{"incomprehensible"});
}

TEST(Wrapped, ThereIsAtLeastOneLine) {
  EXPECT_EQ(wrapped("", 5), Lines{""});
  EXPECT_EQ(wrapped("word   ", 5), Lines{"word"});
  EXPECT_EQ(wrapped("       ", 5), Lines{""});
}

TEST(Wrapped, LeadingBlanksStay) { EXPECT_EQ(wrapped("  a word", 5), (Lines{"  a", "word"})); }

TEST(Wrapped, ACharacterOfSeveralBytesCountsOnce) {
  EXPECT_EQ(wrapped("N,N,… or", 8), Lines{"N,N,… or"});
  EXPECT_EQ(wrapped("N,N,… or", 7), (Lines{"N,N,…", "or"}));
}

}  // namespace
}  // namespace gputest::app_wrap_test
