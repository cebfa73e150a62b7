// sweep_plain: wavefronts over plain planes. Cells of neighbouring threads are a row less one cell
// apart, so that each thread reads separate cache lines.
#include "common/simt/launch.hpp"
#include "common/simt/simt.hpp"
#include "common/sweep/family.hpp"
#include "common/sweep/simt/wavefront.hpp"

namespace gputest {
namespace simt {

#ifndef GPUTEST_TEXT
template <class Simt>
struct sweep_plain_kernel {
  static constexpr const char* summary = "wavefronts over plain planes, one cell per thread";
  static constexpr const char* source =
      "Lamport 1974, CACM 17, 83: hyperplanes; DVMH article, section 3";
  using layouts = Layouts<PlainPlanes>;
  using precisions = Precisions<float, double>;
  using blocks = Blocks<128, 64, 256>;
  using axes = AxisList<AxisValues<"update", "neighbours">>;

  static void bind(const KernelCall& call, Binding& binding) {
    choose(bodies_of<sweep_plain_kernel>(call), [&](auto planes) {
      add_wavefronts<Simt, false>(binding, "sweep_plain", call, planes.cells);
    });
  }
};
#endif

}  // namespace simt
}  // namespace gputest
