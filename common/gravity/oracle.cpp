#include "common/gravity/oracle.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <numeric>

#include "common/core/interrupt.hpp"
#include "common/core/widest_vectors.hpp"

namespace gputest {
namespace {

struct Sums {
  double ax = 0, ay = 0, az = 0, m_over_r = 0, pulls = 0;
};

/// Sums over bodies first … last - 1. None of them may lie at distance zero if eps2 is 0.
GPUTEST_WIDEST_VECTORS
Sums sum_over(const double* x, const double* y, const double* z, const double* m, double xi,
              double yi, double zi, double eps2, std::uint64_t first, std::uint64_t last) {
  double ax = 0, ay = 0, az = 0, m_over_r = 0, pulls = 0;
#pragma omp simd reduction(+ : ax, ay, az, m_over_r, pulls)
  for (std::uint64_t j = first; j < last; ++j) {
    const double dx = x[j] - xi;
    const double dy = y[j] - yi;
    const double dz = z[j] - zi;
    const double squared_distance = dx * dx + dy * dy + dz * dz;
    const double r = std::sqrt(squared_distance + eps2);
    const double pull_over_distance = m[j] / (r * r * r);
    ax += pull_over_distance * dx;
    ay += pull_over_distance * dy;
    az += pull_over_distance * dz;
    m_over_r += m[j] / r;
    pulls += pull_over_distance * std::sqrt(squared_distance);
  }
  return {ax, ay, az, m_over_r, pulls};
}

/// Adds in chunks, so that the rounding error grows with the length and number of chunks, not with
/// N.
Sums field_at(const ParticleSet& p, double eps2, std::uint64_t i) {
  constexpr std::uint64_t kChunk = 512;
  Sums total;
  const auto add = [&](std::uint64_t first, std::uint64_t last) {
    for (; first < last; first += kChunk) {
      const Sums part = sum_over(p.x.data(), p.y.data(), p.z.data(), p.mass.data(), p.x[i], p.y[i],
                                 p.z[i], eps2, first, std::min(last, first + kChunk));
      total.ax += part.ax;
      total.ay += part.ay;
      total.az += part.az;
      total.m_over_r += part.m_over_r;
      total.pulls += part.pulls;
    }
  };
  add(0, i);
  add(i + 1, p.size());
  if (eps2 > 0) total.m_over_r += p.mass[i] / std::sqrt(eps2);
  return total;
}

}  // namespace

GravityField gravity_field(const ParticleSet& particles, double eps2,
                           std::vector<std::uint64_t> bodies) {
  GravityField field;
  const std::size_t count = bodies.size();
  field.body = std::move(bodies);
  for (auto* values : {&field.ax, &field.ay, &field.az, &field.m_over_r, &field.sum_of_pulls})
    values->resize(count);
#pragma omp parallel for schedule(dynamic, 16)
  for (std::size_t k = 0; k < count; ++k) {
    if (interrupted()) continue;
    const Sums sums = field_at(particles, eps2, field.body[k]);
    field.ax[k] = sums.ax;
    field.ay[k] = sums.ay;
    field.az[k] = sums.az;
    field.m_over_r[k] = sums.m_over_r;
    field.sum_of_pulls[k] = sums.pulls;
  }
  throw_if_interrupted();
  return field;
}

GravityField gravity_field_of(const ParticleSet& p, double eps2,
                              const std::vector<std::uint64_t>& sources) {
  GravityField field;
  field.body.resize(p.size());
  std::iota(field.body.begin(), field.body.end(), std::uint64_t{0});
  for (auto* values : {&field.ax, &field.ay, &field.az, &field.m_over_r, &field.sum_of_pulls})
    values->resize(p.size());
#pragma omp parallel for schedule(static)
  for (std::size_t i = 0; i < p.size(); ++i)
    for (const std::uint64_t j : sources) {
      if (j == i && eps2 == 0) continue;
      const double dx = p.x[j] - p.x[i], dy = p.y[j] - p.y[i], dz = p.z[j] - p.z[i];
      const double squared_distance = dx * dx + dy * dy + dz * dz;
      const double r = std::sqrt(squared_distance + eps2);
      const double pull_over_distance = p.mass[j] / (r * r * r);
      field.ax[i] += pull_over_distance * dx;
      field.ay[i] += pull_over_distance * dy;
      field.az[i] += pull_over_distance * dz;
      field.m_over_r[i] += p.mass[j] / r;
      field.sum_of_pulls[i] += pull_over_distance * std::sqrt(squared_distance);
    }
  return field;
}

namespace {

/// A tree of bodies. Each node is halved at the median of its longest axis.
class BodyTree {
 public:
  BodyTree(const ParticleSet& p, double eps2) : p_(p), eps2_(eps2), order_(p.size()) {
    std::iota(order_.begin(), order_.end(), std::uint64_t{0});
    if (!order_.empty()) add(0, order_.size());
  }

