// Loops over particles on the CPU, for the step kernels.
#pragma once

#include <algorithm>
#include <cstdint>
#include <mutex>

#include "common/cpu/declaration.hpp"
#include "common/cpu/parallel_for.hpp"
#include "common/simulate/step_arguments.hpp"

namespace gputest::cpu {

/// Calls f(first, last) for every block of GT_STEP_BLOCK particles; a thread takes several blocks
/// at a time.
template <class F>
void for_each_block(std::uint32_t n, const F& f) {
  constexpr std::uint32_t kChunk = 8 * GT_STEP_BLOCK;
  parallel_for(n, kChunk, [&](std::uint32_t begin, std::uint32_t end) {
    for (std::uint32_t first = begin; first < end; first += GT_STEP_BLOCK)
      f(first, std::min(end, first + GT_STEP_BLOCK));
  });
}

/// Calls f(i) for every particle.
template <class F>
void for_each_particle(std::uint32_t n, const F& f) {
  for_each_block(n, [&](std::uint32_t first, std::uint32_t last) {
    for (std::uint32_t i = first; i < last; ++i) f(i);
  });
}

/// A launch that calls f(arguments, first, last) for every block, with the call's arguments in the
/// precision of its forces.
template <template <class Real> class Arguments, class F>
Launch launch_of_blocks(const KernelCall& call, const F& f) {
  const auto launch_of = [&](const auto& arguments) -> Launch {
    return [arguments, f] {
      for_each_block(arguments.n,
                     [&](std::uint32_t first, std::uint32_t last) { f(arguments, first, last); });
    };
  };
  return forces_are_fp32(call) ? launch_of(Arguments<float>(call))
                               : launch_of(Arguments<double>(call));
}

/// Combines `start` and value(first, last) of every block with `combine`. Use it only for minima
/// and maxima, which do not depend on the order of threads.
template <class T, class Value, class Combine>
T combined(std::uint32_t n, T start, const Value& value, const Combine& combine) {
  std::mutex combining;
  for_each_block(n, [&](std::uint32_t first, std::uint32_t last) {
    const T of_block = value(first, last);
    const std::lock_guard<std::mutex> lock(combining);
    start = combine(start, of_block);
  });
  return start;
}

}  // namespace gputest::cpu
