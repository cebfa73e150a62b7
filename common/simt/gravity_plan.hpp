// How the gravity kernels cut their work: ranges for the kernels, grids and passes for the host.
#pragma once

#include <cstddef>
#include <cstdint>

#include "common/physics/portable.h"

namespace gputest {
namespace simt {

/// Interactions of one body summed in registers before they go to memory: an fp32 sum of so few keeps
/// its error under 1e-6 of it, however many bodies there are.
constexpr std::uint32_t kLongestRun = 8192;

/// A run of units of the symmetric ring that share their tile i: chunk, chunk + 1, … around the ring.
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

}  // namespace simt
}  // namespace gputest
