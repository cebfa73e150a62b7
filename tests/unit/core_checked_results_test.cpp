#include "common/run/checked_results.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <random>
#include <set>

namespace gputest::core_checked_results_test {
namespace {

TEST(CheckedBodies, AreAllBodiesOfASmallProblemOrOfAFullCheck) {
  EXPECT_EQ(results_to_check(1, {}), std::vector<std::uint64_t>{0});
  EXPECT_EQ(results_to_check(16384, {Coverage::sample, 1}).size(), 16384u);
  EXPECT_EQ(results_to_check(1000000, {Coverage::full, 1}).size(), 1000000u);
  EXPECT_TRUE(all_checked(20000, {})) << "takes less than a second on any machine";
  EXPECT_FALSE(all_checked(100000000, {}));
}

TEST(CheckedBodies, OfASampleIncludeOneOfEveryAlignedBlockAndBothEnds) {
  for (const std::uint64_t n : {20000u, 65537u, 131072u})
    for (std::uint64_t salt = 0; salt < 50; ++salt) {
      const auto bodies = results_to_check(n, {Coverage::sample, salt});
      ASSERT_TRUE(std::is_sorted(bodies.begin(), bodies.end()));
      EXPECT_EQ(bodies.front(), 0u);
      EXPECT_EQ(bodies.back(), n - 1);
      std::set<std::uint64_t> blocks;
      for (const std::uint64_t body : bodies) blocks.insert(body / 64);
      EXPECT_EQ(blocks.size(), (n + 63) / 64);
    }
}

/// One body in 64 is checked: a wrong one is missed with the probability 1 - 1/64, except at the
/// ends.
TEST(CheckedBodies, OfASampleIncludeABodyWithTheProbabilityStated) {
  constexpr int kTrials = 64000;
  int first = 0, last = 0, odd = 0;
  for (std::uint64_t salt = 0; salt < kTrials / 100; ++salt) {
    const auto bodies = results_to_check(20000, {Coverage::sample, salt});
    for (std::uint64_t block = 1; block <= 100; ++block) {
      first += std::binary_search(bodies.begin(), bodies.end(), 64 * block);
      last += std::binary_search(bodies.begin(), bodies.end(), 64 * block + 63);
      odd += std::binary_search(bodies.begin(), bodies.end(), 64 * block + 31);
    }
  }
  for (const int seen : {first, last, odd}) EXPECT_NEAR(seen, kTrials / 64, 5 * 32);
}

/// Whether a sample contains any of the bodies first … first + count - 1.
bool has_any(const std::vector<std::uint64_t>& bodies, std::uint64_t first, std::uint64_t count) {
  const auto found = std::lower_bound(bodies.begin(), bodies.end(), first);
  return found != bodies.end() && *found < first + count;
}

/// The probabilities of docs/faults.md, for 1000 faults planted anywhere, each with another salt.
TEST(CheckedBodies, OfASampleMissFaultsAsOftenAsStated) {
  constexpr std::uint64_t kBodies = 131072, kRow = 64;
  constexpr int kTrials = 1000;
  std::mt19937_64 engine(1);
  const auto any_row = [&] { return kRow * (1 + engine() % (kBodies / kRow - 3)); };
  int body = 0, pair = 0, block = 0, half_block = 0, shifted_block = 0, longer_block = 0;
  for (std::uint64_t salt = 0; salt < kTrials; ++salt) {
    const auto bodies = results_to_check(kBodies, {Coverage::sample, salt});
    const std::uint64_t row = any_row(), other_row = row == kRow ? 2 * kRow : kRow;
    const std::uint64_t i = row + engine() % kRow, j = other_row + engine() % kRow;
    body += !has_any(bodies, i, 1);
    pair += !has_any(bodies, i, 1) && !has_any(bodies, j, 1);
    block += !has_any(bodies, row, kRow);
    half_block += !has_any(bodies, row + kRow / 2 * (salt % 2), kRow / 2);
    shifted_block += !has_any(bodies, row + kRow / 2, kRow);
    longer_block += !has_any(bodies, row + engine() % kRow, 2 * kRow - 1);
  }
  // Within five standard deviations of the binomial distribution.
  const auto expect = [](int missed, double probability) {
    EXPECT_NEAR(missed, kTrials * probability,
                5 * std::sqrt(kTrials * probability * (1 - probability)));
  };
  const double one = 1 - 1.0 / kRow;
  expect(body, one);
  expect(pair, one * one);
  expect(half_block, 0.5);
  expect(shifted_block, 0.25);
  EXPECT_EQ(block, 0);
  EXPECT_EQ(longer_block, 0);
}

/// For more bodies, rows are longer, and so are the blocks that a sample never misses.
TEST(CheckedBodies, OfALargeSampleIncludeOneOfEveryLongerRow) {
  constexpr std::uint64_t kBodies = 1 << 24;
  const std::uint64_t row = kBodies / results_to_check(kBodies, {Coverage::sample, 0}).size() + 1;
  std::uint64_t power = 64;
  while (power < row) power *= 2;
  for (std::uint64_t salt = 0; salt < 50; ++salt) {
    const auto bodies = results_to_check(kBodies, {Coverage::sample, salt});
    for (std::uint64_t first = 0; first < kBodies; first += power)
      ASSERT_TRUE(has_any(bodies, first, power));
  }
}

}  // namespace
}  // namespace gputest::core_checked_results_test
