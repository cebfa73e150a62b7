// Moves one box of a permutation with one block of threads, through shared memory.
#pragma once

#include "common/reorder/packing.hpp"
#include "common/reorder/planning.hpp"
#include "common/simt/simt.hpp"

namespace gputest {
namespace simt {

/// Dimensions of a box in the order of the walk: the size of full boxes, the size of this box, and
/// the distance of elements in memory and in the staged box.
template <unsigned Depth>
struct BoxWalk {
  std::uint32_t edge[Depth], reciprocal[Depth], there_is[Depth], stride[Depth], pitch[Depth];
};

/// Sets the place of element i of the walk in memory and in the staged box; returns false if this
/// box has no such element.
template <unsigned Depth>
GT_DEVICE_FN bool find_in_box(const BoxWalk<Depth>& walk, std::uint32_t i, std::uint32_t& memory,
                              std::uint32_t& staged) {
  bool there = true;
  memory = staged = 0;
  GT_UNROLL
  for (unsigned k = 0; k < Depth; ++k) {
    const auto quotient = static_cast<std::uint32_t>(std::uint64_t{i} * walk.reciprocal[k] >> 32);
    const std::uint32_t rest = walk.reciprocal[k] == 0 ? i : quotient;
    const std::uint32_t at = i - rest * walk.edge[k];
    there = there && at < walk.there_is[k];
    memory += at * walk.stride[k];
    staged += at * walk.pitch[k];
    i = rest;
  }
  return there;
}

/// The block's shared memory. One array serves every instance of move_box for the type: hip:host
/// keeps shared arrays for each host thread as long as the program runs.
template <class T>
GT_DEVICE_FN T* shared_box() {
  GT_SHARED(T, box, [reorder::box_capacity(sizeof(T))]);
  return box;
}

/// Reads the block's box in the source's order and writes it in the result's. Loops are unrolled
/// for Depth dimensions; the packing may have fewer, and the others have an edge of 1.
template <unsigned Depth, unsigned kThreads, class T>
GT_DEVICE_FN void move_box(const T* __restrict__ source, T* __restrict__ reordered,
                           const reorder::Packing& packing) {
  constexpr unsigned kAtOnce = 4;  // reads under way
  T* const box = shared_box<T>();
  BoxWalk<Depth> reading, writing;
  std::uint32_t from = 0, to = 0, volume = 1, number = blockIdx.x;
  std::uint32_t there_is[6];
  GT_UNROLL
  for (unsigned k = 0; k < 6; ++k) {
    const std::uint32_t edge = packing.box[k], boxes = (packing.extent[k] - 1) / edge + 1;
    const std::uint32_t rest = number / boxes, first = (number - rest * boxes) * edge;
    number = rest;
    from += first * packing.from[k];
    to += first * packing.to[k];
    there_is[k] = packing.extent[k] - first < edge ? packing.extent[k] - first : edge;
    volume *= edge;
  }
  GT_UNROLL
  for (unsigned k = 0; k < Depth; ++k) {
    reading.edge[k] = packing.box[k];
    reading.reciprocal[k] = packing.reciprocal[k];
    reading.there_is[k] = there_is[k];
    reading.stride[k] = packing.from[k];
    reading.pitch[k] = packing.pitch[k];
    const std::uint32_t dimension = packing.later[k];
    writing.edge[k] = packing.box[dimension];
    writing.reciprocal[k] = packing.reciprocal[dimension];
    writing.stride[k] = packing.to[dimension];
    writing.pitch[k] = packing.pitch[dimension];
    writing.there_is[k] = 0;
    GT_UNROLL
    for (unsigned other = 0; other < Depth; ++other)
      if (other == dimension) writing.there_is[k] = there_is[other];
  }

  for (std::uint32_t first = threadIdx.x; first < volume; first += kAtOnce * kThreads) {
    T held[kAtOnce] = {};
    std::uint32_t staged[kAtOnce];
    bool there[kAtOnce];
    GT_UNROLL
    for (unsigned r = 0; r < kAtOnce; ++r) {
      const std::uint32_t i = first + r * kThreads;
      std::uint32_t memory;
      there[r] = find_in_box(reading, i, memory, staged[r]) && i < volume;
      if (there[r]) held[r] = source[from + memory];
    }
    GT_UNROLL
    for (unsigned r = 0; r < kAtOnce; ++r)
      if (there[r]) box[staged[r]] = held[r];
  }
  __syncthreads();
  GT_UNROLL_BY(4)
  for (std::uint32_t i = threadIdx.x; i < volume; i += kThreads) {
    std::uint32_t memory, staged;
    if (find_in_box(writing, i, memory, staged)) reordered[to + memory] = box[staged];
  }
}

}  // namespace simt
}  // namespace gputest
