// Parallel loops that an exception may leave.
#pragma once

#include <cstdint>
#include <functional>

namespace gputest::cpu {

/// Calls f(first, last) for each `chunk` of 0 … count - 1, the last of which may be shorter, on as
/// many threads as OpenMP would use (OMP_NUM_THREADS). A thread takes the next chunk when it has
/// finished one. Returns when all are done. Rethrows the first exception of f after the other
/// chunks have been computed, because an exception must not leave a parallel region.
void parallel_for(std::uint32_t count, std::uint32_t chunk,
                  const std::function<void(std::uint32_t first, std::uint32_t last)>& f);

/// The same for any callable, by reference, so that a loop allocates nothing.
template <class F>
void parallel_for(std::uint32_t count, std::uint32_t chunk, const F& f) {
  parallel_for(count, chunk,
               std::function<void(std::uint32_t first, std::uint32_t last)>(std::cref(f)));
}

}  // namespace gputest::cpu
