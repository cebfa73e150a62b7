#include "common/core/input_stream.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <charconv>
#include <cstring>
#include <optional>
#include <string_view>

#include "common/core/error.hpp"
#include "common/core/host.hpp"
#include "common/core/interrupt.hpp"

namespace gputest {
namespace {

constexpr std::size_t kChunk = std::size_t{1} << 20;

[[noreturn]] void refuse(const std::string& path, const std::string& reason) {
  throw Error(Status::bad_input, fmt::format("cannot read {}: {}", input_name(path), reason));
}

/// The open descriptor that a path names: "-", "/dev/stdin", "/dev/fd/N".
std::optional<int> descriptor_of(const std::string& path) {
  if (path == kStandardInput || path == "/dev/stdin") return STDIN_FILENO;
  for (const std::string_view folder : {"/dev/fd/", "/proc/self/fd/"}) {
    if (!path.starts_with(folder)) continue;
    int number = -1;
    const char* end = path.data() + path.size();
    const auto [stop, code] = std::from_chars(path.data() + folder.size(), end, number);
    if (code == std::errc() && stop == end && number >= 0) return number;
  }
  return std::nullopt;
}

/// The rest of a regular file; its position, which other processes share, stays.
std::string rest_of_file(int descriptor, std::uint64_t size, const std::string& path) {
  const off_t begin = lseek(descriptor, 0, SEEK_CUR);
  if (begin < 0) refuse(path, std::strerror(errno));
  const std::uint64_t left = size - std::min(size, static_cast<std::uint64_t>(begin));
  require_host_memory(left, fmt::format("reading {}", input_name(path)));
  std::string content(left, '\0');
  std::uint64_t got = 0;
  while (got < left) {
    const ssize_t now =
        pread(descriptor, content.data() + got, left - got, begin + static_cast<off_t>(got));
    if (now < 0 && errno == EINTR) continue;
    if (now < 0) refuse(path, std::strerror(errno));
    if (now == 0) refuse(path, fmt::format("it ended after {} of its {} bytes", got, left));
    got += static_cast<std::uint64_t>(now);
  }
  return content;
}

/// Everything from a pipe, until its writer closes it.
std::string all_of_pipe(int descriptor, const std::string& path) {
  std::string content;
  std::size_t size = 0;
  while (true) {
    if (content.size() - size < kChunk) {
      const std::size_t larger = std::max(2 * content.size(), 2 * kChunk);
      require_host_memory(larger, fmt::format("reading {}", input_name(path)));
      content.resize(larger);
    }
    const ssize_t now = read(descriptor, content.data() + size, kChunk);
    if (now < 0 && errno == EINTR) {
      throw_if_interrupted();
      continue;
    }
    if (now < 0) refuse(path, std::strerror(errno));
    if (now == 0) break;
    size += static_cast<std::size_t>(now);
  }
  content.resize(size);
  return content;
}

/// Puts a file without a name in a descriptor's place, for whoever reads it again.
void keep_for_children(int descriptor, const std::string& content, const std::string& path) {
  const int file = memfd_create("gputest-input", MFD_CLOEXEC);
  if (file < 0) refuse(path, std::strerror(errno));
  std::size_t written = 0;
  while (written < content.size()) {
    const ssize_t now = write(file, content.data() + written, content.size() - written);
    if (now < 0 && errno == EINTR) continue;
    if (now <= 0) break;
    written += static_cast<std::size_t>(now);
  }
  const bool kept = written == content.size() && lseek(file, 0, SEEK_SET) == 0 &&
                    dup2(file, descriptor) == descriptor;
  const int code = errno;
  close(file);
  if (!kept)
    throw Error(Status::out_of_memory,
                fmt::format("cannot keep {}: {}", input_name(path), std::strerror(code)));
}

}  // namespace

std::string input_name(const std::string& path) {
  return path == kStandardInput ? "standard input" : path;
}

std::string read_whole_input(const std::string& path) {
  struct stat status {};
  const std::optional<int> descriptor = descriptor_of(path);
  if (!descriptor) {
    if (stat(path.c_str(), &status) == 0 && S_ISFIFO(status.st_mode))
      refuse(path, fmt::format("it is a named pipe; write --input=- < {}", path));
    return read_file(path);
  }
  if (fstat(*descriptor, &status) != 0) refuse(path, std::strerror(errno));
  if (S_ISREG(status.st_mode))
    return rest_of_file(*descriptor, static_cast<std::uint64_t>(status.st_size), path);
  if (isatty(*descriptor)) refuse(path, "it is a terminal; redirect it from a file or a pipe");
  if (!S_ISFIFO(status.st_mode) && !S_ISSOCK(status.st_mode))
    refuse(path, "it is neither a file nor a pipe");
  const std::string content = all_of_pipe(*descriptor, path);
  keep_for_children(*descriptor, content, path);
  return content;
}

}  // namespace gputest
