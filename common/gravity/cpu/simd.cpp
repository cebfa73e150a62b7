// Compiled once for each of Highway's targets: foreach_target.h includes this file repeatedly.
#include "common/core/simd_targets.hpp"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "common/gravity/cpu/simd.cpp"
#include <hwy/foreach_target.h>  // must come before highway.h
#include <hwy/highway.h>

#include "common/cpu/inverse_sqrt.inl"
#include "common/cpu/parallel_for.hpp"
#include "common/gravity/cpu/sums.hpp"
#include "common/gravity/targets.hpp"
#include "common/layout/bodies.hpp"

HWY_BEFORE_NAMESPACE();
namespace gputest::cpu::HWY_NAMESPACE {
namespace {

namespace hn = hwy::HWY_NAMESPACE;

/// Vectors of at most 32 numbers, so that none crosses a block of the aosoa layout.
template <class Real>
using Lanes = hn::CappedTag<Real, GT_AOSOA_BLOCK>;

/// A vector of bodies.
template <class D>
struct Vectors {
  hn::Vec<D> x, y, z, m;
};

/// The last bodies, fewer than a vector; the lanes after them have no mass.
template <class D, class Bodies, class Real = hn::TFromD<D>>
HWY_INLINE Vectors<D> load_last(D d, const Bodies& bodies, std::uint32_t j, std::uint32_t n) {
  constexpr std::size_t kLanes = hn::MaxLanes(D());
  HWY_ALIGN Real x[kLanes] = {};
  HWY_ALIGN Real y[kLanes] = {};
  HWY_ALIGN Real z[kLanes] = {};
  HWY_ALIGN Real m[kLanes] = {};
  for (std::uint32_t k = 0; j + k < n; ++k) {
    const Body<Real> body = bodies.load(j + k);
    x[k] = body.x;
    y[k] = body.y;
    z[k] = body.z;
    m[k] = body.m;
  }
  return {hn::Load(d, x), hn::Load(d, y), hn::Load(d, z), hn::Load(d, m)};
}

// ---- Loads of Lanes(d) consecutive bodies from j on. The cost of a layout on a CPU lies here.

/// For layouts without a specialised load.
template <class D, class Bodies>
HWY_INLINE Vectors<D> load(D d, const Bodies& bodies, std::uint32_t j) {
  return load_last(d, bodies, j, j + static_cast<std::uint32_t>(hn::Lanes(d)));
}

template <class D, class Real = hn::TFromD<D>>
HWY_INLINE Vectors<D> load(D d, const SoaBodies<Real>& bodies, std::uint32_t j) {
  return {hn::LoadU(d, bodies.x + j), hn::LoadU(d, bodies.y + j), hn::LoadU(d, bodies.z + j),
          hn::LoadU(d, bodies.m + j)};
}

template <class D, class Real = hn::TFromD<D>>
HWY_INLINE Vectors<D> load(D d, const AosoaBodies<Real>& bodies, std::uint32_t j) {
  const Real* x = bodies.blocks + GT_AOSOA_INDEX(std::size_t{j});
  return {hn::LoadU(d, x), hn::LoadU(d, x + GT_AOSOA_BLOCK), hn::LoadU(d, x + 2 * GT_AOSOA_BLOCK),
          hn::LoadU(d, x + 3 * GT_AOSOA_BLOCK)};
}

template <class D, class Real = hn::TFromD<D>>
HWY_INLINE Vectors<D> load(D d, const Float4Bodies<Real>& bodies, std::uint32_t j) {
  Vectors<D> v;
  hn::LoadInterleaved4(d, &bodies.xyzm[j].x, v.x, v.y, v.z, v.m);
  return v;
}

template <class D, class Real = hn::TFromD<D>>
HWY_INLINE Vectors<D> load(D d, const Aos3Bodies<Real>& bodies, std::uint32_t j) {
  Vectors<D> v;
  hn::LoadInterleaved3(d, bodies.xyz + 3 * std::size_t{j}, v.x, v.y, v.z);
  v.m = hn::LoadU(d, bodies.mass + j);
  return v;
}

template <class D, class Real = hn::TFromD<D>>
HWY_INLINE Vectors<D> load(D d, const AosBodies<Real>& bodies, std::uint32_t j) {
  const hn::RebindToSigned<D> di;
  const auto index = hn::Mul(hn::Iota(di, 0), hn::Set(di, GT_AOS_STRIDE));
  const Real* first = bodies.particles + GT_AOS_STRIDE * std::size_t{j};
  return {hn::GatherIndex(d, first, index), hn::GatherIndex(d, first + 1, index),
          hn::GatherIndex(d, first + 2, index), hn::GatherIndex(d, first + 6, index)};
}

template <class D>
struct VectorSums {
  hn::Vec<D> x, y, z, w;
};

template <bool Unsoftened, class D>
HWY_INLINE void interact(D d, const Vectors<D>& i, const Vectors<D>& j, hn::Vec<D> eps2,
                         VectorSums<D>& sum) {
  const auto dx = hn::Sub(j.x, i.x);
  const auto dy = hn::Sub(j.y, i.y);
  const auto dz = hn::Sub(j.z, i.z);
  const auto r2 = hn::MulAdd(dx, dx, hn::MulAdd(dy, dy, hn::MulAdd(dz, dz, eps2)));
  auto inverse_r = inverse_sqrt(d, r2);
  if (Unsoftened) inverse_r = hn::IfThenZeroElse(hn::Eq(r2, hn::Zero(d)), inverse_r);
  const auto m_over_r = hn::Mul(j.m, inverse_r);
  const auto m_over_r3 = hn::Mul(m_over_r, hn::Mul(inverse_r, inverse_r));
  sum.x = hn::MulAdd(m_over_r3, dx, sum.x);
  sum.y = hn::MulAdd(m_over_r3, dy, sum.y);
  sum.z = hn::MulAdd(m_over_r3, dz, sum.z);
  sum.w = hn::Add(sum.w, m_over_r);
}

/// The sums k … k + Count - 1, of the bodies from first + k on. They stay in registers while all j
/// stream past.
template <bool Unsoftened, int Count, class Bodies, class Real = typename Bodies::gt_real>
HWY_INLINE void sum_for(const Bodies& bodies, std::uint32_t first, std::uint32_t i, std::uint32_t n,
                        Real eps2, GravitySum<Real>* sums) {
  const Lanes<Real> d;
  const auto lanes = static_cast<std::uint32_t>(hn::Lanes(d));
  const auto softening = hn::Set(d, eps2);
  Vectors<Lanes<Real>> self[Count];
  VectorSums<Lanes<Real>> sum[Count];
  for (int k = 0; k < Count; ++k) {
    const Body<Real> body = bodies.load(first + i + static_cast<std::uint32_t>(k));
    self[k] = {hn::Set(d, body.x), hn::Set(d, body.y), hn::Set(d, body.z), hn::Zero(d)};
    sum[k] = {hn::Zero(d), hn::Zero(d), hn::Zero(d), hn::Zero(d)};
  }
  std::uint32_t j = 0;
  for (; j + lanes <= n; j += lanes) {
    const auto others = load(d, bodies, j);
    for (int k = 0; k < Count; ++k) interact<Unsoftened>(d, self[k], others, softening, sum[k]);
  }
  if (j < n) {
    const auto others = load_last(d, bodies, j, n);
    for (int k = 0; k < Count; ++k) interact<Unsoftened>(d, self[k], others, softening, sum[k]);
  }
  for (int k = 0; k < Count; ++k)
    sums[i + static_cast<std::uint32_t>(k)] = {
        hn::GetLane(hn::SumOfLanes(d, sum[k].x)), hn::GetLane(hn::SumOfLanes(d, sum[k].y)),
        hn::GetLane(hn::SumOfLanes(d, sum[k].z)), hn::GetLane(hn::SumOfLanes(d, sum[k].w))};
}

template <bool Unsoftened, class Bodies, class Real = typename Bodies::gt_real>
void sum_range(const Bodies& bodies, std::uint32_t first_target, std::uint32_t first,
               std::uint32_t last, std::uint32_t n, Real eps2, GravitySum<Real>* sums) {
  constexpr std::uint32_t kInRegisters = 4;
  std::uint32_t i = first;
  for (; i + kInRegisters <= last; i += kInRegisters)
    sum_for<Unsoftened, kInRegisters>(bodies, first_target, i, n, eps2, sums);
  for (; i < last; ++i) sum_for<Unsoftened, 1>(bodies, first_target, i, n, eps2, sums);
}

/// Vectors of j against several i in registers, with Highway.
struct gravity_simd_kernel {
  static constexpr const char* summary = "vectors of j against several i in registers (Highway)";
  static constexpr const char* source =
      "the scheme of Phantom-GRAPE: Tanikawa et al. 2012, New Astronomy 17, 82";
  using layouts = EveryLayout<SoaBodies>;
  using precisions = Precisions<float, double>;

  static Launch bind(const KernelCall& call) {
    const GravityTargets targets = gravity_targets(call);
    return bind_sums<gravity_simd_kernel>(call, [targets](const auto& bodies, auto unsoftened,
                                                          std::uint32_t n, auto eps2, auto* sums) {
      constexpr std::uint32_t kChunk = 64;  // bodies i that a thread takes at a time
      parallel_for(targets.count, kChunk, [&](std::uint32_t first, std::uint32_t last) {
        sum_range<unsoftened>(bodies, targets.first, first, last, n, eps2, sums);
      });
    });
  }
};

Launch bind(const KernelCall& call) { return gravity_simd_kernel::bind(call); }

}  // namespace
}  // namespace gputest::cpu::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace gputest::cpu {
namespace {
HWY_EXPORT(bind);
}  // namespace

extern const Declaration gravity_simd_cpu = declare<HWY_NAMESPACE::gravity_simd_kernel>(
    [](const KernelCall& call) { return HWY_DYNAMIC_DISPATCH(bind)(call); });

}  // namespace gputest::cpu
#endif
