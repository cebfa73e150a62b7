// Texts as editors on Windows write them.
#include "common/core/text_file.hpp"

#include <gtest/gtest.h>

#include <fstream>

#include "common/core/error.hpp"
#include "common/core/scratch_folder.hpp"

namespace gputest::core_text_file_test {
namespace {

TEST(TextFile, LinesEndInLfWithoutAByteOrderMark) {
  EXPECT_EQ(with_plain_lines("\xef\xbb\xbf"
                             "a\r\nb\r\n\r\n"),
            "a\nb\n\n");
  EXPECT_EQ(with_plain_lines("a\nb\rc\r"), "a\nb\rc\r");  // a lone CR is no end of a line
  EXPECT_EQ(with_plain_lines("\xef\xbb\xbf"), "");
  EXPECT_EQ(with_plain_lines("\xef\xbb"), "\xef\xbb");
  EXPECT_EQ(with_plain_lines("a\xef\xbb\xbf"), "a\xef\xbb\xbf");
}

TEST(TextFile, Utf16IsRefused) {
  const ScratchFolder folder;
  const std::string path = folder.path("kernel.cl");
  std::ofstream(path) << "\xff\xfe/";
  try {
    read_text_file(path);
    ADD_FAILURE() << "it was read";
  } catch (const Error& error) {
    EXPECT_EQ(error.status(), Status::bad_input);
    EXPECT_EQ(error.what(), path + " is text in UTF-16; save it as UTF-8");
  }
}

}  // namespace
}  // namespace gputest::core_text_file_test
