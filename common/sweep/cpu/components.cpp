#include <type_traits>

#include "common/cpu/declaration.hpp"
#include "common/cpu/parallel_for.hpp"
#include "common/layout/choose.hpp"
#include "common/sweep/family.hpp"
#include "common/sweep/update.h"

namespace gputest::cpu {
namespace {

struct sweep_components_kernel {
  static constexpr const char* summary = "one of a cell's five numbers, from two others";
  static constexpr const char* source = "DVMH article, introduction: the first loop";
  using layouts = Layouts<ComponentsLast, ComponentsFirst>;
  using precisions = Precisions<float, double>;
  using axes = AxisList<AxisValues<"update", "components">>;

  static Launch bind(const KernelCall& call) {
    constexpr std::uint32_t kChunk = 1 << 14;  // cells that a thread takes at a time
    Launch launch;
    choose(bodies_of<sweep_components_kernel>(call), [&](auto view) {
      using Real = typename decltype(view)::gt_real;
      constexpr bool kFirst = std::is_same_v<decltype(view), ComponentsFirst<Real>>;
      const auto n = static_cast<std::uint32_t>(call.items);
      constexpr std::size_t kStep = kFirst ? 1 : GT_COMPONENTS;
      const std::size_t component = kFirst ? n : 1;
      const auto modulus = call.scalar<Real>("modulus"), inverse = call.scalar<Real>("inverse");
      const Real *second = view.cells + component, *fifth = view.cells + 4 * component;
      Real* const made = static_cast<Real*>(call.outputs[0]);
      launch = [=] {
        parallel_for(n, kChunk, [&](std::uint32_t first, std::uint32_t last) {
#pragma omp simd
          for (std::size_t i = first; i < last; ++i) {
            const Real sum = GT_COMPONENT_SUM(second[i * kStep], fifth[i * kStep]);
            made[i] = GT_WRAPPED(Real, sum, modulus, inverse);
          }
        });
      };
    });
    return launch;
  }
};

}  // namespace

extern const Declaration sweep_components_cpu = declare<sweep_components_kernel>();

}  // namespace gputest::cpu
