#include "common/tree/theta.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <utility>

#include "common/core/interrupt.hpp"
#include "common/octree/host_tree.hpp"
#include "common/tree/lists.hpp"

namespace gputest {
namespace {

constexpr int kThetaBits = 10;

/// The tree of some bodies.
template <tree::Multipole Order>
class SampledTree {
 public:
  SampledTree(const ParticleSet& p, double eps2, double pull)
      : n_(static_cast<std::uint32_t>(p.size())),
        eps2_(eps2),
        pull_(pull),
        tree_(n_, tree::kLeaf),
        place_(n_) {
    tree_.build([&](std::uint32_t i) {
      return Vector4<double>{p.x[i], p.y[i], p.z[i], p.mass[i]};
    });
    static_cast<tree::Arrays<double>&>(arrays_) = tree_.arrays();
    if constexpr (Order == tree::Multipole::octupole) {
      octupoles_.resize(3 * tree_.cells());
      arrays_.octupoles = octupoles_.data();
    }
    for (std::uint32_t k = 0; k < n_; ++k) place_[arrays_.order[k]] = k;
  }

  WalkErrors errors(double theta, const std::vector<std::uint64_t>& bodies,
                    const std::vector<TreePull>& pulls) {
    tree::make_cells(arrays_, n_, reach_of(theta, pull_, Order));
    std::vector<double> errors(bodies.size());
    std::vector<std::uint64_t> direct(bodies.size()), whole(bodies.size());
#pragma omp parallel for schedule(dynamic, 16)
    for (std::size_t k = 0; k < bodies.size(); ++k)
      if (!interrupted()) errors[k] = error_of(bodies[k], pulls[k], direct[k], whole[k]);
    throw_if_interrupted();
    const auto mean = [](const std::vector<std::uint64_t>& counts) {
      return static_cast<double>(std::accumulate(counts.begin(), counts.end(), std::uint64_t{0})) /
             static_cast<double>(counts.size());
    };
    return errors_at(theta, std::move(errors), mean(direct), mean(whole));
  }

 private:
  double error_of(std::uint64_t body, const TreePull& right, std::uint64_t& direct,
                  std::uint64_t& whole) const {
    const auto& a = arrays_;
    const std::uint32_t k = place_[body], group = k / tree::kGroup * tree::kGroup;
    Vector4<double> sum{0, 0, 0, 0};
    const Vector4<double> self = a.sorted[k];
    tree::walk(
        a, group, std::min(group + tree::kGroup, n_),
        [&](std::uint32_t cell) {
          ++whole;
          const Vector4<double> c = a.centres[cell];
          tree::add_cell<tree::HostRoot, Order>(sum, c.x - self.x, c.y - self.y, c.z - self.z,
                                                tree::moments_of(a, cell), eps2_);
        },
        [&](std::uint32_t first, std::uint32_t last) {
          direct += last - first;
          for (std::uint32_t j = first; j < last; ++j)
            tree::add_body<tree::HostRoot>(sum, a.sorted[j].x - self.x, a.sorted[j].y - self.y,
                                           a.sorted[j].z - self.z, a.sorted[j].w, eps2_);
        });
    const double off = std::hypot(sum.x - right.ax, sum.y - right.ay, sum.z - right.az);
    const double pull = std::hypot(right.ax, right.ay, right.az);
    return off == 0 ? 0 : off / pull;  // infinite over a pull of 0
  }

  std::uint32_t n_;
  double eps2_, pull_;
  tree::HostTree<double> tree_;
  std::vector<Vector4<double>> octupoles_;
  tree::ArraysTo<Order, double> arrays_;
  std::vector<std::uint32_t> place_;
};

template <tree::Multipole Order>
WalkErrors errors_to(const ParticleSet& particles, double eps2, double pull, double theta,
                     double wanted, const std::vector<std::uint64_t>& bodies,
                     const std::vector<TreePull>& pulls) {
  SampledTree<Order> tree(particles, eps2, pull);
  if (!(wanted > 0)) return tree.errors(theta, bodies, pulls);
  return largest_theta(wanted, kThetaBits,
                       [&](double at) { return tree.errors(at, bodies, pulls); });
}

}  // namespace

double reach_of(double theta, double pull, tree::Multipole multipole) {
  if (theta == 0) return 0;
  if (pull == 0) return -1 / theta;
  return 1 / (theta * (multipole == tree::Multipole::octupole ? std::cbrt(std::sqrt(pull))
                                                              : std::sqrt(std::sqrt(pull))));
}

WalkErrors walk_errors(const ParticleSet& particles, double eps2, tree::Multipole multipole,
                       double pull, double theta, double wanted,
                       const std::vector<std::uint64_t>& bodies,
                       const std::vector<TreePull>& pulls) {
  using tree::Multipole;
  const auto errors = multipole == Multipole::octupole     ? errors_to<Multipole::octupole>
                      : multipole == Multipole::quadrupole ? errors_to<Multipole::quadrupole>
                                                           : errors_to<Multipole::monopole>;
  return errors(particles, eps2, pull, theta, wanted, bodies, pulls);
}

}  // namespace gputest
