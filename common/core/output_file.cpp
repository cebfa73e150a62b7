#include "common/core/output_file.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/stat.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <cstdio>
#include <cstring>
#include <functional>
#include <new>
#include <optional>
#include <random>
#include <streambuf>
#include <utility>

#include "common/core/destination.hpp"
#include "common/core/error.hpp"

namespace gputest {
namespace {

std::function<void(const std::string& path, bool is_there)> g_tell_of_unfinished;

/// If memory runs out here, only the notice is lost.
void tell_of(const std::string& path, bool is_there) try {
  if (g_tell_of_unfinished && !path.empty()) g_tell_of_unfinished(path, is_there);
} catch (const std::bad_alloc&) {
}

Error write_error(const std::string& path, const char* action, int code) {
  return Error(Status::bad_input,
               fmt::format("cannot {} {}: {}", action, path, std::strerror(code)));
}

/// Gives the file the owner, group and mode of the file that it will replace. If this user may not
/// set the group, the group gets the rights of all others.
void keep_access(int file, const struct stat& old) {
  mode_t mode = old.st_mode & 0777;
  struct stat made {};
  if (fstat(file, &made) != 0) return;
  if ((made.st_uid != old.st_uid || made.st_gid != old.st_gid) &&
      fchown(file, old.st_uid, old.st_gid) != 0 && made.st_gid != old.st_gid &&
      fchown(file, made.st_uid, old.st_gid) != 0)
    mode = (mode & 0707) | (mode & 07) << 3;
  static_cast<void>(fchmod(file, mode));  // a file system without modes has none to keep
}

/// Calls `make` with new names in the destination's folder until it makes a file. Sets `path` to
/// its name. Returns the value of `make`, or a negative number if it failed.
int make_beside(const Destination& destination, std::string& path,
                const std::function<int(const char* path)>& make) {
  std::random_device random;
  for (int tries = 0; tries < 100; ++tries) {
    path = fmt::format("{}{}.part-{:08x}", destination.folder, destination.stem(), random());
    const int made = make(path.c_str());
    if (made >= 0 || errno != EEXIST) return made;
  }
  return -1;
}

int open_beside(const Destination& destination, mode_t mode, std::string& path) {
  return make_beside(destination, path, [mode](const char* name) {
    return open(name, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, mode);
  });
}

/// A file without a name in that folder; it vanishes with its last descriptor. Negative if the file
/// system has no such files.
int open_unnamed(const Destination& destination, mode_t mode) {
  return open(destination.folder.c_str(), O_WRONLY | O_TMPFILE | O_CLOEXEC, mode);
}

/// Gives such a file a name. Negative on failure.
int name_beside(const Destination& destination, int file, std::string& path) {
  const std::string own = fmt::format("/proc/self/fd/{}", file);
  return make_beside(destination, path, [&own](const char* name) {
    return linkat(AT_FDCWD, own.c_str(), AT_FDCWD, name, AT_SYMLINK_FOLLOW);
  });
}

/// Whether a file without a name can get one later. Tests this with another file now, because the
/// real one may later hold hours of work.
bool can_be_named_later(const Destination& destination) {
  const int file = open_unnamed(destination, 0600);
  if (file < 0) return false;
  std::string path;
  const bool can = name_beside(destination, file, path) >= 0;
  if (can) unlink(path.c_str());
  close(file);
  return can;
}

/// Writes a rename to the disk. Not every file system or folder supports this.
void sync_folder(const std::string& folder) {
  const int descriptor = open(folder.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC);
  if (descriptor < 0) return;
  static_cast<void>(fsync(descriptor));
  close(descriptor);
}

}  // namespace

void tell_of_unfinished_files(std::function<void(const std::string& path, bool is_there)> tell) {
  g_tell_of_unfinished = std::move(tell);
}

/// Writes to a descriptor and keeps the first error.
class OutputFile::Buffer : public std::streambuf {
 public:
  explicit Buffer(int file) : file_(file) { setp(bytes_.data(), bytes_.data() + bytes_.size()); }
  ~Buffer() override {
    if (file_ >= 0) ::close(file_);
  }

  int file() const { return file_; }
  int error() const { return error_; }
  std::uint64_t written() const { return written_; }
  void restart(std::uint64_t written) {
    written_ = written;
    error_ = 0;
    setp(bytes_.data(), bytes_.data() + bytes_.size());
  }
  /// 0 or the error number.
  int close() { return ::close(std::exchange(file_, -1)) == 0 ? 0 : errno; }

