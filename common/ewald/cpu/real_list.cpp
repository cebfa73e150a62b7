#include "common/cpu/declaration.hpp"
#include "common/cpu/parallel_for.hpp"
#include "common/ewald/real_arguments.hpp"

namespace gputest::cpu {
namespace {

/// Real space over a neighbour list, one particle at a time.
struct ewald_real_list_kernel {
  static constexpr const char* summary = "real space over a neighbour list";
  static constexpr const char* source = "Ewald 1921; Verlet 1967, Phys. Rev. 159, 98";
  using layouts = Layouts<Float4Bodies, SoaBodies, Aos3Bodies>;
  using precisions = Precisions<float, double>;
  using axes = AxisList<AxisValues<"part", "real">, AxisValues<"list", "csr">>;

  static Launch bind(const KernelCall& call) {
    Launch launch;
    choose(bodies_of<ewald_real_list_kernel>(call), [&](auto bodies) {
      using Real = typename decltype(bodies)::gt_real;
      const ewald::RealArguments<Real> a(call, decltype(bodies)::kArrays);
      launch = [=] {
        constexpr std::uint32_t kChunk = 16;  // particles that a thread takes at a time
        parallel_for(a.n, kChunk, [&](std::uint32_t first, std::uint32_t last) {
          for (std::uint32_t i = first; i < last; ++i) {
            const Body<Real> self = bodies.load(i);
            ewald::RealSum<Real> sum;
            for (std::uint32_t k = a.starts[i]; k < a.starts[i + 1]; ++k)
              sum.add(self, bodies.load(a.entries[k]), a);
            a.forces[i] = sum.on(self.m);
          }
        });
      };
    });
    return launch;
  }
};

}  // namespace

extern const Declaration ewald_real_list_cpu = declare<ewald_real_list_kernel>();

}  // namespace gputest::cpu
