// Compiled once for each of Highway's targets: foreach_target.h includes this file repeatedly.
#include "common/core/simd_targets.hpp"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "common/memory/cpu/broadcast.cpp"
#include <hwy/foreach_target.h>  // must come before highway.h
#include <hwy/highway.h>

#include "common/cpu/declaration.hpp"
#include "common/memory/amounts.h"
#include "common/memory/cpu/elements.hpp"
#include "common/memory/family.hpp"

HWY_BEFORE_NAMESPACE();
namespace gputest::cpu::HWY_NAMESPACE {
namespace {

namespace hn = hwy::HWY_NAMESPACE;

/// c[first … last - 1], several vectors at a time: each word is broadcast to a vector.
void mix(const std::uint32_t* HWY_RESTRICT a, std::uint32_t* HWY_RESTRICT c, std::uint32_t first,
         std::uint32_t last) {
  constexpr std::size_t kInFlight = 4;  // vectors, so that multiplications overlap
  const hn::ScalableTag<std::uint32_t> d;
  const std::size_t lanes = hn::Lanes(d);
  const auto factor = hn::Set(d, GT_MEMORY_MIX);
  std::size_t i = first;
  for (; i + kInFlight * lanes <= last; i += kInFlight * lanes) {
    hn::Vec<decltype(d)> numbers[kInFlight];
    for (std::size_t v = 0; v < kInFlight; ++v)
      numbers[v] = hn::Iota(d, static_cast<std::uint32_t>(i + v * lanes));
    for (std::size_t k = 0; k < GT_MEMORY_SHARED_READS; ++k) {
      const auto word = hn::Set(d, a[k]);
      for (auto& number : numbers) number = hn::Mul(hn::Xor(number, word), factor);
    }
    for (std::size_t v = 0; v < kInFlight; ++v) hn::StoreU(numbers[v], d, c + i + v * lanes);
  }
  for (; i < last; ++i) {
    auto number = static_cast<std::uint32_t>(i);
    for (std::size_t k = 0; k < GT_MEMORY_SHARED_READS; ++k)
      number = (number ^ a[k]) * GT_MEMORY_MIX;
    c[i] = number;
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

Launch bind(const KernelCall& call) { return memory_broadcast_kernel::bind(call); }

}  // namespace
}  // namespace gputest::cpu::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace gputest::cpu {
namespace {
HWY_EXPORT(bind);
}  // namespace

extern const Declaration memory_broadcast_cpu = declare<HWY_NAMESPACE::memory_broadcast_kernel>(
    [](const KernelCall& call) { return HWY_DYNAMIC_DISPATCH(bind)(call); });

}  // namespace gputest::cpu
#endif
