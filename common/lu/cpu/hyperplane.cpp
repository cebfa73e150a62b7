#include "common/cpu/declaration.hpp"
#include "common/layout/choose.hpp"
#include "common/lu/cpu/all_cells.hpp"
#include "common/lu/family.hpp"

namespace gputest::cpu {
namespace {

/// Calls f(cell) for the cells of a wavefront of the inner cube, on all threads.
template <class F>
void for_wavefront(const lu::CallArrays& a, std::uint32_t w, const F& f) {
  constexpr std::uint32_t kCells = 512;  // cells that a thread takes at a time
  const std::uint32_t m = a.inner(), first = gt_wavefront_first(w, m, m);
  parallel_for(gt_wavefront_end(w, m) - first, 1 + kCells / m,
               [&](std::uint32_t begin, std::uint32_t end) {
                 for (std::uint32_t z = first + begin; z < first + end; ++z) {
                   const std::uint32_t d = w - z, last = gt_diagonal_end(d, m);
                   for (std::uint32_t y = gt_diagonal_first(d, m); y < last; ++y)
                     f(gt_lu_cell{d - y + 1, y + 1, z + 1});
                 }
               });
}

/// One sweep, wavefront after wavefront.
template <int Diagonals, bool Stored, int Upper>
void sweep_wavefronts(const lu::CallArrays& a) {
  if (Stored)
    for (std::uint32_t w = 0; w < a.wavefronts(); ++w)
      for_wavefront(a, w, [&](gt_lu_cell cell) {
        gt_lu_store_blocks(a.u, a.blocks, cell, a.n, a.dt, Upper, Diagonals);
      });
  for (std::uint32_t k = 0; k < a.wavefronts(); ++k)
    for_wavefront(a, Upper ? a.wavefronts() - 1 - k : k, [&](gt_lu_cell cell) {
      if (Stored)
        gt_lu_sweep_stored(a.blocks, a.v, cell, a.n, Upper, Diagonals);
      else
        gt_lu_sweep(a.u, a.v, cell, a.n, a.dt, Upper, Diagonals);
    });
}

struct lu_hyperplane_kernel {
  static constexpr const char* summary = "wavefronts of cells with equal x + y + z, on threads";
  static constexpr const char* source =
      "RNR-94-007, section 5; Barszcz et al. 1993, RNR-93-007: hyperplanes";
  using layouts = Layouts<LuComponents>;
  using precisions = Precisions<double>;
  using axes = AxisList<AxisValues<"storage", "plain", "diagonal", "auto">,
                        AxisValues<"jacobians", "computed", "stored">>;

  static Launch bind(const KernelCall& call) {
    Launch launch;
    choose(bodies_of<lu_hyperplane_kernel>(call),
           choices::OfSwitch{lu::CallArrays::is_by_diagonals(call)}, switch_of(call, "stored"),
           [&](auto cube, auto diagonals, auto stored) {
             const lu::CallArrays a(cube.guess, cube.force, call);
             launch = [=] {
               lu::solve<diagonals.value>(a, lu::OnThreads(), [&](auto upper) {
                 sweep_wavefronts<diagonals.value, stored.value, upper.value>(a);
               });
             };
           });
    return launch;
  }
};

}  // namespace

extern const Declaration lu_hyperplane_cpu = declare<lu_hyperplane_kernel>();

}  // namespace gputest::cpu
