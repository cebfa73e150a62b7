#include "common/cpu/declaration.hpp"
#include "common/cpu/parallel_for.hpp"
#include "common/layout/choose.hpp"
#include "common/sweep/family.hpp"
#include "common/sweep/swept_line.hpp"

namespace gputest::cpu {
namespace {

struct sweep_plain_kernel {
  static constexpr const char* summary =
      "wavefronts over plain planes: neighbours a row apart, less one cell";
  static constexpr const char* source =
      "Lamport 1974, CACM 17, 83: hyperplanes; DVMH article, section 3";
  using layouts = Layouts<PlainPlanes>;
  using precisions = Precisions<float, double>;
  using axes = AxisList<AxisValues<"update", "neighbours">>;

  static Launch bind(const KernelCall& call) {
    Launch launch;
    choose(bodies_of<sweep_plain_kernel>(call), [&](auto planes) {
      const sweep::SweptBox box(planes.cells, call);
      launch = [=] {
        for (std::uint32_t w = 0; w < gt_wavefronts(box.nx, box.ny, box.nz); ++w) {
          const std::uint32_t first = gt_wavefront_first(w, box.nx, box.ny);
          parallel_for(gt_wavefront_end(w, box.nz) - first, sweep::planes_at_once(box),
                       [&](std::uint32_t begin, std::uint32_t end) {
                         for (std::uint32_t z = first + begin; z < first + end; ++z) {
                           const std::uint32_t d = w - z;
                           sweep::sweep_line<0>(box, gt_plain_line(d, box.nx), d, z);
                         }
                       });
        }
      };
    });
    return launch;
  }
};

}  // namespace

extern const Declaration sweep_plain_cpu = declare<sweep_plain_kernel>();

}  // namespace gputest::cpu
