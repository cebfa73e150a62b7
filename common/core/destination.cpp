#include "common/core/destination.hpp"

#include <fmt/format.h>
#include <sys/stat.h>

#include <filesystem>

#include "common/core/error.hpp"

namespace gputest {
namespace {

constexpr int kMaxLinks = 40;  // the limit of Linux

bool is_direct(const std::string& path) {
  return path.starts_with("/proc/") ||
         (path.starts_with("/dev/") && !path.starts_with("/dev/shm/"));
}

bool is_same(const struct stat& one, const struct stat& other) {
  return one.st_dev == other.st_dev && one.st_ino == other.st_ino;
}

}  // namespace

Destination destination_of(const std::string& path) {
  std::filesystem::path end = path;
  std::error_code error;
  bool direct = false;
  for (int links = 0; links < kMaxLinks; ++links) {
    direct = is_direct(std::filesystem::absolute(end, error).lexically_normal().string());
    if (direct || !std::filesystem::is_symlink(end, error)) break;
    const std::filesystem::path next = std::filesystem::read_symlink(end, error);
    if (error) break;
    end = end.parent_path() / next;  // an absolute link replaces the whole path
  }
  struct stat existing {};
  const bool exists = stat(end.c_str(), &existing) == 0;
  const std::string text = end.string();
  const auto slash = text.rfind('/');
  return {slash == text.npos ? "./" : text.substr(0, slash + 1),
          slash == text.npos ? text : text.substr(slash + 1),
          !direct && (!exists || S_ISREG(existing.st_mode))};
}

bool is_one_file(const std::string& one, const std::string& other) {
  struct stat a {
  }, b{};
  const bool a_exists = stat(one.c_str(), &a) == 0, b_exists = stat(other.c_str(), &b) == 0;
  if (a_exists && b_exists) return S_ISREG(a.st_mode) && is_same(a, b);
  if (a_exists || b_exists) return false;
  const Destination to = destination_of(one), other_to = destination_of(other);
  return to.name == other_to.name && stat(to.folder.c_str(), &a) == 0 &&
         stat(other_to.folder.c_str(), &b) == 0 && is_same(a, b);
}

void require_apart(const std::vector<NamedPath>& written, const std::vector<NamedPath>& read) {
  for (auto one = written.begin(); one != written.end(); ++one) {
    std::vector<NamedPath> others(one + 1, written.end());
    others.insert(others.end(), read.begin(), read.end());
    for (const NamedPath& other : others)
      if (!one->path.empty() && !other.path.empty() && is_one_file(one->path, other.path))
        throw Error(Status::usage,
                    fmt::format("{} and {} name the same file", one->option, other.option));
  }
}

}  // namespace gputest