  double pulls_on(std::uint64_t i) const {
    double pulls = 0;
    walk(
        i, [&](const Node& node, double r2) { pulls += pull(node.mass, r2); },
        [&](std::uint64_t j, double r2) {
          if (j != i) pulls += pull(p_.mass[j], r2);
        });
    return pulls;
  }

  /// A node's bodies are at most its radius farther or nearer than its centre. Also, 1/r about a
  /// centre of mass has an error bound: half the mean square distance from it times the largest
  /// second derivative on the way, 2/r^3.
  Between m_over_r_of(std::uint64_t i) const {
    Between sum;
    walk(
        i,
        [&](const Node& node, double r2) {
          const double r = std::sqrt(r2), radius = std::sqrt(node.radius2);
          const double nearest = 1 / std::sqrt((r - radius) * (r - radius) + eps2_);
          const double farthest = 1 / std::sqrt((r + radius) * (r + radius) + eps2_);
          const double at_centre = 1 / std::sqrt(r2 + eps2_);
          const double off = node.mean_square * nearest * nearest * nearest;
          sum.low += node.mass * std::max(farthest, at_centre - off);
          sum.high += node.mass * std::min(nearest, at_centre + off);
        },
        [&](std::uint64_t j, double r2) {
          if (j == i && eps2_ == 0) return;
          const double term = p_.mass[j] / std::sqrt(r2 + eps2_);
          sum.low += term;
          sum.high += term;
        });
    return sum;
  }

 private:
  struct Node {
    double x = 0, y = 0, z = 0, mass = 0, radius2 = 0;
    double mean_square = 0;             // distance of its mass from the centre
    std::uint64_t first = 0, last = 0;  // in order_
    std::size_t left = 0, right = 0;    // 0: a leaf
  };

  static constexpr std::size_t kDepth = 64;  // halving by number makes no tree deeper

  /// Calls far() for far nodes, with the squared distance of their centre, and near() for single
  /// bodies.
  template <class Far, class Near>
  void walk(std::uint64_t i, const Far& far, const Near& near) const {
    constexpr double kOpening = 0.7;
    std::array<std::size_t, kDepth> open{};
    std::size_t count = nodes_.empty() ? 0 : 1;
    while (count > 0) {
      const Node& node = nodes_[open[--count]];
      const double r2 = squared_distance(i, node.x, node.y, node.z);
      if (node.radius2 < kOpening * kOpening * r2) {
        far(node, r2);
      } else if (node.right != 0) {
        open[count++] = node.left;
        open[count++] = node.right;
      } else {
        for (std::uint64_t k = node.first; k < node.last; ++k) {
          const std::uint64_t j = order_[k];
          near(j, squared_distance(i, p_.x[j], p_.y[j], p_.z[j]));
        }
      }
    }
  }

  double squared_distance(std::uint64_t i, double x, double y, double z) const {
    const double dx = x - p_.x[i], dy = y - p_.y[i], dz = z - p_.z[i];
    return dx * dx + dy * dy + dz * dz;
  }

