// libgputest-g6: Hermite forces, prediction, neighbours and the conventions of GRAPE-6.
#include <gtest/gtest.h>

#include <algorithm>
#include <array>

#include "libraries/g6/gp6util.h"
#include "tests/libraries/devices.hpp"
#include "tests/libraries/errors.hpp"
#include "tests/libraries/sums.hpp"

namespace libraries_g6_test {
namespace {

using namespace library_tests;

/// Particles j with an index, the time of their data, and derivatives.
struct Particles : Bodies {
  std::vector<int> index;
  std::vector<double> time;
  std::vector<Vector> half_a, jerk_6, snap_18;

  explicit Particles(std::size_t n, unsigned seed = 1)
      : Bodies(n, seed), half_a(n), jerk_6(n), snap_18(n) {
    const Bodies first(n, seed + 10), second(n, seed + 20);
    for (std::size_t k = 0; k < n; ++k) {
      index.push_back(static_cast<int>(3 * n - k));
      time.push_back(0.01 * static_cast<double>(k % 7));
      half_a[k] = first.x[k];
      jerk_6[k] = first.v[k];
      snap_18[k] = second.x[k];
    }
  }

  void send(int cluster, std::size_t k) {
    g6_set_j_particle(cluster, static_cast<int>(k), index[k], time[k], 0.125, m[k],
                      snap_18[k].data(), jerk_6[k].data(), half_a[k].data(), v[k].data(),
                      x[k].data());
  }
  void send(int cluster = 0) {
    for (std::size_t k = 0; k < m.size(); ++k) send(cluster, k);
  }

  /// The position and velocity of particle k at a time, by the Taylor series.
  std::pair<Vector, Vector> at(std::size_t k, double now) const {
    const double dt = now - time[k];
    Vector place, velocity;
    for (std::size_t c = 0; c < 3; ++c) {
      const double a = 2 * half_a[k][c], jerk = 6 * jerk_6[k][c], snap = 18 * snap_18[k][c];
      place[c] = x[k][c] + v[k][c] * dt + a * dt * dt / 2 + jerk * dt * dt * dt / 6 +
                 snap * dt * dt * dt * dt / 24;
      velocity[c] = v[k][c] + a * dt + jerk * dt * dt / 2 + snap * dt * dt * dt / 6;
    }
    return {place, velocity};
  }
};

/// The right results, and the magnitudes that errors are relative to.
struct Right {
  Vector a{}, jerk{};
  double potential = 0, pulls = 0, jerks = 0, nearest_r2 = INFINITY;
  int nearest = 0;
};
Right right_at(const Vector& x, const Vector& v, int own, const Particles& all, std::size_t n,
               double now, double eps2) {
  Right right;
  right.nearest = own;
  for (std::size_t j = 0; j < n; ++j) {
    if (all.index[j] == own) continue;
    const auto [place, velocity] = all.at(j, now);
    Vector r, u;
    double r2 = 0, ru = 0, u2 = 0;
    for (std::size_t c = 0; c < 3; ++c) {
      r[c] = place[c] - x[c];
      u[c] = velocity[c] - v[c];
      r2 += r[c] * r[c];
      ru += r[c] * u[c];
      u2 += u[c] * u[c];
    }
    if (r2 < right.nearest_r2) {
      right.nearest_r2 = r2;
      right.nearest = all.index[j];
    }
    if (r2 + eps2 == 0) continue;
    const double distance = std::sqrt(r2 + eps2), cube = distance * distance * distance;
    const double fifth = cube * distance * distance;
    for (std::size_t c = 0; c < 3; ++c) {
      right.a[c] += all.m[j] * r[c] / cube;
      right.jerk[c] += all.m[j] * (u[c] / cube - 3 * ru * r[c] / fifth);
    }
    right.potential -= all.m[j] / distance;
    right.pulls += all.m[j] * std::sqrt(r2) / cube;
    right.jerks += all.m[j] * std::sqrt(u2) * (1 / cube + 3 * r2 / fifth);
  }
  return right;
}

/// The arrays of a call.
struct Call {
  std::vector<int> index, nearest;
  std::vector<Vector> x, v, a, jerk, none;
  std::vector<double> potential, h2;
  std::vector<float> nearest_r2;

  explicit Call(std::size_t ni)
      : index(ni),
        nearest(ni, -7),
        x(ni),
        v(ni),
        a(ni),
        jerk(ni),
        none(ni),
        potential(ni),
        h2(ni, 0.3),
        nearest_r2(ni) {}

