#include <algorithm>

#include "common/core/ceil_div.hpp"
#include "common/cpu/declaration.hpp"
#include "common/cpu/parallel_for.hpp"
#include "common/hermite/cpu/staged.hpp"
#include "common/layout/choose.hpp"

namespace gputest::cpu {
namespace {

/// partial[s * active_count + k] = the effect of part s of the bodies on the k-th active one.
template <class Bodies>
void compute_parts(const Bodies& bodies, const hermite::Arguments<typename Bodies::gt_real>& a) {
  using Real = typename Bodies::gt_real;
  const auto blocks = static_cast<std::uint32_t>(ceil_div(a.active_count, kHermiteBlock));
  parallel_for(blocks * a.splits(), 1, [&](std::uint32_t unit, std::uint32_t) {
    const std::uint32_t split = unit / blocks, first = unit % blocks * kHermiteBlock;
    const std::uint32_t begin = split * a.bodies_per_split;
    const std::uint32_t end = std::min(a.n - begin, a.bodies_per_split) + begin;
    HermiteBlock<Real> block(bodies, a, first);
    StagedBodies<Real, kHermiteTile> tile;
    for (std::uint32_t j = begin; j < end; j += kHermiteTile) {
      tile.count = 0;
      for (std::uint32_t t = j; t < std::min(end, j + kHermiteTile); ++t) tile.push(bodies.load(t));
      block.add(j, tile, a.eps2);
    }
    for (std::uint32_t k = 0; k < block.bodies.count; ++k)
      a.partial.store(std::size_t{split} * a.active_count + first + k, block.sum(k));
  });
}

template <class Real>
void add_parts(const hermite::Arguments<Real>& a) {
  parallel_for(a.active_count, kHermiteBlock, [&](std::uint32_t first, std::uint32_t last) {
    for (std::uint32_t k = first; k < last; ++k) {
      hermite::Sum<Real> sum = hermite::none<Real>(a.active[k]);
      for (std::uint32_t s = 0; s < a.splits(); ++s)
        sum = a.partial.add(sum, std::size_t{s} * a.active_count + k);
      a.results.store(k, a.active[k], sum);
    }
  });
}

/// Like tiled, but the bodies j are split too, so that a few active bodies give every thread work.
struct hermite_blocked_kernel {
  static constexpr const char* summary = "tiles of j, also split over the threads";
  static constexpr const char* source = "beyond IPSJ survey, Fig. 6, with the jerk";
  using layouts = Layouts<hermite::Float4Moving, hermite::SoaMoving, hermite::AosMoving>;
  using precisions = Precisions<float, double>;

  static Launch bind(const KernelCall& call) {
    Launch launch;
    choose(bodies_of<hermite_blocked_kernel>(call), [&](auto bodies) {
      const hermite::Arguments<typename decltype(bodies)::gt_real> a(call, bodies.kArrays);
      launch = [=] {
        compute_parts(bodies, a);
        add_parts(a);
      };
    });
    return launch;
  }
};

}  // namespace

extern const Declaration hermite_blocked_cpu = declare<hermite_blocked_kernel>();

}  // namespace gputest::cpu
