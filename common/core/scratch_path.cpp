#include "common/core/scratch_path.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <stdlib.h>
#include <unistd.h>

#include <array>
#include <atomic>
#include <cerrno>
#include <climits>
#include <cstring>
#include <filesystem>
#include <utility>

#include "common/core/error.hpp"

namespace gputest {
namespace {

/// A path that a signal handler can read. A child process inherits its parent's slots and must not
/// clear them.
struct Slot {
  std::atomic<bool> taken = false;
  std::atomic<pid_t> owner = 0;  ///< 0 while the path is incomplete
  std::array<char, PATH_MAX> path;
};

constexpr std::size_t kSlots = 16;  // a command writes fewer at a time; more get no slot
std::array<Slot, kSlots> g_slots;

std::size_t take_slot(const std::string& path) {
  for (std::size_t k = 0; k < kSlots && path.size() < PATH_MAX; ++k) {
    Slot& slot = g_slots[k];
    if (slot.taken.exchange(true)) continue;
    path.copy(slot.path.data(), path.size());
    slot.path[path.size()] = '\0';
    slot.owner = getpid();
    return k;
  }
  return kSlots;
}

}  // namespace

ScratchPath::ScratchPath(std::string path) noexcept
    : path_(std::move(path)), slot_(take_slot(path_)) {}

ScratchPath::~ScratchPath() {
  if (path_.empty()) return;
  unlink(path_.c_str());
  release();
}

ScratchPath::ScratchPath(ScratchPath&& other) noexcept
    : path_(std::exchange(other.path_, {})), slot_(other.slot_) {}

ScratchPath& ScratchPath::operator=(ScratchPath&& other) noexcept {
  std::swap(path_, other.path_);
  std::swap(slot_, other.slot_);
  return *this;
}

void ScratchPath::release() {
  if (!path_.empty() && slot_ < kSlots) {
    g_slots[slot_].owner = 0;
    g_slots[slot_].taken = false;
  }
  path_.clear();
}

ScratchPath new_scratch_file(const std::string& ending) {
  std::string path =
      (std::filesystem::temp_directory_path() / ("gputest-XXXXXX" + ending)).string();
  const int file = mkostemps(path.data(), static_cast<int>(ending.size()), O_CLOEXEC);
  if (file < 0)
    throw Error(Status::bad_input,
                fmt::format("cannot make a file like {}: {}", path, std::strerror(errno)));
  close(file);
  return ScratchPath(path);
}

void remove_scratch_files() {
  for (Slot& slot : g_slots)
    if (slot.owner == getpid()) unlink(slot.path.data());
}

}  // namespace gputest
