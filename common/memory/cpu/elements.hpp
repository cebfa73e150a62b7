// Loops over elements by the processor's threads.
#pragma once

#include <cstdint>

#include "common/cpu/parallel_for.hpp"

namespace gputest::cpu {

/// Calls f(first, last) for parts of 0 … n - 1. Parts are large enough that no two threads write
/// one page, and small enough that one disturbed thread does not delay all.
template <class F>
void for_elements(std::uint32_t n, const F& f) {
  constexpr std::uint32_t kChunk = 1 << 16;
  parallel_for(n, kChunk, f);
}

}  // namespace gputest::cpu
