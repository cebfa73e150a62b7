#include <algorithm>

#include "common/cpu/parallel_for.hpp"
#include "common/gravity/cpu/sums.hpp"
#include "common/layout/bodies.hpp"

namespace gputest::cpu {
namespace {

constexpr std::uint32_t kBlock = 256;  // bodies i with sums that stay in the cache
constexpr std::uint32_t kTile = 256;   // bodies j staged for them

/// Bodies as arrays on the stack: they play the part of the shared memory of the GPU's thread block
/// in the figure.
template <class Real>
struct Staged {
  alignas(64) Real x[kTile], y[kTile], z[kTile], m[kTile];
  std::uint32_t count = 0;

  template <class Bodies>
  void stage(const Bodies& bodies, std::uint32_t first, std::uint32_t n) {
    count = std::min(kTile, n - first);
    for (std::uint32_t k = 0; k < count; ++k) {
      const Body<Real> body = bodies.load(first + k);
      x[k] = body.x;
      y[k] = body.y;
      z[k] = body.z;
      m[k] = body.m;
    }
  }
};

template <class Real>
struct Sums {
  alignas(64) Real x[kBlock] = {}, y[kBlock] = {}, z[kBlock] = {}, w[kBlock] = {};
};

template <int Unsoftened, class Real>
void add_tile(const Staged<Real>& block, const Staged<Real>& tile, Real eps2, Sums<Real>& sums) {
  for (std::uint32_t j = 0; j < tile.count; ++j) {
    const Real xj = tile.x[j], yj = tile.y[j], zj = tile.z[j], mj = tile.m[j];
#pragma omp simd
    for (std::uint32_t i = 0; i < block.count; ++i) {
      const GravitySum<Real> sum =
          gt_gravity_add({sums.x[i], sums.y[i], sums.z[i], sums.w[i]}, xj - block.x[i],
                         yj - block.y[i], zj - block.z[i], mj, eps2, Unsoftened);
      sums.x[i] = sum.x;
      sums.y[i] = sum.y;
      sums.z[i] = sum.z;
      sums.w[i] = sum.w;
    }
  }
}

template <int Unsoftened, class Bodies, class Real = typename Bodies::gt_real>
void tiled(const Bodies& bodies, std::uint32_t n, Real eps2, GravitySum<Real>* results) {
  parallel_for(n, kBlock, [&](std::uint32_t first, std::uint32_t) {
    Staged<Real> block;
    block.stage(bodies, first, n);
    Sums<Real> sums;
    Staged<Real> tile;
    for (std::uint32_t j = 0; j < n; j += kTile) {
      tile.stage(bodies, j, n);
      add_tile<Unsoftened>(block, tile, eps2, sums);
    }
    for (std::uint32_t i = 0; i < block.count; ++i)
      results[first + i] = {sums.x[i], sums.y[i], sums.z[i], sums.w[i]};
  });
}

/// Blocks of i against tiles of j that stay in the first-level cache. The sums of a block's bodies
/// are arrays, so that the inner loop runs over i and can be vectorised without reordering sums.
struct gravity_tiled_kernel {
  static constexpr const char* summary = "tiles of j that stay in the first-level cache";
  static constexpr const char* source = "IPSJ survey, Fig. 5";
  using layouts = EveryLayout<Float4Bodies>;
  using precisions = Precisions<float, double>;

  static Launch bind(const KernelCall& call) {
    return bind_sums<gravity_tiled_kernel>(
        call, [](const auto& bodies, auto unsoftened, std::uint32_t n, auto eps2, auto* sums) {
          tiled<unsoftened>(bodies, n, eps2, sums);
        });
  }
};

}  // namespace

extern const Declaration gravity_tiled_cpu = declare<gravity_tiled_kernel>();

}  // namespace gputest::cpu