  /// `ni` of the particles, from `first`, at their places at that time.
  Call(const Particles& all, std::size_t first, std::size_t ni, double now) : Call(ni) {
    for (std::size_t k = 0; k < ni; ++k) {
      index[k] = all.index[first + k];
      std::tie(x[k], v[k]) = all.at(first + k, now);
    }
  }

  int run(int nj, double eps2, int cluster = 0) {
    const int ni = static_cast<int>(index.size());
    g6calc_firsthalf(cluster, nj, ni, index.data(), rows(x), rows(v), rows(none), rows(none),
                     h2.data(), eps2, h2.data());
    return g6calc_lasthalf2p(cluster, nj, ni, index.data(), rows(x), rows(v), eps2, h2.data(),
                             rows(a), rows(jerk), potential.data(), nearest.data(),
                             nearest_r2.data());
  }

  /// The largest error of any particle's results, relative to the magnitudes of the sum's terms.
  double error(const Particles& all, std::size_t n, double now, double eps2) const {
    double worst = 0;
    for (std::size_t k = 0; k < index.size(); ++k) {
      const Right right = right_at(x[k], v[k], index[k], all, n, now, eps2);
      double of_a = 0, of_jerk = 0;
      for (std::size_t c = 0; c < 3; ++c) {
        of_a = std::hypot(of_a, a[k][c] - right.a[c]);
        of_jerk = std::hypot(of_jerk, jerk[k][c] - right.jerk[c]);
      }
      const double of_p = std::abs((potential[k] - right.potential) / right.potential);
      for (const double error : {of_a / right.pulls, of_jerk / right.jerks, of_p})
        worst = std::max(worst, std::isnan(error) ? INFINITY : error);
      EXPECT_EQ(nearest[k], right.nearest) << k;
      EXPECT_NEAR(nearest_r2[k], right.nearest_r2, 1e-4 * right.nearest_r2 + 1e-6) << k;
    }
    return worst;
  }
};

class G6 : public testing::TestWithParam<Where> {
 protected:
  void SetUp() override {
    if (!is_there(GetParam().api)) GTEST_SKIP() << "no device of " << GetParam().api;
    choose(GetParam());
    g6_set_error_handler(keep_error);
    g6_open(0);
    ASSERT_EQ(said(), "");
  }
  void TearDown() override {
    for (int cluster = 0; cluster < 3; ++cluster) g6_close(cluster);
    g6_set_error_handler(nullptr);
  }

