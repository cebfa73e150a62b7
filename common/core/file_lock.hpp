// A lock on a file that one run writes for a long time.
#pragma once

#include <string>

#include "common/core/scratch_path.hpp"

namespace gputest {

/// While one lives, no other process can have one for the same file. The lock is a locked file
/// `.<name>.gputest-lock` in the same folder, which the system unlocks however the process ends.
/// Without effect on a file system without locks, and on anything except a regular file.
class FileLock {
 public:
  /// An empty path means no lock. Throws Error(bad_input) if another process has the lock or if the
  /// folder is not writable.
  explicit FileLock(const std::string& path);
  ~FileLock();
  FileLock(const FileLock&) = delete;
  FileLock& operator=(const FileLock&) = delete;

 private:
  int descriptor_ = -1;
  ScratchPath file_;
};

}  // namespace gputest
