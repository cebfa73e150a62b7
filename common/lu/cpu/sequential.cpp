#include "common/cpu/declaration.hpp"
#include "common/layout/choose.hpp"
#include "common/lu/cpu/all_cells.hpp"
#include "common/lu/family.hpp"

namespace gputest::cpu {
namespace {

struct lu_sequential_kernel {
  static constexpr const char* summary = "the sweeps' loops in program order, on one thread";
  static constexpr const char* source = "RNR-94-007, The NAS Parallel Benchmarks, section 5";
  using layouts = Layouts<LuComponents>;
  using precisions = Precisions<double>;
  using axes = AxisList<AxisValues<"storage", "plain">, AxisValues<"jacobians", "computed">>;

  static Launch bind(const KernelCall& call) {
    Launch launch;
    choose(bodies_of<lu_sequential_kernel>(call), [&](auto cube) {
      const lu::CallArrays a(cube.guess, cube.force, call);
      launch = [=] {
        lu::solve<0>(a, lu::OnOneThread(), [&](auto upper) {
          const std::uint32_t n = a.n;
          const auto turned = [&](std::uint32_t at) { return upper ? n - 1 - at : at; };
          for (std::uint32_t z = 1; z + 1 < n; ++z)
            for (std::uint32_t y = 1; y + 1 < n; ++y)
              for (std::uint32_t x = 1; x + 1 < n; ++x)
                gt_lu_sweep(a.u, a.v, {turned(x), turned(y), turned(z)}, n, a.dt, upper, 0);
        });
      };
    });
    return launch;
  }
};

}  // namespace

extern const Declaration lu_sequential_cpu = declare<lu_sequential_kernel>();

}  // namespace gputest::cpu
