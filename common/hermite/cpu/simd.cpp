// Compiled once for each of Highway's targets: foreach_target.h includes this file repeatedly.
#include "common/core/simd_targets.hpp"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "common/hermite/cpu/simd.cpp"
#include <hwy/foreach_target.h>  // must come before highway.h
#include <hwy/highway.h>

#include <limits>

#include "common/cpu/declaration.hpp"
#include "common/cpu/inverse_sqrt.inl"
#include "common/cpu/parallel_for.hpp"
#include "common/hermite/arguments.hpp"
#include "common/layout/choose.hpp"

HWY_BEFORE_NAMESPACE();
namespace gputest::cpu::HWY_NAMESPACE {
namespace {

namespace hn = hwy::HWY_NAMESPACE;

template <class Real>
using HermiteLanes = hn::CappedTag<Real, 32>;

/// A vector of bodies.
template <class D>
struct MovingVectors {
  hn::Vec<D> x, y, z, m, vx, vy, vz;
};

/// The last bodies, fewer than a vector; the lanes after them are zero.
template <class D, class Bodies, class Real = hn::TFromD<D>>
HWY_INLINE MovingVectors<D> load_last_moving(D d, const Bodies& bodies, std::uint32_t j,
                                             std::uint32_t n) {
  constexpr std::size_t kLanes = hn::MaxLanes(D());
  HWY_ALIGN Real numbers[7][kLanes] = {};
  for (std::uint32_t k = 0; j + k < n; ++k) {
    const hermite::MovingBody<Real> body = bodies.load(j + k);
    const Real of_body[] = {body.x, body.y, body.z, body.m, body.vx, body.vy, body.vz};
    for (int c = 0; c < 7; ++c) numbers[c][k] = of_body[c];
  }
  return {hn::Load(d, numbers[0]), hn::Load(d, numbers[1]), hn::Load(d, numbers[2]),
          hn::Load(d, numbers[3]), hn::Load(d, numbers[4]), hn::Load(d, numbers[5]),
          hn::Load(d, numbers[6])};
}

// ---- Loads of Lanes(d) consecutive bodies from j on.

template <class D, class Real = hn::TFromD<D>>
HWY_INLINE MovingVectors<D> load_moving(D d, const hermite::SoaMoving<Real>& bodies,
                                        std::uint32_t j) {
  return {hn::LoadU(d, bodies.x + j), hn::LoadU(d, bodies.y + j),  hn::LoadU(d, bodies.z + j),
          hn::LoadU(d, bodies.m + j), hn::LoadU(d, bodies.vx + j), hn::LoadU(d, bodies.vy + j),
          hn::LoadU(d, bodies.vz + j)};
}

template <class D, class Real = hn::TFromD<D>>
HWY_INLINE MovingVectors<D> load_moving(D d, const hermite::Float4Moving<Real>& bodies,
                                        std::uint32_t j) {
  MovingVectors<D> v;
  hn::Vec<D> zero;
  hn::LoadInterleaved4(d, &bodies.xyzm[j].x, v.x, v.y, v.z, v.m);
  hn::LoadInterleaved4(d, &bodies.velocities[j].x, v.vx, v.vy, v.vz, zero);
  return v;
}

template <class D, class Real = hn::TFromD<D>>
HWY_INLINE MovingVectors<D> load_moving(D d, const hermite::AosMoving<Real>& bodies,
                                        std::uint32_t j) {
  const hn::RebindToSigned<D> di;
  const auto index = hn::Mul(hn::Iota(di, 0), hn::Set(di, GT_AOS_STRIDE));
  const Real* first = bodies.particles + GT_AOS_STRIDE * std::size_t{j};
  return {hn::GatherIndex(d, first, index),     hn::GatherIndex(d, first + 1, index),
          hn::GatherIndex(d, first + 2, index), hn::GatherIndex(d, first + 6, index),
          hn::GatherIndex(d, first + 3, index), hn::GatherIndex(d, first + 4, index),
          hn::GatherIndex(d, first + 5, index)};
}

/// The sums of each lane over its bodies j.
template <class D>
struct MovingSums {
  hn::Vec<D> ax, ay, az, over_r, jx, jy, jz, least;
  hn::Vec<hn::RebindToUnsigned<D>> nearest;
};

/// Adds the bodies `number`, where `inside` is set, to the sums of body `own`.
template <class D, class Number = hn::Vec<hn::RebindToUnsigned<D>>>
HWY_INLINE void interact(D d, Number own, const MovingVectors<D>& i, Number number,
                         hn::Mask<D> inside, const MovingVectors<D>& j, hn::Vec<D> eps2,
                         MovingSums<D>& sum) {
  const hn::RebindToUnsigned<D> du;
  const auto dx = hn::Sub(j.x, i.x), dy = hn::Sub(j.y, i.y), dz = hn::Sub(j.z, i.z);
  const auto dvx = hn::Sub(j.vx, i.vx), dvy = hn::Sub(j.vy, i.vy), dvz = hn::Sub(j.vz, i.vz);
  const auto apart = hn::AndNot(hn::RebindMask(d, hn::Eq(number, own)), inside);
  const auto r2 = hn::MulAdd(dx, dx, hn::MulAdd(dy, dy, hn::Mul(dz, dz)));
  const auto rv = hn::MulAdd(dx, dvx, hn::MulAdd(dy, dvy, hn::Mul(dz, dvz)));
  const auto inverse = hn::IfThenElseZero(apart, inverse_sqrt(d, hn::Add(r2, eps2)));
  const auto inverse2 = hn::Mul(inverse, inverse);
  const auto over_r = hn::Mul(j.m, inverse);
  const auto over_r3 = hn::Mul(over_r, inverse2);
  const auto approach = hn::Mul(hn::Mul(hn::Set(d, 3), rv), inverse2);
  sum.ax = hn::MulAdd(over_r3, dx, sum.ax);
  sum.ay = hn::MulAdd(over_r3, dy, sum.ay);
  sum.az = hn::MulAdd(over_r3, dz, sum.az);
  sum.over_r = hn::Add(sum.over_r, over_r);
  sum.jx = hn::MulAdd(over_r3, hn::NegMulAdd(approach, dx, dvx), sum.jx);
  sum.jy = hn::MulAdd(over_r3, hn::NegMulAdd(approach, dy, dvy), sum.jy);
  sum.jz = hn::MulAdd(over_r3, hn::NegMulAdd(approach, dz, dvz), sum.jz);
  const auto nearer = hn::And(apart, hn::Lt(r2, sum.least));
  sum.least = hn::IfThenElse(nearer, r2, sum.least);
  sum.nearest = hn::IfThenElse(hn::RebindMask(du, nearer), number, sum.nearest);
}

/// Joins the lanes' sums. Among equally near bodies the lowest number counts.
template <class D, class Real = hn::TFromD<D>>
HWY_INLINE hermite::Sum<Real> joined(D d, std::uint32_t own, const MovingSums<D>& sum) {
  using Number = hn::TFromD<hn::RebindToUnsigned<D>>;
  constexpr std::size_t kLanes = hn::MaxLanes(D());
  HWY_ALIGN Real least[kLanes];
  HWY_ALIGN Number nearest[kLanes];
  hn::Store(sum.least, d, least);
  hn::Store(sum.nearest, hn::RebindToUnsigned<D>(), nearest);
  hermite::Sum<Real> all = hermite::none<Real>(own);
  for (std::size_t lane = 0; lane < hn::Lanes(d); ++lane) {
    const auto number = static_cast<std::uint32_t>(nearest[lane]);
    if (number == own) continue;
    if (least[lane] > all.least || (least[lane] == all.least && number > all.nearest)) continue;
    all.least = least[lane];
    all.nearest = number;
  }
  const auto total = [&](hn::Vec<D> v) { return hn::GetLane(hn::SumOfLanes(d, v)); };
  all.ax = total(sum.ax);
  all.ay = total(sum.ay);
  all.az = total(sum.az);
  all.over_r = total(sum.over_r);
  all.jx = total(sum.jx);
  all.jy = total(sum.jy);
  all.jz = total(sum.jz);
  return all;
}

/// The k-th … (k + Count - 1)-th active bodies. Their sums stay in registers while all j stream
/// past.
template <int Count, class Bodies>
HWY_INLINE void compute_simd(const Bodies& bodies,
                             const hermite::Arguments<typename Bodies::gt_real>& a,
                             std::uint32_t first) {
  using Real = typename Bodies::gt_real;
  using D = HermiteLanes<Real>;
  const D d;
  const hn::RebindToUnsigned<D> du;
  using Number = hn::TFromD<decltype(du)>;
  const auto lanes = static_cast<std::uint32_t>(hn::Lanes(d));
  const auto eps2 = hn::Set(d, a.eps2);
  const auto zero = hn::Zero(d);
  MovingVectors<D> self[Count];
  hn::Vec<decltype(du)> own[Count];
  MovingSums<D> sum[Count];
  for (int k = 0; k < Count; ++k) {
    const std::uint32_t place = first + static_cast<std::uint32_t>(k), i = a.active[place];
    const hermite::MovingBody<Real> body = bodies.load(a.places[place]);
    own[k] = hn::Set(du, static_cast<Number>(i));
    self[k] = {hn::Set(d, body.x),  hn::Set(d, body.y),  hn::Set(d, body.z), zero,
               hn::Set(d, body.vx), hn::Set(d, body.vy), hn::Set(d, body.vz)};
    const auto infinity = hn::Set(d, std::numeric_limits<Real>::infinity());
    sum[k] = {zero, zero, zero, zero, zero, zero, zero, infinity, own[k]};
  }
  const auto all = hn::FirstN(d, lanes);
  std::uint32_t j = 0;
  for (; j + lanes <= a.n; j += lanes) {
    const auto others = load_moving(d, bodies, j);
    const auto number = hn::Iota(du, static_cast<Number>(j));
    for (int k = 0; k < Count; ++k) interact(d, own[k], self[k], number, all, others, eps2, sum[k]);
  }
  if (j < a.n) {
    const auto others = load_last_moving(d, bodies, j, a.n);
    const auto number = hn::Iota(du, static_cast<Number>(j));
    for (int k = 0; k < Count; ++k)
      interact(d, own[k], self[k], number, hn::FirstN(d, a.n - j), others, eps2, sum[k]);
  }
  for (int k = 0; k < Count; ++k) {
    const std::uint32_t place = first + static_cast<std::uint32_t>(k), i = a.active[place];
    a.results.store(place, i, joined(d, i, sum[k]));
  }
}

/// Vectors of j against two active bodies in registers, with Highway.
struct hermite_simd_kernel {
  static constexpr const char* summary = "vectors of j against two active bodies (Highway)";
  static constexpr const char* source =
      "the scheme of Phantom-GRAPE: Tanikawa et al. 2012, New Astronomy 17, 82";
  using layouts = Layouts<hermite::SoaMoving, hermite::Float4Moving, hermite::AosMoving>;
  using precisions = Precisions<float, double>;

  static Launch bind(const KernelCall& call) {
    Launch launch;
    choose(bodies_of<hermite_simd_kernel>(call), [&](auto bodies) {
      const hermite::Arguments<typename decltype(bodies)::gt_real> a(call, bodies.kArrays);
      launch = [=] {
        constexpr std::uint32_t kChunk = 16;  // active bodies that a thread takes at a time
        parallel_for(a.active_count, kChunk, [&](std::uint32_t first, std::uint32_t last) {
          std::uint32_t k = first;
          for (; k + 2 <= last; k += 2) compute_simd<2>(bodies, a, k);
          if (k < last) compute_simd<1>(bodies, a, k);
        });
      };
    });
    return launch;
  }
};

Launch bind(const KernelCall& call) { return hermite_simd_kernel::bind(call); }

}  // namespace
}  // namespace gputest::cpu::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace gputest::cpu {
namespace {
HWY_EXPORT(bind);
}  // namespace

extern const Declaration hermite_simd_cpu = declare<HWY_NAMESPACE::hermite_simd_kernel>(
    [](const KernelCall& call) { return HWY_DYNAMIC_DISPATCH(bind)(call); });

}  // namespace gputest::cpu
#endif
