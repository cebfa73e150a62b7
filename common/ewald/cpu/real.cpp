#include "common/cpu/declaration.hpp"
#include "common/cpu/parallel_for.hpp"
#include "common/ewald/real_arguments.hpp"

namespace gputest::cpu {
namespace {

/// Real space, every j, nearest images within the cutoff, one particle at a time.
struct ewald_real_kernel {
  static constexpr const char* summary = "real space, every j, nearest images within the cutoff";
  static constexpr const char* source = "Ewald 1921";
  using layouts = Layouts<Float4Bodies, SoaBodies, Aos3Bodies>;
  using precisions = Precisions<float, double>;
  using axes = AxisList<AxisValues<"part", "real">>;

  static Launch bind(const KernelCall& call) {
    Launch launch;
    choose(bodies_of<ewald_real_kernel>(call), [&](auto bodies) {
      using Real = typename decltype(bodies)::gt_real;
      const ewald::RealArguments<Real> a(call, decltype(bodies)::kArrays);
      launch = [=] {
        constexpr std::uint32_t kChunk = 16;  // particles that a thread takes at a time
        parallel_for(a.n, kChunk, [&](std::uint32_t first, std::uint32_t last) {
          for (std::uint32_t i = first; i < last; ++i) {
            const Body<Real> self = bodies.load(i);
            ewald::RealSum<Real> sum;
            for (std::uint32_t j = 0; j < a.n; ++j) sum.add(self, bodies.load(j), a);
            a.forces[i] = sum.on(self.m);
          }
        });
      };
    });
    return launch;
  }
};

}  // namespace

extern const Declaration ewald_real_cpu = declare<ewald_real_kernel>();

}  // namespace gputest::cpu
