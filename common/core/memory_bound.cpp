#include "common/core/memory_bound.hpp"

#include <fmt/format.h>
#include <sys/resource.h>
#include <unistd.h>

#include <algorithm>
#include <fstream>
#include <string>

#include "common/core/host.hpp"
#include "common/core/sanitizers.hpp"
#include "common/core/threads.hpp"

namespace gputest {
namespace {

constexpr bool kHasShadow = GT_ASAN || GT_TSAN;
constexpr std::uint64_t kPools = 2;  // thread pools: OpenMP's and parallel_for()'s
std::uint64_t g_bound = 0;           // 0: none

/// The memory that Linux counts against the bound: private and writable.
std::uint64_t memory_in_use() {
  std::ifstream file("/proc/self/status");
  for (std::string word; file >> word;) {
    if (word != "VmData:") continue;
    std::uint64_t kib = 0;
    file >> kib;
    return kib * 1024;
  }
  return 0;
}

}  // namespace

std::uint64_t machine_memory() {
  return static_cast<std::uint64_t>(sysconf(_SC_PHYS_PAGES)) *
         static_cast<std::uint64_t>(sysconf(_SC_PAGESIZE));
}

std::uint64_t spare_memory() {
  const std::uint64_t available = available_memory();
  return available - available / 16;
}

void bound_memory(std::uint64_t bytes) {
  rlimit limit{};
  if (kHasShadow || getrlimit(RLIMIT_DATA, &limit) != 0) return;
  const std::uint64_t others = memory_in_use() + kPools * thread_stacks();
  if (bytes > limit.rlim_cur || others > limit.rlim_cur - bytes) return;
  limit.rlim_cur = bytes + others;
  if (setrlimit(RLIMIT_DATA, &limit) == 0) g_bound = bytes;
}

void offer_to_be_ended() { std::ofstream("/proc/self/oom_score_adj") << 500; }

std::string memory_is_exhausted() {
  const std::string sentence = "host memory is exhausted";
  if (g_bound == 0) return sentence;
  return fmt::format("{}: the process of the case may use {} (--memory-limit)", sentence,
                     format_bytes(g_bound));
}

}  // namespace gputest
