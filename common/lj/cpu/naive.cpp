#include <algorithm>

#include "common/cells/nearest_image.hpp"
#include "common/cpu/declaration.hpp"
#include "common/cpu/parallel_for.hpp"
#include "common/layout/bodies.hpp"
#include "common/layout/choose.hpp"
#include "common/lj/arguments.hpp"
#include "common/lj/choose_force.hpp"

namespace gputest::cpu {
namespace {

template <bool Newton3, class Real>
void add(Real& target, Real addend) {
  if (Newton3) {
#pragma omp atomic
    target += addend;
  } else {
    target += addend;
  }
}

template <class Force, bool Newton3, class Bodies, class Real = typename Bodies::gt_real>
void add_row(const Bodies& bodies, const LjArguments<Real>& a, std::uint32_t i) {
  const Real half = static_cast<Real>(0.5);
  const Body<Real> self = bodies.load(i);
  const ListRow row = a.list.row(i);
  for (std::uint32_t k = 0; k < row.count; ++k) {
    const std::uint32_t j = row.words[std::size_t{k} * row.step];
    const Body<Real> other = bodies.load(j);
    const Real dx = gt_nearest_image(self.x - other.x, a.box.edge[0], a.box.inverse_edge[0]);
    const Real dy = gt_nearest_image(self.y - other.y, a.box.edge[1], a.box.inverse_edge[1]);
    const Real dz = gt_nearest_image(self.z - other.z, a.box.edge[2], a.box.inverse_edge[2]);
    const Real r2 = dx * dx + dy * dy + dz * dz;
    if (!(r2 < a.cutoff2)) continue;
    const auto pair = Force::at(r2, 1 / r2, a.pair[0], a.pair[1], a.pair[2], a.shift);
    const auto add_to = [&](std::uint32_t particle, Real sign) {
      add<Newton3>(a.forces[particle].x, sign * pair.force_over_r * dx);
      add<Newton3>(a.forces[particle].y, sign * pair.force_over_r * dy);
      add<Newton3>(a.forces[particle].z, sign * pair.force_over_r * dz);
      add<Newton3>(a.forces[particle].w, half * pair.energy);
      add<Newton3>(a.virials[particle], half * pair.force_over_r * r2);
    };
    add_to(i, Real{1});
    if (Newton3) add_to(j, Real{-1});
  }
}

template <class Force, bool Newton3, class Bodies, class Real = typename Bodies::gt_real>
void naive(const Bodies& bodies, const LjArguments<Real>& a) {
  constexpr std::uint32_t kChunk = 64;  // particles that a thread takes at a time
  std::fill(a.forces, a.forces + a.n, Vector4<Real>{0, 0, 0, 0});
  std::fill(a.virials, a.virials + a.n, Real{0});
  parallel_for(a.n, kChunk, [&](std::uint32_t first, std::uint32_t last) {
    for (std::uint32_t i = first; i < last; ++i) add_row<Force, Newton3>(bodies, a, i);
  });
}

/// One i at a time; its sums stay in memory. Threads share the particles i. With the third law, the
/// sums of j are added to atomically.
struct lj_naive_kernel {
  static constexpr const char* summary = "one i at a time, sums in memory";
  static constexpr const char* source = "LJ article, the start";
  using layouts = EveryLayout<Aos3Bodies>;
  using precisions = Precisions<float, double>;
  using axes = AxisList<AxisValues<"newton3", "off", "on">, AxisValues<"list", "csr", "ell">>;

  static Launch bind(const KernelCall& call) {
    Launch launch;
    choose(bodies_of<lj_naive_kernel>(call), force_of(call), switch_of(call, "newton3"),
           [&](auto bodies, auto force, auto newton3) {
             using Bodies = decltype(bodies);
             const LjArguments<typename Bodies::gt_real> arguments(call, Bodies::kArrays);
             launch = [=] { naive<decltype(force), newton3>(bodies, arguments); };
           });
    return launch;
  }
};

}  // namespace

extern const Declaration lj_naive_cpu = declare<lj_naive_kernel>();

}  // namespace gputest::cpu
