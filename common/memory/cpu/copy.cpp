#include "common/cpu/declaration.hpp"
#include "common/layout/choose.hpp"
#include "common/memory/cpu/elements.hpp"
#include "common/memory/family.hpp"

namespace gputest::cpu {
namespace {

template <class Real>
void copy(const Real* a, Real* c, std::size_t first, std::size_t last) {
#pragma omp simd
  for (std::size_t i = first; i < last; ++i) c[i] = a[i];
}

struct memory_copy_kernel {
  static constexpr const char* summary = "c = a: one byte read per byte written";
  static constexpr const char* source = "BabelStream: copy";
  using layouts = Layouts<DenseArray>;
  using precisions = Precisions<float, double>;
  using axes = AxisList<AxisValues<"access", "copy">>;

  static Launch bind(const KernelCall& call) {
    Launch launch;
    choose(bodies_of<memory_copy_kernel>(call), [&](auto arrays) {
      using Real = typename decltype(arrays)::gt_real;
      auto* c = static_cast<Real*>(call.outputs[0]);
      const auto n = call.scalar<std::uint32_t>("n");
      launch = [=] {
        for_elements(n, [&](std::uint32_t first, std::uint32_t last) {
          copy<Real>(arrays.a, c, first, last);
        });
      };
    });
    return launch;
  }
};

}  // namespace

extern const Declaration memory_copy_cpu = declare<memory_copy_kernel>();

}  // namespace gputest::cpu
