#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <limits>
#include <set>

#include "common/core/error.hpp"
#include "common/core/scratch_folder.hpp"
#include "common/task/comparison.hpp"
#include "common/task/contents.hpp"
#include "common/task/variants.hpp"

namespace gputest::task_arrays_test {
namespace {

using task::Comparison;
using task::Expected;
using task::Numbers;
using task::Parameter;

const task::Values kSizes{{"n", 1000}};

Numbers reals(const std::vector<double>& values) {
  Numbers numbers{true, {}};
  for (const double value : values) numbers.words.push_back(std::bit_cast<std::uint64_t>(value));
  return numbers;
}

/// The contents of "in TYPE x[n] = CONTENTS".
Numbers contents(const std::string& type, const std::string& of, std::uint64_t seed = 1) {
  const Parameter parameter = task::parse_parameter("in " + type + " x[n] = " + of, {"n"});
  const ArrayShape shape{"x", *parameter.type, parameter.components, 1000};
  return task::widened(task::contents_of(parameter, shape, kSizes, seed, "."));
}

TEST(TaskNumbers, EveryHalfSurvivesTheWayThroughDouble) {
  const ArrayShape shape{"x", Element::fp16, 1, 1 << 16};
  HostArray all{shape, {}};
  all.data.resize(shape.bytes());
  for (unsigned k = 0; k < 1u << 16; ++k)
    all.as<std::uint16_t>()[k] = static_cast<std::uint16_t>(k);
  const Numbers wide = task::widened(all);
  const HostArray back = task::narrowed(wide, shape);
  for (unsigned k = 0; k < 1u << 16; ++k)
    if (!std::isnan(wide.real(k))) {
      ASSERT_EQ(back.as<std::uint16_t>()[k], k);
    }
  EXPECT_EQ(wide.real(0x3C00), 1);
  EXPECT_EQ(wide.real(0x7BFF), 65504);
  EXPECT_EQ(wide.real(1), std::ldexp(1, -24));
}

TEST(TaskNumbers, HalfRoundsToNearestEven) {
  EXPECT_EQ(task::spacing(Element::fp16, 0), 0x1p-24);
  EXPECT_EQ(task::rounded(Element::fp16, 1 + 0x1p-11), 1);
  EXPECT_EQ(task::rounded(Element::fp16, 1 + 0x1p-10 + 0x1p-11), 1 + 0x1p-9);
  EXPECT_EQ(task::rounded(Element::fp16, 65519), 65504);
  EXPECT_TRUE(std::isinf(task::rounded(Element::fp16, 65520)));
}

TEST(TaskNumbers, ASpacingIsTheUnitInTheLastPlace) {
  EXPECT_EQ(task::spacing(Element::fp32, 1.5), 0x1p-23);
  EXPECT_EQ(task::spacing(Element::fp32, -2), 0x1p-22);
  EXPECT_EQ(task::spacing(Element::fp64, 1), 0x1p-52);
  EXPECT_EQ(task::spacing(Element::fp16, 1), 0x1p-10);
  EXPECT_EQ(task::spacing(Element::int32, 1e9), 1);
}

TEST(TaskContents, UniformNumbersFillTheirRange) {
  const Numbers numbers = contents("float", "uniform(-1, 3)");
  double least = 9, most = -9, sum = 0;
  for (std::size_t k = 0; k < 1000; ++k) {
    least = std::min(least, numbers.real(k));
    most = std::max(most, numbers.real(k));
    sum += numbers.real(k);
  }
  EXPECT_GE(least, -1);
  EXPECT_LT(least, -0.95);
  EXPECT_LT(most, 3);
  EXPECT_GT(most, 2.95);
  EXPECT_NEAR(sum / 1000, 1, 0.2);
  EXPECT_NE(contents("float", "uniform(-1, 3)", 2).words, numbers.words);
}

TEST(TaskContents, APermutationHasEveryNumberOnce) {
  const Numbers numbers = contents("int", "permutation");
  EXPECT_EQ(std::set<std::uint64_t>(numbers.words.begin(), numbers.words.end()).size(), 1000u);
  EXPECT_EQ(*std::max_element(numbers.words.begin(), numbers.words.end()), 999u);
  EXPECT_FALSE(std::is_sorted(numbers.words.begin(), numbers.words.end()));
}

TEST(TaskContents, IntegersIncludeBothBounds) {
  const Numbers numbers = contents("char", "integers(-2, 2)");
  std::set<std::int64_t> found;
  for (std::size_t k = 0; k < 1000; ++k) found.insert(numbers.whole(k));
  EXPECT_EQ(found, (std::set<std::int64_t>{-2, -1, 0, 1, 2}));
}

TEST(TaskContents, ARangeThatDoesNotFitItsTypeIsRefused) {
  EXPECT_THROW(contents("char", "range"), Error);
  EXPECT_THROW(contents("uint", "constant(-1)"), Error);
  EXPECT_THROW(contents("int", "integers(3, 2)"), Error);
  EXPECT_NO_THROW(contents("short", "range"));
}

TEST(TaskContents, ANumPyFileMustHaveTypeAndSize) {
  const ScratchFolder folder;
  const auto write = [&](const std::string& type, std::size_t count) {
    std::string head = "{'descr': '" + type + "', 'fortran_order': False, 'shape': (" +
                       std::to_string(count) + ",), }";
    head.resize(118, ' ');
    std::ofstream file(folder.path("x.npy"), std::ios::binary);
    file << std::string("\x93NUMPY\x01\x00\x76\x00", 10) << head;
    for (std::size_t k = 0; k < count; ++k) {
      const auto value = static_cast<float>(k);
      file.write(reinterpret_cast<const char*>(&value), sizeof value);
    }
  };
  const ArrayShape shape{"x", Element::fp32, 1, 5};
  write("<f4", 5);
  EXPECT_EQ(task::widened({shape, task::npy_data(folder.path("x.npy"), shape)}).real(4), 4);
  write("<f4", 4);
  EXPECT_THROW(task::npy_data(folder.path("x.npy"), shape), Error);
  write("<i4", 5);
  EXPECT_THROW(task::npy_data(folder.path("x.npy"), shape), Error);
}

TEST(TaskComparison, UlpsAreThoseOfTheReference) {
  const Comparison two = task::parse_comparison("2 ulps");
  const Expected expected{reals({1, 1, 1}), {}};
  const auto found =
      task::compare(two, Element::fp32, reals({1, 1 + 2 * 0x1p-23, 1 + 3 * 0x1p-23}), expected);
  EXPECT_EQ(found.wrong, (std::vector<bool>{false, false, true}));
  EXPECT_EQ(found.error, 3);
  EXPECT_EQ(found.worst, 2u);
}

TEST(TaskComparison, ExactMeansRoundedToTheType) {
  const Expected expected{reals({1.0 / 3, 1.0 / 3}), {}};
  const auto found =
      task::compare({}, Element::fp32, reals({static_cast<double>(1.0f / 3), 1.0 / 3}), expected);
  EXPECT_EQ(found.wrong, (std::vector<bool>{false, true}));
  EXPECT_FALSE(task::compare({}, Element::fp64, reals({1.0 / 3, 0.3333}), expected).passed);
}

TEST(TaskComparison, AnInfiniteScaleAllowsNoInfiniteError) {
  const Comparison comparison = task::parse_comparison("0.5 of size");
  const double infinite = std::numeric_limits<double>::infinity();
  const Expected expected{reals({1, 1}), {infinite, infinite}};
  const auto found = task::compare(comparison, Element::fp32,
                                   reals({std::numeric_limits<double>::quiet_NaN(), 2}), expected);
  EXPECT_EQ(found.wrong, (std::vector<bool>{true, false}));
}

TEST(TaskComparison, UnsignedNumbersDifferByTheirDistance) {
  const Numbers most{false, {~std::uint64_t{0}}}, none{false, {0}};
  EXPECT_FALSE(
      task::compare(task::parse_comparison("1 ulps"), Element::uint64, most, {none, {}}).passed);
}

TEST(TaskComparison, ARelativeErrorIsOfItsScale) {
  const Comparison comparison = task::parse_comparison("0.5 of size");
  const Expected expected{reals({0, 0}), {4, 1}};
  const auto found = task::compare(comparison, Element::fp64, reals({2, 2}), expected);
  EXPECT_EQ(found.wrong, (std::vector<bool>{false, true}));
  EXPECT_EQ(found.error, 2);
}

TEST(TaskComparison, NothingElseMayBeInfinite) {
  constexpr double kInfinite = std::numeric_limits<double>::infinity();
  const double nan = std::nan("");
  const Comparison loose = task::parse_comparison("1e30 of 1");
  EXPECT_FALSE(task::compare(loose, Element::fp64, reals({nan}), {reals({1}), {1}}).passed);
  EXPECT_FALSE(task::compare(loose, Element::fp64, reals({kInfinite}), {reals({1}), {1}}).passed);
  EXPECT_FALSE(task::compare(loose, Element::fp64, reals({1}), {reals({nan}), {1}}).passed);
  EXPECT_TRUE(task::compare(loose, Element::fp64, reals({nan}), {reals({nan}), {1}}).passed);
}

TEST(TaskComparison, WholeNumbersAreComparedWithAllBits) {
  const Numbers right{false, {(1ull << 62) + 1}}, wrong{false, {1ull << 62}};
  EXPECT_TRUE(task::compare({}, Element::int64, right, {right, {}}).passed);
  EXPECT_FALSE(task::compare({}, Element::int64, wrong, {right, {}}).passed);
}

TEST(TaskVariants, ASymmetryChangesOnlyItsArrays) {
  task::Task made;
  made.parameters = {task::parse_parameter("in double2 x[n] = uniform(0, 1)", {"n"})};
  made.symmetries = {task::parse_symmetry("scale x"), task::parse_symmetry("shift n: x")};
  const task::Values three{{"n", 3}};
  const task::Variant variant(made, three, task::kMostScale);
  Numbers x = reals({1, 2, 3, 4, 5, 6}), y = x;
  variant.apply("y", y, 2);
  EXPECT_EQ(y.words, reals({1, 2, 3, 4, 5, 6}).words);
  variant.apply("x", x, 2);
  EXPECT_EQ(x.words, reals({5 * 256, 6 * 256, 256, 2 * 256, 3 * 256, 4 * 256}).words);
}

TEST(TaskVariants, NeighboursDiffer) {
  task::Task made;
  made.parameters = {task::parse_parameter("in double x[n] = uniform(0, 1)", {"n"})};
  made.symmetries = {task::parse_symmetry("scale x")};
  std::set<std::uint64_t> factors;
  for (std::uint32_t k = 1; k <= 16; ++k) {
    Numbers x = reals({1});
    task::Variant(made, {{"n", 1}}, k).apply("x", x, 1);
    factors.insert(x.words[0]);
  }
  EXPECT_EQ(factors.size(), 16u);
  EXPECT_EQ(factors.count(std::bit_cast<std::uint64_t>(1.0)), 0u);
}

}  // namespace
}  // namespace gputest::task_arrays_test
