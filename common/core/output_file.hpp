// The only way in which gputest writes a file.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <ostream>
#include <string>
#include <vector>

#include "common/core/scratch_path.hpp"

namespace gputest {

/// A file that is written completely or not at all. Data go to a new file in the same folder, which
/// commit() renames over `path`; without commit() `path` is unchanged. Until then the new file has
/// no name, so that nothing remains of it however the process ends. If the file system has no files
/// without names, it has a temporary name (ScratchPath). A symbolic link remains, and the file that
/// it refers to is replaced. Mode, group and owner remain if this user may set them. A path that
/// cannot be replaced (a device, a pipe, anything reached through /dev or /proc) is written
/// directly.
class OutputFile {
 public:
  /// Throws Error(bad_input) if the folder is missing or not writable.
  explicit OutputFile(const std::string& path);
  ~OutputFile();

  std::ostream& stream() { return stream_; }
  /// The number of bytes written. Throws Error(bad_input) if a write failed, for example on a full
  /// disk.
  std::uint64_t flush();
  /// Drops all after the first `size` bytes, and any error.
  void cut(std::uint64_t size);
  /// Writes the file to the disk and gives it its name. Throws Error(bad_input).
  void commit();

 private:
  class Buffer;
  [[noreturn]] void fail(const char* action, int code) const;
  void name();

  std::string path_;
  std::string target_;   ///< empty if written directly
  ScratchPath scratch_;  ///< the temporary name, if there is one
  std::unique_ptr<Buffer> buffer_;
  std::ostream stream_;
};

/// After this call, `tell` is called with the name of each unfinished file, if it has one: when it
/// is made, and when it no longer exists. Another process can then remove the files if this one is
/// killed. Null stops the calls.
void tell_of_unfinished_files(std::function<void(const std::string& path, bool is_there)> tell);

/// Calls `write` to fill an OutputFile and commits it.
void write_file_atomically(const std::string& path,
                           const std::function<void(std::ostream&)>& write);

/// Calls every function, even if an earlier one throws Error, and then throws the first of these
/// errors. For several files of one result: one that does not fit on a disk costs no other.
void do_all(const std::vector<std::function<void()>>& tasks);

/// Throws Error(bad_input) if write_file_atomically() could not write `path`. To be called before
/// long work.
void require_writable(const std::string& path);

}  // namespace gputest
