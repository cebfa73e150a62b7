// Temporary files, removed however the program ends, except by SIGKILL or a crash.
#pragma once

#include <cstddef>
#include <string>

namespace gputest {

/// The path of a file that this process has made. This object or remove_scratch_files() removes the
/// file.
class ScratchPath {
 public:
  ScratchPath() = default;
  /// Allocates no memory if the path is moved, so that the file always has an owner.
  explicit ScratchPath(std::string path) noexcept;
  ~ScratchPath();
  ScratchPath(ScratchPath&& other) noexcept;
  ScratchPath& operator=(ScratchPath&& other) noexcept;

  const std::string& path() const { return path_; }
  /// Gives up the file, which then remains.
  void release();

 private:
  std::string path_;  ///< empty: none
  std::size_t slot_ = 0;
};

/// A new file in the temporary folder. Its name ends with `ending`. Throws Error(bad_input).
ScratchPath new_scratch_file(const std::string& ending);

/// Removes the files of all ScratchPaths. A signal handler may call it.
void remove_scratch_files();

}  // namespace gputest
