// libgputest-g5: the sums and the conventions of GRAPE-5.
#include <gtest/gtest.h>
#include <unistd.h>

#include <functional>
#include <string>
#include <utility>

#include "common/core/printable.hpp"
#include "libraries/g5/gp5util.h"
#include "tests/libraries/devices.hpp"
#include "tests/libraries/errors.hpp"
#include "tests/libraries/sums.hpp"

extern "C" {
void g5_set_n_(const int*);
void g5_set_nmc_(const int*, const int*);
void g5_set_eta_(const double*);
void g5_set_cutoff_table_(double (*)(const double*), const double*, const double*,
                          double (*)(const double*), const double*, const double*);
void g5_get_force_(const int*, double (*)[3], double*);
}

namespace libraries_g5_test {
namespace {

using namespace library_tests;

class G5 : public testing::TestWithParam<Where> {
 protected:
  void SetUp() override {
    if (!is_there(GetParam().api)) GTEST_SKIP() << "no device of " << GetParam().api;
    choose(GetParam());
    g5_set_error_handler(keep_error);
    g5_open();
    ASSERT_EQ(said(), "");
  }
  void TearDown() override {
    g5_close();
    g5_set_error_handler(nullptr);
  }

  void upload(Bodies& bodies) {
    const int n = static_cast<int>(bodies.m.size());
    g5_set_xmj(0, n, rows(bodies.x), bodies.m.data());
    g5_set_n(n);
  }
  /// The relative error allowed for a sum of n terms in this precision.
  double tolerance(std::size_t n) const {
    return GetParam().epsilon * (8 + std::sqrt(static_cast<double>(n)));
  }
};

INSTANTIATE_TEST_SUITE_P(Everywhere, G5, testing::ValuesIn(everywhere()), name_of);

TEST_P(G5, SumsThePullsOfAllBodiesAtAnyPoints) {
  for (const auto& [n, points] : {std::pair{1, 3}, {2, 1}, {300, 77}, {301, 600}}) {
    Bodies bodies(static_cast<std::size_t>(n)), at(static_cast<std::size_t>(points), 2);
    const double eps2 = 0.01;
    upload(bodies);
    g5_set_eps2_to_all(eps2);
    std::vector<Vector> a(at.x.size());
    std::vector<double> p(at.x.size());
    g5_calculate_force_on_x(rows(at.x), rows(a), p.data(), points);
    ASSERT_EQ(said(), "");
    for (std::size_t i = 0; i < at.x.size(); ++i)
      ASSERT_LE(error_of(field_at(at.x[i], bodies, bodies.m.size(), eps2), a[i], p[i]),
                tolerance(bodies.m.size()))
          << n << " bodies, point " << i;
  }
}

TEST_P(G5, CountsTheBodyItselfOnlyInThePotential) {
  Bodies bodies(20);
  upload(bodies);
  g5_set_eps_to_all(0.125);
  std::vector<Vector> a(20);
  std::vector<double> p(20);
  g5_set_xi(20, rows(bodies.x));
  g5_run();
  g5_get_force(20, rows(a), p.data());
  ASSERT_EQ(said(), "");
  for (std::size_t i = 0; i < 20; ++i)
    EXPECT_LE(error_of(field_at(bodies.x[i], bodies, 20, 0.015625), a[i], p[i]), tolerance(20));
}

TEST_P(G5, AddsNothingAtDistanceZeroWithoutSoftening) {
  Bodies bodies(20);
  upload(bodies);
  std::vector<Vector> a(20);
  std::vector<double> p(20);
  g5_calculate_force_on_x(rows(bodies.x), rows(a), p.data(), 20);
  ASSERT_EQ(said(), "");
  for (std::size_t i = 0; i < 20; ++i)
    EXPECT_LE(error_of(field_at(bodies.x[i], bodies, 20, 0), a[i], p[i]), tolerance(20));
}

TEST_P(G5, SetsBodiesAtAnyIndexAndTheirNumber) {
  Bodies bodies(600);
  g5_set_xj(0, 100, rows(bodies.x));
  g5_set_mj(0, 100, bodies.m.data());
  g5_set_jp(100, 500, bodies.m.data() + 100, rows(bodies.x) + 100);
  g5_set_eps_to_all(0.1);
  std::vector<Vector> a(1);
  double p = 0;
  for (const int n : {600, 250, 1, 0}) {
    g5_set_n(n);
    g5_calculate_force_on_x(rows(bodies.x) + 599, rows(a), &p, 1);
    ASSERT_EQ(said(), "");
    const Field right = field_at(bodies.x[599], bodies, static_cast<std::size_t>(n), 0.01);
    if (n > 0)
      EXPECT_LE(error_of(right, a[0], p), tolerance(600)) << n;
    else
      EXPECT_EQ(p, 0);
  }
}

TEST_P(G5, ReplacesSomeOfItsBodies) {
  Bodies bodies(300), others(10, 5);
  upload(bodies);
  g5_set_eps_to_all(0.1);
  std::vector<Vector> a(1), x{{0.5, 0.25, 0.125}};
  double p = 0;
  g5_calculate_force_on_x(rows(x), rows(a), &p, 1);
  g5_set_xmj(150, 10, rows(others.x), others.m.data());
  for (std::size_t k = 0; k < 10; ++k) {
    bodies.x[150 + k] = others.x[k];
    bodies.m[150 + k] = others.m[k];
  }
  g5_calculate_force_on_x(rows(x), rows(a), &p, 1);
  EXPECT_LE(error_of(field_at(x[0], bodies, 300, 0.01), a[0], p), tolerance(300));
}

TEST_P(G5, AcceptsNewBodiesBeforeTheForcesOfARunAreRead) {
  constexpr std::size_t kMany = 9000;  // so many that the library sends them at once
  Bodies before(kMany), after(kMany, 3);
  g5_set_eps_to_all(0.1);
  upload(before);
  std::vector<Vector> a(12);
  std::vector<double> p(12);
  const auto expect_field = [&](const Bodies& bodies, std::size_t i) {
    EXPECT_LE(error_of(field_at(before.x[i], bodies, kMany, 0.01), a[i], p[i]), tolerance(kMany));
  };
  g5_set_xi(3, rows(before.x));
  g5_run();
  upload(after);
  g5_get_force(3, rows(a), p.data());
  ASSERT_EQ(said(), "");
  for (std::size_t i = 0; i < 3; ++i) expect_field(before, i);
  g5_run();
  g5_calculate_force_on_x(rows(before.x), rows(a), p.data(), 12);  // does not disturb the run
  ASSERT_EQ(said(), "");
  for (std::size_t i = 0; i < 12; ++i) expect_field(after, i);
}

TEST_P(G5, KeepsItsBodiesIfOneNewNumberIsNotFinite) {
  constexpr std::size_t kMany = 20000;  // so many that several threads share them
  Bodies bodies(kMany), others(kMany, 3), points(300, 4);
  g5_set_eps_to_all(0.1);
  upload(bodies);
  std::vector<Vector> a(300, Vector{7, 7, 7});
  std::vector<double> p(300, 7);
  const auto expect_field = [&](std::size_t i) {
    EXPECT_LE(error_of(field_at(points.x[i], bodies, kMany, 0.01), a[i], p[i]), tolerance(kMany));
  };
  others.m[kMany - 1] = std::nan("");
  upload(others);
  EXPECT_EQ(said(), "g5_set_xmj: the mass of particle 19999 is not finite");
  g5_set_xi(3, rows(points.x));
  g5_run();
  const double x = std::exchange(points.x[299][2], std::nan(""));
  const auto expect_refused = [&] {
    a[0][0] = p[299] = 7;
    g5_calculate_force_on_x(rows(points.x), rows(a), p.data(), 300);
    EXPECT_EQ(said(), "g5_calculate_force_on_x: the position of particle 299 is not finite");
    EXPECT_EQ(a[0][0], 7);
    EXPECT_EQ(p[299], 7);
  };
  const auto expect_right = [&] {
    const double kept = std::exchange(points.x[299][2], x);
    g5_calculate_force_on_x(rows(points.x), rows(a), p.data(), 300);
    ASSERT_EQ(said(), "");
    for (const std::size_t i : {0, 150, 299}) expect_field(i);
    points.x[299][2] = kept;
  };
  expect_refused();
  g5_get_force(3, rows(a), p.data());  // the run was not lost
  ASSERT_EQ(said(), "");
  for (const std::size_t i : {0, 1, 2}) expect_field(i);
  expect_right();
  expect_refused();
  expect_right();
}

TEST_P(G5, RefusesWithASentenceAndLeavesTheCallersArrays) {
  Bodies bodies(10);
  upload(bodies);
  g5_set_eps_to_all(0.1);
  std::vector<Vector> a(200, Vector{7, 7, 7});
  std::vector<double> p(200, 7);
  g5_get_force(1, rows(a), p.data());
  EXPECT_EQ(last_error().status, 4);
  EXPECT_EQ(said(), "g5_get_force: there are no forces, because nothing has been run");
  bodies.x[3][1] = std::nan("");
  g5_set_xj(5, 10, rows(bodies.x));
  EXPECT_EQ(said(), "g5_set_xj: the position of particle 8 is not finite");
  g5_set_xi(10, rows(bodies.x));
  EXPECT_EQ(said(), "g5_set_xi: the position of particle 3 is not finite");
  bodies.m[2] = std::numeric_limits<double>::infinity();
  g5_set_mj(0, 10, bodies.m.data());
  EXPECT_EQ(said(), "g5_set_mj: the mass of particle 2 is not finite");
  g5_set_n(g5_get_jmemsize() + 1);
  EXPECT_NE(said().find("g5_set_n: the number of particles is "), std::string::npos);
  g5_set_xmj(g5_get_jmemsize() - 5, 10, rows(bodies.x), bodies.m.data());
  EXPECT_NE(said().find("which is not between 0 and 5"), std::string::npos);
  g5_set_xmj(-1, 10, rows(bodies.x), bodies.m.data());
  EXPECT_NE(said().find("g5_set_xmj: the address is -1"), std::string::npos);
  g5_set_xj(0, 10, nullptr);
  EXPECT_EQ(said(), "g5_set_xj: the array of positions is a null pointer");
  Bodies points(97);
  g5_set_xi(97, rows(points.x));
  EXPECT_EQ(said(), "g5_set_xi: the number of points is 97, which is not between 0 and 96");
  g5_set_eps_to_all(-1);
  EXPECT_EQ(said(), "g5_set_eps_to_all: the softening length is not a number >= 0");
  g5_set_nMC(64, 1);
  EXPECT_EQ(said(), "g5_set_nMC: the device number is 64, which is not between 0 and 63");
  g5_set_xi(5, rows(points.x));
  g5_run();
  g5_get_force(6, rows(a), p.data());
  EXPECT_EQ(said(), "g5_get_force: the number of points is 6, which is not between 0 and 5");
  EXPECT_EQ(a[0][0], 7);
  g5_get_force(5, rows(a), p.data());
  EXPECT_EQ(said(), "");
  EXPECT_EQ(a[5][0], 7);
  EXPECT_EQ(p[5], 7);
}

TEST_P(G5, RefusesANumberOfBodiesOfWhichSomeWereNeverSet) {
  Bodies bodies(20);
  g5_set_eps_to_all(0.1);
  std::vector<Vector> a(1, Vector{7, 7, 7});
  double p = 7;
  const auto said_for = [&](int n) {
    g5_set_n(n);
    g5_calculate_force_on_x(rows(bodies.x), rows(a), &p, 1);
    return said();
  };
  const auto of = [](int n, const char* what, int particle) {
    return "g5_calculate_force_on_x: the number of particles is " + std::to_string(n) +
           ", but the " + what + " of particle " + std::to_string(particle) + " has not been set";
  };
  EXPECT_EQ(said_for(1), of(1, "position", 0));
  g5_set_xj(0, 12, rows(bodies.x));
  g5_set_mj(0, 10, bodies.m.data());
  EXPECT_EQ(said_for(10), "");
  p = 7;
  EXPECT_EQ(said_for(12), of(12, "mass", 10));
  EXPECT_EQ(said_for(13), of(13, "position", 12));
  g5_set_xmj(15, 5, rows(bodies.x), bodies.m.data());
  EXPECT_EQ(said_for(20), of(20, "position", 12));
  g5_set_xi(1, rows(bodies.x));
  g5_run();
  EXPECT_EQ(
      said(),
      "g5_run: the number of particles is 20, but the position of particle 12 has not been set");
  EXPECT_EQ(p, 7);
  g5_set_xmj(10, 5, rows(bodies.x), bodies.m.data());
  EXPECT_EQ(said_for(20), "");
}

TEST_P(G5, SaysThatASumIsBeyondItsPrecision) {
  Bodies bodies(300);
  bodies.x[1] = bodies.x[0];
  bodies.x[1][0] += 1e-3;
  bodies.m[1] = GetParam().precision == "fp32" ? 3e38 : 1.7e308;
  upload(bodies);
  g5_set_eps_to_all(0);
  std::vector<Vector> a(300, Vector{7, 7, 7});
  std::vector<double> p(300, 7);
  g5_calculate_force_on_x(rows(bodies.x), rows(a), p.data(), 1);
  EXPECT_EQ(last_error().status, 4);
  EXPECT_NE(said().find("a sum at point 0 is beyond the range of fp"), std::string::npos);
  EXPECT_EQ(a[0][0], 7);
  EXPECT_EQ(p[0], 7);
  g5_calculate_force_on_x(rows(bodies.x), rows(a), p.data(), 300);  // perhaps in slices
  EXPECT_NE(said().find("a sum at point 0 is beyond the range of fp"), std::string::npos);
  bodies.m[1] = 1;
  upload(bodies);
  g5_calculate_force_on_x(rows(bodies.x), rows(a), p.data(), 300);
  EXPECT_EQ(said(), "");
  if (GetParam().precision != "fp32") return;
  g5_set_eps2_to_all(1e39);
  EXPECT_NE(said().find("the softening length squared is 1e+39, beyond the range of fp32"),
            std::string::npos);
}

TEST_P(G5, NamesNullReferencesOfFortran) {
  const int one = 1;
  g5_set_n_(nullptr);
  EXPECT_EQ(said(), "g5_set_n_: the argument n is a null pointer");
  g5_set_nmc_(&one, nullptr);
  EXPECT_EQ(said(), "g5_set_nmc_: the argument n is a null pointer");
  g5_get_force_(&one, nullptr, nullptr);
  EXPECT_NE(said(), "");
  g5_set_eta_(nullptr);
  EXPECT_EQ(said(), "g5_set_eta_: the argument eta is a null pointer");
}

TEST_P(G5, RefusesCallsInAForkedProcess) {
  Bodies bodies(300);
  upload(bodies);
  g5_set_eps_to_all(0.1);
  std::vector<Vector> a(300);
  std::vector<double> p(300);
  const auto compute = [&] { g5_calculate_force_on_x(rows(bodies.x), rows(a), p.data(), 300); };
  compute();
  ASSERT_EQ(said(), "");
  const std::pair<const char*, std::function<void()>> calls[] = {
      {"g5_calculate_force_on_x", compute}, {"g5_open", g5_open}, {"g5_close", g5_close}};
  for (const auto& [name, call] : calls)
    EXPECT_EXIT(
        {
          g5_set_error_handler(nullptr);
          alarm(20);  // without the check, the call never returns
          call();
        },
        testing::ExitedWithCode(3),
        std::string("libgputest-g5: ") + name +
            ": process .* opened the library before fork\\(\\)");
  compute();
  EXPECT_EQ(said(), "");
}

TEST_P(G5, RefusesCallsBeforeItIsOpened) {
  g5_close();
  g5_set_n(1);
  EXPECT_EQ(said(), "g5_set_n: the library has not been opened");
  EXPECT_EQ(g5_get_jmemsize(), 0);
  EXPECT_EQ(said(), "g5_get_jmemsize: the library has not been opened");
}

TEST_P(G5, ComputesForSeveralThreadsByDeviceNumber) {
  constexpr int kThreads = 3;
  g5_set_eps_to_all(0.1);  // of all clusters, those opened later too
  std::array<double, kThreads> errors{};
#pragma omp parallel for num_threads(kThreads)
  for (int device = 0; device < kThreads; ++device) {
    Bodies bodies(100 + 50 * static_cast<std::size_t>(device), static_cast<unsigned>(device + 3));
    const int n = static_cast<int>(bodies.m.size());
    g5_set_xmjMC(device, 0, n, rows(bodies.x), bodies.m.data());
    g5_set_nMC(device, n);
    std::vector<Vector> a(bodies.m.size());
    std::vector<double> p(bodies.m.size());
    for (int times = 0; times < 3; ++times) {
      g5_calculate_force_on_xMC(device, rows(bodies.x), rows(a), p.data(), n);
      for (std::size_t i = 0; i < bodies.m.size(); ++i) {
        const Field right = field_at(bodies.x[i], bodies, bodies.m.size(), 0.01);
        double& error = errors[static_cast<std::size_t>(device)];
        error = std::max(error, error_of(right, a[i], p[i]));
      }
    }
  }
  for (const double error : errors) EXPECT_LE(error, tolerance(200));
}

/// The share of 1/r^2 that P3M leaves to a pair, by Hockney's and Eastwood's polynomials.
double s2_share(double R) {
  const auto power = [&](int k) { return std::pow(R, k); };
  if (R >= 2) return 0;
  if (R < 1)
    return 1 -
           (224 * power(3) - 224 * power(5) + 70 * power(6) + 48 * power(7) - 21 * power(8)) / 140;
  return 1 - (12 - 224 * power(2) + 896 * power(3) - 840 * power(4) + 224 * power(5) +
              70 * power(6) - 48 * power(7) + 7 * power(8)) /
                 140;
}

/// The force between two spheres of radius 1 and mass 1 whose density falls linearly to 0, at
/// distance R: the field of one, summed over the other.
double force_of_spheres(double R) {
  constexpr int kSteps = 600;
  const auto field = [](double s) { return s >= 1 ? 1 / (s * s) : 4 * s - 3 * s * s; };
  double force = 0;
  for (int k = 0; k < kSteps; ++k)
    for (int l = 0; l < kSteps; ++l) {
      const double s = (k + 0.5) / kSteps, cosine = (2 * l + 1.0) / kSteps - 1;
      const double along = R + s * cosine, square = R * R + s * s + 2 * R * s * cosine;
      const double distance = std::sqrt(square);
      force += 12 * (1 - s) * s * s / kSteps / kSteps * field(distance) * along / distance;
    }
  return force;
}

/// What a body of mass 1 at distance r adds: f times the distance, and p.
using Law = std::function<std::pair<double, double>(double r)>;

/// The law of a force f, with p as its integral up to the range.
Law integrated(const std::function<double(double)>& f, double range) {
  constexpr int kSteps = 2000;
  std::vector<double> beyond(kSteps + 1);
  const double step = range / kSteps;
  const auto at = [=](double r) { return f(r) * r; };
  for (int k = kSteps; k-- > 1;) {
    const double r = k * step;
    beyond[static_cast<std::size_t>(k)] = beyond[static_cast<std::size_t>(k) + 1] +
                                          step / 6 * (at(r) + 4 * at(r + step / 2) + at(r + step));
  }
  return [=](double r) -> std::pair<double, double> {
    if (r >= range) return {0, 0};
    const auto k = static_cast<std::size_t>(r / step) + 1;
    const double end = static_cast<double>(k) * step, rest = end - r;
    const double p = rest / 6 * (at(r) + 4 * at((r + end) / 2) + at(end));
    return {f(r), beyond[k] + p};
  };
}

/// The error of a and p at a point, relative to the magnitudes of their terms. The law is one of
/// (r^2 + eps2)^(1/2); a body at the point does not count.
double error_of_law(const Law& law, const Vector& point, const Bodies& bodies, double eps2,
                    const Vector& a, double p) {
  Field right;
  for (std::size_t j = 0; j < bodies.m.size(); ++j) {
    Vector d;
    double r2 = 0;
    for (std::size_t c = 0; c < 3; ++c) {
      d[c] = bodies.x[j][c] - point[c];
      r2 += d[c] * d[c];
    }
    if (r2 == 0) continue;
    const auto [f, of_p] = law(std::sqrt(r2 + eps2));
    for (std::size_t c = 0; c < 3; ++c) right.a[c] += bodies.m[j] * f * d[c];
    right.p += bodies.m[j] * of_p;
    right.pulls += bodies.m[j] * std::abs(f) * std::sqrt(r2);
  }
  return error_of(right, a, p);
}

class G5Cut : public G5 {
 protected:
  /// Expects the law's sums of bodies at their own places, by both ways to compute.
  void expect_law(const Law& law, double eps2) {
    Bodies bodies(300);
    upload(bodies);
    std::vector<Vector> a(300);
    std::vector<double> p(300);
    const auto expect = [&](std::size_t count) {
      ASSERT_EQ(said(), "");
      for (std::size_t i = 0; i < count; ++i)
        ASSERT_LE(error_of_law(law, bodies.x[i], bodies, eps2, a[i], p[i]), tolerance(300) + 1e-6)
            << i;
    };
    g5_calculate_force_on_x(rows(bodies.x), rows(a), p.data(), 300);
    expect(300);
    std::fill(p.begin(), p.end(), 0);
    g5_set_xi(50, rows(bodies.x));
    g5_run();
    g5_get_force(50, rows(a), p.data());
    expect(50);
  }
};

INSTANTIATE_TEST_SUITE_P(Everywhere, G5Cut, testing::ValuesIn(everywhere()), name_of);

TEST_P(G5Cut, LeavesWhatTwoSpheresDoNotPull) {
  std::vector<Vector> x{{0, 0, 0}, {0, 0, 0}}, a(2);
  std::vector<double> m{0, 1}, p(2);
  g5_set_eta(0.25);
  for (const double R : {0.125, 0.5, 0.875, 1.0, 1.25, 1.75, 1.9375, 2.0, 2.5}) {
    x[1][1] = 0.25 * R;
    g5_set_xmj(0, 2, rows(x), m.data());
    g5_set_n(2);
    g5_calculate_force_on_x(rows(x), rows(a), p.data(), 2);
    ASSERT_EQ(said(), "");
    EXPECT_NEAR(a[0][1] * x[1][1] * x[1][1], 1 - R * R * force_of_spheres(R), 3e-6) << R;
    EXPECT_EQ(a[0][1] == 0, R >= 2) << R;
  }
}

TEST_P(G5Cut, EndsForcesAtTwoEta) {
  for (const double eta : {0.25, 1.5})
    for (const double eps : {0.0, 0.125}) {
      g5_set_eps_to_all(eps);
      g5_set_eta(eta);
      expect_law(integrated([=](double r) { return s2_share(r / eta) / (r * r * r); }, 2 * eta),
                 eps * eps);
    }
}

TEST_P(G5Cut, RestoresTheForceWithoutAnEnd) {
  Bodies bodies(300);
  upload(bodies);
  g5_set_eps_to_all(0.1);
  std::vector<Vector> a(300);
  std::vector<double> p(300);
  for (const double eta : {0.25, 0.0}) {
    g5_set_eta(eta);
    g5_calculate_force_on_x(rows(bodies.x), rows(a), p.data(), 300);
  }
  ASSERT_EQ(said(), "");
  for (std::size_t i = 0; i < 300; ++i)
    ASSERT_LE(error_of(field_at(bodies.x[i], bodies, 300, 0.01), a[i], p[i]), tolerance(300));
}

TEST_P(G5Cut, TakesTheClientsFunctions) {
  g5_set_eta(0.5);
  g5_set_cutoff_table([](double R) { return 1 - R / 4; }, 1.5, 1,
                      [](double R) { return std::exp(-R); }, 2.5, 1);
  const auto law = [](double r) -> std::pair<double, double> {
    return {r < 0.75 ? (1 - r / 2) / (r * r * r) : 0, r < 1.25 ? std::exp(-2 * r) / r : 0};
  };
  expect_law(law, 0);
  const double cut = 1.5, one = 1;  // a Fortran program's, whose arguments are references
  g5_set_cutoff_table_([](const double* R) { return 2 - *R; }, &cut, &one, nullptr, &one, &one);
  expect_law(integrated([](double r) { return (2 - 2 * r) / (r * r * r); }, 0.75), 0);
}

TEST_P(G5Cut, HasTheForcesOfPhantomGrape) {
  g5_set_eps_to_all(0.5);  // does not act
  pg5_gen_force_table([](double r) { return 1 / (r * r + 0.25); }, 1);
  expect_law(integrated([](double r) { return 1 / (r * r + 0.25); }, 1), 0);
  pg5_gen_s2_force_table(0.125, 1.5);
  const auto of_spheres = [](double diameter, double r) {
    return (1 - s2_share(2 * r / diameter)) / (r * r * r);
  };
  expect_law(integrated([=](double r) { return of_spheres(0.125, r) - of_spheres(1.5, r); }, 1.5),
             0);
  g5_close();
  pg5_gen_s2_force_table(0.125, 1.5);  // opens the library
  EXPECT_EQ(said(), "");
}

TEST_P(G5Cut, RefusesWhatHasNoMeaning) {
  g5_set_eta(-1);
  EXPECT_EQ(said(), "g5_set_eta: eta is -1, which is not a finite number >= 0");
  g5_set_cutoff_table([](double) { return 1.0; }, 1, 1.5, nullptr, 1, 1);
  EXPECT_EQ(said(),
            "g5_set_cutoff_table: a correction factor is not 1; multiply the function by it "
            "instead");
  g5_set_cutoff_table(nullptr, 1, 1, nullptr, 1, 1);
  EXPECT_EQ(said(), "g5_set_cutoff_table: the function of the force is a null pointer");
  pg5_gen_s2_force_table(1, 0.5);
  EXPECT_EQ(
      said(),
      "pg5_gen_s2_force_table: the first diameter is not between 0 and the second, the cutoff");
  Bodies bodies(4);
  bodies.x[0] = {0, 0, 0};
  bodies.x[1] = {0, 1e-12, 0};
  upload(bodies);
  std::vector<Vector> a(4, Vector{7, 7, 7});
  std::vector<double> p(4, 7), eps2(4, 0.1);
  const auto compute = [&] { g5_calculate_force_on_x(rows(bodies.x), rows(a), p.data(), 1); };
  g5_set_eta(1);
  compute();
  EXPECT_NE(said().find("or a body there is nearer than 2^-32 of the cutoff"), std::string::npos);
  EXPECT_EQ(p[0], 7);
  g5_set_eps_to_all(3);
  compute();
  EXPECT_EQ(said(),
            "g5_calculate_force_on_x: the cutoff at 2 is not longer than the softening length 3");
  g5_set_eps_to_all(0.5);
  compute();
  EXPECT_EQ(said(), "");
  EXPECT_NE(p[0], 7);
  g5_calculate_force_on_xe(rows(bodies.x), eps2.data(), rows(a), p.data(), 1);
  EXPECT_EQ(said(),
            "g5_calculate_force_on_xe: a cutoff and softening lengths of particles exclude each "
            "other");
  g5_set_cutoff_table([](double) { return std::nan(""); }, 1, 1, nullptr, 1, 1);
  compute();
  EXPECT_EQ(said(), "g5_calculate_force_on_x: the cutoff's function is not finite everywhere");
}

TEST_P(G5, HasSofteningLengthsOfPoints) {
  Bodies bodies(300);
  upload(bodies);
  g5_set_eps_to_all(0.5);
  std::vector<double> eps(300), eps2(300), p(300);
  for (std::size_t i = 0; i < 300; ++i) {
    eps[i] = i % 7 == 0 ? 0 : 0.01 * static_cast<double>(i % 50);
    eps2[i] = eps[i] * eps[i];
  }
  std::vector<Vector> a(300);
  const auto expect = [&](std::size_t count) {
    ASSERT_EQ(said(), "");
    for (std::size_t i = 0; i < count; ++i)
      ASSERT_LE(error_of(field_at(bodies.x[i], bodies, 300, eps2[i]), a[i], p[i]), tolerance(300));
    std::fill(p.begin(), p.end(), 0);
  };
  g5_calculate_force_on_xe(rows(bodies.x), eps2.data(), rows(a), p.data(), 300);
  expect(300);
  g5_set_xei(40, rows(bodies.x), eps2.data());
  g5_run();
  g5_get_force(40, rows(a), p.data());
  expect(40);
  g5_set_xi(40, rows(bodies.x));
  g5_set_eps(40, eps.data());
  g5_run();
  g5_get_force(40, rows(a), p.data());
  expect(40);
  g5_set_eps(39, eps.data());
  EXPECT_EQ(said(),
            "g5_set_eps: the number of softening lengths is 39, which is not between 40 and 40");
  eps[3] = -1;
  g5_set_eps(40, eps.data());
  EXPECT_EQ(said(), "g5_set_eps: the softening length is not a number >= 0");
  g5_set_xei(40, rows(bodies.x), nullptr);
  EXPECT_EQ(said(), "g5_set_xei: the array of softening lengths is a null pointer");
  g5_set_xi(40, rows(bodies.x));  // has the length of all again
  std::fill(eps2.begin(), eps2.end(), 0.25);
  g5_run();
  g5_get_force(40, rows(a), p.data());
  expect(40);
  EXPECT_EQ(g5_get_number_of_pipelines_per_board(), g5_get_number_of_pipelines());
}

TEST_P(G5, AddsTheSquaredSofteningLengthsOfBothParticles) {
  Bodies bodies(200), others(200, 7);
  upload(others);  // memory of its own
  std::vector<double> eps2(200), p(200);
  for (std::size_t i = 0; i < 200; ++i) eps2[i] = 1e-3 * static_cast<double>(i % 40);
  std::vector<Vector> a(200);
  const auto expect = [&](std::size_t count) {
    ASSERT_EQ(said(), "");
    for (std::size_t i = 0; i < count; ++i) {
      Field right;
      for (std::size_t j = 0; j < 200; ++j) {
        Bodies one(1);
        one.x[0] = bodies.x[j];
        one.m[0] = bodies.m[j];
        const Field of_one = field_at(bodies.x[i], one, 1, eps2[i] + eps2[j]);
        for (std::size_t c = 0; c < 3; ++c) right.a[c] += of_one.a[c];
        right.p += of_one.p;
        right.pulls += of_one.pulls;
      }
      ASSERT_LE(error_of(right, a[i], p[i]), 1e-13);
    }
    std::fill(p.begin(), p.end(), 0);
  };
  g5_set_xmj0(0, 120, rows(bodies.x), bodies.m.data(), eps2.data());
  g5_calculate_force_on_x0(rows(bodies.x), rows(a), p.data(), 1, eps2.data());
  EXPECT_EQ(said(),
            "g5_calculate_force_on_x0: the number of particles is 200, but the softening length of "
            "particle 120 has not been set");
  g5_set_xmj0(120, 80, rows(bodies.x) + 120, bodies.m.data() + 120, eps2.data() + 120);
  g5_calculate_force_on_x0(rows(bodies.x), rows(a), p.data(), 200, eps2.data());
  expect(200);
  g5_set_xmjMC0(1, 0, 200, rows(bodies.x), bodies.m.data(), eps2.data());
  g5_set_nMC(1, 200);
  g5_set_xiMC0(1, 30, rows(bodies.x), eps2.data());
  g5_runMC0(1);
  g5_get_forceMC(1, 30, rows(a), p.data());
  expect(30);
  g5_calculate_force_on_xMC0(1, rows(bodies.x), rows(a), p.data(), 200, eps2.data());
  expect(200);
}

/// GoogleTest runs tests of this name before others start threads, because a forked process has
/// only one.
TEST(G5DefaultDeathTest, EndsTheProgramWithAMessage) {
  g5_set_error_handler(nullptr);
  EXPECT_EXIT(g5_run(), testing::ExitedWithCode(4),
              "^libgputest-g5: g5_run: the library has not been opened\n$");
}

TEST(G5Default, NamesTheDeviceOfTheEnvironmentThatIsMissing) {
  g5_set_error_handler(keep_error);
  choose({"cpu", "no such device", "fp32", 0});
  g5_open();
  EXPECT_EQ(last_error().status, 3);
  EXPECT_EQ(said(),
            "g5_open: there is no device for GPUTEST_API=cpu GPUTEST_DEVICE=no such device");
  choose({"cpu", "no\x1b[31m\n\u202ething", "fp32", 0});
  g5_open();
  EXPECT_EQ(said(), "g5_open: there is no device for GPUTEST_API=cpu GPUTEST_DEVICE=" +
                        gputest::printable("no\x1b[31m\n\u202ething"));
  choose({"cpu", "", "fp16", 0});
  g5_open();
  EXPECT_EQ(said(), "g5_open: GPUTEST_PRECISION must be fp32, double-single or fp64, not fp16");
  g5_set_n(1);
  EXPECT_EQ(said(), "g5_set_n: the library has not been opened");
  g5_set_error_handler(nullptr);
}

}  // namespace
}  // namespace libraries_g5_test
