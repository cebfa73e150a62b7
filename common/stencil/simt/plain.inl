// stencil_plain: one cell per thread, which reads all seven numbers from global memory. Caches
// serve the reads that neighbours share.
#include "common/simt/launch.hpp"
#include "common/simt/simt.hpp"
#include "common/stencil/family.hpp"

namespace gputest {
namespace simt {

/// The sweep that make_stencil() describes. The grid has at least nx ny nz threads.
template <class Simt, class Real>
__global__ void stencil_plain(const Real* __restrict__ cells, Real* __restrict__ updated,
                              std::uint32_t nx, std::uint32_t ny, std::uint32_t nz, Real c0,
                              Real c1) {
  const std::uint32_t i = blockIdx.x * blockDim.x + threadIdx.x;
  const std::uint32_t plane = nx * ny;
  if (i >= plane * nz) return;
  const std::uint32_t row = i / nx;
  const std::uint32_t x = i - row * nx, z = row / ny, y = row - z * ny;
  Real value = cells[i];
  if (x > 0 && x + 1 < nx && y > 0 && y + 1 < ny && z > 0 && z + 1 < nz)
    value = c0 * value + c1 * (cells[i - 1] + cells[i + 1] + cells[i - nx] + cells[i + nx] +
                               cells[i - plane] + cells[i + plane]);
  updated[i] = value;
}

#ifndef GPUTEST_TEXT
template <class Simt>
struct stencil_plain_kernel {
  static constexpr const char* summary = "a cell per thread, its neighbours from global memory";
  static constexpr const char* source = "Micikevicius 2009, GPGPU-2, 79: the start";
  using layouts = Layouts<RowMajorCells>;
  using precisions = Precisions<float, double>;
  using blocks = Blocks<128, 64, 256>;

  static void bind(const KernelCall& call, Binding& binding) {
    choose(bodies_of<stencil_plain_kernel>(call), [&](auto box) {
      using Real = typename decltype(box)::gt_real;
      const unsigned block = call.configuration.block;
      add_kernel<Simt, stencil_plain<Simt, Real>>(
          binding, "stencil_plain", blocks_for(call.items, block), block, box.cells,
          static_cast<Real*>(call.outputs[0]), call.scalar<std::uint32_t>("nx"),
          call.scalar<std::uint32_t>("ny"), call.scalar<std::uint32_t>("nz"),
          call.scalar<Real>("c0"), call.scalar<Real>("c1"));
    });
  }
};
#endif

}  // namespace simt
}  // namespace gputest
