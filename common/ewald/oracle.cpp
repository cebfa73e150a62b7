#include "common/ewald/oracle.hpp"

#include <algorithm>
#include <cmath>
#include <complex>
#include <limits>
#include <numbers>
#include <numeric>

#include "common/core/interrupt.hpp"

namespace gputest {
namespace {

constexpr double kPi = std::numbers::pi;
/// erfc and e^(-x^2) of this are about 2e-18.
constexpr double kNothingLeft = 6.2;
/// Below this epsilon a kernel is compared with long double.
constexpr double kOfFloat = 1e-9;

struct Edges {
  std::array<double, 3> edge;
  double volume;

  explicit Edges(const ParticleSet& p) {
    for (std::size_t axis = 0; axis < 3; ++axis) edge[axis] = p.box.high[axis] - p.box.low[axis];
    volume = edge[0] * edge[1] * edge[2];
  }
};

/// Calls f(d, r^2, edges that d crosses) for every image of j nearer to i than the cutoff.
template <class Real, class F>
void for_each_image(const ParticleSet& p, const Edges& edges, Real cutoff, std::uint64_t i,
                    std::uint64_t j, const F& f) {
  const Real from[] = {p.x[i], p.y[i], p.z[i]}, to[] = {p.x[j], p.y[j], p.z[j]};
  Real nearest[3];
  int most[3], image[3];
  for (int axis = 0; axis < 3; ++axis) {
    const Real edge = edges.edge[static_cast<std::size_t>(axis)];
    const Real difference = from[axis] - to[axis];
    image[axis] = -static_cast<int>(std::nearbyint(difference / edge));
    nearest[axis] = difference + edge * static_cast<Real>(image[axis]);
    most[axis] = static_cast<int>(std::ceil(cutoff / edge + Real(0.5))) - 1;
  }
  for (int z = -most[2]; z <= most[2]; ++z)
    for (int y = -most[1]; y <= most[1]; ++y)
      for (int x = -most[0]; x <= most[0]; ++x) {
        const int shift[] = {x, y, z};
        Real d[3], r2 = 0, crossed = 0;
        for (int axis = 0; axis < 3; ++axis) {
          const Real edge = edges.edge[static_cast<std::size_t>(axis)];
          d[axis] = nearest[axis] + edge * static_cast<Real>(shift[axis]);
          r2 += d[axis] * d[axis];
          if (shift[axis] + image[axis] != 0) crossed += edge;
        }
        if (r2 < cutoff * cutoff && r2 > 0) f(d, r2, crossed);
      }
}

template <class Real>
RealShare real_share(const ParticleSet& p, const Edges& edges, double alpha, double cutoff,
                     double eps, std::uint64_t i) {
  const Real a = alpha, two_over_root_pi = 2 / std::sqrt(std::numbers::pi_v<Real>);
  Real f[3] = {0, 0, 0}, energy = 0, forces = 0, energies = 0, force_off = 0, energy_off = 0;
  double pairs = 0;
  // Examines a little more than the cutoff, because a kernel may count pairs there.
  const Real slack = 4 * eps * (cutoff + edges.edge[0] + edges.edge[1] + edges.edge[2]);
  const Real end2 = Real(cutoff) * Real(cutoff);
  for (std::uint64_t j = 0; j < p.size(); ++j)
    for_each_image<Real>(p, edges, Real(cutoff) + slack, i, j,
                         [&](const Real(&d)[3], Real r2, Real crossed) {
                           const Real r = std::sqrt(r2), q = Real(p.charge[i]) * Real(p.charge[j]);
                           const Real u = std::erfc(a * r) / r;
                           const Real gauss = two_over_root_pi * a * std::exp(-a * a * r2);
                           const Real over_r = (u + gauss) / r2, size = std::abs(q) * over_r * r;
                           const bool inside = r2 < end2;
                           if (inside) {
                             for (int axis = 0; axis < 3; ++axis) f[axis] += q * over_r * d[axis];
                             energy += q * u / 2;
                           }
                           if (std::abs(r - Real(cutoff)) <= slack) {
                             force_off += size;
                             energy_off += std::abs(q) * u / 2;
                           }
                           const Real steepness = 3 + 2 * a * a * r2;  // at least |d ln F / d ln r|
                           const Real off = Real(eps) * (24 + steepness * (2 + crossed / r));
                           force_off += size * off;
                           energy_off += std::abs(q) * u / 2 * off;
                           forces += size;
                           energies += std::abs(q) * u / 2;
                           ++pairs;
                         });
  RealShare share;
  share.fx = static_cast<double>(f[0]);
  share.fy = static_cast<double>(f[1]);
  share.fz = static_cast<double>(f[2]);
  share.energy = static_cast<double>(energy);
  const Real sum = Real(eps) * std::sqrt(Real(3 * pairs));
  share.force_off = static_cast<double>(force_off + sum * forces);
  share.energy_off = static_cast<double>(energy_off + sum * energies);
  return share;
}

/// e^(2 pi i h s) of one particle, with s its position in edges, for h = 0 … most along each axis.
template <class Real>
class Turns {
 public:
  using Complex = std::complex<Real>;

