// Compiled once for each of Highway's targets: foreach_target.h includes this file again and again.
#include "common/cpu/simd_targets.hpp"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "common/lj/cpu/simd.cpp"
#include <hwy/foreach_target.h>  // must come before highway.h
#include <hwy/highway.h>

#include "common/lj/cpu/kernels.hpp"
#include "common/layout/with_bodies.hpp"
#include "common/lj/arguments.hpp"

HWY_BEFORE_NAMESPACE();
namespace gputest::cpu::HWY_NAMESPACE {

namespace hn = hwy::HWY_NAMESPACE;

template <class D>
struct Position {
  hn::Vec<D> x, y, z;
};

/// As many list entries as there are lanes.
template <class D>
HWY_INLINE auto load_entries(D, const std::uint32_t* entries) {
  const hn::RebindToSigned<D> di;
  const hn::Rebind<std::int32_t, decltype(di)> narrow;
  const auto loaded = hn::LoadU(narrow, reinterpret_cast<const std::int32_t*>(entries));
  if constexpr (sizeof(hn::TFromD<D>) == 4)
    return loaded;
  else
    return hn::PromoteTo(di, loaded);
}

// ---- The bodies that Lanes(d) list entries name; what a layout costs on a CPU is what stands
// here.

template <class D, class Real = hn::TFromD<D>>
HWY_INLINE Position<D> gather(D d, const SoaBodies<Real>& bodies, const std::uint32_t* entries) {
  const auto j = load_entries(d, entries);
  return {hn::GatherIndex(d, bodies.x, j), hn::GatherIndex(d, bodies.y, j),
          hn::GatherIndex(d, bodies.z, j)};
}

template <class D, class Real = hn::TFromD<D>>
HWY_INLINE Position<D> gather(D d, const Aos3Bodies<Real>& bodies, const std::uint32_t* entries) {
  const auto j = load_entries(d, entries);
  const auto at = hn::Add(j, hn::Add(j, j));
  return {hn::GatherIndex(d, bodies.xyz, at), hn::GatherIndex(d, bodies.xyz + 1, at),
          hn::GatherIndex(d, bodies.xyz + 2, at)};
}

#if HWY_TARGET == HWY_SCALAR
template <class D, class Real = hn::TFromD<D>>
HWY_INLINE Position<D> gather(D d, const Float4Bodies<Real>& bodies, const std::uint32_t* entry) {
  const Vector4<Real>& body = bodies.xyzm[*entry];
  return {hn::Set(d, body.x), hn::Set(d, body.y), hn::Set(d, body.z)};
}
#else
/// 16 bytes of each of several bodies, from byte offset 16 * Part on: of the bodies that entries
/// 0, Stride, 2 * Stride, … name.
template <int Part, int Stride, class D, class Real = hn::TFromD<D>>
HWY_INLINE hn::Vec<D> load_blocks(D d, const Real* xyzm, const std::uint32_t* entries) {
  constexpr std::size_t kInBlock = 16 / sizeof(Real);
  if constexpr (hn::MaxLanes(D()) <= kInBlock) {
    return hn::LoadU(d, xyzm + 4 * std::size_t{entries[0]} + Part * kInBlock);
  } else {
    const hn::Half<D> half;
    constexpr std::size_t kHalf = hn::MaxLanes(D()) / kInBlock / 2 * Stride;
    return hn::Combine(d, load_blocks<Part, Stride>(half, xyzm, entries + kHalf),
                       load_blocks<Part, Stride>(half, xyzm, entries));
  }
}

/// No gather: a body is one or two blocks of 16 bytes, and vectors of such blocks are transposed
/// block by block, which takes a third of the time that three gathers do.
template <class D>
HWY_INLINE Position<D> gather(D d, const Float4Bodies<float>& bodies,
                              const std::uint32_t* entries) {
  const hn::Repartition<std::uint64_t, D> pairs;
  const float* xyzm = &bodies.xyzm[0].x;
  const auto a = load_blocks<0, 4>(d, xyzm, entries);
  const auto b = load_blocks<0, 4>(d, xyzm, entries + 1);
  const auto e = load_blocks<0, 4>(d, xyzm, entries + 2);
  const auto f = load_blocks<0, 4>(d, xyzm, entries + 3);
  const auto xy_ab = hn::BitCast(pairs, hn::InterleaveLower(d, a, b));
  const auto xy_ef = hn::BitCast(pairs, hn::InterleaveLower(d, e, f));
  const auto zm_ab = hn::BitCast(pairs, hn::InterleaveUpper(d, a, b));
  const auto zm_ef = hn::BitCast(pairs, hn::InterleaveUpper(d, e, f));
  return {hn::BitCast(d, hn::InterleaveLower(pairs, xy_ab, xy_ef)),
          hn::BitCast(d, hn::InterleaveUpper(pairs, xy_ab, xy_ef)),
          hn::BitCast(d, hn::InterleaveLower(pairs, zm_ab, zm_ef))};
}

template <class D>
HWY_INLINE Position<D> gather(D d, const Float4Bodies<double>& bodies,
                              const std::uint32_t* entries) {
  const double* xyzm = &bodies.xyzm[0].x;
  const auto xy_a = load_blocks<0, 2>(d, xyzm, entries);
  const auto xy_b = load_blocks<0, 2>(d, xyzm, entries + 1);
  const auto zm_a = load_blocks<1, 2>(d, xyzm, entries);
  const auto zm_b = load_blocks<1, 2>(d, xyzm, entries + 1);
  return {hn::InterleaveLower(d, xy_a, xy_b), hn::InterleaveUpper(d, xy_a, xy_b),
          hn::InterleaveLower(d, zm_a, zm_b)};
}

#endif

template <class D>
struct Sums {
  hn::Vec<D> x, y, z, energy, virial;
};

template <class D>
struct Constants {
  hn::Vec<D> cutoff2, quarter_shift;
  hn::Vec<D> edge[3], inverse_edge[3];
};

template <bool Periodic, class D>
HWY_INLINE hn::Vec<D> nearest(const Constants<D>& c, int axis, hn::Vec<D> difference) {
  if (!Periodic) return difference;
  const auto turns = hn::Round(hn::Mul(difference, c.inverse_edge[axis]));
  return hn::NegMulAdd(turns, c.edge[axis], difference);
}

/// Adds what the particles at `other` do to the one at `self`, in the lanes of `live`.
template <bool Periodic, bool Energy, class D, class M>
HWY_INLINE void add(const Constants<D>& c, const Position<D>& self, const Position<D>& other,
                    M live, Sums<D>& sums) {
  using Real = hn::TFromD<D>;
  const D d;
  const auto one = hn::Set(d, Real{1});
  const auto dx = nearest<Periodic>(c, 0, hn::Sub(self.x, other.x));
  const auto dy = nearest<Periodic>(c, 1, hn::Sub(self.y, other.y));
  const auto dz = nearest<Periodic>(c, 2, hn::Sub(self.z, other.z));
  const auto r2 = hn::MulAdd(dx, dx, hn::MulAdd(dy, dy, hn::Mul(dz, dz)));
  const auto inside = hn::And(live, hn::Lt(r2, c.cutoff2));
  const auto inverse_r2 = hn::IfThenElseZero(inside, hn::Div(one, r2));
  const auto inverse_r6 = hn::Mul(hn::Mul(inverse_r2, inverse_r2), inverse_r2);
  const auto inverse_r8 = hn::Mul(inverse_r6, inverse_r2);
  // The factors, 24 and the energy's 4, are put in at the end.
  const auto force_over_r = hn::Mul(inverse_r8, hn::Sub(hn::Add(inverse_r6, inverse_r6), one));
  sums.x = hn::MulAdd(force_over_r, dx, sums.x);
  sums.y = hn::MulAdd(force_over_r, dy, sums.y);
  sums.z = hn::MulAdd(force_over_r, dz, sums.z);
  if (Energy) {
    const auto shifted = hn::Sub(sums.energy, hn::IfThenElseZero(inside, c.quarter_shift));
    sums.energy = hn::MulAdd(inverse_r6, hn::Sub(inverse_r6, one), shifted);
    sums.virial = hn::MulAdd(force_over_r, r2, sums.virial);
  }
}

template <class Real>
HWY_INLINE Constants<hn::ScalableTag<Real>> constants_of(const LjArguments<Real>& a) {
  const hn::ScalableTag<Real> d;
  Constants<hn::ScalableTag<Real>> c;
  c.cutoff2 = hn::Set(d, a.cutoff2);
  c.quarter_shift = hn::Set(d, a.shift / 4);
  for (int axis = 0; axis < 3; ++axis) {
    c.edge[axis] = hn::Set(d, a.box.edge[axis]);
    c.inverse_edge[axis] = hn::Set(d, a.box.inverse_edge[axis]);
  }
  return c;
}

template <bool Periodic, bool Energy, class Bodies, class Real = typename Bodies::gt_real>
HWY_INLINE void sum_for(const Bodies& bodies, const LjArguments<Real>& a,
                        const Constants<hn::ScalableTag<Real>>& c, std::uint32_t i) {
  using D = hn::ScalableTag<Real>;
  const D d;
  const auto lanes = static_cast<std::uint32_t>(hn::Lanes(d));
  const Body<Real> body = bodies.load(i);
  const Position<D> self{hn::Set(d, body.x), hn::Set(d, body.y), hn::Set(d, body.z)};
  Sums<D> sums{hn::Zero(d), hn::Zero(d), hn::Zero(d), hn::Zero(d), hn::Zero(d)};
  const ListRow row = a.list.row(i);
  const auto all = hn::FirstN(d, lanes);
  std::uint32_t k = 0;
  for (; k + lanes <= row.count; k += lanes)
    add<Periodic, Energy>(c, self, gather(d, bodies, row.words + k), all, sums);
  if (k < row.count) {  // the last, fewer than a vector; past them stands i itself
    HWY_ALIGN std::uint32_t last[hn::MaxLanes(D())];
    for (std::uint32_t l = 0; l < lanes; ++l) last[l] = k + l < row.count ? row.words[k + l] : i;
    add<Periodic, Energy>(c, self, gather(d, bodies, last), hn::FirstN(d, row.count - k), sums);
  }
  const auto total = [&](hn::Vec<D> sum, double factor) HWY_ATTR {
    return static_cast<Real>(factor) * hn::GetLane(hn::SumOfLanes(d, sum));
  };
  a.forces[i] = {total(sums.x, 24), total(sums.y, 24), total(sums.z, 24),
                 Energy ? total(sums.energy, 2) : Real{0}};
  if (Energy) a.virials[i] = total(sums.virial, 12);
}

template <bool Periodic, bool Energy>
void sum_range(const KernelCall& call, std::uint32_t first, std::uint32_t last) {
  with_bodies_in<SoaBodies, Float4Bodies, Aos3Bodies>(call, [&](const auto& bodies) HWY_ATTR {
    using Bodies = std::decay_t<decltype(bodies)>;
    const LjArguments<typename Bodies::gt_real> arguments(call, Bodies::kArrays);
    const auto constants = constants_of(arguments);
    for (std::uint32_t i = first; i < last; ++i)
      sum_for<Periodic, Energy>(bodies, arguments, constants, i);
  });
}

void sum_open(const KernelCall& call, std::uint32_t first, std::uint32_t last) {
  call.specialization("energy") == 1 ? sum_range<false, true>(call, first, last)
                               : sum_range<false, false>(call, first, last);
}

void sum_periodic(const KernelCall& call, std::uint32_t first, std::uint32_t last) {
  call.specialization("energy") == 1 ? sum_range<true, true>(call, first, last)
                               : sum_range<true, false>(call, first, last);
}

}  // namespace gputest::cpu::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
#include <algorithm>

namespace gputest::cpu {
namespace {
HWY_EXPORT(sum_open);
HWY_EXPORT(sum_periodic);
}  // namespace

void lj_simd(const KernelCall& call) {
  constexpr std::uint32_t kChunk = 256;  // particles a thread takes at a time
  const auto n = call.scalar<std::uint32_t>("n");
  const auto function = call.specialization("periodic") == 1 ? HWY_DYNAMIC_DISPATCH(sum_periodic)
                                                       : HWY_DYNAMIC_DISPATCH(sum_open);
#pragma omp parallel for schedule(dynamic)
  for (std::uint32_t first = 0; first < n; first += kChunk)
    function(call, first, std::min(n, first + kChunk));
}

}  // namespace gputest::cpu
#endif
