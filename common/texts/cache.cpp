#include "common/texts/cache.hpp"

#include <fmt/format.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <mutex>
#include <nlohmann/json.hpp>

#include "common/core/checksum.hpp"
#include "common/core/error.hpp"
#include "common/core/file_lock.hpp"
#include "common/core/output_file.hpp"

namespace gputest::texts {
namespace {

namespace fs = std::filesystem;

constexpr std::uint64_t kMostBytes = std::uint64_t{512} << 20;
constexpr const char* kEnding = ".image";
bool g_keeps = true;

constexpr const char* kFormat = "gputest image 1";

std::string variable(const char* name) {
  const char* const value = std::getenv(name);
  return value == nullptr ? "" : value;
}

/// The cache that was packed with the program, if any.
fs::path packed_folder() {
  std::error_code error;
  const fs::path program = fs::read_symlink("/proc/self/exe", error);
  return error ? fs::path() : program.parent_path().parent_path() / "lib" / "gputest" / "cache";
}

/// Why the folder must not be used: another user could put code there. Empty if it may, or does not
/// exist.
std::string why_refused(const fs::path& folder) {
  struct stat status {};
  if (stat(folder.c_str(), &status) != 0) return "";
  if (status.st_uid != geteuid() && status.st_uid != 0)
    return fmt::format("the cache {} belongs to another user and is not used", folder.string());
  if ((status.st_mode & (S_IWGRP | S_IWOTH)) != 0)
    return fmt::format("the cache {} is writable for other users and is not used (chmod go-w)",
                       folder.string());
  return "";
}

/// Creates the folder if necessary, only for this user. Returns false on failure.
bool make_folder(const fs::path& folder) {
  std::error_code error;
  if (fs::create_directories(folder, error)) fs::permissions(folder, fs::perms::owner_all, error);
  return !error;
}

void tell_once(const std::string& sentence) {
  static std::once_flag told;
  std::call_once(told, [&] { fmt::print(stderr, "gputest: {}\n", sentence); });
}

std::string beginning_of_name(const CacheKey& key) {
  return checksum(key.text + "\n" + key.target);
}
std::string name_of(const CacheKey& key) {
  return fmt::format("{}-{}{}", beginning_of_name(key), checksum(key.compiler), kEnding);
}

std::string contents(const fs::path& path) {
  std::ifstream file(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(file), {}};
}

/// The head of an entry, and the position of its body. None if the file is not an entry.
std::optional<nlohmann::json> head_of(const std::string& bytes, std::size_t& body) {
  const auto first = bytes.find('\n');
  const auto second = first == bytes.npos ? first : bytes.find('\n', first + 1);
  if (second == bytes.npos || bytes.compare(0, first, kFormat) != 0) return std::nullopt;
  body = second + 1;
  auto head = nlohmann::json::parse(bytes.substr(first + 1, second - first - 1), nullptr, false);
  if (head.is_discarded() || !head.is_object()) return std::nullopt;
  return head;
}

std::optional<Compiled> read_entry(const fs::path& path) {
  const std::string bytes = contents(path);
  std::size_t at = 0;
  const auto head = head_of(bytes, at);
  if (!head) return std::nullopt;
  try {
    if (checksum(std::string_view(bytes).substr(at)) != head->at("checksum").get<std::string>())
      return std::nullopt;
    Compiled compiled;
    compiled.compiler = head->at("compiler").get<std::string>();
    compiled.options = head->at("options").get<std::vector<std::string>>();
    for (const auto& [name, part] :
         {std::pair{"code", &compiled.code}, std::pair{"machine_code", &compiled.machine_code},
          std::pair{"ptx", &compiled.ptx}}) {
      const auto size = head->at(name).get<std::size_t>();
      *part = bytes.substr(at, size);
      at += size;
    }
    if (compiled.code.empty()) compiled.code = compiled.machine_code;
    return compiled;
  } catch (const nlohmann::json::exception&) {
    return std::nullopt;
  }
}

/// The path of the key's entry in the folder; empty if there is none.
fs::path find_entry(const fs::path& folder, const CacheKey& key) {
  std::error_code error;
  if (!key.compiler.empty()) {
    const fs::path path = folder / name_of(key);
    return fs::exists(path, error) ? path : fs::path();
  }
  for (const auto& entry : fs::directory_iterator(folder, error))
    if (entry.path().filename().string().starts_with(beginning_of_name(key))) return entry.path();
  return {};
}

/// Removes the least recently used entries until the rest is within the bound.
void make_room(const fs::path& folder) {
  struct Used {
    fs::file_time_type when;
    std::uint64_t bytes;
    fs::path path;
  };
  std::vector<Used> all;
  std::uint64_t bytes = 0;
  std::error_code error;
  for (const auto& entry : fs::directory_iterator(folder, error)) {
    if (entry.path().extension() != kEnding) continue;
    all.push_back({entry.last_write_time(error), entry.file_size(error), entry.path()});
    bytes += all.back().bytes;
  }
  std::sort(all.begin(), all.end(), [](const Used& a, const Used& b) { return a.when < b.when; });
  for (const Used& used : all) {
    if (bytes <= kMostBytes) return;
    if (fs::remove(used.path, error)) bytes -= used.bytes;
  }
}

}  // namespace

std::string cache_folder() {
  if (std::string own = variable("GPUTEST_CACHE_DIR"); !own.empty()) return own;
  if (const std::string all = variable("XDG_CACHE_HOME"); all.starts_with('/'))
    return all + "/gputest";
  const std::string home = variable("HOME");
  return home.starts_with('/') ? home + "/.cache/gputest" : "";
}

std::optional<Compiled> cached(const CacheKey& key) {
  for (const fs::path& folder : {fs::path(cache_folder()), packed_folder()}) {
    if (folder.empty()) continue;
    const fs::path path = find_entry(folder, key);
    if (path.empty()) continue;
    if (const std::string reason = why_refused(folder); !reason.empty()) {
      tell_once(reason);
      continue;
    }
    if (auto compiled = read_entry(path)) {
      std::error_code error;  // the folder may be read-only
      fs::last_write_time(path, fs::file_time_type::clock::now(), error);
      return compiled;
    }
  }
  return std::nullopt;
}

bool has_entries() {
  std::error_code error;
  for (const fs::path& folder : {fs::path(cache_folder()), packed_folder()})
    for (const auto& entry : fs::directory_iterator(folder, error))
      if (entry.path().extension() == kEnding) return true;
  return false;
}

bool can_keep() {
  const fs::path folder = cache_folder();
  return !folder.empty() && why_refused(folder).empty() && make_folder(folder) &&
         access(folder.c_str(), W_OK) == 0;
}

void keep_nothing() { g_keeps = false; }

void keep(const CacheKey& key, const std::string& file, const Compiled& compiled) {
  const fs::path folder = cache_folder();
  if (folder.empty() || !g_keeps) return;
  if (const std::string reason = why_refused(folder); !reason.empty()) return tell_once(reason);
  const bool is_one = compiled.code == compiled.machine_code;
  const std::string body =
      (is_one ? std::string() : compiled.code) + compiled.machine_code + compiled.ptx;
  const nlohmann::json head{{"file", file},
                            {"target", key.target},
                            {"compiler", compiled.compiler},
                            {"options", compiled.options},
                            {"code", is_one ? 0 : compiled.code.size()},
                            {"machine_code", compiled.machine_code.size()},
                            {"ptx", compiled.ptx.size()},
                            {"checksum", checksum(body)}};
  try {
    make_folder(folder);
    write_file_atomically((folder / name_of(key)).string(), [&](std::ostream& out) {
      out << kFormat << '\n' << head.dump() << '\n' << body;
    });
    const FileLock one_at_a_time((folder / "room").string());
    make_room(folder);
  } catch (const Error& error) {
    if (!fs::exists(folder / name_of(key)))
      tell_once(fmt::format("compiled kernels are not kept: {}", error.what()));
  }
}

std::vector<CacheEntry> cache_entries() {
  const fs::path folder = cache_folder();
  if (const std::string reason = why_refused(folder); !reason.empty())
    throw Error(Status::bad_input, reason);
  std::vector<CacheEntry> all;
  std::error_code error;
  for (const auto& entry : fs::directory_iterator(folder, error)) {
    if (entry.path().extension() != kEnding) continue;
    CacheEntry one{entry.path().string(), "", "", "", entry.file_size(error)};
    std::size_t body = 0;
    if (const auto head = head_of(contents(entry.path()), body)) {
      one.file = head->value("file", "");
      one.target = head->value("target", "");
      one.compiler = head->value("compiler", "");
    }
    all.push_back(one);
  }
  std::sort(all.begin(), all.end(), [](const CacheEntry& a, const CacheEntry& b) {
    return std::tie(a.file, a.target, a.path) < std::tie(b.file, b.target, b.path);
  });
  return all;
}

std::size_t clear_cache() {
  std::size_t removed = 0;
  for (const CacheEntry& entry : cache_entries()) {
    std::error_code error;
    if (!fs::remove(entry.path, error))
      throw Error(Status::bad_input,
                  fmt::format("cannot remove {}: {}", entry.path, error.message()));
    ++removed;
  }
  return removed;
}

}  // namespace gputest::texts