  explicit Turns(const std::array<int, 3>& most) : most_(most) {
    for (std::size_t axis = 0; axis < 3; ++axis)
      table_[axis].resize(static_cast<std::size_t>(most[axis]) + 1);
  }
  void set(const ParticleSet& p, const Edges& edges, std::uint64_t i) {
    const double at[] = {p.x[i], p.y[i], p.z[i]};
    for (std::size_t axis = 0; axis < 3; ++axis) {
      const Real s = Real(at[axis]) / Real(edges.edge[axis]);
      for (int h = 0; h <= most_[axis]; ++h) {
        const Real turns = static_cast<Real>(h) * s;
        const Real angle = 2 * std::numbers::pi_v<Real> * (turns - std::nearbyint(turns));
        table_[axis][static_cast<std::size_t>(h)] = {std::cos(angle), std::sin(angle)};
      }
    }
  }
  Complex of(const WaveNumbers& wave) const {
    return multiply(multiply(one(0, wave.x), one(1, wave.y)), one(2, wave.z));
  }
  /// Skips the library's special cases for infinities.
  static Complex multiply(const Complex& a, const Complex& b) {
    return {a.real() * b.real() - a.imag() * b.imag(), a.real() * b.imag() + a.imag() * b.real()};
  }

 private:
  Complex one(std::size_t axis, std::int32_t h) const {
    const Complex value = table_[axis][static_cast<std::size_t>(std::abs(h))];
    return h < 0 ? std::conj(value) : value;
  }