  double pull(double mass, double r2) const {
    const double softened = r2 + eps2_;
    return mass * std::sqrt(r2) / (softened * std::sqrt(softened));
  }

  std::size_t add(std::uint64_t first, std::uint64_t last) {
    constexpr std::uint64_t kLeaf = 8;
    const std::size_t place = nodes_.size();
    nodes_.emplace_back();
    Node node;
    node.first = first;
    node.last = last;
    const std::vector<double>* positions[] = {&p_.x, &p_.y, &p_.z};
    double* centre[] = {&node.x, &node.y, &node.z};
    std::size_t longest = 0;
    double length = -1;
    for (std::uint64_t k = first; k < last; ++k) node.mass += p_.mass[order_[k]];
    const bool weighs = node.mass > 0;
    const double weights = weighs ? node.mass : static_cast<double>(last - first);
    for (std::size_t axis = 0; axis < 3; ++axis) {
      const std::vector<double>& at = *positions[axis];
      double low = at[order_[first]], high = low;
      for (std::uint64_t k = first; k < last; ++k) {
        const std::uint64_t j = order_[k];
        low = std::min(low, at[j]);
        high = std::max(high, at[j]);
        *centre[axis] += (weighs ? p_.mass[j] : 1) / weights * at[j];
      }
      if (high - low <= length) continue;
      length = high - low;
      longest = axis;
    }
    for (std::uint64_t k = first; k < last; ++k) {
      const std::uint64_t j = order_[k];
      const double r2 = squared_distance(j, node.x, node.y, node.z);
      node.radius2 = std::max(node.radius2, r2);
      node.mean_square += (weighs ? p_.mass[j] : 1) / weights * r2;
    }
    if (last - first > kLeaf) {
      const std::uint64_t middle = first + (last - first) / 2;
      const auto at = [&](std::uint64_t k) {
        return order_.begin() + static_cast<std::ptrdiff_t>(k);
      };
      std::nth_element(at(first), at(middle), at(last), [&](std::uint64_t a, std::uint64_t b) {
        return (*positions[longest])[a] < (*positions[longest])[b];
      });
      node.left = add(first, middle);
      node.right = add(middle, last);
    }
    nodes_[place] = node;
    return place;
  }

  const ParticleSet& p_;
  double eps2_;
  std::vector<std::uint64_t> order_;
  std::vector<Node> nodes_;
};

}  // namespace

std::vector<double> pulls_by_tree(const ParticleSet& particles, double eps2) {
  const BodyTree tree(particles, eps2);
  std::vector<double> pulls(particles.size());
#pragma omp parallel for schedule(dynamic, 256)
  for (std::size_t i = 0; i < pulls.size(); ++i)
    if (!interrupted()) pulls[i] = tree.pulls_on(i);
  throw_if_interrupted();
  return pulls;
}

std::vector<Between> m_over_r_by_tree(const ParticleSet& particles, double eps2) {
  const BodyTree tree(particles, eps2);
  std::vector<Between> ranges(particles.size());
#pragma omp parallel for schedule(dynamic, 256)
  for (std::size_t i = 0; i < ranges.size(); ++i)
    if (!interrupted()) ranges[i] = tree.m_over_r_of(i);
  throw_if_interrupted();
  return ranges;
}

GravityEnergy gravity_energy(const ParticleSet& particles, double eps2, const GravityField& field) {
  GravityEnergy energy;
  for (std::uint64_t i = 0; i < particles.size(); ++i) {
    const double v2 = particles.vx[i] * particles.vx[i] + particles.vy[i] * particles.vy[i] +
                      particles.vz[i] * particles.vz[i];
    const double self = eps2 > 0 ? particles.mass[i] / std::sqrt(eps2) : 0;
    energy.kinetic += particles.mass[i] * v2 / 2;
    energy.potential -= particles.mass[i] * (field.m_over_r[i] - self) / 2;
  }
  return energy;
}

}  // namespace gputest
