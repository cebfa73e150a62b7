// Compiled once for each of Highway's targets: foreach_target.h includes this file repeatedly.
#include "common/core/simd_targets.hpp"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "common/gravity/cpu/symmetric.cpp"
#include <hwy/foreach_target.h>  // must come before highway.h
#include <hwy/highway.h>

#include <algorithm>
#include <atomic>

#include "common/core/ceil_div.hpp"
#include "common/cpu/inverse_sqrt.inl"
#include "common/cpu/parallel_for.hpp"
#include "common/gravity/cpu/sums.hpp"
#include "common/gravity/symmetric_ring.h"
#include "common/gravity/targets.hpp"
#include "common/layout/bodies.hpp"

HWY_BEFORE_NAMESPACE();
namespace gputest::cpu::HWY_NAMESPACE {
namespace {

namespace hn = hwy::HWY_NAMESPACE;

constexpr std::uint32_t kChunk = 64, kPerTile = 4, kTile = kPerTile * kChunk;
constexpr std::uint32_t kRun = 64;  // units that a thread takes at a time

/// Bodies of a tile or a chunk, and their sums. Elements after the last body have no mass.
template <class Real, std::uint32_t Count>
struct Some {
  HWY_ALIGN Real x[Count], y[Count], z[Count], m[Count];
  HWY_ALIGN Real ax[Count], ay[Count], az[Count], w[Count];

  template <class Bodies>
  void load(const Bodies& bodies, std::uint32_t first, std::uint32_t end) {
    for (std::uint32_t k = 0; k < Count; ++k) {
      const Body<Real> body = first + k < end ? bodies.load(first + k) : Body<Real>{};
      x[k] = body.x, y[k] = body.y, z[k] = body.z, m[k] = body.m;
      ax[k] = ay[k] = az[k] = w[k] = 0;
    }
  }
  /// Adds the sums to those of other threads.
  void add_to(GravitySum<Real>* sums, std::uint32_t first, std::uint32_t end) const {
    const auto add = [](Real& sum, Real term) {
      std::atomic_ref<Real>(sum).fetch_add(term, std::memory_order_relaxed);
    };
    for (std::uint32_t k = 0; k < Count && first + k < end; ++k) {
      GravitySum<Real>& sum = sums[first + k];
      add(sum.x, ax[k]), add(sum.y, ay[k]), add(sum.z, az[k]), add(sum.w, w[k]);
    }
  }
};

/// Both sides of every pair of a tile and a chunk.
template <bool Unsoftened, class Real>
HWY_INLINE void pair_up(Some<Real, kTile>& tile, Some<Real, kChunk>& chunk, Real eps2) {
  const hn::CappedTag<Real, kChunk> d;
  const auto add = [&](Real* sum, hn::Vec<decltype(d)> term) {
    hn::Store(hn::Add(hn::Load(d, sum), term), d, sum);
  };
  for (std::uint32_t i = 0; i < kTile; ++i) {
    auto ax = hn::Zero(d), ay = ax, az = ax, w = ax;
    for (std::uint32_t j = 0; j < kChunk; j += static_cast<std::uint32_t>(hn::Lanes(d))) {
      const auto dx = hn::Sub(hn::Load(d, chunk.x + j), hn::Set(d, tile.x[i]));
      const auto dy = hn::Sub(hn::Load(d, chunk.y + j), hn::Set(d, tile.y[i]));
      const auto dz = hn::Sub(hn::Load(d, chunk.z + j), hn::Set(d, tile.z[i]));
      const auto r2 = hn::MulAdd(dx, dx, hn::MulAdd(dy, dy, hn::MulAdd(dz, dz, hn::Set(d, eps2))));
      auto inverse_r = inverse_sqrt(d, r2);
      if (Unsoftened) inverse_r = hn::IfThenZeroElse(hn::Eq(r2, hn::Zero(d)), inverse_r);
      const auto inverse_r2 = hn::Mul(inverse_r, inverse_r);
      const auto pull_i = hn::Mul(hn::Load(d, chunk.m + j), inverse_r);
      const auto pull_j = hn::Mul(hn::Set(d, tile.m[i]), inverse_r);
      const auto weight_i = hn::Mul(pull_i, inverse_r2), weight_j = hn::Mul(pull_j, inverse_r2);
      ax = hn::MulAdd(weight_i, dx, ax);
      ay = hn::MulAdd(weight_i, dy, ay);
      az = hn::MulAdd(weight_i, dz, az);
      w = hn::Add(w, pull_i);
      add(chunk.ax + j, hn::Neg(hn::Mul(weight_j, dx)));
      add(chunk.ay + j, hn::Neg(hn::Mul(weight_j, dy)));
      add(chunk.az + j, hn::Neg(hn::Mul(weight_j, dz)));
      add(chunk.w + j, pull_j);
    }
    tile.ax[i] += hn::GetLane(hn::SumOfLanes(d, ax));
    tile.ay[i] += hn::GetLane(hn::SumOfLanes(d, ay));
    tile.az[i] += hn::GetLane(hn::SumOfLanes(d, az));
    tile.w[i] += hn::GetLane(hn::SumOfLanes(d, w));
  }
}

/// Computes the units unit … end - 1 of the ring. Tiles hold the bodies place_i … end_i - 1, chunks
/// the first n.
template <bool Unsoftened, class Bodies, class Real = typename Bodies::gt_real>
void compute_units(const Bodies& bodies, const gt_symmetric_ring& ring, bool between_two_sets,
                   std::uint64_t unit, std::uint64_t end, std::uint32_t place_i,
                   std::uint32_t end_i, std::uint32_t n, Real eps2, GravitySum<Real>* sums) {
  Some<Real, kTile> tile;
  Some<Real, kChunk> chunk;
  while (unit < end) {
    const gt_symmetric_unit start = gt_symmetric_unit_of(&ring, unit);
    const auto run = static_cast<std::uint32_t>(std::min<std::uint64_t>(start.run, end - unit));
    const std::uint32_t first_i = place_i + start.tile * kTile;
    tile.load(bodies, first_i, end_i);
    for (std::uint32_t u = 0; u < run; ++u) {
      const std::uint32_t at = (start.chunk + u) % gt_symmetric_chunks(&ring);
      chunk.load(bodies, at * kChunk, n);
      pair_up<Unsoftened>(tile, chunk, eps2);
      // A tile meets itself in both orders, so its i side already has the whole sum.
      if (between_two_sets || at / kPerTile != start.tile) chunk.add_to(sums, at * kChunk, n);
    }
    tile.add_to(sums, first_i, end_i);
    unit += run;
  }
}

/// Threads take the units of the ring of tiles (symmetric_ring.h) in turn. They add to the sums
/// atomically, in any order.
struct gravity_symmetric_kernel {
  static constexpr const char* summary =
      "each unordered pair once, by Newton's third law (Highway)";
  static constexpr const char* source = "this project";
  using layouts = EveryLayout<SoaBodies>;
  using precisions = Precisions<float, double>;

