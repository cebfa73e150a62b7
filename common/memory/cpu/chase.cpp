#include "common/cpu/declaration.hpp"
#include "common/memory/family.hpp"

namespace gputest::cpu {
namespace {

struct memory_chase_kernel {
  static constexpr const char* summary =
      "one thread follows a ring of indices: each load waits for the one before";
  static constexpr const char* source =
      "lat_mem_rd: McVoy and Staelin 1996, lmbench, USENIX Technical Conference";
  using layouts = Layouts<DenseArray>;
  using precisions = Precisions<float>;
  using axes = AxisList<AxisValues<"access", "chase">>;

  static Launch bind(const KernelCall& call) {
    const auto* next = static_cast<const std::uint32_t*>(call.inputs[0]);
    auto* end = static_cast<std::uint32_t*>(call.outputs[0]);
    const auto hops = call.scalar<std::uint32_t>("hops");
    return [=] {
      std::uint32_t i = 0, sum = 0;
      for (std::uint32_t hop = 0; hop < hops; ++hop) {
        i = next[i];
        sum += i + 1;
      }
      end[0] = i;
      end[1] = sum;
    };
  }
};

}  // namespace

extern const Declaration memory_chase_cpu = declare<memory_chase_kernel>();

}  // namespace gputest::cpu