  std::array<int, 3> most_;
  std::array<std::vector<Complex>, 3> table_;
};

std::array<int, 3> most_of(const std::vector<WaveNumbers>& waves) {
  std::array<int, 3> most{};
  for (const WaveNumbers& wave : waves) {
    most[0] = std::max(most[0], std::abs(wave.x));
    most[1] = std::max(most[1], std::abs(wave.y));
    most[2] = std::max(most[2], std::abs(wave.z));
  }
  return most;
}

std::array<double, 3> vector_of(const Edges& edges, const WaveNumbers& wave) {
  return {2 * kPi * wave.x / edges.edge[0], 2 * kPi * wave.y / edges.edge[1],
          2 * kPi * wave.z / edges.edge[2]};
}

double squared(const std::array<double, 3>& k) { return k[0] * k[0] + k[1] * k[1] + k[2] * k[2]; }

/// 4 pi / V e^(-k^2 / 4 alpha^2) / k^2: the term of a wave and that of its opposite together.
double weight_of(const Edges& edges, double alpha, double k2) {
  return 4 * kPi / edges.volume * std::exp(-k2 / (4 * alpha * alpha)) / k2;
}

/// S of each wave, and the largest of its partial sums, sampled at the ends of blocks.
template <class Real>
struct Factors {
  std::vector<std::complex<Real>> sum;
  std::vector<double> largest;
};

template <class Real>
Factors<Real> factors_of(const ParticleSet& p, const Edges& edges,
                         const std::vector<WaveNumbers>& waves) {
  constexpr std::uint64_t kBlock = 64;
  Factors<Real> made{std::vector<std::complex<Real>>(waves.size()),
                     std::vector<double>(waves.size())};
  std::vector<Turns<Real>> turns(kBlock, Turns<Real>(most_of(waves)));
  for (std::uint64_t first = 0; first < p.size() && !interrupted(); first += kBlock) {
    const std::uint64_t count = std::min(kBlock, p.size() - first);
#pragma omp parallel if (count * waves.size() > 4096)
    {
#pragma omp for
      for (std::uint64_t i = 0; i < count; ++i) turns[i].set(p, edges, first + i);
#pragma omp for
      for (std::size_t k = 0; k < waves.size(); ++k) {
        std::complex<Real> sum = 0;
        double charges = 0;
        for (std::uint64_t i = 0; i < count; ++i) {
          const double q = p.charge[first + i];
          sum += Real(q) * turns[i].of(waves[k]);
          charges += std::abs(q);
        }
        made.sum[k] += sum;
        made.largest[k] =
            std::max(made.largest[k],
                     std::abs(std::complex<double>(static_cast<double>(made.sum[k].real()),
                                                   static_cast<double>(made.sum[k].imag()))) +
                         charges);
      }
    }
  }
  throw_if_interrupted();
  return made;
}

template <class Real>
std::vector<CoulombShare> shares_of(const ParticleSet& p, const Edges& edges, double alpha,
                                    const std::vector<WaveNumbers>& waves,
                                    const std::vector<std::complex<Real>>& factors,
                                    const std::vector<std::uint64_t>& listed) {
  std::vector<CoulombShare> shares(listed.size());
  std::vector<std::complex<Real>> amplitudes(waves.size());
  for (std::size_t k = 0; k < waves.size(); ++k)
    amplitudes[k] =
        Real(2 * weight_of(edges, alpha, squared(vector_of(edges, waves[k])))) * factors[k];
#pragma omp parallel if (listed.size() * waves.size() > 4096)
  {
    Turns<Real> turns(most_of(waves));
#pragma omp for schedule(dynamic, 16)
    for (std::size_t place = 0; place < listed.size(); ++place) {
      if (interrupted()) continue;
      const std::uint64_t i = listed[place];
      turns.set(p, edges, i);
      Real f[3] = {0, 0, 0}, potential = 0;
      for (std::size_t k = 0; k < waves.size(); ++k) {
        // e^(ikr) S*: the real part is the potential's, the imaginary one the force's.
        const auto product = Turns<Real>::multiply(turns.of(waves[k]), std::conj(amplitudes[k]));
        potential += product.real();
        f[0] += static_cast<Real>(waves[k].x) * product.imag();
        f[1] += static_cast<Real>(waves[k].y) * product.imag();
        f[2] += static_cast<Real>(waves[k].z) * product.imag();
      }
      const Real q = p.charge[i], turn = 2 * std::numbers::pi_v<Real> * q;
      shares[place] = {static_cast<double>(turn * f[0] / Real(edges.edge[0])),
                       static_cast<double>(turn * f[1] / Real(edges.edge[1])),
                       static_cast<double>(turn * f[2] / Real(edges.edge[2])),
                       static_cast<double>(q * potential / 2)};
    }
  }
  throw_if_interrupted();
  return shares;
}

template <class Real>
WaveShares wave_shares_in(const ParticleSet& p, double alpha, const std::vector<WaveNumbers>& waves,
                          double eps, const std::vector<std::uint64_t>& listed) {
  const Edges edges(p);
  const Factors<Real> factors = factors_of<Real>(p, edges, waves);
  WaveShares made;
  made.shares = shares_of<Real>(p, edges, alpha, waves, factors.sum, listed);
  double squares = 0;  // of the charges
  for (const double q : p.charge) squares += q * q;
  double field2 = 0, potential2 = 0, fields = 0, potentials = 0;
  for (std::size_t k = 0; k < waves.size(); ++k) {
    const double k2 = squared(vector_of(edges, waves[k]));
    const double weight = 2 * weight_of(edges, alpha, k2), length = std::sqrt(k2);
    const double size = static_cast<double>(std::abs(factors.sum[k]));
    const double phase =
        eps * (2 * kPi * (std::abs(waves[k].x) + std::abs(waves[k].y) + std::abs(waves[k].z)) + 8);
    const double of_sum = eps * std::sqrt(static_cast<double>(p.size()) / 12) * factors.largest[k];
    const double off2 = phase * phase * (squares + size * size) + of_sum * of_sum;
    potential2 += weight * weight * off2;
    field2 += k2 * weight * weight * off2;
    potentials += weight * size;
    fields += length * weight * size;
  }
  const double last = eps * std::sqrt(3 * static_cast<double>(waves.size()));
  made.field_off = 4 * std::sqrt(field2) + last * fields;
  made.potential_off = 4 * std::sqrt(potential2) + last * potentials;
  return made;
}

}  // namespace

double converged_cutoff(double alpha) { return kNothingLeft / alpha; }

std::vector<RealShare> real_shares(const ParticleSet& particles, double alpha, double cutoff,
                                   double eps, const std::vector<std::uint64_t>& listed) {
  const Edges edges(particles);
  std::vector<RealShare> shares(listed.size());
#pragma omp parallel for schedule(dynamic, 16) if (listed.size() * particles.size() > 4096)
  for (std::size_t k = 0; k < listed.size(); ++k) {
    if (interrupted()) continue;
    shares[k] = eps > kOfFloat
                    ? real_share<double>(particles, edges, alpha, cutoff, eps, listed[k])
                    : real_share<long double>(particles, edges, alpha, cutoff, eps, listed[k]);
  }
  throw_if_interrupted();
  return shares;
}

WaveShares wave_shares(const ParticleSet& particles, double alpha,
                       const std::vector<WaveNumbers>& waves, double eps,
                       const std::vector<std::uint64_t>& listed) {
  return eps > kOfFloat ? wave_shares_in<double>(particles, alpha, waves, eps, listed)
                        : wave_shares_in<long double>(particles, alpha, waves, eps, listed);
}

std::vector<WaveNumbers> all_waves(const ParticleSet& particles, double most) {
  const Edges edges(particles);
  int bound[3];
  for (std::size_t axis = 0; axis < 3; ++axis)
    bound[axis] = static_cast<int>(most * edges.edge[axis] / (2 * kPi));
  std::vector<WaveNumbers> waves;
  for (int x = 0; x <= bound[0]; ++x)
    for (int y = x == 0 ? 0 : -bound[1]; y <= bound[1]; ++y)
      for (int z = x == 0 && y == 0 ? 1 : -bound[2]; z <= bound[2]; ++z)
        if (squared(vector_of(edges, {x, y, z})) < most * most) waves.push_back({x, y, z});
  return waves;
}

std::vector<double> constant_energies(const ParticleSet& particles, double alpha) {
  const double net = std::accumulate(particles.charge.begin(), particles.charge.end(), 0.0);
  const double background = kPi * net / (2 * Edges(particles).volume * alpha * alpha);
  std::vector<double> energies;
  energies.reserve(particles.size());
  for (const double q : particles.charge)
    energies.push_back(-alpha / std::sqrt(kPi) * q * q - q * background);
  return energies;
}

std::vector<CoulombShare> coulomb_shares(const ParticleSet& particles,
                                         const std::vector<std::uint64_t>& listed) {
  const Edges edges(particles);
  const auto n = static_cast<double>(particles.size()), some = static_cast<double>(listed.size());
  const auto cost = [&](double cutoff) {
    constexpr double kPair = 30, kLookedAt = 5, kWave = 4;  // relative, from measured nanoseconds
    const double k = 2 * kNothingLeft * kNothingLeft / cutoff;
    const double waves = edges.volume * k * k * k / (12 * kPi * kPi);
    const double images = 4 * kPi / 3 * cutoff * cutoff * cutoff / edges.volume;
    return some * n * (kLookedAt * (1 + 2 * images) + kPair * images) + kWave * waves * (n + some);
  };
  double cutoff = std::cbrt(edges.volume) / 8;
  for (double next = cutoff; next < 64 * cutoff; next *= 1.1)
    if (cost(next) < cost(cutoff)) cutoff = next;
  const double alpha = kNothingLeft / cutoff;
  const auto waves = all_waves(particles, 2 * alpha * kNothingLeft);
  const auto factors = factors_of<double>(particles, edges, waves);
  std::vector<CoulombShare> shares =
      shares_of<double>(particles, edges, alpha, waves, factors.sum, listed);
  const auto real = real_shares(particles, alpha, cutoff, 1e-7, listed);
  const auto constants = constant_energies(particles, alpha);
  for (std::size_t k = 0; k < listed.size(); ++k) {
    shares[k].fx += real[k].fx;
    shares[k].fy += real[k].fy;
    shares[k].fz += real[k].fz;
    shares[k].energy += real[k].energy + constants[listed[k]];
  }
  return shares;
}

CoulombTotals coulomb_totals(const ParticleSet& particles, double alpha) {
  const Edges edges(particles);
  const std::uint64_t n = particles.size();
  const double cutoff = converged_cutoff(alpha);
  CoulombTotals totals;
  const auto add = [&](double of_product, double x, double y, double z) {
    const double products[] = {x * x, y * y, z * z, x * y, x * z, y * z};
    for (std::size_t c = 0; c < 6; ++c) totals.virial[c] += of_product * products[c];
  };
  for (std::uint64_t i = 0; i < n; ++i) {
    throw_if_interrupted();
    for (std::uint64_t j = 0; j < n; ++j)
      for_each_image<double>(
          particles, edges, cutoff, i, j, [&](const double(&d)[3], double r2, double) {
            const double r = std::sqrt(r2), q = particles.charge[i] * particles.charge[j];
            const double u = std::erfc(alpha * r) / r;
            totals.energy += q * u / 2;
            add(q / 2 * (u + 2 * alpha / std::sqrt(kPi) * std::exp(-alpha * alpha * r2)) / r2, d[0],
                d[1], d[2]);
          });
  }
  const auto waves = all_waves(particles, 2 * alpha * kNothingLeft);
  const auto factors = factors_of<double>(particles, edges, waves);
  for (std::size_t w = 0; w < waves.size(); ++w) {
    const auto k = vector_of(edges, waves[w]);
    const double k2 = squared(k);
    const double energy = weight_of(edges, alpha, k2) * std::norm(factors.sum[w]);
    totals.energy += energy;
    for (std::size_t c = 0; c < 3; ++c) totals.virial[c] += energy;
    add(-2 * energy * (1 / k2 + 1 / (4 * alpha * alpha)), k[0], k[1], k[2]);
  }
  double background = 0;
  const double net = std::accumulate(particles.charge.begin(), particles.charge.end(), 0.0);
  background = -kPi * net * net / (2 * edges.volume * alpha * alpha);
  for (const double constant : constant_energies(particles, alpha)) totals.energy += constant;
  for (std::size_t c = 0; c < 3; ++c) totals.virial[c] += background;
  return totals;
}

}  // namespace gputest