 protected:
  int_type overflow(int_type next) override {
    if (sync() != 0) return traits_type::eof();
    if (traits_type::eq_int_type(next, traits_type::eof())) return traits_type::not_eof(next);
    return sputc(traits_type::to_char_type(next));
  }
  int sync() override {
    for (const char* at = pbase(); at != pptr() && error_ == 0;) {
      const ssize_t count = ::write(file_, at, static_cast<std::size_t>(pptr() - at));
      if (count < 0 && errno == EINTR) continue;
      if (count < 0) {
        error_ = errno;
      } else {
        at += count;
        written_ += static_cast<std::uint64_t>(count);
      }
    }
    setp(bytes_.data(), bytes_.data() + bytes_.size());
    return error_ == 0 ? 0 : -1;
  }

 private:
  int file_;
  int error_ = 0;
  std::uint64_t written_ = 0;
  std::array<char, 65536> bytes_;
};

OutputFile::OutputFile(const std::string& path) : path_(path), stream_(nullptr) {
  const Destination destination = destination_of(path);
  int file = -1;
  if (destination.replaceable) {
    target_ = destination.path();
    struct stat old {};
    const bool replaces = stat(target_.c_str(), &old) == 0;
    const mode_t mode = replaces ? 0600 : 0666;
    if (can_be_named_later(destination)) file = open_unnamed(destination, mode);
    if (file < 0) {
      std::string scratch;
      file = open_beside(destination, mode, scratch);
      if (file < 0) fail("write", errno);
      scratch_ = ScratchPath(std::move(scratch));
      tell_of(scratch_.path(), true);
    }
    if (replaces) keep_access(file, old);
  } else {
    file = open(path.c_str(), O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0666);
    if (file < 0) fail("write", errno);
  }
  buffer_ = std::make_unique<Buffer>(file);
  stream_.rdbuf(buffer_.get());
}

OutputFile::~OutputFile() { tell_of(scratch_.path(), false); }

void OutputFile::fail(const char* action, int code) const {
  throw write_error(path_, action, code);
}

std::uint64_t OutputFile::flush() {
  stream_.flush();
  if (!stream_) fail("write", buffer_->error() == 0 ? EIO : buffer_->error());
  return buffer_->written();
}

void OutputFile::cut(std::uint64_t size) {
  buffer_->restart(size);
  stream_.clear();
  if (!target_.empty() && (ftruncate(buffer_->file(), static_cast<off_t>(size)) != 0 ||
                           lseek(buffer_->file(), static_cast<off_t>(size), SEEK_SET) < 0))
    fail("write", errno);
}

/// The name is in the folder of the target, because only a rename within a file system can replace
/// a file.
void OutputFile::name() {
  std::string scratch;
  if (name_beside(destination_of(target_), buffer_->file(), scratch) < 0) fail("write", errno);
  scratch_ = ScratchPath(std::move(scratch));
}

void OutputFile::commit() {
  flush();
  if (!target_.empty()) {
    if (fsync(buffer_->file()) != 0) fail("write", errno);
    if (scratch_.path().empty()) name();
  }
  if (const int code = buffer_->close(); code != 0) fail("write", code);
  if (target_.empty()) return;
  if (std::rename(scratch_.path().c_str(), target_.c_str()) != 0) fail("replace", errno);
  tell_of(scratch_.path(), false);
  scratch_.release();
  sync_folder(target_.substr(0, target_.rfind('/') + 1));
}

void write_file_atomically(const std::string& path,
                           const std::function<void(std::ostream&)>& write) {
  OutputFile file(path);
  write(file.stream());
  file.commit();
}

void do_all(const std::vector<std::function<void()>>& tasks) {
  std::optional<Error> first;
  for (const auto& task : tasks) try {
      task();
    } catch (const Error& error) {
      if (!first) first = error;
    }
  if (first) throw *first;
}

void require_writable(const std::string& path) {
  struct stat existing {};
  if (stat(path.c_str(), &existing) == 0) {
    if (S_ISDIR(existing.st_mode)) throw write_error(path, "write", EISDIR);
    if (access(path.c_str(), W_OK) != 0) throw write_error(path, "write", errno);
    if (!S_ISREG(existing.st_mode)) return;
  }
  if (access(destination_of(path).folder.c_str(), W_OK | X_OK) != 0)
    throw write_error(path, "write", errno);
}

}  // namespace gputest