  /// Allows for the rounding of the sum and, in single precision, for that of predicted positions,
  /// which matters for near particles.
  double tolerance(std::size_t n) const {
    const double of_places = GetParam().precision == "fp32" ? 20 : 0;
    return GetParam().epsilon * (16 + of_places + std::sqrt(static_cast<double>(n)));
  }
};

INSTANTIATE_TEST_SUITE_P(Everywhere, G6, testing::ValuesIn(everywhere()), name_of);

TEST_P(G6, PredictsAndSumsForcesAndJerks) {
  for (const auto& [n, ni] : {std::pair{2, 1}, {3, 2}, {300, 48}, {1000, 7}}) {
    Particles all(static_cast<std::size_t>(n));
    all.send();
    g6_set_ti(0, 0.0625);
    Call call(all, 0, std::min<std::size_t>(static_cast<std::size_t>(ni), all.m.size()), 0.0625);
    ASSERT_EQ(call.run(n, 0.01), 0) << said();
    EXPECT_LE(call.error(all, all.m.size(), 0.0625, 0.01), tolerance(all.m.size())) << n;
  }
}

TEST_P(G6, GoesThroughABlockStep) {
  Particles all(400);
  all.send();
  double now = 0;
  for (const std::size_t moved : {5, 200, 1}) {
    now += 0.03125;
    g6_set_ti(0, now);
    Call call(all, 17, 6, now);
    ASSERT_EQ(call.run(400, 0.01), 0) << said();
    EXPECT_LE(call.error(all, 400, now, 0.01), tolerance(400)) << moved;
    for (std::size_t k = 0; k < moved; ++k) {  // they get a new time and place
      const std::size_t particle = (37 * k + 11) % 400;
      std::tie(all.x[particle], all.v[particle]) = all.at(particle, now);
      all.time[particle] = now;
      all.half_a[particle] = {0.25, -0.5, 0.125};
      all.send(0, particle);
    }
  }
  Call call(all, 0, 48, now);
  ASSERT_EQ(call.run(400, 0.01), 0) << said();
  EXPECT_LE(call.error(all, 400, now, 0.01), tolerance(400));
}

TEST_P(G6, UsesSomeOfItsParticlesAtOtherPlaces) {
  Particles all(300), others(20, 4);
  all.send();
  for (int& index : others.index) index += 5000;  // none of them is a particle j
  Call call(others, 0, 20, 0);
  ASSERT_EQ(call.run(123, 0.01), 0) << said();
  EXPECT_LE(call.error(all, 123, 0, 0.01), tolerance(300));
}

TEST_P(G6, AlternatesBetweenFewAndManyParticles) {
  Particles all(1200);
  all.send();
  double now = 0;
  for (const std::size_t ni : {1, 48, 4, 5, 3, 1}) {
    for (const bool is_later : {false, true}) {
      if (is_later) now += 0.03125;
      g6_set_ti(0, now);
      Call call(all, 1200 - ni, ni, now);
      ASSERT_EQ(call.run(1200, 0.01), 0) << said();
      EXPECT_LE(call.error(all, 1200, now, 0.01), tolerance(1200)) << ni;
    }
    const std::size_t moved = 7 * ni;
    std::tie(all.x[moved], all.v[moved]) = all.at(moved, now);
    all.time[moved] = now;
    all.send(0, moved);
  }
}

TEST_P(G6, ComputesForFewOfVeryManyParticles) {
  const std::size_t n = std::size_t{1} << 17 | 77;
  Particles all(n);
  all.send();
  Call call(all, n - 2, 2, 0.0625);
  g6_set_ti(0, 0.0625);
  ASSERT_EQ(call.run(static_cast<int>(n), 0.01), 0) << said();
  EXPECT_LE(call.error(all, n, 0.0625, 0.01), tolerance(n));
}

TEST_P(G6, ComputesForASingleParticle) {
  Particles all(1);
  all.send();
  Call call(all, 0, 1, 0);
  ASSERT_EQ(call.run(1, 0.01), 0) << said();
  EXPECT_EQ(call.a[0], Vector{});
  EXPECT_EQ(call.jerk[0], Vector{});
  EXPECT_EQ(call.potential[0], 0);
  EXPECT_EQ(call.nearest[0], all.index[0]);
  EXPECT_EQ(call.nearest_r2[0], 0);
}

TEST_P(G6, ComputesTheLastOfTwoStartedCalls) {
  Particles all(300);
  all.send();
  Call first(all, 0, 48, 0), second(all, 100, 5, 0.0625);
  g6calc_firsthalf(0, 300, 48, first.index.data(), rows(first.x), rows(first.v), rows(first.none),
                   rows(first.none), first.h2.data(), 0.01, first.h2.data());
  g6_set_ti(0, 0.0625);
  ASSERT_EQ(second.run(300, 0.01), 0) << said();
  EXPECT_LE(second.error(all, 300, 0.0625, 0.01), tolerance(300));
}

TEST_P(G6, LeavesOutPairsAtDistanceZeroWithoutSoftening) {
  Particles all(50);
  all.time.assign(50, 0);  // so that no position is predicted, and so rounded
  all.x[7] = all.x[3];
  all.send();
  for (const std::size_t ni : {4, 10}) {
    Call call(all, 0, ni, 0);
    ASSERT_EQ(call.run(50, 0), 0) << said();
    EXPECT_LE(call.error(all, 50, 0, 0), tolerance(50));
    EXPECT_EQ(call.nearest[3], all.index[7]);
  }
}

TEST_P(G6, LeavesOutEveryParticleOfTheIndex) {
  Particles all(40);
  all.index[9] = all.index[4];
  all.send();
  for (const std::size_t ni : {2, 6}) {
    Call call(all, 4, ni, 0);
    ASSERT_EQ(call.run(40, 0.01), 0) << said();
    EXPECT_LE(call.error(all, 40, 0, 0.01), tolerance(40));
  }
}

TEST_P(G6, ListsNeighbours) {
  Particles all(200);
  all.send();
  g6_set_ti(0, 0.0625);
  Call call(all, 30, 12, 0.0625);
  ASSERT_EQ(call.run(200, 0.01), 0) << said();
  ASSERT_EQ(g6_read_neighbour_list(0), 0) << said();
  for (std::size_t k = 0; k < 12; ++k) {
    std::vector<int> right;
    for (std::size_t j = 0; j < 200; ++j) {
      const auto [place, velocity] = all.at(j, 0.0625);
      double r2 = 0;
      for (std::size_t c = 0; c < 3; ++c)
        r2 += (place[c] - call.x[k][c]) * (place[c] - call.x[k][c]);
      if (r2 < 0.3 && all.index[j] != call.index[k]) right.push_back(all.index[j]);
    }
    int n = -1;
    std::vector<int> list(201, -7);
    EXPECT_EQ(g6_get_neighbour_list(0, static_cast<int>(k), 200, &n, list.data()), 0);
    ASSERT_EQ(n, static_cast<int>(right.size()));
    EXPECT_TRUE(std::equal(right.begin(), right.end(), list.begin()));
    EXPECT_EQ(list[right.size()], -7);
    ASSERT_GT(right.size(), 1u);
    std::fill(list.begin(), list.end(), -7);
    EXPECT_EQ(g6_get_neighbour_list(0, static_cast<int>(k), n - 1, &n, list.data()), 1);
    EXPECT_EQ(n, static_cast<int>(right.size()) - 1);
    EXPECT_EQ(list[right.size() - 1], -7);
  }
}

TEST_P(G6, RefusesWithASentenceAndLeavesTheCallersArrays) {
  Particles all(10);
  all.send();
  Call call(all, 0, 10, 0);
  call.potential.assign(10, 7);
  EXPECT_EQ(call.run(11, 0.01), -1);
  EXPECT_EQ(said(), "g6calc_lasthalf2p: there are no forces to wait for");
  EXPECT_EQ(call.potential[0], 7);
  g6calc_firsthalf(0, 11, 1, call.index.data(), rows(call.x), rows(call.v), nullptr, nullptr,
                   nullptr, 0.01, nullptr);
  EXPECT_EQ(last_error().status, 4);
  EXPECT_EQ(said(),
            "g6calc_firsthalf: the number of particles j is 11, which is not between 0 and 10");
  g6calc_firsthalf(0, 10, 49, call.index.data(), rows(call.x), rows(call.v), nullptr, nullptr,
                   nullptr, 0.01, nullptr);
  EXPECT_EQ(said(),
            "g6calc_firsthalf: the number of particles i is 49, which is not between 0 and 48");
  g6calc_firsthalf(0, 10, 10, call.index.data(), rows(call.x), rows(call.v), nullptr, nullptr,
                   nullptr, -1, nullptr);
  EXPECT_NE(said().find("the softening length squared is -1"), std::string::npos);
  call.x[6][2] = std::nan("");
  g6calc_firsthalf(0, 10, 10, call.index.data(), rows(call.x), rows(call.v), nullptr, nullptr,
                   nullptr, 0.01, nullptr);
  EXPECT_EQ(said(), "g6calc_firsthalf: the position of particle 6 is not finite");
  all.v[2][0] = INFINITY;
  all.send(0, 2);
  EXPECT_NE(said().find("g6_set_j_particle: a number of the particle at address 2 is not finite"),
            std::string::npos);
  EXPECT_EQ(g6_set_ti(0, std::nan("")), -1);
  EXPECT_EQ(said(), "g6_set_ti: the time is not finite");
  EXPECT_EQ(g6_set_j_particle(0, g6_get_jmemsize(0), 1, 0, 0, 1, &all.x[0][0], &all.x[0][0],
                              &all.x[0][0], &all.x[0][0], &all.x[0][0]),
            -1);
  EXPECT_NE(said().find("g6_set_j_particle: the address is "), std::string::npos);
  EXPECT_EQ(g6_read_neighbour_list(0), -1);
  EXPECT_EQ(said(), "g6_read_neighbour_list: there are no forces to make neighbour lists for");
}

TEST_P(G6, RefusesANumberOfParticlesOfWhichSomeWereNeverSet) {
  Particles all(10);
  for (const std::size_t k : {0, 1, 2, 4, 9}) all.send(0, k);
  Call call(all, 0, 1, 0);
  EXPECT_EQ(call.run(3, 0.01), 0) << said();
  g6calc_firsthalf(0, 10, 1, call.index.data(), rows(call.x), rows(call.v), nullptr, nullptr,
                   nullptr, 0.01, nullptr);
  EXPECT_EQ(said(),
            "g6calc_firsthalf: the number of particles j is 10, but the one at address 3 has "
            "not been set");
  all.send();
  EXPECT_EQ(call.run(10, 0.01), 0) << said();
}

TEST_P(G6, OpensClusterZeroForANullReferenceAndNamesOthers) {
  g6_close(0);
  ASSERT_EQ(g6_open_(nullptr), 0) << said();
  EXPECT_GT(g6_npipes(), 0) << said();
  EXPECT_EQ(g6_set_tunit_(nullptr), 0);  // ignored
  int cluster = 0;
  EXPECT_EQ(g6_set_ti_(&cluster, nullptr), -1);
  EXPECT_EQ(said(), "g6_set_ti_: the argument ti is a null pointer");
  EXPECT_EQ(g6_get_neighbour_list_(&cluster, &cluster, nullptr, nullptr, nullptr), -1);
  EXPECT_EQ(said(), "g6_get_neighbour_list_: the argument maxlength is a null pointer");
  EXPECT_EQ(g6_close_(nullptr), 0);
  EXPECT_EQ(g6_npipes(), -1);
  EXPECT_EQ(said(), "g6_npipes: the library has not been opened");
}

TEST_P(G6, OpensTheFirstOfListedDevicesForStarlab) {
  g6_close(0);
  int devices[] = {1, 0}, far[] = {64}, cluster = 0;
  EXPECT_EQ(g6_open_special(1, nullptr), -1);
  EXPECT_EQ(said(), "g6_open_special: the list of devices is a null pointer");
  EXPECT_EQ(g6_open_special(1, far), -1);
  EXPECT_EQ(said(), "g6_open_special: the device number is 64, which is not between 0 and 63");
  EXPECT_EQ(g6_open_special2(2, devices, -1), -1);
  EXPECT_NE(said().find("g6_open_special2: the number of particles is -1"), std::string::npos);
  g6_close(0);
  for (const int count : {0, 2}) {
    ASSERT_EQ(g6_open_special2(count, devices, 200), 0) << said();
    Particles all(200);
    all.send();
    g6_set_ti(0, 0.0625);
    Call call(all, 30, 12, 0.0625);
    ASSERT_EQ(call.run(200, 0.01), 0) << said();
    ASSERT_EQ(g6_read_neighbour_list_old_(&cluster), 0) << said();
    int old = 0, now = 0;
    std::vector<int> list(200);
    EXPECT_EQ(g6_get_neighbour_list(0, 3, 200, &old, list.data()), 0);
    ASSERT_EQ(g6_read_neighbour_list(0), 0) << said();
    EXPECT_EQ(g6_get_neighbour_list(0, 3, 200, &now, list.data()), 0);
    EXPECT_EQ(old, now);
    EXPECT_GT(old, 1);
    g6_close(0);
  }
}

TEST_P(G6, SaysThatAForceIsBeyondItsPrecision) {
  Particles all(3);
  all.time.assign(3, 0);
  all.x[1] = all.x[0];
  all.x[1][0] += 1e-3;
  all.m[1] = GetParam().precision == "fp64" ? 1.7e308 : 3e38;
  all.send();
  Call call(all, 0, 1, 0);
  call.potential.assign(1, 7);
  const int status = call.run(3, 0);
  if (GetParam().precision == "fp64") {
    EXPECT_EQ(status, -1);
    EXPECT_NE(said().find("the force on particle i number 0 is beyond the range of fp64"),
              std::string::npos);
    EXPECT_EQ(call.potential[0], 7);
  } else {
    EXPECT_EQ(status, 0) << said();  // the host computes it
    EXPECT_NEAR(call.potential[0], -3e41, 1e40);
  }
}

TEST_P(G6, ComputesForSeveralThreadsByClusterNumber) {
  constexpr int kThreads = 3;
  for (int cluster = 1; cluster < kThreads; ++cluster) g6_open(cluster);
  std::array<double, kThreads> errors{};
#pragma omp parallel for num_threads(kThreads)
  for (int cluster = 0; cluster < kThreads; ++cluster) {
    Particles all(100 + 50 * static_cast<std::size_t>(cluster), static_cast<unsigned>(cluster + 2));
    all.send(cluster);
    g6_set_ti(cluster, 0.03125);
    for (int times = 0; times < 3; ++times) {
      Call call(all, 0, 20, 0.03125);
      call.run(static_cast<int>(all.m.size()), 0.01, cluster);
      double& error = errors[static_cast<std::size_t>(cluster)];
      error = std::max(error, call.error(all, all.m.size(), 0.03125, 0.01));
    }
  }
  for (const double error : errors) EXPECT_LE(error, tolerance(200));
}

TEST(G6Default, RefusesCallsBeforeItIsOpened) {
  g6_set_error_handler(keep_error);
  EXPECT_EQ(g6_npipes(), -1);
  EXPECT_EQ(said(), "g6_npipes: the library has not been opened");
  EXPECT_EQ(g6_set_ti(0, 1), -1);
  EXPECT_EQ(said(), "g6_set_ti: the library has not been opened");
  g6_set_error_handler(nullptr);
}

TEST(G6Default, TakesTheNumberOfPipelinesFromTheEnvironment) {
  choose({"cpu", "", "fp64", 0});
  setenv("GPUTEST_PIPELINES", "128", 1);
  g6_open(0);
  EXPECT_EQ(g6_npipes(), 128);
  g6_close(0);
  unsetenv("GPUTEST_PIPELINES");
}

}  // namespace
}  // namespace libraries_g6_test