  static Launch bind(const KernelCall& call) {
    const GravityTargets targets = gravity_targets(call);
    const bool between_two_sets = has_targets(call);
    const std::uint64_t results = call.items;
    return bind_sums<gravity_symmetric_kernel>(
        call, [=](const auto& bodies, auto unsoftened, std::uint32_t n, auto eps2, auto* sums) {
          gt_symmetric_ring ring;
          if (between_two_sets)
            gt_symmetric_rectangle_make(&ring, n, targets.count, kTile, kChunk);
          else
            gt_symmetric_ring_make(&ring, n, kTile, kPerTile);
          std::fill(sums, sums + results, std::remove_pointer_t<decltype(sums)>{});
          const std::uint64_t units = gt_symmetric_units(&ring);
          const auto runs = static_cast<std::uint32_t>(ceil_div(units, kRun));
          parallel_for(runs, 1, [&](std::uint32_t first, std::uint32_t last) {
            compute_units<unsoftened>(bodies, ring, between_two_sets, std::uint64_t{first} * kRun,
                                      std::min(units, std::uint64_t{last} * kRun), targets.first,
                                      targets.first + targets.count, n, eps2, sums);
          });
        });
  }
};

Launch bind(const KernelCall& call) { return gravity_symmetric_kernel::bind(call); }

}  // namespace
}  // namespace gputest::cpu::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace gputest::cpu {
namespace {
HWY_EXPORT(bind);
}  // namespace

extern const Declaration gravity_symmetric_cpu = declare<HWY_NAMESPACE::gravity_symmetric_kernel>(
    [](const KernelCall& call) { return HWY_DYNAMIC_DISPATCH(bind)(call); });

}  // namespace gputest::cpu
#endif
