// Shared by the vectorised roofline kernels. Compiled once for each of Highway's targets, like the
// file that includes it: after <hwy/highway.h>, outside any namespace.
#if defined(GPUTEST_BIND_CHAINS_INL) == defined(HWY_TARGET_TOGGLE)
#ifdef GPUTEST_BIND_CHAINS_INL
#undef GPUTEST_BIND_CHAINS_INL
#else
#define GPUTEST_BIND_CHAINS_INL
#endif

#include "common/cpu/declaration.hpp"
#include "common/cpu/parallel_for.hpp"
#include "common/layout/bodies.hpp"
#include "common/layout/choose.hpp"

HWY_BEFORE_NAMESPACE();
namespace gputest::cpu::HWY_NAMESPACE {
namespace {

/// A launch of chains(from, values, count, length), which computes values[0 … count - 1] from
/// from[0 … count - 1], over all numbers of the bodies; `length` is the specialization length_name.
/// `Kernel` is the declaration's type, for bodies in float4.
template <class Kernel, class Chains>
Launch bind_chains(const KernelCall& call, const char* length_name, const Chains& chains) {
  constexpr std::uint32_t kChunk = 1024;  // bodies a thread takes at a time
  Launch launch;
  choose(bodies_of<Kernel>(call), [&](auto bodies) {
    using Real = typename decltype(bodies)::gt_real;
    auto* values = static_cast<Real*>(call.outputs[0]);
    const auto n = call.scalar<std::uint32_t>("n");
    const std::uint32_t length = call.specialization(length_name);
    launch = [=] {
      parallel_for(n, kChunk, [&](std::uint32_t first, std::uint32_t last) {
        chains(&bodies.xyzm[first].x, values + 4 * std::size_t{first},
               4 * std::size_t{last - first}, length);
      });
    };
  });
  return launch;
}

}  // namespace
}  // namespace gputest::cpu::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif
