#include "common/central/arguments.hpp"
#include "common/cpu/declaration.hpp"
#include "common/cpu/parallel_for.hpp"

namespace gputest::cpu {
namespace {

/// The double loop: threads share the bodies i, g comes from its formula.
struct central_direct_kernel {
  static constexpr const char* summary = "one body at a time, every j, g by its formula";
  static constexpr const char* source = "IPSJ survey, equation (1)";
  using layouts = Layouts<Float4Bodies, SoaBodies, Aos3Bodies>;
  using precisions = Precisions<float, double>;
  using axes = AxisList<AxisValues<"form", "function">, central::SumAxis>;

  static Launch bind(const KernelCall& call) {
    Launch launch;
    choose(bodies_of<central_direct_kernel>(call), [&](auto bodies) {
      using Real = typename decltype(bodies)::gt_real;
      const central::Arguments<Real> a(call, decltype(bodies)::kArrays);
      central::directly<decltype(bodies)>(call)([&](auto way, auto law, auto images, auto form) {
        launch = [=] {
          constexpr std::uint32_t kChunk = 16;  // bodies i that a thread takes at a time
          const central::Formula<decltype(law), Real> g{law, a.shape};
          parallel_for(a.targets, kChunk, [&](std::uint32_t first, std::uint32_t last) {
            for (std::uint32_t i = first; i < last; ++i) {
              const Body<Real> self = bodies.load(a.first_target + i);
              const Real* row = a.template row<decltype(form)>(self.m);
              typename decltype(way)::template Of<Real> sums;
              for (std::uint32_t j = 0; j < a.n; ++j)
                central::add<images, decltype(form)>(sums, self, row, bodies.load(j), g, a);
              a.forces[i] = sums.value(a.scale);
            }
          });
        };
      });
    });
    return launch;
  }
};

}  // namespace

extern const Declaration central_direct_cpu = declare<central_direct_kernel>();

}  // namespace gputest::cpu
