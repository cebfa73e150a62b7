#include "common/central/oracle.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numbers>

#include "common/central/laws.hpp"
#include "common/core/interrupt.hpp"

namespace gputest {
namespace {

/// The errors of a table in one of its intervals.
struct IntervalBound {
  double truncation = 0;  ///< of a polynomial of degree four, absolute
  double roundings = 0;   ///< of its evaluation, in ε
  double step = 0;        ///< jump to the next polynomial, if the table itself is the law
};

/// g(t) of an interval in Chebyshev polynomials, without those beyond the 15th.
std::array<double, 16> chebyshev(const CentralPhysics& physics, double begin, double end) {
  constexpr int kNodes = 16;
  std::array<double, kNodes> sums{};
  for (int i = 0; i < kNodes; ++i) {
    const double angle = (i + 0.5) * std::numbers::pi / kNodes;
    const double x = (begin + end) / 2 + (end - begin) / 2 * std::cos(angle);
    const double value = central_terms<double>(physics.law, x, physics.shape).g;
    for (int m = 0; m < kNodes; ++m)
      sums[static_cast<std::size_t>(m)] +=
          (m == 0 ? 1.0 : 2.0) / kNodes * value * std::cos(m * angle);
  }
  return sums;
}

double polynomial(const std::array<double, 5>& c, double t) {
  return c[0] + t * (c[1] + t * (c[2] + t * (c[3] + t * c[4])));
}

std::vector<IntervalBound> bounds_of(const CentralPhysics& physics) {
  if (physics.table == nullptr) return {};
  const CentralTable& table = *physics.table;
  std::vector<IntervalBound> own(table.quartics.size());
  for (std::size_t k = 0; k < own.size(); ++k) {
    IntervalBound& bound = own[k];
    if (physics.own != nullptr) {
      for (std::size_t m = 0; m < 5; ++m)
        bound.roundings += static_cast<double>(m + 1) * std::abs(table.quartics[k][m]);
      if (k + 1 < own.size())
        bound.step =
            std::abs(polynomial(table.quartics[k], 1) - polynomial(table.quartics[k + 1], -1));
      continue;
    }
    const auto a = chebyshev(physics, table.begin(k), table.begin(k + 1));
    for (std::size_t m = 5; m < a.size(); ++m) bound.truncation += 2 * std::abs(a[m]);
    const double c0 = std::abs(a[0]) + std::abs(a[2]) + std::abs(a[4]);
    const double c1 = std::abs(a[1]) + 3 * std::abs(a[3]);
    const double c2 = 2 * std::abs(a[2]) + 8 * std::abs(a[4]);
    bound.roundings = c0 + 2 * c1 + 3 * c2 + 4 * 4 * std::abs(a[3]) + 5 * 8 * std::abs(a[4]);
  }
  std::vector<IntervalBound> bounds = own;
  for (std::size_t k = 0; k < own.size(); ++k)
    for (const std::size_t beside : {k == 0 ? k : k - 1, std::min(k + 1, own.size() - 1)}) {
      bounds[k].truncation = std::max(bounds[k].truncation, own[beside].truncation);
      bounds[k].roundings = std::max(bounds[k].roundings, own[beside].roundings);
      bounds[k].step = std::max(bounds[k].step, own[beside].step);
    }
  return bounds;
}

/// The interval of x, from its octave and its part of the octave.
std::size_t interval_of(const CentralTable& table, double x) {
  int octave = 0;
  const double from_half = std::frexp(x, &octave);  // in [1/2, 1)
  int first_octave = 0;
  const double first_from_half = std::frexp(table.begin(0), &first_octave);
  const auto part = [&](double half) {
    return static_cast<std::int64_t>((2 * half - 1) * table.parts());
  };
  const std::int64_t k =
      std::int64_t{octave - first_octave} * table.parts() + part(from_half) - part(first_from_half);
  return static_cast<std::size_t>(
      std::clamp<std::int64_t>(k, 0, static_cast<std::int64_t>(table.quartics.size()) - 1));
}

/// g of a table that is itself the law. The slope is that of |c_m| at the interval's ends.
template <class Real>
CentralTerms<Real> terms_of(const CentralTable& table, Real x) {
  const std::size_t k = interval_of(table, static_cast<double>(x));
  const Real low = table.begin(k), high = table.begin(k + 1);
  const Real t = (2 * x - low - high) / (high - low);
  CentralTerms<Real> terms;
  Real power = 1;
  for (std::size_t m = 0; m < 5; ++m) {
    const Real c = table.quartics[k][m];
    terms.g += c * power;
    terms.magnitude += std::abs(c);
    terms.slope += static_cast<Real>(m) * std::abs(c) * 2 * x / (high - low);
    power *= t;
  }
  return terms;
}

/// The loss of a sum of these terms, added in order, from terms smaller than four units in its last
/// place: half a unit for each, or the whole term.
double lost_of(const std::vector<double>& terms, double sum, double eps) {
  const double unit = eps * sum;
  double lost = 0;
  for (const double term : terms)
    if (term < 4 * unit) lost += std::min(term, unit / 2);
  return lost;
}

template <class Real>
CentralForce force_on(const ParticleSet& p, const PeriodicEdges& edges,
                      const CentralPhysics& physics, const std::vector<IntervalBound>& bounds,
                      Precision precision, std::uint64_t i) {
  const Real eps = epsilon(precision);
  const Real tiny = precision == Precision::fp32 ? std::numeric_limits<float>::min()
                                                 : std::numeric_limits<double>::min();
  const auto type = [&](std::uint64_t j) { return static_cast<std::size_t>(p.mass[j]); };
  const double* position[] = {p.x.data(), p.y.data(), p.z.data()};
  std::vector<double> terms_of_force, terms_of_w;
  terms_of_force.reserve(p.size());
  terms_of_w.reserve(p.size());
  Real f[3] = {0, 0, 0}, w = 0, forces = 0, ws = 0, force_off = 0, w_off = 0;
  for (std::uint64_t j = 0; j < p.size(); ++j) {
    Real d[3], crossed = 0, tied = 0, r2 = 0;
    for (std::size_t axis = 0; axis < 3; ++axis) {
      const Real difference = Real(position[axis][i]) - Real(position[axis][j]);
      const Real edge = edges.edge[axis];
      const Real image = edge > 0 ? std::nearbyint(difference / edge) : 0;
      d[axis] = difference - edge * image;
      if (image != 0) crossed += edge;
      if (edge > 0 && std::abs(std::abs(d[axis]) - edge / 2) <= 4 * eps * edge) tied += edge;
      r2 += d[axis] * d[axis];
    }
    if (r2 == 0) continue;
    const std::size_t pair = type(i) * physics.types + type(j);
    const Real r = std::sqrt(r2);
    if (!physics.halide.empty()) {
      const HalidePair& of = physics.halide[pair];
      const HalideTerms<Real> u = halide_terms(of, r2);
      const CentralTerms<Real>& of_w = physics.virial ? u.virial : u.energy;
      for (std::size_t axis = 0; axis < 3; ++axis) f[axis] += u.force.g * d[axis];
      w += of_w.g;
      forces += u.force.magnitude * r;
      ws += of_w.magnitude;
      terms_of_force.push_back(static_cast<double>(u.force.magnitude * r));
      terms_of_w.push_back(static_cast<double>(of_w.magnitude));
      const auto off_of = [&](const CentralTerms<Real>& g) {
        return eps * (3 * g.slope + (g.own + 2) * g.magnitude) +
               eps * (g.slope + g.magnitude) * crossed / r;
      };
      // An exponential or power that is below the normal numbers, times its coefficient.
      const Real vanished = tiny * static_cast<Real>(of.a + of.c + of.d + std::abs(of.qq) + 3);
      force_off += off_of(u.force) * r + u.force.magnitude * tied +
                   8 * vanished * (1 + static_cast<Real>(of.k)) * (r + 1 / r);
      w_off += off_of(of_w) +
               (physics.virial ? 8 * (1 + static_cast<Real>(of.k)) * (1 + r * r) : 1) * vanished;
      continue;
    }
    const Real a = physics.a[pair], x = physics.b[pair] * r2;
    const CentralTerms<Real> g =
        physics.own != nullptr
            ? terms_of(*physics.own, x)
            : central_terms<Real>(physics.law, x, static_cast<Real>(physics.shape));
    for (std::size_t axis = 0; axis < 3; ++axis) f[axis] += a * g.g * d[axis];
    w += a * g.g;
    const Real size = std::abs(a);
    forces += size * g.magnitude * r;
    ws += size * g.magnitude;
    terms_of_force.push_back(static_cast<double>(size * g.magnitude * r));
    terms_of_w.push_back(static_cast<double>(size * g.magnitude));
    Real off = eps * (3 * g.slope + (g.own + 2) * g.magnitude) +
               eps * (g.slope + g.magnitude) * crossed / r;
    if (!bounds.empty()) {
      const std::size_t k = interval_of(*physics.table, static_cast<double>(x));
      const Real to_end = std::min(x - physics.table->begin(k), physics.table->begin(k + 1) - x);
      off += eps * (static_cast<Real>(bounds[k].roundings) - g.own * g.magnitude) +
             static_cast<Real>(bounds[k].truncation);
      if (to_end <= 4 * eps * x) off += static_cast<Real>(bounds[k].step);
    }
    off += tiny * (3 + 1 / x + 1 / (x * std::sqrt(x)));
    force_off += size * (off * r + g.magnitude * tied) + 3 * tiny;
    w_off += size * off + 3 * tiny;
  }
  CentralForce force;
  force.fx = static_cast<double>(f[0]);
  force.fy = static_cast<double>(f[1]);
  force.fz = static_cast<double>(f[2]);
  force.w = static_cast<double>(w);
  force.sum_of_forces = static_cast<double>(forces);
  force.sum_of_w = static_cast<double>(ws);
  force.force_off = static_cast<double>(force_off);
  force.w_off = static_cast<double>(w_off);
  force.force_lost = lost_of(terms_of_force, force.sum_of_forces, static_cast<double>(eps));
  force.w_lost = lost_of(terms_of_w, force.sum_of_w, static_cast<double>(eps));
  return force;
}

}  // namespace

std::vector<CentralForce> central_forces(const ParticleSet& particles,
                                         const CentralPhysics& physics, Precision precision,
                                         const std::vector<std::uint64_t>& listed) {
  const PeriodicEdges edges(particles);
  const std::vector<IntervalBound> bounds = bounds_of(physics);
  std::vector<CentralForce> forces(listed.size());
#pragma omp parallel for schedule(dynamic, 16) if (listed.size() * particles.size() > 4096)
  for (std::size_t k = 0; k < listed.size(); ++k) {
    if (interrupted()) continue;
    // In fp64 the oracle's own roundings would count as much as a kernel's.
    forces[k] =
        precision == Precision::fp32
            ? force_on<double>(particles, edges, physics, bounds, precision, listed[k])
            : force_on<long double>(particles, edges, physics, bounds, precision, listed[k]);
  }
  throw_if_interrupted();
  return forces;
}

}  // namespace gputest
