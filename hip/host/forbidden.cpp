#include "hip/host/forbidden.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <atomic>
#include <cstdint>
#include <limits>
#include <mutex>

#include "common/core/sanitizers.hpp"

namespace hip_host {
namespace {

struct Range {
  std::atomic<std::uintptr_t> begin{0}, end{0};  ///< end 0: none
  GuardedArray array;
};

constexpr std::size_t kRanges = 256;
std::array<Range, kRanges> g_ranges;
std::atomic<std::size_t> g_used{0};  ///< no later range is in use
std::mutex g_mutex;                  ///< of changes

std::atomic<bool> g_found{false};
std::atomic<bool> g_written{false};
ForbiddenAccess g_first;

std::string words_of(const GuardedArray& array, std::uintptr_t at, std::size_t bytes, bool writes) {
  const auto from = static_cast<std::ptrdiff_t>(at - reinterpret_cast<std::uintptr_t>(array.begin));
  const auto size = static_cast<std::ptrdiff_t>(array.element_bytes);
  const std::ptrdiff_t index = from >= 0 ? from / size : (from - size + 1) / size;
  return fmt::format("{} {} byte{} at {}[{}], outside its {} elements of {} bytes",
                     writes ? "writes" : "reads", bytes, bytes == 1 ? "" : "s", array.name, index,
                     array.elements, array.element_bytes);
}

[[maybe_unused]] void check(const void* address, std::size_t bytes, bool writes, const void* code) {
  const auto at = reinterpret_cast<std::uintptr_t>(address);
  const std::size_t used = g_used.load(std::memory_order_acquire);
  for (std::size_t k = 0; k < used; ++k) {
    const Range& range = g_ranges[k];
    if (at >= range.end.load(std::memory_order_relaxed) ||
        at + bytes <= range.begin.load(std::memory_order_relaxed))
      continue;
    if (g_found.exchange(true)) return;
    g_first = {code, words_of(range.array, at, bytes, writes)};
    g_written.store(true, std::memory_order_release);
    return;
  }
}

}  // namespace

void forbid(const std::byte* first, std::size_t bytes, const GuardedArray& array) {
  const std::scoped_lock lock(g_mutex);
  const auto free = std::find_if(g_ranges.begin(), g_ranges.end(),
                                 [](const Range& range) { return range.end.load() == 0; });
  if (free == g_ranges.end() || bytes == 0) return;
  free->array = array;
  free->begin.store(reinterpret_cast<std::uintptr_t>(first));
  free->end.store(reinterpret_cast<std::uintptr_t>(first) + bytes);
  const auto used = static_cast<std::size_t>(free - g_ranges.begin()) + 1;
  g_used.store(std::max(g_used.load(), used), std::memory_order_release);
}

std::optional<ForbiddenAccess> take_forbidden_access() {
  if (!g_written.load(std::memory_order_acquire)) return std::nullopt;
  ForbiddenAccess first = std::move(g_first);
  g_written.store(false);
  g_found.store(false);
  return first;
}

void detail::permit(const void* first, std::size_t bytes) {
  const std::scoped_lock lock(g_mutex);
  const auto begin = reinterpret_cast<std::uintptr_t>(first);
  for (Range& range : g_ranges)
    if (range.begin.load() >= begin && range.begin.load() < begin + bytes) {
      range.end.store(0);
      range.begin.store(std::numeric_limits<std::uintptr_t>::max());
    }
}

}  // namespace hip_host

#if !GT_ASAN
// The names are those of GCC and Clang for -fsanitize=kernel-address.
#define GT_CHECKED(size)                                                               \
  extern "C" __attribute__((visibility("default"))) void __asan_load##size##_noabort(  \
      const void* address) {                                                           \
    hip_host::check(address, size, false, __builtin_return_address(0));                \
  }                                                                                    \
  extern "C" __attribute__((visibility("default"))) void __asan_store##size##_noabort( \
      const void* address) {                                                           \
    hip_host::check(address, size, true, __builtin_return_address(0));                 \
  }
GT_CHECKED(1)
GT_CHECKED(2)
GT_CHECKED(4)
GT_CHECKED(8)
GT_CHECKED(16)
#undef GT_CHECKED

extern "C" __attribute__((visibility("default"))) void __asan_loadN_noabort(const void* address,
                                                                            std::size_t bytes) {
  hip_host::check(address, bytes, false, __builtin_return_address(0));
}
extern "C" __attribute__((visibility("default"))) void __asan_storeN_noabort(const void* address,
                                                                             std::size_t bytes) {
  hip_host::check(address, bytes, true, __builtin_return_address(0));
}
extern "C" __attribute__((visibility("default"))) void __asan_handle_no_return() {}
#endif
