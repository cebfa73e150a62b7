#include "common/cpu/declaration.hpp"
#include "common/layout/choose.hpp"
#include "common/sweep/family.hpp"
#include "common/sweep/swept_box.hpp"

namespace gputest::cpu {
namespace {

struct sweep_sequential_kernel {
  static constexpr const char* summary = "the loop as written, on one thread";
  static constexpr const char* source = "DVMH article, section 3: the loop";
  using layouts = Layouts<PlainPlanes>;
  using precisions = Precisions<float, double>;
  using axes = AxisList<AxisValues<"update", "neighbours">>;

  static Launch bind(const KernelCall& call) {
    Launch launch;
    choose(bodies_of<sweep_sequential_kernel>(call), [&](auto planes) {
      const sweep::SweptBox box(planes.cells, call);
      launch = [=] {
        for (std::uint32_t z = 0; z < box.nz; ++z)
          for (std::uint32_t y = 0; y < box.ny; ++y) box.sweep_row(y, z);
      };
    });
    return launch;
  }
};

}  // namespace

extern const Declaration sweep_sequential_cpu = declare<sweep_sequential_kernel>();

}  // namespace gputest::cpu
