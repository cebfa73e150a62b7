// sweep_diagonal: wavefronts over planes stored by diagonals. For all six neighbours, neighbouring
// threads read neighbouring addresses.
#include "common/simt/launch.hpp"
#include "common/simt/simt.hpp"
#include "common/sweep/family.hpp"
#include "common/sweep/simt/wavefront.hpp"

namespace gputest {
namespace simt {

#ifndef GPUTEST_TEXT
template <class Simt>
struct sweep_diagonal_kernel {
  static constexpr const char* summary =
      "wavefronts over planes stored by diagonals, one cell per thread";
  static constexpr const char* source =
      "Lamport 1974, CACM 17, 83: hyperplanes; DVMH article, section 3";
  using layouts = Layouts<DiagonalPlanes>;
  using precisions = Precisions<float, double>;
  using blocks = Blocks<128, 64, 256>;
  using axes = AxisList<AxisValues<"update", "neighbours">>;

  static void bind(const KernelCall& call, Binding& binding) {
    choose(bodies_of<sweep_diagonal_kernel>(call), [&](auto planes) {
      add_wavefronts<Simt, true>(binding, "sweep_diagonal", call, planes.cells);
    });
  }
};
#endif

}  // namespace simt
}  // namespace gputest
