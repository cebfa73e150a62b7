#include "common/core/host.hpp"

#include <fmt/format.h>
#include <sys/stat.h>
#include <sys/utsname.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
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

constexpr std::uint64_t kUnlimited = std::numeric_limits<std::uint64_t>::max();

/// The number that such a file holds, or `otherwise` if it holds none, for example "max".
std::uint64_t number_in(const std::filesystem::path& file, std::uint64_t otherwise) {
  std::ifstream in(file);
  std::uint64_t value = 0;
  return in >> value ? value : otherwise;
}

/// Bytes of a control group's memory that cache files. Linux frees them on demand.
std::uint64_t reclaimable(const std::filesystem::path& group, const std::string& key) {
  std::ifstream in(group / "memory.stat");
  std::string name;
  for (std::uint64_t bytes = 0; in >> name >> bytes;)
    if (name == key) return bytes;
  return 0;
}

/// The memory left by the control group at that path and by those above it. The root may be a
/// container's group, which does not see the first part of the path.
std::uint64_t left_in_group(const std::filesystem::path& root, std::filesystem::path path,
                            bool is_version_2) {
  std::uint64_t left = kUnlimited;
  for (;; path = path.parent_path()) {
    const auto group = root / path.relative_path();
    const std::uint64_t limit =
        number_in(group / (is_version_2 ? "memory.max" : "memory.limit_in_bytes"), kUnlimited);
    const std::uint64_t used =
        number_in(group / (is_version_2 ? "memory.current" : "memory.usage_in_bytes"), 0);
    const std::uint64_t files =
        reclaimable(group, is_version_2 ? "inactive_file" : "total_inactive_file");
    if (limit != kUnlimited)
      left = std::min(left, limit - std::min(limit, used - std::min(used, files)));
    if (!path.has_relative_path()) return left;
  }
}

/// The memory that the control groups of this process leave.
std::uint64_t left_by_groups() {
  std::ifstream in("/proc/self/cgroup");  // lines "NUMBER:CONTROLLERS:PATH"
  for (std::string line; std::getline(in, line);) {
    const auto first = line.find(':'), second = line.find(':', first + 1);
    if (second == line.npos) continue;
    const std::string controllers = "," + line.substr(first + 1, second - first - 1) + ",";
    const std::string path = line.substr(second + 1);
    if (controllers == ",,") {
      const std::uint64_t left = left_in_group("/sys/fs/cgroup", path, true);
      if (left != kUnlimited) return left;
    } else if (controllers.find(",memory,") != controllers.npos) {
      return left_in_group("/sys/fs/cgroup/memory", path, false);
    }
  }
  return kUnlimited;
}

}  // namespace

std::uint64_t available_memory() {
  const std::string kib = proc_value("/proc/meminfo", "MemAvailable");
  const std::uint64_t of_machine = kib.empty() ? kUnlimited : std::stoull(kib) * 1024;
  return std::min(of_machine, left_by_groups());
}

void require_host_memory(std::uint64_t bytes, const std::string& what) {
  const std::uint64_t available = available_memory();
  if (bytes > available)
    throw Error(Status::out_of_memory,
                fmt::format("{} needs {} of host memory, but only {} are free", what,
                            format_bytes(bytes), format_bytes(available)));
}

std::string cpu_name() {
  const std::string name = proc_value("/proc/cpuinfo", "model name");
  return name.empty() ? "unknown processor" : name;
}

unsigned cpu_cores() { return std::max(1u, std::thread::hardware_concurrency()); }

std::uint64_t core_cache_bytes() {
  const long bytes = sysconf(_SC_LEVEL2_CACHE_SIZE);
  return bytes > 0 ? static_cast<std::uint64_t>(bytes) : 1 << 20;
}

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
