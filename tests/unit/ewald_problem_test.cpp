// The family ewald: verdicts on right and wrong results, parameters that follow from the accuracy,
// refusals.
#include <gtest/gtest.h>

#include <cmath>
#include <functional>
#include <limits>
#include <numeric>

#include "common/core/error.hpp"
#include "common/ewald/family.hpp"
#include "common/ewald/oracle.hpp"
#include "common/ewald/parameters.hpp"
#include "common/ewald/real_pair.hpp"
#include "common/ewald/turn.hpp"
#include "common/particles/ions.hpp"

namespace gputest::ewald_problem_test {
namespace {

Configuration part(const char* name) { return {"float4", Precision::fp64, 64, {{"part", name}}}; }

ProblemRequest request(std::uint64_t n, OptionValues options = {}) {
  ProblemRequest made;
  made.n = n;
  made.options = std::move(options);
  return made;
}

/// The results of a right kernel for the ions, in the order of the problem's arrays.
std::vector<HostArray> right_answer(const Problem& problem, const EwaldParameters& parameters,
                                    const Configuration& configuration) {
  const auto inputs = problem.inputs(configuration);
  ParticleSet ions = generate_ions(problem.n(), 1, true);
  std::vector<std::uint64_t> all(problem.n());
  std::iota(all.begin(), all.end(), std::uint64_t{0});
  for (const std::uint64_t i : all) {
    ions.x[i] = inputs[0].as<double>()[4 * i];
    ions.y[i] = inputs[0].as<double>()[4 * i + 1];
    ions.z[i] = inputs[0].as<double>()[4 * i + 2];
    ions.charge[i] = inputs[0].as<double>()[4 * i + 3];
  }
  HostArray output{{"forces", Element::fp64, 4, problem.n()}, {}};
  output.data.resize(output.shape.bytes());
  const auto write = [&](std::uint64_t i, const CoulombShare& share) {
    const double numbers[] = {share.fx, share.fy, share.fz, share.energy};
    std::copy(std::begin(numbers), std::end(numbers), output.as<double>() + 4 * i);
  };
  if (configuration.on_axis("part") == "wave") {
    const WaveShares waves = wave_shares(ions, parameters.alpha, parameters.waves, 1e-16, all);
    for (const std::uint64_t i : all) write(i, waves.shares[i]);
  } else {
    const auto shares = real_shares(ions, parameters.alpha, parameters.cutoff, 1e-16, all);
    for (const std::uint64_t i : all) write(i, shares[i]);
  }
  return {output};
}

TEST(EwaldProblem, TheRightAnswerPassesAndWrongOnesDoNot) {
  constexpr std::uint64_t kN = 100;
  const EwaldParameters parameters = ewald_parameters(generate_ions(kN, 1, true), 1e-4, 0);
  for (const char* name : {"wave", "real"}) {
    const auto problem = make_ewald()->make_problem(request(kN));
    const Configuration configuration = part(name);
    problem->make_reference(configuration);
    const auto right = right_answer(*problem, parameters, configuration);
    const auto verdict = problem->verify(configuration, Precision::fp64, right);
    EXPECT_TRUE(verdict.passed) << verdict.reason;
    EXPECT_EQ(verdict.checked, kN);
    EXPECT_GT(verdict.max_error, 1e-8) << "the terms beyond the cutoff";
    EXPECT_LT(verdict.max_error, 1e-4);
    const auto passes = [&](const std::function<void(double*)>& edit) {
      auto wrong = right;
      edit(wrong[0].as<double>());
      return problem->verify(configuration, Precision::fp64, wrong).passed;
    };
    for (std::size_t c = 0; c < 4; ++c)
      EXPECT_FALSE(passes([&](double* f) { f[4 * (kN - 1) + c] += 1e-11; })) << name << c;
    EXPECT_FALSE(passes([](double* f) { std::swap(f[0], f[1]); }));
    EXPECT_FALSE(passes([](double* f) { f[7] = std::numeric_limits<double>::quiet_NaN(); }));
  }
}

// The sums are right, but too short for the requested accuracy.
TEST(EwaldProblem, ResultsBelowTheRequestedAccuracyFail) {
  constexpr std::uint64_t kN = 216;
  const ParticleSet ions = generate_ions(kN, 1, true);
  const EwaldParameters parameters = ewald_parameters(ions, 1e-5, 0);
  const ChargedSystem system(ions);
  std::vector<std::uint64_t> all(kN);
  std::iota(all.begin(), all.end(), std::uint64_t{0});
  const auto error_of = [&](double accuracy) {
    const EwaldParameters less = ewald_parameters(ions, accuracy, 0);
    const auto whole = coulomb_shares(ions, all);
    const auto real = real_shares(ions, less.alpha, less.cutoff, 1e-16, all);
    const auto wave = wave_shares(ions, less.alpha, less.waves, 1e-16, all);
    double squares = 0;
    for (const std::uint64_t i : all) {
      const CoulombShare& waves = wave.shares[i];
      squares += std::pow(real[i].fx + waves.fx - whole[i].fx, 2) +
                 std::pow(real[i].fy + waves.fy - whole[i].fy, 2) +
                 std::pow(real[i].fz + waves.fz - whole[i].fz, 2);
    }
    return std::sqrt(squares / kN) / system.typical_force();
  };
  for (const double accuracy : {1e-2, 1e-4, 1e-6}) {
    EXPECT_LT(error_of(accuracy), accuracy);
    EXPECT_GT(error_of(accuracy), accuracy / 1000) << "and no more than is needed";
  }
}

TEST(EwaldProblem, CosinesAndSinesOfTurnsMatchTheLibrarys) {
  for (int k = -400; k <= 400; ++k) {
    const double t = 0.0123 * k, angle = 2 * M_PI * (t - std::nearbyint(t));
    EXPECT_NEAR(gt_turn(t).cosine, std::cos(angle), 4e-16);
    EXPECT_NEAR(gt_turn(t).sine, std::sin(angle), 4e-16);
    const float s = static_cast<float>(k) / 512;  // exact in float
    EXPECT_NEAR(gt_turn(s).cosine, std::cos(2 * M_PI * static_cast<double>(s)), 1.2e-7);
    EXPECT_NEAR(gt_turn(s).sine, std::sin(2 * M_PI * static_cast<double>(s)), 1.2e-7);
  }
}

TEST(EwaldProblem, ACutoffOfHalfAnEdgeIsNotRoundedBeyondIt) {
  constexpr double kHalf = 8.46;
  ASSERT_GT(static_cast<double>(static_cast<float>(kHalf)), kHalf);
  ParticleSet ions = generate_rock_salt(216, 1, true, {2.82, {1, 1}, 0, 1});
  ASSERT_NEAR(ions.box.high[0] / 2, kHalf, 1e-12);
  for (const double asked : {0.0, ions.box.high[0] / 2}) {
    const double cutoff = ewald_parameters(ions, 1e-4, asked).cutoff;
    EXPECT_LE(cutoff, ions.box.high[0] / 2);
    EXPECT_NEAR(cutoff, kHalf, 1e-6);
  }
}

TEST(EwaldProblem, APairsForceIsTheDerivativeOfItsEnergy) {
  for (const double r : {0.4, 1.0, 2.5}) {
    constexpr double kStep = 1e-5, kAlpha = 0.9;
    const auto energy = [&](double at) { return gt_real_pair(at * at, kAlpha).energy; };
    const double slope = (energy(r + kStep) - energy(r - kStep)) / (2 * kStep);
    // The difference quotient's error is a sixth of the third derivative, at most that of 1/r.
    EXPECT_NEAR(gt_real_pair(r * r, kAlpha).force_over_r * r, -slope, 2e-10 / std::pow(r, 4));
    EXPECT_NEAR(energy(r), std::erfc(kAlpha * r) / r, 1e-15);
  }
}

TEST(EwaldProblem, InvalidInputIsRefused) {
  const auto refused = [](ProblemRequest wrong) {
    EXPECT_THROW(make_ewald()->make_problem(wrong), Error);
  };
  refused(request(0));
  refused(request(216, {{"cutoff", "3.5"}}));  // the edge is 6
  refused(request(1000000, {{"accuracy", "1e-12"}}));
  const auto of = [](ParticleSet particles) {
    ProblemRequest made;
    made.input = std::make_shared<ParticleSet>(std::move(particles));
    return made;
  };
  ParticleSet ions = generate_ions(8, 1, true);
  EXPECT_NO_THROW(make_ewald()->make_problem(of(ions)));
  ParticleSet open = ions;
  open.box.periodic[1] = false;
  refused(of(open));
  ParticleSet neutral = ions;
  neutral.charge.clear();
  refused(of(neutral));
  ParticleSet together = ions;
  together.x[1] = ions.x[0];
  together.y[1] = ions.y[0];
  together.z[1] = ions.z[0];
  refused(of(together));
}

}  // namespace
}  // namespace gputest::ewald_problem_test
