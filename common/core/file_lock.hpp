// A file that one run writes for long, kept from others.
#pragma once

#include <string>

#include "common/core/scratch_path.hpp"

namespace gputest {

/// While one lives, no other process has one of the same file. It is kept by a locked file
/// `.<name>.gputest-lock` beside it, which the system unlocks however the process ends. A file
/// system without locks, and what is no regular file, is not locked.
class FileLock {
 public:
  /// An empty path is none. Throws Error(bad_input) where another process has the lock, or where
  /// the folder cannot be written.
  explicit FileLock(const std::string& path);
  ~FileLock();
  FileLock(const FileLock&) = delete;
  FileLock& operator=(const FileLock&) = delete;

 private:
  int descriptor_ = -1;
  ScratchPath file_;
};

}  // namespace gputest
