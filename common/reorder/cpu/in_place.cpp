#include <utility>

#include "common/cpu/declaration.hpp"
#include "common/cpu/parallel_for.hpp"
#include "common/layout/choose.hpp"
#include "common/reorder/elements.hpp"
#include "common/reorder/family.hpp"
#include "common/reorder/tiling.hpp"
#include "common/reorder/walk.hpp"

namespace gputest::cpu {
namespace {

struct reorder_in_place_kernel {
  static constexpr const char* summary = "in place: each pair of elements is swapped";
  static constexpr const char* source = "the textbook's loops";
  using layouts = Layouts<DenseElements>;
  using precisions = Precisions<float>;
  using axes = AxisList<AxisValues<"element">, AxisValues<"order", "in_place">>;

  static Launch bind(const KernelCall& call) {
    constexpr std::uint32_t kChunk = 1 << 14;  // elements that a thread takes at a time
    const reorder::StridedOrder order = reorder::order_of(call.scalars);
    const auto n = call.scalar<std::uint32_t>("n");
    Launch launch;
    choose(reorder::element_of(call.specialization("element")), [&](auto element) {
      using T = typename decltype(element)::type;
      auto* array = static_cast<T*>(call.outputs[0]);
      launch = [=] {
        parallel_for(n, kChunk, [&](std::uint32_t first, std::uint32_t last) {
          reorder::walk(order, first, last, [&](std::uint32_t i, std::uint32_t place) {
            if (i < place) std::swap(array[i], array[place]);
          });
        });
      };
    });
    return launch;
  }
};

}  // namespace

extern const Declaration reorder_in_place_cpu = declare<reorder_in_place_kernel>();

}  // namespace gputest::cpu
