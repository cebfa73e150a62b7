// How the gravity kernels cut their work: ranges for the kernels, grids and passes for the host.
#pragma once

#include <cmath>
#include <cstdint>

#include "common/core/precision.hpp"
#include "common/gravity/longest_run.h"
#include "common/gravity/symmetric_ring.h"

namespace gputest {
namespace simt {

/// How a launch is made: a grid of `grid` blocks of `block` threads, after the sums have been set
/// to zero if `zero_sums` says so. No kernel needs scratch memory.
struct GravityLaunch {
  unsigned grid, block;
  bool zero_sums;
};

/// gravity_naive, _tiled, _unrolled and _texture2d: a thread a body.
inline GravityLaunch launch_per_body(std::uint32_t n, unsigned block) {
  return {(n + block - 1) / block, block, false};
}

/// gravity_kahan, _double_single and _fixed64: `parts` threads a body.
inline GravityLaunch launch_in_parts(std::uint32_t n, unsigned block, unsigned parts) {
  const unsigned bodies = block / parts;
  return {(n + bodies - 1) / bodies, block, false};
}

/// Template arguments of gravity_blocked.
struct BlockedShape {
  unsigned block, blocks_per_multiprocessor, k;
};

/// Template arguments of gravity_symmetric, whose block is one wavefront, and how many grids that
/// fill the multiprocessors its work is cut into. A scheduler prefers the oldest of its wavefronts,
/// so equal shares do not end together; of shorter shares, the last to end ends sooner.
struct SymmetricShape {
  unsigned blocks_per_multiprocessor, k, rounds;
};

/// The shapes that an H100 ran fastest (docs/gravity.md): the fewer bodies, the smaller the tiles
/// must be to keep every multiprocessor busy; the more, the more bodies a thread can hold.
inline BlockedShape blocked_shape(std::uint32_t n, Precision precision) {
  if (precision == Precision::fp64) {
    return n <= 8192 ? BlockedShape{128, 4, 2} : BlockedShape{128, 4, 4};
  }
  if (n <= 8192) return {64, 16, 2};
  return n <= 131072 ? BlockedShape{128, 4, 8} : BlockedShape{256, 2, 8};
}
inline SymmetricShape symmetric_shape(std::uint32_t n, Precision precision, bool with_potential) {
  if (precision == Precision::fp64) {
    if (n <= 8192) return {8, 4, 1};
    return {8, 8, n <= 32768 ? 1u : 8u};
  }
  if (n <= 8192) return {16, 4, 1};
  if (n <= 32768) return {16, 8, 1};
  // Four sums a body rather than three leave registers for fewer wavefronts.
  if (with_potential) return {8, 12, 1};
  return {12, 12, 8};
}

/// So many blocks on every multiprocessor, but none without work.
inline unsigned even_grid(unsigned multiprocessors, unsigned blocks_per_multiprocessor,
                          std::uint64_t units) {
  const std::uint64_t blocks = std::uint64_t(multiprocessors) * blocks_per_multiprocessor;
  return static_cast<unsigned>(units < blocks ? units : blocks);
}

inline GravityLaunch launch_blocked(std::uint32_t n, unsigned multiprocessors, BlockedShape shape) {
  const std::uint64_t tiles_i = (n + shape.block * shape.k - 1) / (shape.block * shape.k);
  const std::uint64_t tiles_j = (n + shape.block - 1) / shape.block;
  return {even_grid(multiprocessors, shape.blocks_per_multiprocessor, tiles_i * tiles_j),
          shape.block, true};
}

inline GravityLaunch launch_symmetric(std::uint32_t n, unsigned multiprocessors, unsigned warp_size,
                                      SymmetricShape shape) {
  gt_symmetric_ring ring;
  gt_symmetric_ring_make(&ring, n, warp_size * shape.k, shape.k);
  return {even_grid(multiprocessors, shape.blocks_per_multiprocessor * shape.rounds,
                    gt_symmetric_units(&ring)),
          warp_size, true};
}

/// The scale of gravity_fixed64: the largest power of two with which no sum can overflow, given the
/// total mass and `closest`, the softening or, without it, a distance that no two bodies come
/// within: |a| <= M / closest^2 and sum of m/r <= M / closest. An interaction is rounded to half of
/// 1/scale, so a sum of n errs by n/2 of them at most and by about sqrt(n)/4 as a rule.
inline double fixed64_scale(double total_mass, double closest) {
  const double bound = total_mass * std::fmax(1 / (closest * closest), 1 / closest);
  return std::ldexp(1.0, 61 - static_cast<int>(std::ceil(std::log2(bound))));
}

}  // namespace simt
}  // namespace gputest
