// Compiled once for each of Highway's targets: foreach_target.h includes this file repeatedly.
#include "common/core/simd_targets.hpp"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "common/lj/cpu/simd.cpp"
#include <hwy/foreach_target.h>  // must come before highway.h
#include <hwy/highway.h>

#include <hwy/contrib/math/math-inl.h>

#include "common/cpu/declaration.hpp"
#include "common/cpu/parallel_for.hpp"
#include "common/layout/bodies.hpp"
#include "common/layout/choose.hpp"
#include "common/lj/arguments.hpp"
#include "common/lj/choose_force.hpp"

HWY_BEFORE_NAMESPACE();
namespace gputest::cpu::HWY_NAMESPACE {
namespace {

namespace hn = hwy::HWY_NAMESPACE;

template <class D>
struct Position {
  hn::Vec<D> x, y, z;
};

/// As many list entries as lanes.
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

// ---- Loads of the bodies that Lanes(d) list entries name. The cost of a layout on a CPU lies
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
/// 16 bytes of each of several bodies, from byte offset 16 * Part on. The entries 0, Stride, 2 *
/// Stride, … name the bodies.
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
/// block by block. This takes a third of the time of three gathers.
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

/// A vector with the operators that the evaluators of common/lj/pair/ use.
template <class D>
struct Numbers {
  hn::Vec<D> v;

  Numbers() = default;
  HWY_INLINE Numbers(hn::Vec<D> vector) : v(vector) {}
  HWY_INLINE explicit Numbers(double number)
      : v(hn::Set(D(), static_cast<hn::TFromD<D>>(number))) {}
  friend HWY_INLINE Numbers operator+(Numbers a, Numbers b) { return hn::Add(a.v, b.v); }
  friend HWY_INLINE Numbers operator-(Numbers a, Numbers b) { return hn::Sub(a.v, b.v); }
  friend HWY_INLINE Numbers operator*(Numbers a, Numbers b) { return hn::Mul(a.v, b.v); }
  friend HWY_INLINE Numbers operator/(Numbers a, Numbers b) { return hn::Div(a.v, b.v); }
  friend HWY_INLINE Numbers operator-(Numbers a) { return hn::Neg(a.v); }
  friend HWY_INLINE Numbers sqrt(Numbers a) { return hn::Sqrt(a.v); }
  friend HWY_INLINE Numbers exp(Numbers a) { return hn::Exp(D(), a.v); }
};

// The evaluators again, for vectors.
#pragma push_macro("GT_FN")
#undef GT_FN
#define GT_FN HWY_INLINE
#define GPUTEST_PAIR_HEADERS
namespace vectors_of_fp32 {
using gt_real = Numbers<hn::ScalableTag<float>>;
#include "common/lj/pair/pair.h"
#include "pair_forces.hpp"
}  // namespace vectors_of_fp32
namespace vectors_of_fp64 {
using gt_real = Numbers<hn::ScalableTag<double>>;
#include "common/lj/pair/pair.h"
#include "pair_forces.hpp"
}  // namespace vectors_of_fp64
#undef GPUTEST_PAIR_HEADERS
#pragma pop_macro("GT_FN")

#define GPUTEST_PAIR_AT(name, space)                                                              \
  HWY_INLINE space::gt_pair_value pair_at(pair::name, space::gt_real r2,                          \
                                          space::gt_real inverse_r2, const space::gt_real(&p)[3], \
                                          space::gt_real shift) {                                 \
    return space::gt_pair_##name(r2, inverse_r2, p[0], p[1], p[2], shift);                        \
  }
#define GPUTEST_PAIR_FORCE(name)         \
  GPUTEST_PAIR_AT(name, vectors_of_fp32) \
  GPUTEST_PAIR_AT(name, vectors_of_fp64)
#include "pair_forces.hpp"
#undef GPUTEST_PAIR_FORCE
#undef GPUTEST_PAIR_AT

template <class D>
struct Sums {
  hn::Vec<D> x, y, z, energy, virial;
};

template <class D>
struct Constants {
  hn::Vec<D> cutoff2;
  hn::Vec<D> edge[3], inverse_edge[3];
  Numbers<D> pair[3], shift;
};

template <bool Periodic, class D>
HWY_INLINE hn::Vec<D> nearest(const Constants<D>& c, int axis, hn::Vec<D> difference) {
  if (!Periodic) return difference;
  const auto turns = hn::Round(hn::Mul(difference, c.inverse_edge[axis]));
  return hn::NegMulAdd(turns, c.edge[axis], difference);
}

/// Adds the effect of the particles at `other` on the one at `self`, in the lanes of `live`.
template <class Force, bool Periodic, bool Energy, class D, class M>
HWY_INLINE void add(const Constants<D>& c, const Position<D>& self, const Position<D>& other,
                    M live, Sums<D>& sums) {
  using Real = hn::TFromD<D>;
  const D d;
  const auto dx = nearest<Periodic>(c, 0, hn::Sub(self.x, other.x));
  const auto dy = nearest<Periodic>(c, 1, hn::Sub(self.y, other.y));
  const auto dz = nearest<Periodic>(c, 2, hn::Sub(self.z, other.z));
  const auto r2 = hn::MulAdd(dx, dx, hn::MulAdd(dy, dy, hn::Mul(dz, dz)));
  const auto inside = hn::And(live, hn::Lt(r2, c.cutoff2));
  const Numbers<D> inverse_r2 = hn::Div(hn::Set(d, Real{1}), r2);
  const auto pair = pair_at(Force(), Numbers<D>(r2), inverse_r2, c.pair, c.shift);
  const auto force_over_r = hn::IfThenElseZero(inside, pair.force_over_r.v);
  sums.x = hn::MulAdd(force_over_r, dx, sums.x);
  sums.y = hn::MulAdd(force_over_r, dy, sums.y);
  sums.z = hn::MulAdd(force_over_r, dz, sums.z);
  if (Energy) {
    sums.energy = hn::Add(sums.energy, hn::IfThenElseZero(inside, pair.energy.v));
    sums.virial = hn::MulAdd(force_over_r, r2, sums.virial);
  }
}

template <class Real>
HWY_INLINE Constants<hn::ScalableTag<Real>> constants_of(const LjArguments<Real>& a) {
  const hn::ScalableTag<Real> d;
  Constants<hn::ScalableTag<Real>> c;
  c.cutoff2 = hn::Set(d, a.cutoff2);
  c.shift = hn::Set(d, a.shift);
  for (int k = 0; k < 3; ++k) c.pair[k] = hn::Set(d, a.pair[k]);
  for (int axis = 0; axis < 3; ++axis) {
    c.edge[axis] = hn::Set(d, a.box.edge[axis]);
    c.inverse_edge[axis] = hn::Set(d, a.box.inverse_edge[axis]);
  }
  return c;
}

template <class Force, bool Periodic, bool Energy, class Bodies,
          class Real = typename Bodies::gt_real>
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
    add<Force, Periodic, Energy>(c, self, gather(d, bodies, row.words + k), all, sums);
  if (k < row.count) {  // the last, fewer than a vector; filled up with i itself
    HWY_ALIGN std::uint32_t last[hn::MaxLanes(D())];
    for (std::uint32_t l = 0; l < lanes; ++l) last[l] = k + l < row.count ? row.words[k + l] : i;
    add<Force, Periodic, Energy>(c, self, gather(d, bodies, last), hn::FirstN(d, row.count - k),
                                 sums);
  }
  const auto total = [&](hn::Vec<D> sum) HWY_ATTR { return hn::GetLane(hn::SumOfLanes(d, sum)); };
  a.forces[i] = {total(sums.x), total(sums.y), total(sums.z),
                 Energy ? total(sums.energy) / 2 : Real{0}};
  if (Energy) a.virials[i] = total(sums.virial) / 2;
}

template <class Force, bool Periodic, bool Energy, class Bodies,
          class Real = typename Bodies::gt_real>
void sum_range(const Bodies& bodies, const LjArguments<Real>& a, std::uint32_t first,
               std::uint32_t last) {
  const auto constants = constants_of(a);
  for (std::uint32_t i = first; i < last; ++i)
    sum_for<Force, Periodic, Energy>(bodies, a, constants, i);
}

/// Vectors of list entries against one i in registers, with Highway.
struct lj_simd_kernel {
  static constexpr const char* summary =
      "a vector of list entries, gathered, against one i in registers (Highway)";
  static constexpr const char* source = "the scheme of lj_simdstep, by gathers";
  using layouts = Layouts<Float4Bodies, SoaBodies, Aos3Bodies>;
  using precisions = Precisions<float, double>;
  using axes = AxisList<AxisValues<"newton3", "off">, AxisValues<"list", "csr">>;

