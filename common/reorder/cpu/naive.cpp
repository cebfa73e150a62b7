#include "common/cpu/declaration.hpp"
#include "common/cpu/parallel_for.hpp"
#include "common/layout/choose.hpp"
#include "common/reorder/elements.hpp"
#include "common/reorder/family.hpp"
#include "common/reorder/tiling.hpp"
#include "common/reorder/walk.hpp"

namespace gputest::cpu {
namespace {

struct reorder_naive_kernel {
  static constexpr const char* summary =
      "element by element, read in order and written to its new place";
  static constexpr const char* source = "the textbook's loops";
  using layouts = Layouts<DenseElements>;
  using precisions = Precisions<float>;
  using axes = AxisList<AxisValues<"element">, AxisValues<"order", "permuted">>;

  static Launch bind(const KernelCall& call) {
    constexpr std::uint32_t kChunk = 1 << 14;  // elements that a thread takes at a time
    const reorder::StridedOrder order = reorder::order_of(call.scalars);
    const auto n = call.scalar<std::uint32_t>("n");
    Launch launch;
    choose(reorder::element_of(call.specialization("element")), [&](auto element) {
      using T = typename decltype(element)::type;
      const auto* from = static_cast<const T*>(call.inputs[0]);
      auto* to = static_cast<T*>(call.outputs[0]);
      launch = [=] {
        parallel_for(n, kChunk, [&](std::uint32_t first, std::uint32_t last) {
          reorder::walk(order, first, last,
                        [&](std::uint32_t i, std::uint32_t place) { to[place] = from[i]; });
        });
      };
    });
    return launch;
  }
};

}  // namespace

extern const Declaration reorder_naive_cpu = declare<reorder_naive_kernel>();

}  // namespace gputest::cpu
