// Every pair of values that occurs in some combination occurs in a chosen one.
#include "tests/support/covering.hpp"

#include <gtest/gtest.h>

namespace gputest {
namespace {

using Pair = std::pair<std::pair<std::size_t, std::string>, std::pair<std::size_t, std::string>>;

std::set<Pair> pairs_of(const std::vector<Combination>& combinations) {
  std::set<Pair> pairs;
  for (const Combination& one : combinations)
    for (std::size_t a = 0; a < one.size(); ++a)
      for (std::size_t b = 0; b < a; ++b) pairs.insert({{a, one[a]}, {b, one[b]}});
  return pairs;
}

std::vector<Combination> chosen_of(const std::vector<Combination>& all, std::uint32_t seed) {
  std::vector<Combination> chosen;
  for (const std::size_t k : covering_array(all, seed)) chosen.push_back(all[k]);
  return chosen;
}

/// Four axes of three values each, without the combinations that no kernel takes.
std::vector<Combination> with_exceptions() {
  std::vector<Combination> all;
  for (const char* a : {"a0", "a1", "a2"})
    for (const char* b : {"b0", "b1", "b2"})
      for (const char* c : {"c0", "c1", "c2"})
        for (const char* d : {"d0", "d1", "d2"})
          if (std::string(a) != "a1" || std::string(b) != "b2") all.push_back({a, b, c, d});
  return all;
}

TEST(CoveringArray, HasEveryExistingPair) {
  const std::vector<Combination> all = with_exceptions();
  for (std::uint32_t seed = 0; seed < 20; ++seed)
    EXPECT_EQ(pairs_of(chosen_of(all, seed)), pairs_of(all)) << seed;
}

TEST(CoveringArray, IsAFractionOfAll) {
  // At least 9 of these 72 are needed for every pair.
  for (std::uint32_t seed = 0; seed < 20; ++seed)
    EXPECT_LE(chosen_of(with_exceptions(), seed).size(), 14u) << seed;
}

TEST(CoveringArray, IsTheSameForASeed) {
  EXPECT_EQ(covering_array(with_exceptions(), 7), covering_array(with_exceptions(), 7));
  EXPECT_NE(covering_array(with_exceptions(), 7), covering_array(with_exceptions(), 8));
}

TEST(CoveringArray, TakesTheCheaperOfCombinationsWithTheSamePairs) {
  // Each costly combination has a pair that no other has.
  const std::vector<Combination> all{{"a0", "b0", "dear"},  {"a1", "b1", "dear"},
                                     {"a0", "b0", "cheap"}, {"a1", "b1", "cheap"},
                                     {"a0", "b1", "cheap"}, {"a0", "b1", "dear"}};
  const std::vector<double> costs{9, 9, 1, 1, 1, 9};
  const std::vector<std::size_t> chosen = covering_array(all, 1, costs);
  EXPECT_EQ(std::set<std::size_t>(chosen.begin(), chosen.begin() + 3),
            (std::set<std::size_t>{2, 3, 4}));
  EXPECT_EQ(
      pairs_of({all[chosen[0]], all[chosen[1]], all[chosen[2]], all[chosen[3]], all[chosen[4]]}),
      pairs_of(all));
  EXPECT_EQ(chosen.size(), 5u);
}

TEST(CoveringArray, WorksForFewCombinations) {
  EXPECT_TRUE(covering_array({}, 0).empty());
  EXPECT_EQ(covering_array({{"a", "b"}}, 0), std::vector<std::size_t>{0});
  EXPECT_EQ(covering_array({{"a", "b"}, {"a", "b"}}, 0).size(), 1u);
}

}  // namespace
}  // namespace gputest
