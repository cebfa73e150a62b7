#include "common/cpu/parallel_for.hpp"

#include <omp.h>

#include <algorithm>
#include <atomic>
#include <exception>
#include <mutex>

#include "common/cpu/workers.hpp"

namespace gputest::cpu {

void parallel_for(std::uint32_t count, std::uint32_t chunk,
                  const std::function<void(std::uint32_t first, std::uint32_t last)>& f) {
  const std::uint32_t chunks = count / chunk + (count % chunk != 0 ? 1 : 0);
  std::atomic<std::uint64_t> next = 0;
  std::exception_ptr failure;
  std::mutex failing;
  const auto work = [&] {
    for (std::uint64_t k = next++; k < chunks; k = next++) {
      const auto first = static_cast<std::uint32_t>(k * chunk);
      try {
        f(first, first + std::min(chunk, count - first));
      } catch (...) {
        const std::lock_guard<std::mutex> lock(failing);
        if (!failure) failure = std::current_exception();
      }
    }
  };
  run_on_threads(std::min(chunks, static_cast<std::uint32_t>(omp_get_max_threads())),
                 std::cref(work));
  if (failure) std::rethrow_exception(failure);
}

}  // namespace gputest::cpu
