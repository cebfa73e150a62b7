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
  g5_set_eta_(nullptr);  // ignored
  EXPECT_EQ(said(), "");
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
