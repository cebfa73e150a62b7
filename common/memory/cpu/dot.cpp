#include "common/cpu/declaration.hpp"
#include "common/layout/choose.hpp"
#include "common/memory/amounts.h"
#include "common/memory/cpu/elements.hpp"
#include "common/memory/family.hpp"

namespace gputest::cpu {
namespace {

template <class Real>
Real dot(const Real* a, const Real* b, std::size_t first, std::size_t last) {
  Real sum = 0;
#pragma omp simd reduction(+ : sum)
  for (std::size_t i = first; i < last; ++i) sum += a[i] * b[i];
  return sum;
}

struct memory_dot_kernel {
  static constexpr const char* summary = "sum of a b: two arrays read, nothing written";
  static constexpr const char* source = "BabelStream: dot";
  using layouts = Layouts<DenseArray>;
  using precisions = Precisions<float, double>;
  using axes = AxisList<AxisValues<"access", "dot">>;

  static Launch bind(const KernelCall& call) {
    Launch launch;
    choose(bodies_of<memory_dot_kernel>(call), [&](auto arrays) {
      using Real = typename decltype(arrays)::gt_real;
      const auto* b = static_cast<const Real*>(call.inputs[1]);
      auto* sum = static_cast<Real*>(call.outputs[0]);
      auto* partial = static_cast<Real*>(call.scratch[0]);
      const auto n = call.scalar<std::uint32_t>("n");
      launch = [=] {
        parallel_for(GT_MEMORY_PARTS, 1, [&](std::uint32_t part, std::uint32_t) {
          const std::size_t first = std::size_t{n} * part / GT_MEMORY_PARTS;
          const std::size_t last = std::size_t{n} * (part + 1) / GT_MEMORY_PARTS;
          partial[part] = dot<Real>(arrays.a, b, first, last);
        });
        Real total = 0;
        for (std::uint32_t part = 0; part < GT_MEMORY_PARTS; ++part) total += partial[part];
        *sum = total;
      };
    });
    return launch;
  }
};

}  // namespace

extern const Declaration memory_dot_cpu = declare<memory_dot_kernel>();

}  // namespace gputest::cpu
