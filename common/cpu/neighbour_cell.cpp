// Compiled once for each of Highway's targets: foreach_target.h includes this file again and again.
#define HWY_DISABLED_TARGETS (HWY_SVE | HWY_SVE2 | HWY_SVE_256 | HWY_SVE2_128 | HWY_RVV)

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "common/cpu/neighbour_cell.cpp"
#include <hwy/foreach_target.h>  // must come before highway.h
#include <hwy/highway.h>

#include "common/cpu/neighbour.hpp"
#include "common/cpu/sorted_particles.hpp"

HWY_BEFORE_NAMESPACE();
namespace gputest::cpu::HWY_NAMESPACE {

namespace hn = hwy::HWY_NAMESPACE;

template <class D>
HWY_INLINE hn::Vec<D> nearest(D d, hn::Vec<D> difference, hn::TFromD<D> edge,
                              hn::TFromD<D> inverse_edge) {
  const auto turns = hn::Round(hn::Mul(difference, hn::Set(d, inverse_edge)));
  return hn::NegMulAdd(turns, hn::Set(d, edge), difference);
}

/// Calls found(k) for the sorted particles k of the run that are within the radius of the s-th.
template <bool Periodic, class Real, class F>
HWY_INLINE void search(const SortedParticles<Real>& p, std::uint32_t s, Run run, F&& found) {
  const hn::ScalableTag<Real> d;
  const auto lanes = static_cast<std::uint32_t>(hn::Lanes(d));
  const auto x = hn::Set(d, p.x[s]), y = hn::Set(d, p.y[s]), z = hn::Set(d, p.z[s]);
  const auto radius2 = hn::Set(d, p.radius2);
  for (std::uint32_t k = run.begin; k < run.end; k += lanes) {  // the arrays are padded
    auto dx = hn::Sub(x, hn::LoadU(d, p.x.data() + k));
    auto dy = hn::Sub(y, hn::LoadU(d, p.y.data() + k));
    auto dz = hn::Sub(z, hn::LoadU(d, p.z.data() + k));
    if (Periodic) {
      dx = nearest(d, dx, p.box.edge[0], p.box.inverse_edge[0]);
      dy = nearest(d, dy, p.box.edge[1], p.box.inverse_edge[1]);
      dz = nearest(d, dz, p.box.edge[2], p.box.inverse_edge[2]);
    }
    const auto r2 = hn::MulAdd(dx, dx, hn::MulAdd(dy, dy, hn::Mul(dz, dz)));
    const auto inside = hn::And(hn::Lt(r2, radius2), hn::FirstN(d, run.end - k));
    std::uint64_t bits = 0;
    hn::StoreMaskBits(d, inside, reinterpret_cast<std::uint8_t*>(&bits));
    for (; bits != 0; bits &= bits - 1)
      found(k + static_cast<std::uint32_t>(hwy::Num0BitsBelowLS1Bit_Nonzero64(bits)));
  }
}

/// The lists of the sorted particles first … last - 1, or with Store false their lengths alone.
template <bool Store, bool Periodic, bool Half, class Real>
HWY_INLINE void build(const SortedParticles<Real>& p, const ListTarget& list, std::uint32_t first,
                      std::uint32_t last) {
  Run runs[kMostRuns];
  std::uint32_t cell = ~0u, count = 0;
  for (std::uint32_t s = first; s < last; ++s) {
    if (p.cell[s] != cell) {
      cell = p.cell[s];
      count = p.runs_near(cell, runs);
    }
    const std::uint32_t i = p.order[s];
    std::uint32_t length = 0;
    for (std::uint32_t r = 0; r < count; ++r)
      search<Periodic>(p, s, runs[r], [&](std::uint32_t k) HWY_ATTR {
        const std::uint32_t j = p.order[k];
        if (Half ? j <= i : j == i) return;
        if (Store && list.stride != 0) list.write<true>(i, length, j);
        if (Store && list.stride == 0) list.write<false>(i, length, j);
        ++length;
      });
    // Of csr, one place on: sum_up() makes starts of lengths.
    if (list.stride != 0)
      list.starts[i] = length;
    else if (!Store)
      list.starts[i + 1] = length;
  }
}

template <bool Store, class Real>
HWY_INLINE void build_in(const SortedParticles<Real>& p, const ListTarget& list, bool half,
                         std::uint32_t first, std::uint32_t last) {
  if (p.periodic)
    half ? build<Store, true, true>(p, list, first, last)
         : build<Store, true, false>(p, list, first, last);
  else
    half ? build<Store, false, true>(p, list, first, last)
         : build<Store, false, false>(p, list, first, last);
}

void store_fp32(const SortedParticles<float>& p, const ListTarget& list, bool half,
                std::uint32_t first, std::uint32_t last) {
  build_in<true>(p, list, half, first, last);
}
void store_fp64(const SortedParticles<double>& p, const ListTarget& list, bool half,
                std::uint32_t first, std::uint32_t last) {
  build_in<true>(p, list, half, first, last);
}
void count_fp32(const SortedParticles<float>& p, const ListTarget& list, bool half,
                std::uint32_t first, std::uint32_t last) {
  build_in<false>(p, list, half, first, last);
}
void count_fp64(const SortedParticles<double>& p, const ListTarget& list, bool half,
                std::uint32_t first, std::uint32_t last) {
  build_in<false>(p, list, half, first, last);
}

}  // namespace gputest::cpu::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
#include <algorithm>

#include "common/layout/with_bodies.hpp"

namespace gputest::cpu {
namespace {

HWY_EXPORT(store_fp32);
HWY_EXPORT(store_fp64);
HWY_EXPORT(count_fp32);
HWY_EXPORT(count_fp64);

template <class Real, class F>
void for_all(const SortedParticles<Real>& p, const ListTarget& list, bool half, F function) {
  constexpr std::uint32_t kChunk = 256;  // particles a thread takes at a time
  const auto n = static_cast<std::uint32_t>(p.order.size());
#pragma omp parallel for schedule(dynamic)
  for (std::uint32_t first = 0; first < n; first += kChunk)
    function(p, list, half, first, std::min(n, first + kChunk));
}

void count(const SortedParticles<float>& p, const ListTarget& list, bool half) {
  for_all(p, list, half, HWY_DYNAMIC_DISPATCH(count_fp32));
}
void count(const SortedParticles<double>& p, const ListTarget& list, bool half) {
  for_all(p, list, half, HWY_DYNAMIC_DISPATCH(count_fp64));
}
void store(const SortedParticles<float>& p, const ListTarget& list, bool half) {
  for_all(p, list, half, HWY_DYNAMIC_DISPATCH(store_fp32));
}
void store(const SortedParticles<double>& p, const ListTarget& list, bool half) {
  for_all(p, list, half, HWY_DYNAMIC_DISPATCH(store_fp64));
}

void sum_up(std::uint32_t* starts, std::uint32_t n) {
  starts[0] = 0;
  for (std::uint32_t i = 0; i < n; ++i) starts[i + 1] += starts[i];
}

}  // namespace

void neighbour_cell(const KernelCall& call) {
  const ListTarget list(call);
  const bool half = call.constant("newton3") == 1;
  with_bodies(call, [&](const auto& bodies) {
    const SortedParticles<typename std::decay_t<decltype(bodies)>::gt_real> particles(bodies, call);
    if (list.stride == 0) {
      count(particles, list, half);
      sum_up(list.starts, call.scalar<std::uint32_t>("n"));
    }
    store(particles, list, half);
  });
}

}  // namespace gputest::cpu
#endif
