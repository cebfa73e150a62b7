#include "common/cpu/parallel_for.hpp"

#include <algorithm>
#include <exception>

namespace gputest::cpu {

void parallel_for(std::uint32_t count, std::uint32_t chunk,
                  const std::function<void(std::uint32_t first, std::uint32_t last)>& f) {
  const std::uint32_t chunks = count / chunk + (count % chunk != 0 ? 1 : 0);
  std::exception_ptr failure;
#pragma omp parallel for schedule(dynamic) if (chunks > 1)
  for (std::uint32_t k = 0; k < chunks; ++k) {
    const std::uint32_t first = k * chunk;
    try {
      f(first, first + std::min(chunk, count - first));
    } catch (...) {
#pragma omp critical(gputest_cpu_failure)
      if (!failure) failure = std::current_exception();
    }
  }
  if (failure) std::rethrow_exception(failure);
}

}  // namespace gputest::cpu
