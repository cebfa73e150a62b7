#include <algorithm>

#include "common/cpu/declaration.hpp"
#include "common/cpu/parallel_for.hpp"
#include "common/layout/choose.hpp"
#include "common/stencil/family.hpp"

namespace gputest::cpu {
namespace {

/// Updates rows of a box, plane after plane, with no regard for caches; the compiler vectorises.
template <class Real>
void sweep(const Real* cells, Real* updated, std::size_t nx, std::size_t ny, std::size_t nz,
           Real c0, Real c1, std::size_t first, std::size_t end) {
  for (std::size_t row = first; row < end; ++row) {
    const std::size_t y = row % ny, z = row / ny;
    const Real* from = cells + row * nx;
    Real* to = updated + row * nx;
    if (nx < 3 || y == 0 || y + 1 == ny || z == 0 || z + 1 == nz) {
      std::copy_n(from, nx, to);
      continue;
    }
    const Real *above = from - nx, *below = from + nx;
    const Real *behind = from - nx * ny, *before = from + nx * ny;
    to[0] = from[0];
#pragma omp simd
    for (std::size_t x = 1; x < nx - 1; ++x)
      to[x] = c0 * from[x] +
              c1 * (from[x - 1] + from[x + 1] + above[x] + below[x] + behind[x] + before[x]);
    to[nx - 1] = from[nx - 1];
  }
}

struct stencil_plain_kernel {
  static constexpr const char* summary = "rows of cells, plane after plane";
  static constexpr const char* source = "the textbook's loops";
  using layouts = Layouts<RowMajorCells>;
  using precisions = Precisions<float, double>;

  static Launch bind(const KernelCall& call) {
    Launch launch;
    choose(bodies_of<stencil_plain_kernel>(call), [&](auto box) {
      using Real = typename decltype(box)::gt_real;
      const auto nx = call.scalar<std::uint32_t>("nx"), ny = call.scalar<std::uint32_t>("ny"),
                 nz = call.scalar<std::uint32_t>("nz");
      const auto c0 = call.scalar<Real>("c0"), c1 = call.scalar<Real>("c1");
      auto* updated = static_cast<Real*>(call.outputs[0]);
      const std::uint32_t chunk = 1 + 16384 / nx;  // rows that a thread takes at a time
      launch = [=] {
        parallel_for(ny * nz, chunk, [&](std::uint32_t first, std::uint32_t end) {
          sweep<Real>(box.cells, updated, nx, ny, nz, c0, c1, first, end);
        });
      };
    });
    return launch;
  }
};

}  // namespace

extern const Declaration stencil_plain_cpu = declare<stencil_plain_kernel>();

}  // namespace gputest::cpu
