#include <algorithm>

#include "common/lj/cpu/kernels.hpp"
#include "common/layout/with_bodies.hpp"
#include "common/lj/arguments.hpp"
#include "common/cells/nearest_image.hpp"
#include "common/lj/pair.hpp"

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

template <bool Newton3, class Bodies, class Real = typename Bodies::gt_real>
void naive(const Bodies& bodies, const LjArguments<Real>& a) {
  const Real half = static_cast<Real>(0.5);
  std::fill(a.forces, a.forces + a.n, Vector4<Real>{0, 0, 0, 0});
  std::fill(a.virials, a.virials + a.n, Real{0});
#pragma omp parallel for schedule(dynamic, 64)
  for (std::uint32_t i = 0; i < a.n; ++i) {
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
      const auto pair = pair::lj::at(r2, 1 / r2, Real{0}, Real{0}, Real{0}, a.shift);
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
}

}  // namespace

void lj_naive(const KernelCall& call) {
  with_bodies(call, [&](const auto& bodies) {
    using Bodies = std::decay_t<decltype(bodies)>;
    const LjArguments<typename Bodies::gt_real> arguments(call, Bodies::kArrays);
    call.specialization("newton3") == 1 ? naive<true>(bodies, arguments)
                                  : naive<false>(bodies, arguments);
  });
}

}  // namespace gputest::cpu
