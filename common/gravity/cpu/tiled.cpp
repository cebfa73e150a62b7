#include <algorithm>

#include "common/gravity/cpu/kernels.hpp"
#include "common/layout/with_bodies.hpp"
#include "common/gravity/pair.hpp"

namespace gputest::cpu {
namespace {

constexpr std::uint32_t kBlock = 256;  // bodies i whose sums stay in the cache
constexpr std::uint32_t kTile = 256;   // bodies j staged for them

/// Bodies as arrays on the stack: what the figure's shared memory is to a GPU's thread block.
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

template <int Unsoftened, class Bodies>
void tiled(const Bodies& bodies, const KernelCall& call) {
  using Real = typename Bodies::gt_real;
  const auto n = call.scalar<std::uint32_t>("n");
  const auto eps2 = call.scalar<Real>("eps2");
  auto* results = static_cast<GravitySum<Real>*>(call.outputs[0]);
#pragma omp parallel for schedule(dynamic)
  for (std::uint32_t first = 0; first < n; first += kBlock) {
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
  }
}

}  // namespace

void gravity_tiled(const KernelCall& call) {
  const bool unsoftened = call.specialization("unsoftened") == 1;
  with_bodies(call, [&](const auto& bodies) {
    unsoftened ? tiled<1>(bodies, call) : tiled<0>(bodies, call);
  });
}

}  // namespace gputest::cpu
