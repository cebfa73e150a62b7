#include "common/arrays/diagonal.h"
#include "common/cpu/declaration.hpp"
#include "common/cpu/parallel_for.hpp"
#include "common/layout/choose.hpp"
#include "common/reorder/elements.hpp"
#include "common/reorder/family.hpp"

namespace gputest::cpu {
namespace {

struct reorder_diagonal_naive_kernel {
  static constexpr const char* summary =
      "planes stored by diagonals, row by row of the plain plane";
  static constexpr const char* source = "the textbook's loops";
  using layouts = Layouts<DenseElements>;
  using precisions = Precisions<float>;
  using axes = AxisList<AxisValues<"element">, AxisValues<"order", "diagonal">>;

  static Launch bind(const KernelCall& call) {
    const auto rx = call.scalar<std::uint32_t>("extent0"),
               ry = call.scalar<std::uint32_t>("extent1"),
               planes = call.scalar<std::uint32_t>("extent2");
    const bool falling = call.scalar<std::uint32_t>("slant") == 1;
    const bool back = call.scalar<std::uint32_t>("back") == 1;
    Launch launch;
    choose(reorder::element_of(call.specialization("element")), [&](auto element) {
      using T = typename decltype(element)::type;
      const auto* from = static_cast<const T*>(call.inputs[0]);
      auto* to = static_cast<T*>(call.outputs[0]);
      const std::uint32_t chunk = 1 + 16384 / rx;  // rows that a thread takes at a time
      launch = [=] {
        parallel_for(ry * planes, chunk, [&](std::uint32_t first, std::uint32_t last) {
          for (std::uint32_t row = first; row < last; ++row) {
            const std::uint32_t y = row % ry, plane = row / ry * ry * rx;
            for (std::uint32_t x = 0; x < rx; ++x) {
              const std::uint32_t diagonal = (falling ? rx - 1 - x : x) + y;
              const std::uint32_t stored = plane + gt_diagonal_origin(diagonal, rx, ry) + y;
              if (back)
                to[row * rx + x] = from[stored];
              else
                to[stored] = from[row * rx + x];
            }
          }
        });
      };
    });
    return launch;
  }
};

}  // namespace

extern const Declaration reorder_diagonal_naive_cpu = declare<reorder_diagonal_naive_kernel>();

}  // namespace gputest::cpu
