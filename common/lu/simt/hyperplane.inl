// lu_hyperplane: the NAS benchmark LU with one cell per thread. Each wavefront of the sweeps, the
// cells with equal x + y + z, is a launch. With planes stored by diagonals, neighbouring threads
// read neighbouring addresses.
#include <cstdint>

#include "common/arrays/wavefront.h"
#include "common/lu/blocks.h"
#include "common/lu/call_arrays.hpp"
#include "common/lu/family.hpp"
#include "common/simt/launch.hpp"
#include "common/simt/simt.hpp"

namespace gputest {
namespace simt {

/// Over all cells: the flow before the first step; with Diagonals, also the force in that order.
template <class Simt, int Diagonals>
__global__ void lu_begin(lu::CallArrays a) {
  const std::uint32_t place = blockIdx.x * blockDim.x + threadIdx.x;
  if (place >= a.cells()) return;
  const gt_lu_cell cell = gt_lu_cell_at(place, a.n, Diagonals);
  const std::uint32_t plain = gt_lu_place(cell.x, cell.y, cell.z, a.n, 0);
  gt_lu_store(a.u, place, a.n, gt_lu_load(a.guess, plain, a.n));
  if (Diagonals) gt_lu_store(a.own_force, place, a.n, gt_lu_load(a.force_in, plain, a.n));
}

/// Over all cells: the residual times a factor.
template <class Simt, int Diagonals>
__global__ void lu_residual(lu::CallArrays a, double factor) {
  const std::uint32_t place = blockIdx.x * blockDim.x + threadIdx.x;
  if (place >= a.cells()) return;
  gt_lu_five residual = gt_lu_residual(a.u, a.force, place, a.n, Diagonals);
  for (double& number : residual.of) number *= factor;
  gt_lu_store(a.v, place, a.n, residual);
}

/// Over all cells: the blocks of a sweep.
template <class Simt, int Diagonals, int Upper>
__global__ void lu_blocks(lu::CallArrays a) {
  const std::uint32_t place = blockIdx.x * blockDim.x + threadIdx.x;
  if (place >= a.cells()) return;
  const gt_lu_cell cell = gt_lu_cell_at(place, a.n, Diagonals);
  if (cell.x - 1 < a.inner() && cell.y - 1 < a.inner() && cell.z - 1 < a.inner())
    gt_lu_store_blocks(a.u, a.blocks, cell, a.n, a.dt, Upper, Diagonals);
}

/// Over the places of wavefront k of a sweep; the upper sweep counts from the last.
template <class Simt, int Diagonals, int Stored, int Upper>
__global__ void lu_sweep(lu::CallArrays a, std::uint32_t k) {
  const std::uint32_t m = a.inner(), w = Upper ? a.wavefronts() - 1 - k : k;
  const gt_wavefront_place place =
      gt_wavefront_place_at(blockIdx.x * blockDim.x + threadIdx.x, w, m, m, m);
  if (!place.exists) return;
  const gt_lu_cell cell = {place.x + 1, place.y + 1, place.z + 1};
  if (Stored)
    gt_lu_sweep_stored(a.blocks, a.v, cell, a.n, Upper, Diagonals);
  else
    gt_lu_sweep(a.u, a.v, cell, a.n, a.dt, Upper, Diagonals);
}

/// Over all numbers: a step's last pass.
template <class Simt>
__global__ void lu_update(lu::CallArrays a) {
  const std::uint32_t i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < 5 * a.cells()) a.u[i] += a.weight * a.v[i];
}

/// Over all cells: copies the answer to its place, unless it is there already.
template <class Simt>
__global__ void lu_end(lu::CallArrays a) {
  const std::uint32_t place = blockIdx.x * blockDim.x + threadIdx.x;
  if (place >= a.cells()) return;
  const gt_lu_cell cell = gt_lu_cell_at(place, a.n, 1);
  const std::uint32_t plain = gt_lu_place(cell.x, cell.y, cell.z, a.n, 0);
  gt_lu_store(a.flow, plain, a.n, gt_lu_load(a.u, place, a.n));
  gt_lu_store(a.residual, plain, a.n, gt_lu_load(a.v, place, a.n));
}

#ifndef GPUTEST_TEXT
template <class Simt>
struct lu_hyperplane_kernel {
  static constexpr const char* summary =
      "wavefronts of cells with equal x + y + z, one cell per thread";
  static constexpr const char* source =
      "RNR-94-007, section 5; Barszcz et al. 1993, RNR-93-007: hyperplanes";
  using layouts = Layouts<LuComponents>;
  using precisions = Precisions<double>;
  using blocks = Blocks<64, 128, 256>;
  using axes = AxisList<AxisValues<"storage", "plain", "diagonal", "auto">,
                        AxisValues<"jacobians", "computed", "stored">>;

  static void bind(const KernelCall& call, Binding& binding) {
    choose(bodies_of<lu_hyperplane_kernel>(call),
           choices::OfSwitch{lu::CallArrays::is_by_diagonals(call)}, switch_of(call, "stored"),
           [&](auto cube, auto diagonals, auto stored) {
             const lu::CallArrays a(cube.guess, cube.force, call);
             add_all<diagonals.value, stored.value>(binding, a, call.configuration.block);
           });
  }

 private:
  template <int Diagonals, int Stored>
  static void add_all(Binding& binding, const lu::CallArrays& a, unsigned block) {
    const unsigned all = blocks_for(a.cells(), block);
    Binding step = binding.beside();
    add_kernel<Simt, lu_residual<Simt, Diagonals>>(step, "lu_change", all, block, a, a.dt);
    add_sweep<Diagonals, Stored, 0>(step, "lu_lower_blocks", "lu_lower", a, block);
    add_sweep<Diagonals, Stored, 1>(step, "lu_upper_blocks", "lu_upper", a, block);
    add_kernel<Simt, lu_update<Simt>>(step, "lu_update", blocks_for(5 * a.cells(), block), block,
                                      a);
    add_kernel<Simt, lu_begin<Simt, Diagonals>>(binding, "lu_begin", all, block, a);
    binding.add_repeated(step, a.steps);
    add_kernel<Simt, lu_residual<Simt, Diagonals>>(binding, "lu_residual", all, block, a, 1.0);
    if (Diagonals) add_kernel<Simt, lu_end<Simt>>(binding, "lu_end", all, block, a);
    binding.parameter("steps", a.steps);
    binding.parameter("diagonals", Diagonals);
  }

  template <int Diagonals, int Stored, int Upper>
  static void add_sweep(Binding& step, const char* blocks_name, const char* name,
                        const lu::CallArrays& a, unsigned block) {
    if constexpr (Stored != 0)
      add_kernel<Simt, lu_blocks<Simt, Diagonals, Upper>>(step, blocks_name,
                                                          blocks_for(a.cells(), block), block, a);
    const auto grid_of = [m = a.inner(), count = a.wavefronts(), block](std::uint32_t k) {
      return blocks_for(gt_wavefront_places(Upper ? count - 1 - k : k, m, m, m), block);
    };
    add_series<Simt, lu_sweep<Simt, Diagonals, Stored, Upper>>(step, name, a.wavefronts(), grid_of,
                                                               block, a);
  }
};
#endif

}  // namespace simt
}  // namespace gputest
