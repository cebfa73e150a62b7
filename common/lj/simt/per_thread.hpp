// lj_register and lj_transposed: one i per thread, with sums in registers, written once. They
// differ only in the list's storage.
#pragma once

#include "common/lj/simt/interaction.hpp"
#include "common/lj/simt/launch.hpp"

namespace gputest {
namespace simt {

/// Results of the thread's particle, for a grid with at least n threads.
template <class Simt, class Force, bool Ell, bool Newton3, bool Periodic, bool Energy, class Bodies>
__device__ __forceinline__ void lj_per_thread(const Bodies& bodies,
                                              const LjArguments<typename Bodies::gt_real>& a) {
  using Real = typename Bodies::gt_real;
  const std::uint32_t i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= a.n) return;
  const Body<Real> self = bodies.load(i);
  const EntryRow<Simt, Ell> row(a.list, i);
  LjSums<Real> sums{};
  for (std::uint32_t k = 0; k < row.count; ++k) {
    const std::uint32_t j = row.entry(k);
    const auto pair = pair_of<Simt, Force, Periodic, Energy>(self, bodies.load(j), a);
    accumulate<Energy>(sums, pair);
    if (Newton3 && pair.inside) add_to_results<Simt, Energy>(a, j, Real(-1), pair.share);
  }
  store_results<Simt, Newton3, Energy>(a, i, sums);
}

}  // namespace simt
}  // namespace gputest
