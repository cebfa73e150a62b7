#include "common/cpu/declaration.hpp"
#include "common/memory/amounts.h"
#include "common/memory/cpu/elements.hpp"
#include "common/memory/family.hpp"

namespace gputest::cpu {
namespace {

/// Numbers in the inner loop, so that a word that is read serves a vector of them.
constexpr std::uint32_t kNumbers = 64;

void mix(const std::uint32_t* a, std::uint32_t* c, std::uint32_t first, std::uint32_t last) {
  std::uint32_t numbers[kNumbers];
  for (std::uint32_t begin = first; begin < last; begin += kNumbers) {
    for (std::uint32_t i = 0; i < kNumbers; ++i) numbers[i] = begin + i;
    for (std::uint32_t k = 0; k < GT_MEMORY_SHARED_READS; ++k)
#pragma omp simd
      for (std::uint32_t i = 0; i < kNumbers; ++i) numbers[i] = (numbers[i] ^ a[k]) * GT_MEMORY_MIX;
    for (std::uint32_t i = 0; i < kNumbers && i < last - begin; ++i) c[begin + i] = numbers[i];
  }
}

struct memory_broadcast_kernel {
  static constexpr const char* summary = "all elements need the same 64 words, one after another";
  static constexpr const char* source = "gputest";
  using layouts = Layouts<DenseArray>;
  using precisions = Precisions<float>;
  using axes = AxisList<AxisValues<"access", "broadcast">>;

  static Launch bind(const KernelCall& call) {
    const auto* a = static_cast<const std::uint32_t*>(call.inputs[0]);
    auto* c = static_cast<std::uint32_t*>(call.outputs[0]);
    const auto n = call.scalar<std::uint32_t>("n");
    return [=] {
      for_elements(n, [&](std::uint32_t first, std::uint32_t last) { mix(a, c, first, last); });
    };
  }
};

}  // namespace

extern const Declaration memory_broadcast_cpu = declare<memory_broadcast_kernel>();

}  // namespace gputest::cpu
