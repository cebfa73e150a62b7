// Files that go however the program ends, but for SIGKILL and a crash.
#pragma once

#include <cstddef>
#include <string>

namespace gputest {

/// The path of a file that this process has made and that is removed with this object, or by
/// remove_scratch_files().
class ScratchPath {
 public:
  ScratchPath() = default;
  /// Takes no memory where the path is moved, so that the file is never without an owner.
  explicit ScratchPath(std::string path) noexcept;
  ~ScratchPath();
  ScratchPath(ScratchPath&& other) noexcept;
  ScratchPath& operator=(ScratchPath&& other) noexcept;

  const std::string& path() const { return path_; }
  /// The file is somebody else's from here on, and stays.
  void release();

 private:
  std::string path_;  ///< empty: none
  std::size_t slot_ = 0;
};

/// A new file in the folder of temporary ones, whose name ends so. Throws Error(bad_input).
ScratchPath new_scratch_file(const std::string& ending);

/// Removes the files of all of them. A signal handler may call it.
void remove_scratch_files();

}  // namespace gputest
