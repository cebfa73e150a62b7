// A folder of a test's own: tests run in several processes at once.
#pragma once

#include <gtest/gtest.h>
#include <stdlib.h>

#include <cerrno>
#include <filesystem>
#include <string>
#include <system_error>

namespace gputest {

/// An empty folder that no other test has, removed with this object.
class ScratchFolder {
 public:
  ScratchFolder() : path_(testing::TempDir() + "gputest_XXXXXX") {
    if (mkdtemp(path_.data()) == nullptr)
      throw std::system_error(errno, std::generic_category(), path_);
  }
  ~ScratchFolder() {
    std::error_code ignored;
    std::filesystem::remove_all(path_, ignored);
  }
  ScratchFolder(const ScratchFolder&) = delete;
  ScratchFolder& operator=(const ScratchFolder&) = delete;

  /// The path of a file in it, or of itself.
  std::string path(const std::string& file = "") const {
    return file.empty() ? path_ : path_ + "/" + file;
  }

 private:
  std::string path_;
};

}  // namespace gputest
