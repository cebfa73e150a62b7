// A fast multipole method for some bodies on the host, with its memory, step by step.
#pragma once

#include <cstdint>
#include <vector>

#include "common/fmm/host_fmm.hpp"
#include "common/particles/particle_set.hpp"

namespace gputest::test {

/// The arguments of gather(), make_lists(), expand() and sum_bodies() of common/fmm/host_fmm.hpp.
/// The constructor builds the tree and gathers the multipoles.
template <int Degree, class Real = double>
struct MadeFmm {
  static constexpr int kTerms = GT_TERMS(Degree);

  /// `capacity` is the size of the pool of lists, in numbers.
  explicit MadeFmm(const ParticleSet& p, std::uint32_t capacity = 1u << 20)
      : n(static_cast<std::uint32_t>(p.size())), tree(n, fmm::kLeaf), pool(capacity) {
    tree.build([&](std::uint32_t i) {
      return Vector4<Real>{static_cast<Real>(p.x[i]), static_cast<Real>(p.y[i]),
                           static_cast<Real>(p.z[i]), static_cast<Real>(p.mass[i])};
    });
    const std::size_t cells = tree.cells();
    radii.resize(cells);
    ranges.resize(2 * cells);
    parents.resize(cells);
    multipoles.resize(kTerms * cells);
    locals.resize(kTerms * cells);
    lists.resize(GT_LISTS * cells);
    tree::make_cells(tree.arrays(), n, Real(0));
    fmm::gather<Degree>(tree.arrays(), arrays(), n);
  }

  fmm::Arrays<Real> arrays() {
    return {radii.data(),  ranges.data(), parents.data(), multipoles.data(),
            locals.data(), lists.data(),  pool.data(),    static_cast<std::uint32_t>(pool.size())};
  }
  /// Makes the lists; returns whether the pool had room for all.
  bool list(Real usual, Real theta, Real share) {
    return fmm::make_lists<Degree>(tree.arrays(), arrays(), n, usual, theta, share);
  }
  /// The acceleration of each body and its sum of m/r, once lists are made.
  std::vector<Vector4<Real>> sums(Real eps2) {
    const tree::Arrays<Real> t = tree.arrays();
    fmm::expand<Degree>(t, arrays(), n, eps2);
    std::vector<Vector4<Real>> all(n);
    fmm::sum_bodies<Degree>(t, arrays(), n, eps2, [&](std::uint32_t k, const Vector4<Real>& sum) {
      all[t.order[k]] = sum;
    });
    return all;
  }
  bool is_leaf(std::size_t cell) { return gt_is_leaf(tree.arrays().links[cell]); }

  std::uint32_t n;
  tree::HostTree<Real> tree;
  std::vector<Real> radii, multipoles, locals;
  std::vector<std::uint32_t> ranges, parents, lists, pool;
};

}  // namespace gputest::test
