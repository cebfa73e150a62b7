#include "common/cpu/declaration.hpp"
#include "common/layout/choose.hpp"
#include "common/memory/cpu/elements.hpp"
#include "common/memory/family.hpp"

namespace gputest::cpu {
namespace {

template <class Real>
void triad(const Real* a, const Real* b, Real* c, Real factor, std::size_t first,
           std::size_t last) {
#pragma omp simd
  for (std::size_t i = first; i < last; ++i) c[i] = a[i] + factor * b[i];
}

struct memory_triad_kernel {
  static constexpr const char* summary = "c = a + factor b: two arrays read, one written";
  static constexpr const char* source = "BabelStream: triad";
  using layouts = Layouts<DenseArray>;
  using precisions = Precisions<float, double>;
  using axes = AxisList<AxisValues<"access", "triad">>;

  static Launch bind(const KernelCall& call) {
    Launch launch;
    choose(bodies_of<memory_triad_kernel>(call), [&](auto arrays) {
      using Real = typename decltype(arrays)::gt_real;
      const auto* b = static_cast<const Real*>(call.inputs[1]);
      const auto factor = call.scalar<Real>("factor");
      auto* c = static_cast<Real*>(call.outputs[0]);
      const auto n = call.scalar<std::uint32_t>("n");
      launch = [=] {
        for_elements(n, [&](std::uint32_t first, std::uint32_t last) {
          triad<Real>(arrays.a, b, c, factor, first, last);
        });
      };
    });
    return launch;
  }
};

}  // namespace

extern const Declaration memory_triad_cpu = declare<memory_triad_kernel>();

}  // namespace gputest::cpu
