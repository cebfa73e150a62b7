#include <utility>

#include "common/core/widest_vectors.hpp"
#include "common/cpu/parallel_for.hpp"
#include "common/tree/cpu/walk.hpp"

namespace gputest::cpu {
namespace {

/// The bodies of a group and their sums. A body interacts with tens of thousands, of which a sum in
/// fp32 keeps four or five digits. So each kTerms terms are summed separately.
template <class Real>
struct Group {
  static constexpr std::uint32_t kBodies = tree::kGroup, kTerms = 256;
  alignas(64) Real x[kBodies], y[kBodies], z[kBodies];
  alignas(64) Real ax[kBodies], ay[kBodies], az[kBodies], w[kBodies];
  Vector4<Real> sums[kBodies];
  std::uint32_t terms;  ///< that are in ax ... w

  /// Call it before adding that many terms.
  void make_room(std::uint32_t more) {
    if (terms + more > kTerms) settle();
    terms += more;
  }
  void settle() {
    for (std::uint32_t t = 0; t < kBodies; ++t) {
      sums[t].x += std::exchange(ax[t], Real(0));
      sums[t].y += std::exchange(ay[t], Real(0));
      sums[t].z += std::exchange(az[t], Real(0));
      sums[t].w += std::exchange(w[t], Real(0));
    }
    terms = 0;
  }
};

// Inner loops run over the group's bodies, so that compilers vectorise them. If a body without
// softening meets itself, a selected number replaces a branch.

template <class Real>
GPUTEST_WIDEST_VECTORS void add_bodies(Group<Real>& group, const Vector4<Real>* bodies,
                                       std::uint32_t first, std::uint32_t last, Real eps2) {
  using gt_real = Real;
  for (std::uint32_t j = first; j < last; ++j) {
    const Vector4<Real> other = bodies[j];
#pragma omp simd
    for (std::uint32_t t = 0; t < tree::kGroup; ++t) {
      const Real dx = other.x - group.x[t], dy = other.y - group.y[t], dz = other.z - group.z[t];
      const Real r2 = GT_SOFTENED(dx, dy, dz, eps2);
      const Real u = 1 / std::sqrt(r2 > 0 ? r2 : Real(1));
      GT_ADD_BODY(group.ax[t], group.ay[t], group.az[t], group.w[t], dx, dy, dz,
                  r2 > 0 ? other.w : Real(0), u);
    }
  }
}

template <class Real>
GPUTEST_WIDEST_VECTORS void add_quadrupole(Group<Real>& group, const tree::Arrays<Real>& a,
                                           std::uint32_t cell, Real eps2) {
  using gt_real = Real;
  const Vector4<Real> c = a.centres[cell], p = a.moments[2 * std::size_t{cell}],
                      q = a.moments[2 * std::size_t{cell} + 1];
  const Real te = q.w * eps2;
#pragma omp simd
  for (std::uint32_t t = 0; t < tree::kGroup; ++t) {
    const Real dx = c.x - group.x[t], dy = c.y - group.y[t], dz = c.z - group.z[t];
    const Real u = 1 / std::sqrt(GT_SOFTENED(dx, dy, dz, eps2));
    GT_ADD_CELL(group.ax[t], group.ay[t], group.az[t], group.w[t], dx, dy, dz, p, q, te, u);
  }
}

template <class Real>
GPUTEST_WIDEST_VECTORS void add_octupole(Group<Real>& group, const tree::OctupoleArrays<Real>& a,
                                         std::uint32_t cell, Real eps2) {
  using gt_real = Real;
  const Vector4<Real> c = a.centres[cell];
  const tree::OctupoleMoments<Real> m = tree::moments_of(a, cell);
  const Vector4<Real> e{m.t.x * eps2, m.t.y * eps2, m.t.z * eps2, m.t.w * eps2};
#pragma omp simd
  for (std::uint32_t t = 0; t < tree::kGroup; ++t) {
    const Real dx = c.x - group.x[t], dy = c.y - group.y[t], dz = c.z - group.z[t];
    const Real u = 1 / std::sqrt(GT_SOFTENED(dx, dy, dz, eps2));
    GT_ADD_OCTUPOLE(group.ax[t], group.ay[t], group.az[t], group.w[t], dx, dy, dz, m.p, m.q, m.o,
                    m.v, e, u);
  }
}

template <tree::Multipole Order, class Arguments>
void walk_by_groups(const Arguments& a) {
  using Real = typename Arguments::Real;
  const auto& t = a.tree;
  constexpr std::uint32_t kGroup = tree::kGroup;
  parallel_for(a.n, kGroup, [&](std::uint32_t first, std::uint32_t last) {
    if (!a.any_active(first, last)) return;
    Group<Real> group{};
    for (std::uint32_t k = 0; k < kGroup; ++k) {
      const Vector4<Real> self = t.sorted[std::min(first + k, last - 1)];
      group.x[k] = self.x;
      group.y[k] = self.y;
      group.z[k] = self.z;
    }
    for (std::uint32_t root = a.first_root; root < a.first_root + a.roots; ++root)
      tree::walk(
          t, first, last,
          [&](std::uint32_t cell) {
            group.make_room(1);
            if constexpr (Order == tree::Multipole::octupole) {
              add_octupole(group, t, cell, a.eps2);
            } else if constexpr (Order == tree::Multipole::quadrupole) {
              add_quadrupole(group, t, cell, a.eps2);
            } else {
              Vector4<Real> whole = t.centres[cell];
              whole.w = t.moments[2 * std::size_t{cell}].x;
              add_bodies(group, &whole, 0, 1, a.eps2);
            }
          },
          [&](std::uint32_t body, std::uint32_t end) {
            group.make_room(end - body);
            add_bodies(group, t.sorted, body, end, a.eps2);
          },
          root);
    group.settle();
    for (std::uint32_t k = first; k < last; ++k)
      a.accelerations[t.order[k]] = group.sums[k - first];
  });
}

/// 32 consecutive bodies walk together; their interactions are summed for all of them in vectors.
struct tree_walk_group_kernel : TreeKernel<tree_walk_group_kernel> {
  static constexpr const char* summary =
      "32 bodies walk together; their interactions are summed in vectors";
  static constexpr const char* source = "Barnes 1990, J. Comput. Phys. 87, 161";

  template <tree::Multipole Order, class Arguments>
  static void walk(const Arguments& a) {
    walk_by_groups<Order>(a);
  }
};

}  // namespace

extern const Declaration tree_walk_group_cpu = declare<tree_walk_group_kernel>();

}  // namespace gputest::cpu
