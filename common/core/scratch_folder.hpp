// A temporary folder.
#pragma once

#include <fmt/format.h>
#include <stdlib.h>

#include <filesystem>
#include <string>
#include <system_error>

#include "common/core/error.hpp"

namespace gputest {

/// A new temporary folder, removed with this object. Throws Error(bad_input).
class ScratchFolder {
 public:
  ScratchFolder() : path_((std::filesystem::temp_directory_path() / "gputest-XXXXXX").string()) {
    if (mkdtemp(path_.data()) == nullptr)
      throw Error(Status::bad_input, fmt::format("cannot make a folder like {}", path_));
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
