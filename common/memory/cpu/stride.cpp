#include <algorithm>

#include "common/cpu/declaration.hpp"
#include "common/layout/choose.hpp"
#include "common/memory/cpu/elements.hpp"
#include "common/memory/family.hpp"

namespace gputest::cpu {
namespace {

/// c[i] = a[i % rows * stride + i / rows], less n if that is n or more, column by column.
template <class Real>
void read_columns(const Real* a, Real* c, std::size_t n, std::size_t stride, std::size_t rows,
                  std::size_t first, std::size_t last) {
  for (std::size_t i = first; i < last;) {
    const std::size_t column = i / rows, end = std::min(last, (column + 1) * rows);
    const Real* from = a + column;
    std::size_t place = (i - column * rows) * stride;
    for (; i < end && place + column < n; ++i, place += stride) c[i] = from[place];
    for (; i < end; ++i, place += stride) c[i] = a[place + column - n];
  }
}

struct memory_stride_kernel {
  static constexpr const char* summary = "reads `stride` elements apart, writes in order";
  static constexpr const char* source = "the textbook's loop";
  using layouts = Layouts<DenseArray>;
  using precisions = Precisions<float, double>;
  using axes = AxisList<AxisValues<"access", "stride">, AxisValues<"stride">>;

  static Launch bind(const KernelCall& call) {
    Launch launch;
    choose(bodies_of<memory_stride_kernel>(call), [&](auto arrays) {
      using Real = typename decltype(arrays)::gt_real;
      auto* c = static_cast<Real*>(call.outputs[0]);
      const auto n = call.scalar<std::uint32_t>("n");
      const std::size_t stride = call.scalar<std::uint32_t>("stride");
      const std::size_t rows = call.scalar<std::uint32_t>("rows");
      launch = [=] {
        for_elements(n, [&](std::uint32_t first, std::uint32_t last) {
          read_columns<Real>(arrays.a, c, n, stride, rows, first, last);
        });
      };
    });
    return launch;
  }
};

}  // namespace

extern const Declaration memory_stride_cpu = declare<memory_stride_kernel>();

}  // namespace gputest::cpu
