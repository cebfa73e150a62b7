#include "common/core/printable.hpp"

#include <gtest/gtest.h>

#include "common/core/checksum.hpp"

namespace gputest::core_printable_test {
namespace {

TEST(Printable, LeavesPrintableTextUnchanged) {
  for (const char* text :
       {"", "plain", "tab\\n is no newline", "NVIDIA H100 80GB HBM3", "Größe µ … 東京 🙂"})
    EXPECT_EQ(printable(text), text);
}

TEST(Printable, EscapesControlCharacters) {
  EXPECT_EQ(printable("a\nb\tc\rd"), "a\\nb\\tc\\rd");
  EXPECT_EQ(printable("\x1b[2J\x07\x7f"), "\\x1b[2J\\x07\\x7f");
  EXPECT_EQ(printable(std::string_view("a\0b", 3)), "a\\x00b");
  EXPECT_EQ(printable("\xc2\x9b"
                      "31m"),
            "\\xc2\\x9b31m");  // CSI of C1 begins a sequence
  EXPECT_EQ(printable("\xe2\x80\xae"
                      "abc"),
            "\\xe2\\x80\\xae"
            "abc");                                         // right to left
  EXPECT_EQ(printable("\xe2\x80\xa8"), "\\xe2\\x80\\xa8");  // a line's end
}

TEST(Printable, EscapesBytesThatAreNotUtf8) {
  EXPECT_EQ(printable("\xff"), "\\xff");
  EXPECT_EQ(printable("\xc3("), "\\xc3(");
  EXPECT_EQ(printable("\xe2\x82"), "\\xe2\\x82");                    // cut short
  EXPECT_EQ(printable("\xc0\x8a"), "\\xc0\\x8a");                    // a newline in too many bytes
  EXPECT_EQ(printable("\xed\xa0\x80"), "\\xed\\xa0\\x80");           // half of a surrogate pair
  EXPECT_EQ(printable("\xf4\x90\x80\x80"), "\\xf4\\x90\\x80\\x80");  // beyond Unicode
}

TEST(Printable, KeepsLineBreaksOfTextWithSeveralLines) {
  EXPECT_EQ(printable_lines("a\n\tb\x1b[m\r\n"), "a\n\tb\\x1b[m\\r\n");
}

TEST(Checksum, OfATextIsFnv1a) {  // http://www.isthe.com/chongo/tech/comp/fnv/
  EXPECT_EQ(checksum(""), "cbf29ce484222325");
  EXPECT_EQ(checksum("a"), "af63dc4c8601ec8c");
  EXPECT_EQ(checksum("foobar"), "85944171f73967e8");
}

}  // namespace
}  // namespace gputest::core_printable_test
