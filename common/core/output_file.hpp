// The one way in which a file is written.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <ostream>
#include <string>

#include "common/core/scratch_path.hpp"

namespace gputest {

/// A file written whole or not at all: what is written goes to a new file in the same folder, which
/// commit() renames over `path`. It has no name until then, so that nothing is left of it however
/// the process ends; or, where the file system cannot do that, a name of its own (ScratchPath).
/// Without commit() `path` is as it was. A symbolic link stays, and what it leads to is replaced;
/// mode, group and owner stay as far as this user may set them. What cannot be replaced (a device,
/// a pipe, anything reached through /dev or /proc) is written directly.
class OutputFile {
 public:
  /// Throws Error(bad_input) where the folder is missing or not writable.
  explicit OutputFile(const std::string& path);
  ~OutputFile();

  std::ostream& stream() { return stream_; }
  /// Bytes written. Throws Error(bad_input) where any could not be, on a full disk for one.
  std::uint64_t flush();
  /// Drops what was written after the first `size` bytes, and any error with it.
  void cut(std::uint64_t size);
  /// Gives the file its name, once it is on the disk. Throws Error(bad_input).
  void commit();

 private:
  class Buffer;
  [[noreturn]] void fail(const char* action, int code) const;
  void name();

  std::string path_;
  std::string target_;   ///< empty: written directly
  ScratchPath scratch_;  ///< none before it has a name, and once it has its own
  std::unique_ptr<Buffer> buffer_;
  std::ostream stream_;
};

/// From here on `tell` is called with the name of each unfinished file that has one, when it is
/// made and when it is there no more: for another process to remove it where this one is killed.
/// Null: nobody is told.
void tell_of_unfinished_files(std::function<void(const std::string& path, bool is_there)> tell);

/// `write` fills an OutputFile, which is then committed.
void write_file_atomically(const std::string& path,
                           const std::function<void(std::ostream&)>& write);

/// Throws Error(bad_input) where write_file_atomically() could not write `path`, before the work
/// that is to fill it.
void require_writable(const std::string& path);

}  // namespace gputest
