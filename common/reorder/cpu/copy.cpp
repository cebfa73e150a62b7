#include <omp.h>

#include <algorithm>
#include <cstring>

#include "common/core/ceil_div.hpp"
#include "common/cpu/declaration.hpp"
#include "common/cpu/parallel_for.hpp"
#include "common/reorder/family.hpp"

namespace gputest::cpu {
namespace {

struct reorder_copy_kernel {
  static constexpr const char* summary = "the C library's copy, a part per thread: the ceiling";
  static constexpr const char* source = "memcpy(), ISO C";
  using layouts = Layouts<DenseElements>;
  using precisions = Precisions<float>;
  using axes = AxisList<AxisValues<"element">, AxisValues<"order", "same">>;

  static Launch bind(const KernelCall& call) {
    constexpr std::uint64_t kPage = 4096;  // bytes, so that no two threads write the same page
    const std::uint64_t bytes = call.items * call.specialization("element");
    const auto parts = static_cast<std::uint32_t>(omp_get_max_threads());
    const std::uint64_t part_bytes = ceil_div(ceil_div(bytes, parts), kPage) * kPage;
    const auto* from = static_cast<const std::byte*>(call.inputs[0]);
    auto* to = static_cast<std::byte*>(call.outputs[0]);
    return [=] {
      parallel_for(parts, 1, [&](std::uint32_t part, std::uint32_t) {
        const std::uint64_t first = std::min(bytes, part * part_bytes);
        const std::uint64_t last = std::min(bytes, first + part_bytes);
        if (last > first) std::memcpy(to + first, from + first, last - first);
      });
    };
  }
};

}  // namespace

extern const Declaration reorder_copy_cpu = declare<reorder_copy_kernel>();

}  // namespace gputest::cpu
