#include "common/cpu/declaration.hpp"
#include "common/layout/choose.hpp"
#include "common/memory/cpu/elements.hpp"
#include "common/memory/family.hpp"

namespace gputest::cpu {
namespace {

struct memory_scatter_kernel {
  static constexpr const char* summary = "c[index[i]] = a[i]: writes at the places of an index";
  static constexpr const char* source = "the textbook's loop";
  using layouts = Layouts<DenseArray>;
  using precisions = Precisions<float, double>;
  using axes = AxisList<AxisValues<"access", "scatter">, AxisValues<"index">>;

  static Launch bind(const KernelCall& call) {
    Launch launch;
    choose(bodies_of<memory_scatter_kernel>(call), [&](auto arrays) {
      using Real = typename decltype(arrays)::gt_real;
      const auto* index = static_cast<const std::uint32_t*>(call.inputs[1]);
      auto* c = static_cast<Real*>(call.outputs[0]);
      const auto n = call.scalar<std::uint32_t>("n");
      launch = [=] {
        for_elements(n, [&](std::uint32_t first, std::uint32_t last) {
          for (std::size_t i = first; i < last; ++i) c[index[i]] = arrays.a[i];
        });
      };
    });
    return launch;
  }
};

}  // namespace

extern const Declaration memory_scatter_cpu = declare<memory_scatter_kernel>();

}  // namespace gputest::cpu
