// hermite_double_single: positions, velocities, masses and sums as two floats, the second what the
// first rounds away, at about fp32's speed; the rounding of each interaction is left. Bodies j pass
// through shared memory.
#include "common/hermite/arguments.hpp"
#include "common/simt/double_single.hpp"
#include "common/simt/launch.hpp"
#include "common/simt/simt.hpp"

namespace gputest {
namespace simt {

/// A body as it lies in shared memory.
struct HermiteSplitBody {
  DoubleSingle x, y, z, m, vx, vy, vz;
};

template <class Real>
GT_FN HermiteSplitBody split_body(const hermite::MovingBody<Real>& body) {
  return {split(body.x),  split(body.y),  split(body.z), split(body.m),
          split(body.vx), split(body.vy), split(body.vz)};
}

/// The difference a - b, which is that of near numbers' digits.
GT_FN float split_difference(const DoubleSingle& a, const DoubleSingle& b) {
  return (a.hi - b.hi) + (a.lo - b.lo);
}

/// The results of the active bodies, for a grid of at least as many threads in blocks of Block. The
/// bodies are of doubles, which are split where they are staged.
template <class Simt, class Bodies, unsigned Block, class Real = typename Bodies::gt_real>
__global__ void __launch_bounds__(Block)
    hermite_double_single(Bodies bodies, const std::uint32_t* __restrict__ active,
                          const std::uint32_t* __restrict__ places, hermite::Results<Real> results,
                          std::uint32_t active_count, std::uint32_t n, float eps2) {
  __shared__ HermiteSplitBody tile[Block];
  const std::uint32_t k = blockIdx.x * Block + threadIdx.x;
  const std::uint32_t own = k < active_count ? k : active_count - 1;
  const std::uint32_t i = active[own];
  const HermiteSplitBody self = split_body(bodies.load(places[own]));
  DoubleSingle ax{0, 0}, ay{0, 0}, az{0, 0}, over_r{0, 0}, jx{0, 0}, jy{0, 0}, jz{0, 0};
  float least = INFINITY;
  std::uint32_t nearest = i;
  for (std::uint32_t first = 0; first < n; first += Block) {
    const std::uint32_t count = n - first < Block ? n - first : Block;
    __syncthreads();
    if (threadIdx.x < count) tile[threadIdx.x] = split_body(bodies.load(first + threadIdx.x));
    __syncthreads();
    for (std::uint32_t j = 0; j < count; ++j) {
      const HermiteSplitBody other = tile[j];
      const float dx = split_difference(other.x, self.x);
      const float dy = split_difference(other.y, self.y);
      const float dz = split_difference(other.z, self.z);
      const float dvx = split_difference(other.vx, self.vx);
      const float dvy = split_difference(other.vy, self.vy);
      const float dvz = split_difference(other.vz, self.vz);
      const bool apart = first + j != i;
      const float r2 = gt_fma(dx, dx, gt_fma(dy, dy, dz * dz));
      const float rv = gt_fma(dx, dvx, gt_fma(dy, dvy, dz * dvz));
      const auto pull = hermite::gt_hermite_pull_of(r2 + eps2, rv, 1.0f, apart);
      // A mass rounded to one float would err the same way in every interaction.
      const float weight = gt_fma(other.m.lo, pull.over_r3, other.m.hi * pull.over_r3);
      double_single_add(ax, weight * dx);
      double_single_add(ay, weight * dy);
      double_single_add(az, weight * dz);
      double_single_add(over_r, gt_fma(other.m.lo, pull.over_r, other.m.hi * pull.over_r));
      double_single_add(jx, weight * (dvx - pull.approach * dx));
      double_single_add(jy, weight * (dvy - pull.approach * dy));
      double_single_add(jz, weight * (dvz - pull.approach * dz));
      const bool nearer = apart & (r2 < least);
      least = nearer ? r2 : least;
      nearest = nearer ? first + j : nearest;
    }
  }
  if (k < active_count) {
    results.store(k, i,
                  {joined<Real>(ax), joined<Real>(ay), joined<Real>(az), joined<Real>(over_r),
                   joined<Real>(jx), joined<Real>(jy), joined<Real>(jz), Real(least), nearest});
  }
}

template <class Simt>
struct hermite_double_single_kernel {
  static constexpr const char* summary = "coordinates and sums as two floats, interactions in fp32";
  static constexpr const char* source =
      "Knuth, TAOCP 2, 4.2.2; Gaburov et al. 2009, New Astron. 14, 630";
  using layouts = Layouts<hermite::Float4Moving, hermite::SoaMoving, hermite::AosMoving>;
  using precisions = Precisions<double>;
  static constexpr Precision arithmetic = Precision::fp32;
  using blocks = Blocks<128, 64, 256>;

  static void bind(const KernelCall& call, Binding& binding) {
    choose(bodies_of<hermite_double_single_kernel>(call),
           block_of<hermite_double_single_kernel>(call), [&](auto bodies, auto block) {
             using Bodies = decltype(bodies);
             const hermite::Arguments<Bodies> a(call);
             add_kernel<Simt>(binding, "hermite_double_single",
                              hermite_double_single<Simt, Bodies, block>,
                              blocks_for(a.active_count, block), block, bodies, a.active, a.places,
                              a.results, a.active_count, a.n, static_cast<float>(a.eps2));
           });
  }
};

}  // namespace simt
}  // namespace gputest
