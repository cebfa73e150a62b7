#include "common/core/host.hpp"

#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <sstream>

#include "common/core/error.hpp"

namespace gputest {
namespace {

class WriteFile : public testing::Test {
 protected:
  void SetUp() override {
    folder_ = std::filesystem::path(testing::TempDir()) /
              testing::UnitTest::GetInstance()->current_test_info()->name();
    std::filesystem::remove_all(folder_);
    std::filesystem::create_directory(folder_);
  }
  void TearDown() override { std::filesystem::remove_all(folder_); }

  std::string path() const { return (folder_ / "file").string(); }
  std::string content() const {
    std::ostringstream text;
    text << std::ifstream(path()).rdbuf();
    return text.str();
  }
  std::size_t files() const {
    return static_cast<std::size_t>(
        std::distance(std::filesystem::directory_iterator(folder_), {}));
  }

  std::filesystem::path folder_;
};

TEST_F(WriteFile, ReplacesTheFileWhole) {
  write_file_atomically(path(), [](std::ostream& out) { out << "old and long"; });
  write_file_atomically(path(), [](std::ostream& out) { out << "new"; });
  EXPECT_EQ(content(), "new");
  EXPECT_EQ(files(), 1u);
}

TEST_F(WriteFile, LeavesTheOldFileAndNothingElseWhenTheWriterThrows) {
  write_file_atomically(path(), [](std::ostream& out) { out << "old"; });
  EXPECT_THROW(write_file_atomically(path(),
                                     [](std::ostream& out) {
                                       out << "half";
                                       throw std::runtime_error("stop");
                                     }),
               std::runtime_error);
  EXPECT_EQ(content(), "old");
  EXPECT_EQ(files(), 1u);
}

TEST_F(WriteFile, AFullDiskIsAnErrorInWords) {
  try {
    write_file_atomically("/dev/full", [](std::ostream& out) { out << std::string(100000, 'x'); });
    FAIL() << "nothing was said";
  } catch (const Error& error) {
    EXPECT_EQ(error.status(), Status::bad_input);
    EXPECT_NE(std::string(error.what()).find("No space left"), std::string::npos) << error.what();
  }
}

TEST_F(WriteFile, AMissingFolderIsRefusedBeforeTheWork) {
  const std::string nowhere = (folder_ / "no" / "file").string();
  EXPECT_THROW(require_writable(nowhere), Error);
  EXPECT_THROW(require_writable(folder_.string()), Error);
  EXPECT_NO_THROW(require_writable(path()));
  EXPECT_EQ(files(), 0u);
}

TEST(Host, MemoryBeyondTheMachineIsRefused) {
  EXPECT_NO_THROW(require_host_memory(1024, "a test"));
  try {
    require_host_memory(std::uint64_t{1} << 60, "a test");
    FAIL();
  } catch (const Error& error) {
    EXPECT_EQ(error.status(), Status::out_of_memory);
  }
}

TEST(Host, BytesAreGivenInBinaryUnits) {
  EXPECT_EQ(format_bytes(512), "512 B");
  EXPECT_EQ(format_bytes(1234567890), "1.15 GiB");
}

}  // namespace
}  // namespace gputest
