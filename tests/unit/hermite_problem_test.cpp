// The family hermite: verdicts on right and wrong results in every precision; the content of its
// arrays; refusals.
#include <gtest/gtest.h>

#include <cmath>
#include <cstring>
#include <functional>
#include <limits>
#include <nlohmann/json.hpp>

#include "common/core/error.hpp"
#include "common/hermite/family.hpp"
#include "common/hermite/oracle.hpp"
#include "common/particles/generators.hpp"
#include "common/particles/rounded.hpp"

namespace gputest::hermite_problem_test {
namespace {

const Configuration kDouble{"float4", Precision::fp64, 64, {}};

ProblemRequest request(std::uint64_t n, OptionValues options = {}) {
  ProblemRequest made;
  made.n = n;
  made.options = std::move(options);
  return made;
}

/// The results of a right kernel for a Plummer sphere in double precision.
std::vector<HostArray> right_answer(const Problem& problem,
                                    const std::vector<std::uint64_t>& active, double eps = 0.02) {
  const ParticleSet p = generate_plummer(problem.n(), 1);
  const auto forces = hermite_forces(p, eps * eps, active);
  std::vector<HostArray> outputs;
  for (const ArrayShape& shape : problem.shapes(kDouble).outputs) {
    outputs.push_back({shape, {}});
    outputs.back().data.resize(shape.bytes());
  }
  for (std::size_t k = 0; k < active.size(); ++k) {
    const HermiteForce& f = forces[k];
    const double acceleration[] = {f.ax, f.ay, f.az, f.m_over_r};
    const double jerk[] = {f.jx, f.jy, f.jz, f.nearest_r2};
    std::memcpy(outputs[0].as<double>() + 4 * k, acceleration, sizeof acceleration);
    std::memcpy(outputs[1].as<double>() + 4 * k, jerk, sizeof jerk);
    std::uint64_t nearest = active[k];
    double least = std::numeric_limits<double>::infinity();
    for (std::uint64_t j = 0; j < p.size(); ++j) {
      const double r =
          std::hypot(p.x[j] - p.x[active[k]], p.y[j] - p.y[active[k]], p.z[j] - p.z[active[k]]);
      if (j == active[k] || r >= least) continue;
      least = r;
      nearest = j;
    }
    outputs[2].as<std::uint32_t>()[k] = static_cast<std::uint32_t>(nearest);
  }
  return outputs;
}

std::vector<std::uint64_t> all_of(std::uint64_t n) {
  std::vector<std::uint64_t> bodies(n);
  for (std::uint64_t i = 0; i < n; ++i) bodies[i] = i;
  return bodies;
}

TEST(HermiteProblem, TheRightAnswerPasses) {
  for (const std::uint64_t n : {1u, 2u, 100u}) {
    const auto problem = make_hermite()->make_problem(request(n));
    problem->make_reference(kDouble);
    const auto verdict =
        problem->verify(kDouble, Precision::fp64, right_answer(*problem, all_of(n)));
    EXPECT_TRUE(verdict.passed) << verdict.reason;
    EXPECT_EQ(verdict.checked, n);
  }
}

TEST(HermiteProblem, WrongAnswersAreFound) {
  constexpr std::uint64_t kN = 100;
  const auto problem = make_hermite()->make_problem(request(kN));
  problem->make_reference(kDouble);
  const auto right = right_answer(*problem, all_of(kN));
  const auto verdict_on = [&](const std::function<void(double*, double*, std::uint32_t*)>& edit) {
    auto wrong = right;
    edit(wrong[0].as<double>(), wrong[1].as<double>(), wrong[2].as<std::uint32_t>());
    return problem->verify(kDouble, Precision::fp64, wrong);
  };
  constexpr std::size_t kLast = 4 * (kN - 1);
  for (std::size_t component = 0; component < 4; ++component) {
    EXPECT_FALSE(verdict_on([&](double* a, double*, std::uint32_t*) {
                   a[kLast + component] *= 1 + 1e-9;
                 }).passed)
        << component;
    EXPECT_FALSE(verdict_on([&](double*, double* j, std::uint32_t*) {
                   j[kLast + component] *= 1 + 1e-9;
                 }).passed)
        << component;
  }
  const double nan = std::numeric_limits<double>::quiet_NaN();
  EXPECT_NE(verdict_on([&](double*, double* j, std::uint32_t*) {
              j[kLast] = nan;
            }).reason.find("body 99 was not written"),
            std::string::npos);
  EXPECT_FALSE(verdict_on([&](double*, double*, std::uint32_t* nearest) { nearest[7] = 7; }).passed)
      << "a body is not its own neighbour";
  EXPECT_FALSE(verdict_on([&](double*, double*, std::uint32_t* nearest) {
                 nearest[7] = 0xffffffff;
               }).passed);
  EXPECT_NE(verdict_on([&](double*, double*, std::uint32_t* nearest) {
              nearest[7] = nearest[7] == 50 ? 51 : 50;
            }).reason.find("the kernel's nearest body to body 7 is body"),
            std::string::npos);
}

TEST(HermiteProblem, OnlyActiveBodiesAreCompared) {
  const auto problem = make_hermite()->make_problem(request(100, {{"active", "3"}}));
  const auto arrays = problem->inputs(kDouble);
  ASSERT_EQ(arrays.back().shape.count, 3u);
  const auto* active = arrays.back().as<std::uint32_t>();
  EXPECT_EQ(std::vector<std::uint32_t>(active, active + 3),
            (std::vector<std::uint32_t>{0, 33, 66}));
  problem->make_reference(kDouble);
  const auto verdict =
      problem->verify(kDouble, Precision::fp64, right_answer(*problem, {0, 33, 66}));
  EXPECT_TRUE(verdict.passed) << verdict.reason;
  EXPECT_FALSE(
      problem->verify(kDouble, Precision::fp64, right_answer(*problem, {0, 34, 66})).passed);
  EXPECT_EQ(problem->work(kDouble).items, 300);
}

TEST(HermiteProblem, VelocitiesAreWhereTheLayoutPutsThem) {
  const auto problem = make_hermite()->make_problem(request(3));
  const ParticleSet p = generate_plummer(3, 1);
  const auto names = [&](const char* layout) {
    std::vector<std::string> all;
    for (const HostArray& array : problem->inputs({layout, Precision::fp64, 64, {}}))
      all.push_back(array.shape.name);
    return all;
  };
  EXPECT_EQ(names("aos").size(), 2u);
  EXPECT_EQ(names("float4").at(1), "velocities");
  EXPECT_EQ(names("soa").size(), 8u);
  EXPECT_EQ(names("soa").at(6), "vz");
  const auto soa = problem->inputs({"soa", Precision::fp64, 64, {}});
  EXPECT_EQ(soa.at(6).as<double>()[2], p.vz[2]);
  EXPECT_EQ(problem->inputs(kDouble).at(1).as<double>()[4 * 2 + 2], p.vz[2]);
  for (const char* layout : {"aos", "float4", "soa"}) {
    const Configuration configuration{layout, Precision::fp32, 64, {}};
    const auto shapes = problem->shapes(configuration).inputs;
    const auto arrays = problem->inputs(configuration);
    ASSERT_EQ(arrays.size(), shapes.size());
    for (std::size_t k = 0; k < shapes.size(); ++k) {
      EXPECT_EQ(arrays[k].shape.name, shapes[k].name);
      EXPECT_EQ(arrays[k].data.size(), shapes[k].bytes());
    }
  }
}

TEST(HermiteProblem, InvalidInputIsRefused) {
  EXPECT_THROW(make_hermite()->make_problem(request(0)), Error);
  EXPECT_THROW(make_hermite()->make_problem(request(5, {{"active", "6"}})), Error);
  const auto small = make_hermite()->make_problem(request(5, {{"eps", "1e-13"}}));
  EXPECT_THROW(small->shapes({"aos", Precision::fp32, 64, {}}), Error);
  EXPECT_NO_THROW(small->shapes({"aos", Precision::fp64, 64, {}}));
}

}  // namespace
}  // namespace gputest::hermite_problem_test
