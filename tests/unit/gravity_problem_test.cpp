#include <gtest/gtest.h>

#include <cmath>
#include <limits>

#include "common/core/error.hpp"
#include "common/gravity/family.hpp"
#include "common/particles/generators.hpp"
#include "tests/support/fake_kernels.hpp"

namespace gputest::gravity_problem_test {
namespace {

const Configuration kFp32{"float4", Precision::fp32, 0};
const Configuration kFp64{"float4", Precision::fp64, 0};

ProblemRequest request(std::uint64_t n, const std::string& eps = "0.02") {
  ProblemRequest wanted;
  wanted.n = n;
  wanted.options = {{"eps", eps}, {"image-width", "256"}, {"potential", "on"}};
  return wanted;
}

Status refused_with(const ProblemRequest& wanted) {
  try {
    make_gravity()->make_problem(wanted);
  } catch (const Error& error) {
    return error.status();
  }
  return Status::ok;
}

TEST(GravityProblem, RefusesImpossibleRunsBeforeAllocating) {
  EXPECT_EQ(refused_with(request(0)), Status::bad_input);
  EXPECT_EQ(refused_with(request(std::uint64_t{1} << 40)), Status::out_of_memory);
  EXPECT_EQ(refused_with(request(std::numeric_limits<std::uint64_t>::max())),
            Status::out_of_memory);
  for (const char* eps : {"nan", "inf", "-0.1", "", "x", "0.1x"})
    EXPECT_EQ(refused_with(request(10, eps)), Status::bad_input) << eps;
  ProblemRequest zero_width = request(10);
  zero_width.options["image-width"] = "0";
  EXPECT_EQ(refused_with(zero_width), Status::bad_input);
}

TEST(GravityProblem, RefusesCoincidentBodiesWithoutSoftening) {
  auto particles = std::make_shared<ParticleSet>(generate_plummer(10, 1));
  particles->x[7] = particles->x[2];
  particles->y[7] = particles->y[2];
  particles->z[7] = particles->z[2];
  ProblemRequest wanted = request(0, "0");
  wanted.input = particles;
  EXPECT_EQ(refused_with(wanted), Status::bad_input);
  wanted.options["eps"] = "0.01";
  EXPECT_EQ(refused_with(wanted), Status::ok);
}

TEST(GravityProblem, BodiesThatCoincideOnlyInFp32AreRefusedOnlyInFp32) {
  auto particles = std::make_shared<ParticleSet>(generate_plummer(10, 1));
  particles->x[7] = particles->x[2] * (1 + 1e-12);
  particles->y[7] = particles->y[2];
  particles->z[7] = particles->z[2];
  ProblemRequest wanted = request(0, "0");
  wanted.input = particles;
  const auto problem = make_gravity()->make_problem(wanted);
  EXPECT_NO_THROW(problem->shapes({"float4", Precision::fp64, 0}));
  EXPECT_THROW(problem->shapes(kFp32), Error);
}

TEST(GravityProblem, RefusesNumbersOutOfThePrecisionsRange) {
  auto particles = std::make_shared<ParticleSet>(generate_plummer(10, 1));
  particles->x[3] = 1e30;
  ProblemRequest wanted = request(0);
  wanted.input = particles;
  const auto far = make_gravity()->make_problem(wanted);
  EXPECT_THROW(far->shapes(kFp32), Error);
  EXPECT_NO_THROW(far->shapes({"float4", Precision::fp64, 0}));
  for (const auto& [x, eps] : {std::pair{1e13, "0.02"}, std::pair{0.0, "1e18"}}) {
    particles->x[3] = x;
    ProblemRequest apart = request(0, eps);
    apart.input = particles;
    const auto faint = make_gravity()->make_problem(apart);
    EXPECT_THROW(faint->shapes(kFp32), Error) << "all pulls underflow";
    EXPECT_NO_THROW(faint->shapes({"float4", Precision::fp64, 0}));
  }
  const auto tiny_eps = make_gravity()->make_problem(request(10, "1e-15"));
  EXPECT_THROW(tiny_eps->shapes(kFp32), Error);
  EXPECT_NO_THROW(tiny_eps->shapes({"float4", Precision::fp64, 0}));
}

/// The reference in the form of a kernel's results, in fp64.
std::vector<HostArray> right_answer(const ParticleSet& particles, double eps2) {
  HostArray sums{{"sums", Element::fp64, 4, particles.size()}, {}};
  sums.data.resize(sums.shape.bytes());
  for (std::uint64_t i = 0; i < particles.size(); ++i) {
    double* sum = sums.as<double>() + 4 * i;
    std::fill(sum, sum + 4, 0.0);
    for (std::uint64_t j = 0; j < particles.size(); ++j) {
      const double d[3] = {particles.x[j] - particles.x[i], particles.y[j] - particles.y[i],
                           particles.z[j] - particles.z[i]};
      const double r = std::sqrt(d[0] * d[0] + d[1] * d[1] + d[2] * d[2] + eps2);
      for (int c = 0; c < 3; ++c) sum[c] += particles.mass[j] * d[c] / (r * r * r);
      sum[3] += particles.mass[j] / r;
    }
  }
  return {sums};
}

TEST(GravityProblem, AcceptsTheRightResultAndRefusesOneSlightlyWrongBody) {
  auto particles = std::make_shared<ParticleSet>(generate_plummer(300, 1));
  ProblemRequest wanted = request(0);
  wanted.input = particles;
  const auto problem = make_gravity()->make_problem(wanted);
  problem->make_reference(kFp64);
  auto outputs = right_answer(*particles, 0.02 * 0.02);
  EXPECT_TRUE(problem->verify(kFp64, Precision::fp64, outputs).passed);

  outputs[0].as<double>()[4 * 211 + 1] *= 1 + 1e-10;
  const Verification off = problem->verify(kFp64, Precision::fp64, outputs);
  EXPECT_FALSE(off.passed);
  EXPECT_EQ(off.worst_index, 211u);

  outputs = right_answer(*particles, 0.02 * 0.02);
  outputs[0].as<double>()[4 * 17 + 3] *= 1 + 1e-10;  // the potential counts as well
  EXPECT_FALSE(problem->verify(kFp64, Precision::fp64, outputs).passed);

  outputs = right_answer(*particles, 0.02 * 0.02);
  outputs[0].as<double>()[4 * 299] = std::numeric_limits<double>::quiet_NaN();
  EXPECT_FALSE(problem->verify(kFp64, Precision::fp64, outputs).passed);
}

TEST(GravityProblem, ThePotentialIsNegativeAndExcludesTheBodyItself) {
  auto particles = std::make_shared<ParticleSet>(generate_plummer(2, 1));
  ProblemRequest wanted = request(0, "0.5");
  wanted.input = particles;
  const auto problem = make_gravity()->make_problem(wanted);
  const auto results =
      test::force_field(*problem).results(Precision::fp64, right_answer(*particles, 0.25));
  const double d[3] = {particles->x[1] - particles->x[0], particles->y[1] - particles->y[0],
                       particles->z[1] - particles->z[0]};
  const double r = std::sqrt(d[0] * d[0] + d[1] * d[1] + d[2] * d[2] + 0.25);
  EXPECT_NEAR(results[0].potential, -particles->mass[1] / r, 1e-15);
}

TEST(GravityProblem, CountsTheSquareOfNAndThirtyEightFlops) {
  const auto problem = make_gravity()->make_problem(request(1000));
  const Work work = problem->work(kFp32);
  EXPECT_EQ(work.items, 1e6);
  EXPECT_EQ(work.flops, 38e6);
  EXPECT_EQ(work.bytes, 1000 * 16 * 2);
}

}  // namespace
}  // namespace gputest::gravity_problem_test
