#include <omp.h>

#include "common/cpu/declaration.hpp"
#include "common/cpu/parallel_for.hpp"
#include "common/memory/family.hpp"

namespace gputest::cpu {
namespace {

/// A launch is a parallel loop over all of the processor's threads.
struct memory_launch_kernel {
  static constexpr const char* summary =
      "almost empty parallel loops, one after another: the launch overhead";
  static constexpr const char* source = "gputest";
  using layouts = Layouts<DenseArray>;
  using precisions = Precisions<float>;
  using axes =
      AxisList<AxisValues<"access", "launch">, AxisValues<"launches">, AxisValues<"launched">>;

  static Launch bind(const KernelCall& call) {
    const auto* a = static_cast<const std::uint32_t*>(call.inputs[0]);
    auto* counts = static_cast<std::uint32_t*>(call.outputs[0]);
    const std::uint32_t empty = call.specialization("empty_kernels");
    const std::uint32_t counting = call.specialization("counting_kernels");
    const auto threads = static_cast<std::uint32_t>(omp_get_max_threads());
    return [=] {
      for (std::uint32_t launch = 0; launch < empty; ++launch)
        parallel_for(threads, 1, [](std::uint32_t, std::uint32_t) {});
      for (std::uint32_t launch = 0; launch < counting; ++launch)
        parallel_for(threads, 1, [&](std::uint32_t first, std::uint32_t) {
          if (first == 0) counts[0] = (launch == 0 ? a[0] : counts[0]) + 1;
        });
    };
  }
};

}  // namespace

extern const Declaration memory_launch_cpu = declare<memory_launch_kernel>();

}  // namespace gputest::cpu
