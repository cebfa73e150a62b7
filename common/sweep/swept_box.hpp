// A sweep of neighbours on the host's processor: the box, and one of its rows.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>

#include "common/device/kernel_call.hpp"
#include "common/sweep/update.h"

namespace gputest::sweep {

/// The arguments of the kernels of neighbours (make_sweep()).
template <class Real>
struct SweptBox {
  const Real* cells;
  Real* updated;
  std::uint32_t nx, ny, nz;
  Real modulus, inverse;

  SweptBox(const Real* from, const KernelCall& call)
      : cells(from),
        updated(static_cast<Real*>(call.outputs[0])),
        nx(call.scalar<std::uint32_t>("nx")),
        ny(call.scalar<std::uint32_t>("ny")),
        nz(call.scalar<std::uint32_t>("nz")),
        modulus(call.scalar<Real>("modulus")),
        inverse(call.scalar<Real>("inverse")) {}

  std::size_t plane() const { return std::size_t{nx} * ny; }

  /// Updates a row of plain planes. Row y - 1 and the rows of plane z - 1 must be updated already.
  /// Only the last addition waits for the previous cell, because the other terms are already below
  /// the modulus.
  void sweep_row(std::uint32_t y, std::uint32_t z) const {
    const std::size_t row = z * plane() + std::size_t{y} * nx;
    const Real* const from = cells + row;
    Real* const to = updated + row;
    if (y == 0 || y + 1 == ny || z == 0 || z + 1 == nz) {
      std::copy_n(from, nx, to);
      return;
    }
    const Real *above = to - nx, *behind = to - plane(), *below = from + nx;
    const Real* before = from + plane();
    Real left = to[0] = from[0];
    for (std::size_t x = 1; x + 1 < nx; ++x) {
      const Real beside = above[x] + behind[x] + from[x + 1] + below[x] + before[x];
      left += GT_WRAPPED(Real, beside, modulus, inverse);
      left = left >= modulus ? left - modulus : left;
      to[x] = left;
    }
    to[nx - 1] = from[nx - 1];
  }
};

}  // namespace gputest::sweep
