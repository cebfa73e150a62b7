// The oracle of the family hermite: two bodies by hand, 113-bit arithmetic, jerks as derivatives of
// accelerations, and the order of the integrator that uses both.
#include "common/hermite/oracle.hpp"

#include <gtest/gtest.h>

#include <array>
#include <cmath>
#include <numeric>

#include "common/particles/generators.hpp"

namespace gputest::hermite_reference_test {
namespace {

__extension__ typedef __float128 Quad;

Quad root(Quad x) {
  Quad y = std::sqrt(static_cast<double>(x));
  for (int k = 0; k < 3; ++k) y = (y + x / y) / 2;
  return y;
}

std::vector<std::uint64_t> every_body(const ParticleSet& particles) {
  std::vector<std::uint64_t> bodies(particles.size());
  std::iota(bodies.begin(), bodies.end(), std::uint64_t{0});
  return bodies;
}

TEST(HermiteReference, TwoBodiesPullEachOtherByTheFormula) {
  ParticleSet two;
  two.resize(2);
  two.x = {0, 3};
  two.y = {0, 4};
  two.vx = {1, 2};
  two.vz = {0, 5};
  two.mass = {2, 7};
  const auto forces = hermite_forces(two, 0, {0, 1});
  // r = (3, 4, 0), |r| = 5, v = (1, 0, 5), r.v = 3
  EXPECT_DOUBLE_EQ(forces[0].ax, 7.0 * 3 / 125);
  EXPECT_DOUBLE_EQ(forces[0].ay, 7.0 * 4 / 125);
  EXPECT_DOUBLE_EQ(forces[0].jx, 7 * (1.0 / 125 - 3 * 3 * 3.0 / 3125));
  EXPECT_DOUBLE_EQ(forces[0].jy, 7 * (0 - 3 * 3 * 4.0 / 3125));
  EXPECT_DOUBLE_EQ(forces[0].jz, 7 * 5.0 / 125);
  EXPECT_DOUBLE_EQ(forces[0].m_over_r, 7.0 / 5);
  EXPECT_EQ(forces[0].nearest_r2, 25);
  EXPECT_DOUBLE_EQ(forces[1].ax, -2.0 * 3 / 125);
  EXPECT_DOUBLE_EQ(forces[1].jz, -2 * 5.0 / 125);
  const auto softened = hermite_forces(two, 119, {0});  // R = 12
  EXPECT_DOUBLE_EQ(softened[0].jz, 7 * 5.0 / 1728);
  EXPECT_DOUBLE_EQ(softened[0].m_over_r, 7.0 / 12);
  EXPECT_EQ(softened[0].nearest_r2, 25) << "softening does not change it";
}

TEST(HermiteReference, ALoneBodyFeelsNoForce) {
  ParticleSet one;
  one.resize(1);
  const HermiteForce force = hermite_forces(one, 0, {0}).front();
  EXPECT_EQ(force.ax, 0);
  EXPECT_EQ(force.m_over_r, 0);
  EXPECT_EQ(force.nearest_r2, 0);
}

TEST(HermiteReference, AgreesWith113BitArithmetic) {
  const ParticleSet p = generate_plummer(300, 3);
  const double eps2 = 1e-4;
  const auto forces = hermite_forces(p, eps2, every_body(p));
  for (std::uint64_t i = 0; i < p.size(); i += 7) {
    std::array<Quad, 7> sums{};
    double nearest = 1e300;
    for (std::uint64_t j = 0; j < p.size(); ++j) {
      if (j == i) continue;
      const std::array<Quad, 3> r{Quad(p.x[j]) - p.x[i], Quad(p.y[j]) - p.y[i],
                                  Quad(p.z[j]) - p.z[i]};
      const std::array<Quad, 3> v{Quad(p.vx[j]) - p.vx[i], Quad(p.vy[j]) - p.vy[i],
                                  Quad(p.vz[j]) - p.vz[i]};
      const Quad r2 = r[0] * r[0] + r[1] * r[1] + r[2] * r[2];
      const Quad s2 = r2 + eps2, s = root(s2);
      const Quad rv = r[0] * v[0] + r[1] * v[1] + r[2] * v[2];
      for (std::size_t c = 0; c < 3; ++c) {
        sums[c] += p.mass[j] * r[c] / (s2 * s);
        sums[3 + c] += p.mass[j] * (v[c] / (s2 * s) - 3 * rv * r[c] / (s2 * s2 * s));
      }
      sums[6] += p.mass[j] / s;
      nearest = std::min(nearest, static_cast<double>(r2));
    }
    const HermiteForce& f = forces[i];
    const std::array<double, 7> got{f.ax, f.ay, f.az, f.jx, f.jy, f.jz, f.m_over_r};
    for (std::size_t c = 0; c < 7; ++c) {
      const double scale = c < 3 ? f.sum_of_pulls : c < 6 ? f.sum_of_jerks : f.m_over_r;
      EXPECT_LT(std::abs(static_cast<double>(got[c] - sums[c])), 1e-14 * scale) << i << " " << c;
    }
    EXPECT_NEAR(f.nearest_r2, nearest, 1e-14 * nearest);
  }
}

TEST(HermiteReference, TheJerkIsTheDerivativeOfTheAcceleration) {
  const ParticleSet now = generate_plummer(50, 4);
  const auto moved = [&](double time) {
    ParticleSet p = now;
    for (std::uint64_t i = 0; i < p.size(); ++i) {
      p.x[i] += time * p.vx[i];
      p.y[i] += time * p.vy[i];
      p.z[i] += time * p.vz[i];
    }
    return hermite_forces(p, 1e-2, every_body(p));
  };
  constexpr double kStep = 1e-5;
  const auto forces = moved(0), before = moved(-kStep), after = moved(kStep);
  for (std::size_t i = 0; i < forces.size(); ++i) {
    const double allowed = 1e-7 * forces[i].sum_of_jerks;
    EXPECT_NEAR(forces[i].jx, (after[i].ax - before[i].ax) / (2 * kStep), allowed);
    EXPECT_NEAR(forces[i].jy, (after[i].ay - before[i].ay) / (2 * kStep), allowed);
    EXPECT_NEAR(forces[i].jz, (after[i].az - before[i].az) / (2 * kStep), allowed);
  }
}

/// The distance of a body on a circle of radius 1 from its start after a whole period, in `steps`
/// steps of the Hermite scheme: predicted with acceleration and jerk, corrected once.
double error_of_an_orbit(int steps) {
  ParticleSet p;
  p.resize(2);
  p.mass = {0.5, 0.5};
  p.x = {-0.5, 0.5};
  p.vy = {-0.5, 0.5};
  const double dt = 2 * std::acos(-1.0) / steps;
  using Vectors = std::array<std::vector<double>*, 2>;
  auto old = hermite_forces(p, 0, {0, 1});
  for (int step = 0; step < steps; ++step) {
    const ParticleSet begin = p;
    const std::array<Vectors, 3> of{Vectors{&p.x, &p.vx}, Vectors{&p.y, &p.vy},
                                    Vectors{&p.z, &p.vz}};
    const auto accelerations = [](const HermiteForce& f) { return std::array{f.ax, f.ay, f.az}; };
    const auto jerks = [](const HermiteForce& f) { return std::array{f.jx, f.jy, f.jz}; };
    for (std::size_t i = 0; i < 2; ++i)
      for (std::size_t c = 0; c < 3; ++c) {
        const double a = accelerations(old[i])[c], j = jerks(old[i])[c];
        double& x = (*of[c][0])[i];
        double& v = (*of[c][1])[i];
        x += dt * (v + dt * (a / 2 + dt * j / 6));
        v += dt * (a + dt * j / 2);
      }
    const auto now = hermite_forces(p, 0, {0, 1});
    const std::array<const std::vector<double>*, 6> was{&begin.x,  &begin.y,  &begin.z,
                                                        &begin.vx, &begin.vy, &begin.vz};
    for (std::size_t i = 0; i < 2; ++i)
      for (std::size_t c = 0; c < 3; ++c) {
        const double a0 = accelerations(old[i])[c], a1 = accelerations(now[i])[c];
        const double j0 = jerks(old[i])[c], j1 = jerks(now[i])[c];
        const double v0 = (*was[3 + c])[i];
        const double v1 = v0 + dt / 2 * (a0 + a1) + dt * dt / 12 * (j0 - j1);
        (*of[c][0])[i] = (*was[c])[i] + dt / 2 * (v0 + v1) + dt * dt / 12 * (a0 - a1);
        (*of[c][1])[i] = v1;
      }
    old = hermite_forces(p, 0, {0, 1});
  }
  return std::hypot(p.x[1] - 0.5, p.y[1], p.z[1]);
}

TEST(HermiteReference, GivesAnIntegratorOfOrderFour) {
  const double coarse = error_of_an_orbit(50), fine = error_of_an_orbit(100);
  EXPECT_NEAR(std::log2(coarse / fine), 4, 0.2);
  EXPECT_LT(fine, 1e-3);
}

}  // namespace
}  // namespace gputest::hermite_reference_test
