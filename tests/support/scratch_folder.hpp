// A separate folder for each test, because tests run in several processes in parallel.
#pragma once

#include <gtest/gtest.h>
#include <stdlib.h>

#include <cerrno>
#include <filesystem>
#include <string>
#include <system_error>

namespace gputest {

/// An empty folder that no other test uses; the destructor removes it.
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

  /// The path of a file in it, or of the folder itself.
  std::string path(const std::string& file = "") const {
    return file.empty() ? path_ : path_ + "/" + file;
  }

 private:
  std::string path_;
};

}  // namespace gputest
