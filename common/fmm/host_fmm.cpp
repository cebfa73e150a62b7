#include "common/fmm/host_fmm.hpp"

namespace gputest::fmm {

template <int Degree, class Real>
GPUTEST_WIDEST_VECTORS void expand_cell(const tree::Arrays<Real>& t, const Arrays<Real>& a,
                                        std::uint32_t cell, Real eps2) {
  using Vector = Lanes<Real>;
  constexpr int kTerms = GT_TERMS(Degree);
  const std::uint32_t* const lists = a.lists + GT_LISTS * std::size_t{cell};
  const std::uint32_t* const fars = a.pool + lists[GT_FAR_BEGIN];
  const std::uint32_t count = lists[GT_FAR_COUNT];
  const Vector4<Real> centre = t.centres[cell];
  Vector local[kTerms];
  for (Vector& term : local) term = Vector(0);
  for (std::uint32_t first = 0; first < count; first += Vector::kLanes) {
    Vector x, y, z, u, radius, moments[kTerms];
    for (std::uint32_t lane = 0; lane < Vector::kLanes; ++lane) {
      // Lanes after the last cell repeat it, without effect.
      const std::uint32_t other = fars[std::min(first + lane, count - 1)];
      const Vector4<Real> from = t.centres[other];
      const Real dx = centre.x - from.x, dy = centre.y - from.y, dz = centre.z - from.z;
      x.set(lane, dx);
      y.set(lane, dy);
      z.set(lane, dz);
      u.set(lane, 1 / std::sqrt(dx * dx + (dy * dy + (dz * dz + eps2))));
      radius.set(lane, a.radii[other]);
      const Real* const from_terms = a.multipoles + std::size_t{other} * kTerms;
      const Real share = first + lane < count ? Real(1) : Real(0);
      for (int term = 0; term < kTerms; ++term) moments[term].set(lane, share * from_terms[term]);
    }
    gt_add_cell_to_local<Degree>(local, moments, x, y, z, u, Vector(a.radii[cell]), radius);
  }
  for (int term = 0; term < kTerms; ++term)
    a.locals[std::size_t{cell} * kTerms + static_cast<std::size_t>(term)] = local[term].sum();
}

template <int Degree, class Real>
GPUTEST_WIDEST_VECTORS void add_wholes(const tree::Arrays<Real>& t, const Arrays<Real>& a,
                                       const std::uint32_t* wholes, std::uint32_t how_many,
                                       const Vector4<Real>* bodies, std::uint32_t count, Real eps2,
                                       Vector4<Real>* sums) {
  using Vector = Lanes<Real>;
  constexpr int kTerms = GT_TERMS(Degree);
  for (std::uint32_t first = 0; first < count; first += Vector::kLanes)
    for (std::uint32_t at = 0; at < how_many; ++at) {
      const Vector4<Real> from = t.centres[wholes[at]];
      Vector x, y, z, u, moments[kTerms], numbers[4];
      for (std::uint32_t lane = 0; lane < Vector::kLanes; ++lane) {
        const Vector4<Real> body = bodies[std::min(first + lane, count - 1)];
        const Real dx = body.x - from.x, dy = body.y - from.y, dz = body.z - from.z;
        x.set(lane, dx);
        y.set(lane, dy);
        z.set(lane, dz);
        u.set(lane, 1 / std::sqrt(dx * dx + (dy * dy + (dz * dz + eps2))));
      }
      const Real* const terms = a.multipoles + std::size_t{wholes[at]} * kTerms;
      for (int term = 0; term < kTerms; ++term) moments[term] = Vector(terms[term]);
      gt_sum_of_cell<Degree>(numbers, moments, x, y, z, u, Vector(a.radii[wholes[at]]));
      for (std::uint32_t k = first; k < std::min(first + Vector::kLanes, count); ++k) {
        sums[k].x += numbers[0][k - first];
        sums[k].y += numbers[1][k - first];
        sums[k].z += numbers[2][k - first];
        sums[k].w += numbers[3][k - first];
      }
    }
}

#define GPUTEST_FMM_INSTANCES(Degree, Real)                                                        \
  template void expand_cell<Degree>(const tree::Arrays<Real>&, const Arrays<Real>&, std::uint32_t, \
                                    Real);                                                         \
  template void add_wholes<Degree>(const tree::Arrays<Real>&, const Arrays<Real>&,                 \
                                   const std::uint32_t*, std::uint32_t, const Vector4<Real>*,      \
                                   std::uint32_t, Real, Vector4<Real>*);
GPUTEST_FMM_INSTANCES(4, float)
GPUTEST_FMM_INSTANCES(4, double)
GPUTEST_FMM_INSTANCES(6, float)
GPUTEST_FMM_INSTANCES(6, double)
GPUTEST_FMM_INSTANCES(10, float)
GPUTEST_FMM_INSTANCES(10, double)

}  // namespace gputest::fmm
