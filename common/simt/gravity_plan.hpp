// How the gravity kernels cut their work: ranges for the kernels, grids and passes for the host.
#pragma once

#include <cmath>
#include <cstdint>

#include "common/core/precision.hpp"
#include "common/physics/portable.h"

namespace gputest {
namespace simt {

/// Interactions of one body summed in registers before they go to memory. Sums so short keep the
/// error of an fp32 result near 1e-6 however many bodies there are (docs/gravity.md).
constexpr std::uint32_t kLongestRun = 8192;

/// A run of units of the symmetric ring that share their tile i: chunk, chunk + 1, … around the
/// ring.
struct SymmetricUnit {
  std::uint32_t tile, chunk, run;
};

/// Every unordered pair of tiles once. The bodies are nt tiles of K chunks in a ring; tile I meets
/// its own chunks and those of the (nt-1)/2 tiles that follow it, and for even nt the first half of
/// the tiles also meet the one opposite. A unit is one tile by one chunk.
class SymmetricRing {
 public:
  GT_MEMBER_FN SymmetricRing(std::uint32_t n, std::uint32_t tile, std::uint32_t chunks_per_tile)
      : tiles_((n + tile - 1) / tile), per_tile_(chunks_per_tile) {
    row_ = per_tile_ * ((tiles_ + 1) / 2);
    opposite_ = tiles_ % 2 == 0 ? std::uint64_t(tiles_ / 2) * per_tile_ : 0;
  }

  GT_MEMBER_FN std::uint32_t chunks() const { return tiles_ * per_tile_; }
  GT_MEMBER_FN std::uint64_t units() const { return std::uint64_t(tiles_) * row_ + opposite_; }

  /// Where unit u lies, and how many units from it on have its tile.
  GT_MEMBER_FN SymmetricUnit unit(std::uint64_t u) const {
    const std::uint64_t in_rows = std::uint64_t(tiles_) * row_;
    std::uint32_t tile, offset, run;
    if (u < in_rows) {
      tile = static_cast<std::uint32_t>(u / row_);
      offset = static_cast<std::uint32_t>(u % row_);
      run = row_ - offset;
    } else {
      tile = static_cast<std::uint32_t>((u - in_rows) / per_tile_);
      offset = static_cast<std::uint32_t>((u - in_rows) % per_tile_);
      run = per_tile_ - offset;
      offset += row_;
    }
    const std::uint32_t chunk = tile * per_tile_ + offset;
    return {tile, chunk < chunks() ? chunk : chunk - chunks(), run};
  }

 private:
  std::uint32_t tiles_, per_tile_, row_;
  std::uint64_t opposite_;
};

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
  const SymmetricRing ring(n, warp_size * shape.k, shape.k);
  return {even_grid(multiprocessors, shape.blocks_per_multiprocessor * shape.rounds, ring.units()),
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
