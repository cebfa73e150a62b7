#include "common/core/file_lock.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>
#include <utility>

#include "common/core/destination.hpp"
#include "common/core/error.hpp"

namespace gputest {
namespace {

/// Whether the path still refers to the open file. The last owner of a lock removes its file.
bool is_at(int descriptor, const std::string& path) {
  struct stat open_file {
  }, named{};
  return fstat(descriptor, &open_file) == 0 && lstat(path.c_str(), &named) == 0 &&
         open_file.st_dev == named.st_dev && open_file.st_ino == named.st_ino;
}

}  // namespace

FileLock::FileLock(const std::string& path) {
  const Destination destination = destination_of(path);
  if (path.empty() || !destination.replaceable) return;
  std::string name = fmt::format("{}.{}.gputest-lock", destination.folder, destination.stem());
  constexpr int kMostTries = 100;  // other owners may remove the file between open() and flock()
  for (int tries = 0;; ++tries) {
    descriptor_ = open(name.c_str(), O_RDWR | O_CREAT | O_NOFOLLOW | O_CLOEXEC, 0666);
    if (descriptor_ < 0)
      throw Error(Status::bad_input,
                  fmt::format("cannot write {}: {}", path, std::strerror(errno)));
    const int code = flock(descriptor_, LOCK_EX | LOCK_NB) == 0 ? 0 : errno;
    if (code == EWOULDBLOCK) {
      close(descriptor_);
      throw Error(Status::bad_input, fmt::format("{} is being written by another gputest", path));
    }
    if (code != 0 || is_at(descriptor_, name)) break;
    close(descriptor_);
    if (tries == kMostTries)
      throw Error(Status::bad_input,
                  fmt::format("cannot write {}: other processes keep removing {}", path, name));
  }
  file_ = ScratchPath(std::move(name));
}

FileLock::~FileLock() {
  file_ = {};  // removed before it is unlocked
  if (descriptor_ >= 0) close(descriptor_);
}

}  // namespace gputest