  static Launch bind(const KernelCall& call) {
    constexpr std::uint32_t kChunk = 256;  // particles that a thread takes at a time
    Launch launch;
    choose(bodies_of<lj_simd_kernel>(call), force_of(call), switch_of(call, "periodic"),
           switch_of(call, "energy"), [&](auto bodies, auto force, auto periodic, auto energy) {
             using Bodies = decltype(bodies);
             using Force = decltype(force);
             // Other forces have only one instance, to compile faster: along open axes the box's
             // edges are 0, and unwanted energies do no harm.
             constexpr bool kBoth = !std::is_same_v<Force, pair::lj>;
             constexpr bool kPeriodic = periodic || kBoth, kEnergy = energy || kBoth;
             const LjArguments<typename Bodies::gt_real> a(call, Bodies::kArrays);
             launch = [=] {
               parallel_for(a.n, kChunk, [&](std::uint32_t first, std::uint32_t last) {
                 sum_range<Force, kPeriodic, kEnergy>(bodies, a, first, last);
               });
             };
           });
    return launch;
  }
};

Launch bind(const KernelCall& call) { return lj_simd_kernel::bind(call); }

}  // namespace
}  // namespace gputest::cpu::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace gputest::cpu {
namespace {
HWY_EXPORT(bind);
}  // namespace

extern const Declaration lj_simd_cpu = declare<HWY_NAMESPACE::lj_simd_kernel>(
    [](const KernelCall& call) { return HWY_DYNAMIC_DISPATCH(bind)(call); });

}  // namespace gputest::cpu
#endif
