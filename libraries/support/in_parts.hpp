// Loops over many numbers, by several threads.
#pragma once

#include <omp.h>

#include <algorithm>
#include <cstddef>

namespace gputest::libraries {

/// Calls f(first, last) for ranges that make up 0 … count - 1, one thread each; short loops use one
/// thread. f must not throw. Every other call has the same number of threads, because OpenMP ends
/// and starts threads when the size of a team changes.
template <class F>
void in_parts(std::size_t count, const F& f) {
  constexpr std::size_t kFew = 8192;  // a shorter loop costs less than waking threads
  constexpr int kMost = 8;            // more threads only wait for memory
  const int threads = count < kFew ? 1 : std::min(kMost, omp_get_max_threads());
  if (threads == 1) return f(std::size_t{0}, count);
  const auto parts = static_cast<std::size_t>(threads);
#pragma omp parallel for num_threads(threads) schedule(static)
  for (std::size_t k = 0; k < parts; ++k) f(count * k / parts, count * (k + 1) / parts);
}

}  // namespace gputest::libraries
