// The family central: verdicts on right and wrong results, by formula and by table; the content of
// its arrays; refusals.
#include <gtest/gtest.h>

#include <cmath>
#include <cstring>
#include <functional>
#include <limits>

#include "common/central/family.hpp"
#include "common/central/interval.h"
#include "common/central/ions.hpp"
#include "common/central/laws.hpp"
#include "common/central/oracle.hpp"
#include "common/core/error.hpp"
#include "common/particles/ions.hpp"
#include "common/particles/rounded.hpp"

namespace gputest::central_problem_test {
namespace {

const Configuration kFormula{
    "float4", Precision::fp64, 64, {{"form", "function"}, {"sum", "plain"}}};
const Configuration kTable{"float4", Precision::fp32, 64, {{"form", "table"}, {"sum", "plain"}}};

ProblemRequest request(std::uint64_t n, OptionValues options = {}) {
  ProblemRequest made;
  made.n = n;
  made.options = std::move(options);
  return made;
}

/// The results of a right kernel for the lattice under Coulomb's law.
std::vector<HostArray> right_answer(const Problem& problem, Precision precision) {
  ParticleSet ions = rounded(generate_ions(problem.n(), 1, false), precision);
  for (double& mass : ions.mass) mass = mass == 1 ? 0 : 1;
  const CentralLaw& law = find_central_law("coulomb");
  const CentralCoefficients coefficients = central_coefficients(law, 1, {1, 1.5});
  CentralPhysics physics;
  physics.law = law.number;
  physics.types = 2;
  physics.a = coefficients.a;
  physics.b = coefficients.b;
  std::vector<std::uint64_t> all(problem.n());
  for (std::uint64_t i = 0; i < all.size(); ++i) all[i] = i;
  const auto forces = central_forces(ions, physics, Precision::fp64, all);
  const Element element = precision == Precision::fp32 ? Element::fp32 : Element::fp64;
  HostArray output{{"forces", element, 4, problem.n()}, {}};
  output.data.resize(output.shape.bytes());
  for (std::size_t i = 0; i < forces.size(); ++i) {
    const double numbers[] = {forces[i].fx, forces[i].fy, forces[i].fz, forces[i].w};
    for (std::size_t c = 0; c < 4; ++c)
      if (precision == Precision::fp32)
        output.as<float>()[4 * i + c] = static_cast<float>(numbers[c]);
      else
        output.as<double>()[4 * i + c] = numbers[c];
  }
  return {output};
}

TEST(CentralProblem, TheRightAnswerPassesAndWrongOnesDoNot) {
  constexpr std::uint64_t kN = 100;
  const auto problem = make_central()->make_problem(request(kN));
  problem->make_reference(kFormula);
  const auto right = right_answer(*problem, Precision::fp64);
  const auto verdict = problem->verify(kFormula, Precision::fp64, right);
  EXPECT_TRUE(verdict.passed) << verdict.reason;
  EXPECT_EQ(verdict.checked, kN);
  const auto passes = [&](const std::function<void(double*)>& edit) {
    auto wrong = right;
    edit(wrong[0].as<double>());
    return problem->verify(kFormula, Precision::fp64, wrong).passed;
  };
  for (std::size_t c = 0; c < 4; ++c)
    EXPECT_FALSE(passes([&](double* f) { f[4 * (kN - 1) + c] += 1e-12; })) << c;
  EXPECT_FALSE(passes([](double* f) { std::swap(f[0], f[1]); }));
  EXPECT_FALSE(passes([](double* f) { f[7] = std::numeric_limits<double>::quiet_NaN(); }));
}

TEST(CentralProblem, ATableIsAllowedOnlyItsOwnError) {
  const auto problem = make_central()->make_problem(request(100));
  problem->make_reference(kTable);
  auto outputs = right_answer(*problem, Precision::fp32);
  EXPECT_TRUE(problem->verify(kTable, Precision::fp32, outputs).passed);
  const double tolerance = problem->verify(kTable, Precision::fp32, outputs).tolerance;
  EXPECT_LT(tolerance, 1e-5);
  EXPECT_GT(tolerance, 1e-6);
  outputs[0].as<float>()[42] += 1e-4f;
  EXPECT_FALSE(problem->verify(kTable, Precision::fp32, outputs).passed);
}

TEST(CentralProblem, FixedPointAndKahanAreAllowedLessThanAPlainSum) {
  const auto problem = make_central()->make_problem(request(1000));
  const auto tolerance = [&](const char* sum) {
    const Configuration configuration{
        "float4", Precision::fp32, 64, {{"form", "function"}, {"sum", sum}}};
    problem->make_reference(configuration);
    return problem->verify(configuration, Precision::fp32, right_answer(*problem, Precision::fp32))
        .tolerance;
  };
  for (const char* sum : {"kahan", "fixed64", "fixed80"})
    EXPECT_LT(tolerance(sum), 0.6 * tolerance("plain")) << sum;
}

TEST(CentralProblem, ItsArraysHoldTypesCoefficientsAndTheTable) {
  const auto problem = make_central()->make_problem(request(3));
  const auto arrays = problem->inputs(kTable);
  const auto shapes = problem->shapes(kTable).inputs;
  ASSERT_EQ(arrays.size(), 4u);
  for (std::size_t k = 0; k < arrays.size(); ++k)
    EXPECT_EQ(arrays[k].data.size(), shapes[k].bytes());
  EXPECT_EQ(arrays[0].as<float>()[3], 0) << "the first particle's type";
  EXPECT_EQ(arrays[0].as<float>()[7], 1);
  const float unlike[] = {-1, 1};
  EXPECT_EQ(0, std::memcmp(arrays[1].as<float>() + 2, unlike, sizeof unlike));
  // The first interval's polynomial, at its middle, is the law there.
  const KernelSignature signature = problem->shapes(kTable);
  std::uint32_t shift = 0, first = 0;
  for (const Scalar& scalar : signature.scalars) {
    if (scalar.name == "table_shift") shift = std::get<std::uint32_t>(scalar.value);
    if (scalar.name == "table_first") first = std::get<std::uint32_t>(scalar.value);
  }
  const float middle = gt_float_of((first << shift) + (1u << (shift - 1)));
  EXPECT_EQ(gt_from_middle(middle, shift), 0);
  EXPECT_NEAR(arrays[2].as<float>()[0], std::pow(middle, -1.5), 1e-6);
  EXPECT_EQ(problem->inputs(kFormula).size(), 2u);
}

TEST(CentralProblem, AFloatsBitsGiveItsInterval) {
  // Four parts to an octave.
  const std::uint32_t shift = 21, first = gt_bits_of(1.0f) >> shift;
  EXPECT_EQ(gt_interval(1.0f, shift, first, 7), 0u);
  EXPECT_EQ(gt_interval(1.2499f, shift, first, 7), 0u);
  EXPECT_EQ(gt_interval(1.25f, shift, first, 7), 1u);
  EXPECT_EQ(gt_interval(2.5f, shift, first, 7), 5u);
  EXPECT_EQ(gt_interval(0.0f, shift, first, 7), 7u)
      << "a number outside the table gets the last interval";
  EXPECT_EQ(gt_interval(1e30f, shift, first, 7), 7u);
  EXPECT_EQ(gt_from_middle(1.25f, shift), -0.125f);
  EXPECT_EQ(gt_from_middle(2.5f, shift), -0.125f);
  EXPECT_EQ(gt_quartic(2, 1, 2, 3, 4, 5), 1 + 4 + 12 + 32 + 80);
}

TEST(CentralProblem, InvalidInputIsRefused) {
  EXPECT_THROW(make_central()->make_problem(request(0)), Error);
  EXPECT_THROW(make_central()->make_problem(request(5, {{"law", "hooke"}})), Error);
  const auto strong = make_central()->make_problem(request(5, {{"law", "born"}, {"alpha", "90"}}));
  EXPECT_THROW(static_cast<void>(strong->shapes({"aos", Precision::fp32, 64, {}})), Error);
  EXPECT_NO_THROW(static_cast<void>(strong->shapes({"aos", Precision::fp64, 64, {}})));
}

TEST(CentralProblem, TheLeastDistanceIsFoundAlsoAcrossTheEdge) {
  ParticleSet three;
  three.resize(3);
  three.x = {0.1, 5, 9.8};
  three.y = {0, 4, 0};
  const DistanceRange open = distance_range(three);
  EXPECT_NEAR(open.least, std::hypot(4.8, 4), 1e-12);
  EXPECT_GE(open.most, 9.7);
  three.box = {{0, 0, 0}, {10, 10, 10}, {true, true, true}};
  three.has_box = true;
  EXPECT_NEAR(distance_range(three).least, 0.3, 1e-12);
}

}  // namespace
}  // namespace gputest::central_problem_test
