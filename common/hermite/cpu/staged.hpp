// Shared by the CPU's Hermite kernels that work on tiles: bodies as arrays on the stack.
#pragma once

#include <algorithm>
#include <cstdint>
#include <limits>

#include "common/hermite/arguments.hpp"

namespace gputest::cpu {

constexpr std::uint32_t kHermiteBlock = 64;  // active bodies with sums that stay in the cache
constexpr std::uint32_t kHermiteTile = 256;  // bodies j staged for them

/// Some bodies, one array per component.
template <class Real, std::uint32_t Most>
struct StagedBodies {
  alignas(64) Real x[Most], y[Most], z[Most], m[Most], vx[Most], vy[Most], vz[Most];
  std::uint32_t count = 0;

  void push(const hermite::MovingBody<Real>& body) {
    x[count] = body.x;
    y[count] = body.y;
    z[count] = body.z;
    m[count] = body.m;
    vx[count] = body.vx;
    vy[count] = body.vy;
    vz[count] = body.vz;
    ++count;
  }
};

/// Active bodies first … first + count - 1 of the arguments, and their sums.
template <class Real>
struct HermiteBlock {
  StagedBodies<Real, kHermiteBlock> bodies;
  alignas(64) std::uint32_t number[kHermiteBlock], nearest[kHermiteBlock];
  alignas(64) Real ax[kHermiteBlock] = {}, ay[kHermiteBlock] = {}, az[kHermiteBlock] = {},
                   over_r[kHermiteBlock] = {}, jx[kHermiteBlock] = {}, jy[kHermiteBlock] = {},
                   jz[kHermiteBlock] = {}, least[kHermiteBlock];

  template <class Bodies>
  HermiteBlock(const Bodies& all, const hermite::Arguments<typename Bodies::gt_real>& a,
               std::uint32_t first) {
    const std::uint32_t end = std::min(a.active_count, first + kHermiteBlock);
    for (std::uint32_t k = first; k < end; ++k) {
      number[k - first] = nearest[k - first] = a.active[k];
      least[k - first] = std::numeric_limits<Real>::infinity();
      bodies.push(all.load(a.places[k]));
    }
  }

  hermite::Sum<Real> sum(std::uint32_t k) const {
    return {ax[k], ay[k], az[k], over_r[k], jx[k], jy[k], jz[k], least[k], nearest[k]};
  }

  /// Adds the effect of the bodies first … first + tile.count - 1.
  void add(std::uint32_t first, const StagedBodies<Real, kHermiteTile>& tile, Real eps2) {
    for (std::uint32_t t = 0; t < tile.count; ++t) {
      const Real xj = tile.x[t], yj = tile.y[t], zj = tile.z[t], mj = tile.m[t];
      const Real vxj = tile.vx[t], vyj = tile.vy[t], vzj = tile.vz[t];
      const std::uint32_t j = first + t;
#pragma omp simd
      for (std::uint32_t k = 0; k < bodies.count; ++k) {
        const hermite::Sum<Real> after = gt_hermite_add(
            sum(k), number[k], j, xj - bodies.x[k], yj - bodies.y[k], zj - bodies.z[k],
            vxj - bodies.vx[k], vyj - bodies.vy[k], vzj - bodies.vz[k], mj, eps2);
        ax[k] = after.ax;
        ay[k] = after.ay;
        az[k] = after.az;
        over_r[k] = after.over_r;
        jx[k] = after.jx;
        jy[k] = after.jy;
        jz[k] = after.jz;
        least[k] = after.least;
        nearest[k] = after.nearest;
      }
    }
  }
};

}  // namespace gputest::cpu
