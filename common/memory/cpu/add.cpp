#include "common/cpu/declaration.hpp"
#include "common/layout/choose.hpp"
#include "common/memory/cpu/elements.hpp"
#include "common/memory/family.hpp"

namespace gputest::cpu {
namespace {

template <class Real>
void add(const Real* a, const Real* b, Real* c, std::size_t first, std::size_t last) {
#pragma omp simd
  for (std::size_t i = first; i < last; ++i) c[i] = a[i] + b[i];
}

struct memory_add_kernel {
  static constexpr const char* summary = "c = a + b: two arrays read, one written";
  static constexpr const char* source = "BabelStream: add";
  using layouts = Layouts<DenseArray>;
  using precisions = Precisions<float, double>;
  using axes = AxisList<AxisValues<"access", "add">>;

  static Launch bind(const KernelCall& call) {
    Launch launch;
    choose(bodies_of<memory_add_kernel>(call), [&](auto arrays) {
      using Real = typename decltype(arrays)::gt_real;
      const auto* b = static_cast<const Real*>(call.inputs[1]);
      auto* c = static_cast<Real*>(call.outputs[0]);
      const auto n = call.scalar<std::uint32_t>("n");
      launch = [=] {
        for_elements(n, [&](std::uint32_t first, std::uint32_t last) {
          add<Real>(arrays.a, b, c, first, last);
        });
      };
    });
    return launch;
  }
};

}  // namespace

extern const Declaration memory_add_cpu = declare<memory_add_kernel>();

}  // namespace gputest::cpu
