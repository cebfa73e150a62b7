#include "common/core/output_file.hpp"

#include <fcntl.h>
#include <gtest/gtest.h>
#include <sys/stat.h>
#include <unistd.h>

#include <csignal>
#include <filesystem>
#include <fstream>
#include <sstream>

#include "common/core/destination.hpp"
#include "common/core/error.hpp"
#include "common/core/file_lock.hpp"
#include "common/core/scratch_folder.hpp"

namespace gputest::core_output_file_test {
namespace {

class WriteFile : public testing::Test {
 protected:
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

  /// Whether the file system supports files without names.
  bool has_unnamed() const {
    const int file = open(folder_.c_str(), O_WRONLY | O_TMPFILE | O_CLOEXEC, 0600);
    return file >= 0 && close(file) == 0;
  }

  ScratchFolder scratch_;
  std::filesystem::path folder_ = scratch_.path();
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

TEST_F(WriteFile, AFullDiskIsAReadableError) {
  try {
    write_file_atomically("/dev/full", [](std::ostream& out) { out << std::string(100000, 'x'); });
    FAIL() << "no error was thrown";
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

TEST_F(WriteFile, ATemporaryNameIsUnique) {
  std::ofstream(path() + ".partial") << "mine";
  OutputFile one(path()), other(path());
  one.stream() << "one";
  other.stream() << "other";
  EXPECT_EQ(files(), has_unnamed() ? 1u : 3u);
  one.commit();
  EXPECT_EQ(content(), "one");
  other.commit();
  EXPECT_EQ(content(), "other");
  EXPECT_EQ(files(), 2u);
}

/// GoogleTest runs tests of this name before others start threads, because a forked process has
/// only one.
using WriteFileDeathTest = WriteFile;
TEST_F(WriteFileDeathTest, AnUnfinishedFileHasNoNameThatACrashCouldLeave) {
  if (!has_unnamed()) GTEST_SKIP() << "the file system does not support files without names";
  EXPECT_EXIT(
      {
        OutputFile file(path());
        file.stream() << std::string(200000, 'x');
        file.flush();
        raise(SIGKILL);
      },
      testing::KilledBySignal(SIGKILL), "");
  EXPECT_EQ(files(), 0u);
}

TEST_F(WriteFile, KeepsTheModeOfTheFileThatItReplaces) {
  for (const mode_t mode : {0600u, 0640u, 0604u, 0666u, 0755u}) {
    write_file_atomically(path(), [](std::ostream& out) { out << "old"; });
    ASSERT_EQ(chmod(path().c_str(), mode), 0);
    write_file_atomically(path(), [](std::ostream& out) { out << "new"; });
    struct stat status {};
    ASSERT_EQ(stat(path().c_str(), &status), 0);
    EXPECT_EQ(status.st_mode & 07777, mode);
  }
}

TEST_F(WriteFile, KeepsTheOwnerIfPermitted) {
  if (geteuid() != 0) GTEST_SKIP() << "only root can change a file's owner";
  write_file_atomically(path(), [](std::ostream& out) { out << "old"; });
  ASSERT_EQ(chown(path().c_str(), 12, 34), 0);
  write_file_atomically(path(), [](std::ostream& out) { out << "new"; });
  struct stat status {};
  ASSERT_EQ(stat(path().c_str(), &status), 0);
  EXPECT_EQ(status.st_uid, 12u);
  EXPECT_EQ(status.st_gid, 34u);
}

TEST_F(WriteFile, ANewFileHasTheModeOfTheUmask) {
  const mode_t before = umask(027);
  write_file_atomically(path(), [](std::ostream& out) { out << "new"; });
  umask(before);
  struct stat status {};
  ASSERT_EQ(stat(path().c_str(), &status), 0);
  EXPECT_EQ(status.st_mode & 07777, 0640u);
}

TEST_F(WriteFile, ALongNameHasRoomForATemporaryOne) {
  const std::string name = (folder_ / std::string(255, 'n')).string();
  write_file_atomically(name, [](std::ostream& out) { out << "new"; });
  EXPECT_TRUE(std::filesystem::exists(name));
  EXPECT_EQ(files(), 1u);
}

TEST_F(WriteFile, ASymbolicLinkStaysAndItsTargetIsReplaced) {
  const auto link = folder_ / "link";
  std::filesystem::create_symlink("file", link);
  write_file_atomically(link.string(), [](std::ostream& out) { out << "new"; });
  EXPECT_TRUE(std::filesystem::is_symlink(link));
  EXPECT_EQ(content(), "new");
}

TEST_F(WriteFile, TextThatWasCutOffIsNotInTheFile) {
  OutputFile file(path());
  file.stream() << "whole";
  const std::uint64_t size = file.flush();
  EXPECT_EQ(size, 5u);
  file.stream() << std::string(200000, 'x');
  file.cut(size);
  file.stream() << "!";
  file.commit();
  EXPECT_EQ(content(), "whole!");
}

TEST_F(WriteFile, ASuddenEndRemovesScratchFilesAndKeepsOthers) {
  write_file_atomically(path(), [](std::ostream& out) { out << "old"; });
  const std::string scratch = path() + ".part";
  std::ofstream(scratch) << "half";
  const ScratchPath owned(scratch);
  OutputFile file(path());
  EXPECT_EQ(files(), has_unnamed() ? 2u : 3u);
  remove_scratch_files();
  EXPECT_EQ(files(), 1u);
  EXPECT_EQ(content(), "old");
}

TEST_F(WriteFile, AFileIsRecognisedByEveryName) {
  const auto in = [&](const std::string& name) { return (folder_ / name).string(); };
  EXPECT_TRUE(is_one_file(path(), in(".") + "/file"));  // neither exists
  EXPECT_FALSE(is_one_file(path(), in("other")));
  std::filesystem::create_symlink("file", in("link"));
  std::filesystem::create_directory_symlink(folder_, in("folder"));
  EXPECT_TRUE(is_one_file(path(), in("link")));
  EXPECT_TRUE(is_one_file(path(), in("folder/link")));
  std::ofstream(path()) << "here";
  std::filesystem::create_hard_link(path(), in("same"));
  for (const char* name : {"file", "./file", "link", "same", "folder/file", "folder/link"})
    EXPECT_TRUE(is_one_file(path(), in(name))) << name;
  EXPECT_FALSE(is_one_file(path(), in("other")));
  EXPECT_FALSE(is_one_file("/dev/null", "/dev/null"));  // writing to it twice loses nothing
}

TEST_F(WriteFile, OptionsThatNameTheSameFileAreRefused) {
  EXPECT_NO_THROW(require_apart({{"--a", path()}, {"--b", ""}, {"--c", ""}}, {{"--d", ""}}));
  for (const bool read : {false, true}) try {
      const NamedPath a{"--a", path()}, b{"--b", path()};
      require_apart(read ? std::vector{a} : std::vector{a, b}, {b});
      ADD_FAILURE() << read;
    } catch (const Error& error) {
      EXPECT_EQ(error.status(), Status::usage);
      EXPECT_STREQ(error.what(), "--a and --b name the same file");
    }
}

TEST_F(WriteFile, ALockIsExclusive) {
  {
    const FileLock lock(path());
    EXPECT_THROW(FileLock{path()}, Error);
    EXPECT_NO_THROW(FileLock{path() + "2"});
  }
  EXPECT_NO_THROW(FileLock{path()});
  EXPECT_EQ(files(), 0u);
}

}  // namespace
}  // namespace gputest::core_output_file_test
