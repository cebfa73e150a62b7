#include "common/core/host.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/stat.h>
#include <sys/utsname.h>
#include <unistd.h>

#include <cerrno>
#include <cstdio>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <limits>
#include <thread>

#include "common/core/error.hpp"

namespace gputest {
namespace {

/// The value behind `key` in a "key : value" file of /proc, or an empty string.
std::string proc_value(const char* file, const std::string& key) {
  std::ifstream in(file);
  for (std::string line; std::getline(in, line);) {
    if (line.rfind(key, 0) != 0) continue;
    const auto colon = line.find(':');
    if (colon == std::string::npos) continue;
    const auto start = line.find_first_not_of(" \t", colon + 1);
    return start == std::string::npos ? "" : line.substr(start);
  }
  return "";
}

Error file_error(const std::string& path, const std::string& action, int code) {
  return Error(Status::bad_input, fmt::format("cannot {} {}: {}", action, path, strerror(code)));
}

/// Where a path leads.
struct Destination {
  std::string path;          ///< at the end of all symbolic links
  bool replaceable = false;  ///< by renaming another file over it
};

Destination resolve(const std::string& path) {
  constexpr int kMaxLinks = 40;
  std::filesystem::path end = path;
  std::error_code error;
  for (int links = 0; links < kMaxLinks; ++links) {
    const std::string text = std::filesystem::absolute(end, error).lexically_normal().string();
    if (text.rfind("/dev/", 0) == 0 || text.rfind("/proc/", 0) == 0) return {path, false};
    if (!std::filesystem::is_symlink(end, error)) break;
    const std::filesystem::path next = std::filesystem::read_symlink(end, error);
    if (error) break;
    end = end.parent_path() / next;  // an absolute one replaces all
  }
  struct stat existing {};
  const bool exists = stat(end.c_str(), &existing) == 0;
  return {end.string(), !exists || S_ISREG(existing.st_mode)};
}

}  // namespace

std::uint64_t available_memory() {
  const std::string kib = proc_value("/proc/meminfo", "MemAvailable");
  if (kib.empty()) return std::numeric_limits<std::uint64_t>::max();
  return std::stoull(kib) * 1024;
}

void require_host_memory(std::uint64_t bytes, const std::string& what) {
  const std::uint64_t available = available_memory();
  if (bytes > available)
    throw Error(Status::out_of_memory,
                fmt::format("{} needs {} of host memory and {} are free", what, format_bytes(bytes),
                            format_bytes(available)));
}

std::string cpu_name() {
  const std::string name = proc_value("/proc/cpuinfo", "model name");
  return name.empty() ? "unknown processor" : name;
}

unsigned cpu_cores() { return std::max(1u, std::thread::hardware_concurrency()); }

std::string operating_system() {
  utsname system{};
  if (uname(&system) != 0) return "unknown";
  return fmt::format("{} {} {}", system.sysname, system.release, system.machine);
}

std::string read_file(const std::string& path) {
  struct stat status {};
  if (stat(path.c_str(), &status) != 0)
    throw Error(Status::bad_input, fmt::format("cannot read {}: {}", path, std::strerror(errno)));
  if (S_ISDIR(status.st_mode))
    throw Error(Status::bad_input, fmt::format("cannot read {}: it is a folder", path));
  if (!S_ISREG(status.st_mode))
    throw Error(Status::bad_input, fmt::format("cannot read {}: it is not a regular file", path));
  const auto size = static_cast<std::uint64_t>(status.st_size);
  require_host_memory(size, fmt::format("reading {}", path));

  errno = 0;
  std::ifstream in(path, std::ios::binary);
  if (!in)
    throw Error(Status::bad_input, fmt::format("cannot read {}: {}", path, std::strerror(errno)));
  std::string content(size, '\0');
  in.read(content.data(), static_cast<std::streamsize>(size));
  if (static_cast<std::uint64_t>(in.gcount()) != size)
    throw Error(Status::bad_input, fmt::format("cannot read {}: it ended after {} of its {} bytes",
                                               path, in.gcount(), size));
  return content;
}

void write_file_atomically(const std::string& path,
                           const std::function<void(std::ostream&)>& write) {
  const Destination destination = resolve(path);
  const bool replaceable = destination.replaceable;
  const std::string target =
      replaceable ? fmt::format("{}.part-{}", destination.path, static_cast<long>(getpid())) : path;
  struct Remover {  // leaves nothing half-written behind, whatever happens
    const std::string* file;
    ~Remover() {
      if (file != nullptr) unlink(file->c_str());
    }
  } remover{replaceable ? &target : nullptr};

  errno = 0;
  std::ofstream out(target, std::ios::binary | std::ios::trunc);
  if (!out) throw file_error(path, "write", errno);
  errno = 0;
  write(out);
  out.flush();
  if (!out) throw file_error(path, "write", errno == 0 ? EIO : errno);
  out.close();
  if (!replaceable) return;
  if (std::rename(target.c_str(), destination.path.c_str()) != 0)
    throw file_error(path, "replace", errno);
  remover.file = nullptr;
}

void require_writable(const std::string& path) {
  struct stat existing {};
  if (stat(path.c_str(), &existing) == 0) {
    if (S_ISDIR(existing.st_mode)) throw file_error(path, "write", EISDIR);
    if (access(path.c_str(), W_OK) != 0) throw file_error(path, "write", errno);
    if (!S_ISREG(existing.st_mode)) return;
  }
  const std::string end = resolve(path).path;
  const auto slash = end.rfind('/');
  const std::string folder = slash == end.npos ? "." : end.substr(0, slash + 1);
  if (access(folder.c_str(), W_OK | X_OK) != 0) throw file_error(path, "write", errno);
}

std::string format_bytes(std::uint64_t bytes) {
  const char* units[] = {"B", "KiB", "MiB", "GiB", "TiB", "PiB", "EiB"};
  double value = static_cast<double>(bytes);
  int unit = 0;
  while (value >= 1024 && unit < 6) {
    value /= 1024;
    ++unit;
  }
  return unit == 0 ? fmt::format("{} B", bytes) : fmt::format("{:.2f} {}", value, units[unit]);
}

}  // namespace gputest
