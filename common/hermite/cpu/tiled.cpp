#include <algorithm>

#include "common/cpu/declaration.hpp"
#include "common/cpu/parallel_for.hpp"
#include "common/hermite/cpu/staged.hpp"
#include "common/layout/choose.hpp"

namespace gputest::cpu {
namespace {

template <class Bodies>
void compute_tiled(const Bodies& bodies, const hermite::Arguments<typename Bodies::gt_real>& a) {
  using Real = typename Bodies::gt_real;
  parallel_for(a.active_count, kHermiteBlock, [&](std::uint32_t first, std::uint32_t last) {
    HermiteBlock<Real> block(bodies, a, first);
    StagedBodies<Real, kHermiteTile> tile;
    for (std::uint32_t j = 0; j < a.n; j += kHermiteTile) {
      tile.count = 0;
      for (std::uint32_t t = j; t < std::min(a.n, j + kHermiteTile); ++t) tile.push(bodies.load(t));
      block.add(j, tile, a.eps2);
    }
    for (std::uint32_t k = first; k < last; ++k)
      a.results.store(k, block.number[k - first], block.sum(k - first));
  });
}

/// Blocks of active bodies against tiles of j that stay in the first-level cache. The sums of a
/// block's bodies are arrays, so that the inner loop runs over i and is vectorised.
struct hermite_tiled_kernel {
  static constexpr const char* summary = "tiles of j that stay in the first-level cache";
  static constexpr const char* source = "IPSJ survey, Fig. 5, with the jerk";
  using layouts = Layouts<hermite::Float4Moving, hermite::SoaMoving, hermite::AosMoving>;
  using precisions = Precisions<float, double>;

  static Launch bind(const KernelCall& call) {
    Launch launch;
    choose(bodies_of<hermite_tiled_kernel>(call), [&](auto bodies) {
      const hermite::Arguments<typename decltype(bodies)::gt_real> a(call, bodies.kArrays);
      launch = [=] { compute_tiled(bodies, a); };
    });
    return launch;
  }
};

}  // namespace

extern const Declaration hermite_tiled_cpu = declare<hermite_tiled_kernel>();

}  // namespace gputest::cpu
