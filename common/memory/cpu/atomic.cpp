#include <algorithm>
#include <atomic>

#include "common/cpu/declaration.hpp"
#include "common/memory/amounts.h"
#include "common/memory/cpu/elements.hpp"
#include "common/memory/family.hpp"

namespace gputest::cpu {
namespace {

struct memory_atomic_kernel {
  static constexpr const char* summary =
      "atomic additions of integers: to one counter, one per 32 items, or one per item";
  static constexpr const char* source = "gputest";
  using layouts = Layouts<DenseArray>;
  using precisions = Precisions<float>;
  using axes = AxisList<AxisValues<"access", "atomic">, AxisValues<"counters">>;

  static Launch bind(const KernelCall& call) {
    const auto* a = static_cast<const std::uint32_t*>(call.inputs[0]);
    auto* counts = static_cast<std::uint32_t*>(call.outputs[0]);
    const auto n = call.scalar<std::uint32_t>("n"), shift = call.scalar<std::uint32_t>("shift");
    return [=] {
      std::fill_n(counts, ((n - 1) >> shift) + 1, 0);
      for_elements(n, [&](std::uint32_t first, std::uint32_t last) {
        for (std::uint32_t i = first; i < last; ++i)
          for (std::uint32_t k = 0; k < GT_MEMORY_ADDS; ++k)
            std::atomic_ref(counts[i >> shift])
                .fetch_add(a[(i + k) % GT_MEMORY_ADDENDS], std::memory_order_relaxed);
      });
    };
  }
};

}  // namespace

extern const Declaration memory_atomic_cpu = declare<memory_atomic_kernel>();

}  // namespace gputest::cpu
