// A sweep of neighbours with one cell per thread and one launch per wavefront: only CUDA's
// cooperative launches let the blocks of a grid wait for each other.
#pragma once

#include "common/arrays/wavefront.h"
#include "common/simt/launch.hpp"
#include "common/simt/simt.hpp"
#include "common/sweep/lines.h"
#include "common/sweep/update.h"

namespace gputest {
namespace simt {

/// Wavefront w of planes that are plain or stored by diagonals. The grid has at least
/// gt_wavefront_places() threads; the scalars are those of make_sweep().
template <class Simt, class Real, bool ByDiagonals>
__global__ void sweep_wavefront(const Real* __restrict__ cells, Real* __restrict__ updated,
                                std::uint32_t nx, std::uint32_t ny, std::uint32_t nz, Real modulus,
                                Real inverse, std::uint32_t w) {
  const gt_wavefront_place place =
      gt_wavefront_place_at(blockIdx.x * blockDim.x + threadIdx.x, w, nx, ny, nz);
  if (!place.exists) return;
  const std::uint32_t d = place.x + place.y, plane = nx * ny;
  const gt_line line = ByDiagonals ? gt_diagonal_line(d, nx, ny) : gt_plain_line(d, nx);
  const std::uint32_t at = place.z * plane + place.y * line.step, here = at + line.here;
  if (gt_on_face(place.x, place.y, place.z, nx, ny, nz)) {
    updated[here] = cells[here];
    return;
  }
  const Real sum = updated[at + line.left] + updated[at + line.above] + updated[here - plane] +
                   cells[at + line.right] + cells[at + line.below] + cells[here + plane];
  updated[here] = GT_WRAPPED(Real, sum, modulus, inverse);
}

#ifndef GPUTEST_TEXT
/// Adds one launch for each wavefront.
template <class Simt, bool ByDiagonals, class Real>
void add_wavefronts(Binding& binding, const char* name, const KernelCall& call, const Real* cells) {
  const unsigned block = call.configuration.block;
  const auto nx = call.scalar<std::uint32_t>("nx"), ny = call.scalar<std::uint32_t>("ny"),
             nz = call.scalar<std::uint32_t>("nz");
  add_series<Simt, sweep_wavefront<Simt, Real, ByDiagonals>>(
      binding, name, gt_wavefronts(nx, ny, nz),
      [=](std::uint32_t w) { return blocks_for(gt_wavefront_places(w, nx, ny, nz), block); }, block,
      cells, static_cast<Real*>(call.outputs[0]), nx, ny, nz, call.scalar<Real>("modulus"),
      call.scalar<Real>("inverse"));
}
#endif

}  // namespace simt
}  // namespace gputest
