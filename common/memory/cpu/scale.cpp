#include "common/cpu/declaration.hpp"
#include "common/layout/choose.hpp"
#include "common/memory/cpu/elements.hpp"
#include "common/memory/family.hpp"

namespace gputest::cpu {
namespace {

template <class Real>
void scale(const Real* a, Real* c, Real factor, std::size_t first, std::size_t last) {
#pragma omp simd
  for (std::size_t i = first; i < last; ++i) c[i] = factor * a[i];
}

struct memory_scale_kernel {
  static constexpr const char* summary = "c = factor a";
  static constexpr const char* source = "BabelStream: scale";
  using layouts = Layouts<DenseArray>;
  using precisions = Precisions<float, double>;
  using axes = AxisList<AxisValues<"access", "scale">>;

  static Launch bind(const KernelCall& call) {
    Launch launch;
    choose(bodies_of<memory_scale_kernel>(call), [&](auto arrays) {
      using Real = typename decltype(arrays)::gt_real;
      const auto factor = call.scalar<Real>("factor");
      auto* c = static_cast<Real*>(call.outputs[0]);
      const auto n = call.scalar<std::uint32_t>("n");
      launch = [=] {
        for_elements(n, [&](std::uint32_t first, std::uint32_t last) {
          scale<Real>(arrays.a, c, factor, first, last);
        });
      };
    });
    return launch;
  }
};

}  // namespace

extern const Declaration memory_scale_cpu = declare<memory_scale_kernel>();

}  // namespace gputest::cpu
