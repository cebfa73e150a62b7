// The family reorder: the right order passes for every element size, and a misplaced element fails;
// kernels receive the permutation.
#include <gtest/gtest.h>

#include <cstring>
#include <nlohmann/json.hpp>
#include <set>

#include "common/arrays/diagonal.h"
#include "common/core/error.hpp"
#include "common/reorder/family.hpp"
#include "common/reorder/in_place.hpp"
#include "common/reorder/packing.hpp"
#include "common/reorder/planning.hpp"
#include "common/reorder/tiling.hpp"
#include "common/reorder/walk.hpp"
#include "common/run/family.hpp"
#include "common/run/not_applicable.hpp"

namespace gputest::reorder_problem_test {
namespace {

using Options = std::map<std::string, std::string>;

std::unique_ptr<Problem> make(std::uint64_t n, const Options& options = {}) {
  ProblemRequest request;
  request.n = n;
  request.options = options;
  return make_reorder()->make_problem(request);
}

Configuration of(const std::string& order, const std::string& element = "4") {
  return {"row_major", Precision::fp32, 64, {{"order", order}, {"element", element}}};
}

/// Indices of elements, as a kernel would compute them.
using Places = std::vector<std::size_t>;

/// The result in which element i is element places[i] of the source.
HostArray answer(const Problem& problem, const Configuration& configuration, const Places& places) {
  const std::size_t bytes = std::stoul(configuration.axes.at("element"));
  const HostArray source = problem.inputs(configuration).at(0);
  HostArray result{problem.shapes(configuration).outputs.at(0),
                   std::vector<std::byte>(source.data.size())};
  for (std::size_t i = 0; i < places.size(); ++i)
    std::memcpy(&result.data[bytes * i], &source.data[bytes * places[i]], bytes);
  return result;
}

Verification verdict(const Problem& problem, const Configuration& configuration,
                     const HostArray& result) {
  return problem.verify(configuration, Precision::fp32, {result});
}

/// [z][y][x] of 3 × 4 × 5 as [x][y][z], by hand.
Places reversed_by_hand() {
  Places places;
  for (std::size_t x = 0; x < 5; ++x)
    for (std::size_t y = 0; y < 4; ++y)
      for (std::size_t z = 0; z < 3; ++z) places.push_back((z * 4 + y) * 5 + x);
  return places;
}

/// The indices of the inverse order.
Places inverse_of(const Places& places) {
  Places inverse(places.size());
  for (std::size_t i = 0; i < places.size(); ++i) inverse[places[i]] = i;
  return inverse;
}

/// A plane of 3 rows of 2 by its rising diagonals: (0,0) (1,0) (0,1) (1,1) (0,2) (1,2).
const Places kRising{0, 1, 2, 3, 4, 5};
/// 2 rows of 3: (0,0) (1,0) (0,1) (2,0) (1,1) (2,1).
const Places kWide{0, 1, 3, 2, 4, 5};
/// 2 rows of 3, falling: (2,0) (1,0) (2,1) (0,0) (1,1) (0,1).
const Places kFalling{2, 1, 5, 0, 4, 3};

TEST(Reorder, TheRightOrderPassesForEveryElementSize) {
  for (const char* element : {"1", "2", "4", "8", "16"}) {
    const Options shape{{"shape", "3,4,5"}, {"permutation", "reverse"}};
    const auto forward = make(1, shape);
    const Configuration permuted = of("permuted", element);
    EXPECT_TRUE(verdict(*forward, permuted, answer(*forward, permuted, reversed_by_hand())).passed);
    Options undone = shape;
    undone["direction"] = "back";
    const auto back = make(1, undone);
    EXPECT_TRUE(
        verdict(*back, permuted, answer(*back, permuted, inverse_of(reversed_by_hand()))).passed);
    EXPECT_FALSE(verdict(*back, permuted, answer(*back, permuted, reversed_by_hand())).passed);
  }
}

TEST(Reorder, DiagonalsFollowTheDefinition) {
  const Configuration diagonal = of("diagonal");
  const auto tall = make(1, {{"shape", "3,2"}}), wide = make(1, {{"shape", "2,3"}}),
             falling = make(1, {{"shape", "2,3"}, {"slant", "falling"}}),
             back = make(1, {{"shape", "2,3"}, {"slant", "falling"}, {"direction", "back"}});
  EXPECT_TRUE(verdict(*tall, diagonal, answer(*tall, diagonal, kRising)).passed);
  EXPECT_TRUE(verdict(*wide, diagonal, answer(*wide, diagonal, kWide)).passed);
  EXPECT_TRUE(verdict(*falling, diagonal, answer(*falling, diagonal, kFalling)).passed);
  EXPECT_TRUE(verdict(*back, diagonal, answer(*back, diagonal, inverse_of(kFalling))).passed);
  EXPECT_FALSE(verdict(*wide, diagonal, answer(*wide, diagonal, kRising)).passed);
  EXPECT_FALSE(verdict(*falling, diagonal, answer(*falling, diagonal, kWide)).passed);
}

TEST(Reorder, PlantedFaultTwoElementsExchanged) {
  const auto problem = make(1, {{"shape", "3,4,5"}, {"permutation", "reverse"}});
  Places places = reversed_by_hand();
  std::swap(places[17], places[40]);
  for (const char* element : {"4", "8", "16"}) {
    const Verification wrong = verdict(*problem, of("permuted", element),
                                       answer(*problem, of("permuted", element), places));
    EXPECT_FALSE(wrong.passed);
    EXPECT_EQ(wrong.worst_index, 17u);
    EXPECT_EQ(wrong.reason, "element 17 is not element 46 of the source; wrong elements: 2");
  }
}

TEST(Reorder, PlantedFaultAnElementNotWritten) {
  const auto problem = make(1, {{"shape", "8,8"}});
  for (const char* element : {"1", "2", "4", "8", "16"}) {
    const Configuration same = of("same", element);
    Places all(64);
    for (std::size_t i = 0; i < all.size(); ++i) all[i] = i;
    HostArray result = answer(*problem, same, all);
    EXPECT_TRUE(verdict(*problem, same, result).passed);
    const std::size_t bytes = std::stoul(element);
    std::memset(&result.data[63 * bytes], 0xFF, bytes);
    EXPECT_EQ(verdict(*problem, same, result).reason,
              "element 63 was not written; wrong elements: 1");
  }
}

TEST(Reorder, ElementsOfFourBytesAndMoreAreAllDifferent) {
  const auto problem = make(1 << 16);
  for (const char* element : {"4", "8", "16"}) {
    const HostArray source = problem->inputs(of("same", element)).at(0);
    const std::size_t bytes = std::stoul(element);
    std::set<std::uint32_t> first_words;
    for (std::size_t i = 0; i < 1 << 16; ++i) {
      std::uint32_t word = 0;
      std::memcpy(&word, &source.data[bytes * i], sizeof word);
      first_words.insert(word);
    }
    EXPECT_EQ(first_words.size(), 1u << 16);
  }
}

/// Two fillings leave some neighbouring elements of 1 byte equal: one pair in 255² at random.
TEST(Reorder, ShortElementsHaveASecondFilling) {
  constexpr std::size_t kElements = 1 << 16;
  const auto problem = make(kElements);
  EXPECT_EQ(problem->fillings(of("same", "4")), 1u);
  for (const char* element : {"1", "2"}) {
    const Configuration same = of("same", element);
    ASSERT_EQ(problem->fillings(same), 2u);
    const HostArray first = problem->inputs(same).at(0);
    problem->fill(1);
    const HostArray second = problem->inputs(same).at(0);
    EXPECT_FALSE(verdict(*problem, same, first).passed) << "it is the result for the other filling";
    problem->fill(0);
    std::size_t alike = 0;
    const std::size_t bytes = std::stoul(element);
    for (std::size_t i = 0; i + bytes < kElements; i += bytes)
      alike += std::memcmp(&first.data[i], &first.data[i + bytes], bytes) == 0 &&
               std::memcmp(&second.data[i], &second.data[i + bytes], bytes) == 0;
    EXPECT_LE(alike, 8u) << "for bytes one is expected";
  }
}

/// Shapes and permutations with different plans.
const Options kPermutations[] = {
    {{"shape", "96,64"}},
    {{"shape", "7,9,11,5"}, {"permutation", "3,0,1,2"}},
    {{"shape", "7,9,33,5"}, {"permutation", "2,1,0,3"}},
    {{"shape", "2,3,2,5,3,4"}, {"permutation", "reverse"}},
    {{"shape", "6,8,10,2"}, {"permutation", "1,2,0,3"}},
    {{"shape", "1,70"}},
    {{"shape", "1,1"}},
    {{"shape", "2,3,4"}, {"permutation", "0,1,2"}},
    {{"shape", "64,3,64"}, {"permutation", "ends"}, {"direction", "back"}}};

TEST(Reorder, KernelsReceiveThePermutation) {
  for (const Options& options : kPermutations) {
    const auto problem = make(1, options);
    const Configuration permuted = of("permuted");
    const auto order = reorder::order_of(problem->shapes(permuted).scalars);
    const auto n = static_cast<std::uint32_t>(problem->n());
    Places scattered(n), gathered(n);
    reorder::walk(order, 0, n, [&](std::uint32_t i, std::uint32_t place) { scattered[place] = i; });
    reorder::walk(reorder::gathering(order), 0, n,
                  [&](std::uint32_t i, std::uint32_t place) { gathered[i] = place; });
    EXPECT_EQ(scattered, gathered) << options.at("shape");
    EXPECT_TRUE(verdict(*problem, permuted, answer(*problem, permuted, gathered)).passed)
        << options.at("shape");
  }
}

TEST(Reorder, AnOrderOfPairwiseExchangesIsItsOwnInverse) {
  std::vector<Options> all(std::begin(kPermutations), std::end(kPermutations));
  for (const char* shape : {"5,5", "4,6,6,4", "4,6,4,6", "3,5,5", "5,5,3", "4,4,4"})
    for (const char* permutation : {"neighbours", "ends", "reverse"})
      all.push_back({{"shape", shape}, {"permutation", permutation}});
  all.push_back({{"shape", "4,4,4"}, {"permutation", "1,2,0"}});
  for (const Options& options : all) {
    const auto problem = make(1, options);
    const auto order = reorder::order_of(problem->shapes(of("permuted")).scalars);
    const auto n = static_cast<std::uint32_t>(problem->n());
    Places to(n);
    reorder::walk(order, 0, n, [&](std::uint32_t i, std::uint32_t place) { to[i] = place; });
    bool undone = true;
    for (std::uint32_t i = 0; i < n; ++i) undone &= to[to[i]] == i;
    EXPECT_EQ(reorder::exchanges_in_pairs(order), undone) << options.at("shape");
    if (undone)
      EXPECT_EQ(problem->shapes(of("in_place")).specializations.back().name, "in_place");
    else
      EXPECT_THROW(problem->shapes(of("in_place")), NotApplicable) << options.at("shape");
  }
}

TEST(Reorder, BoxesFitAndCoverTheArrayOnce) {
  for (const Options& options : kPermutations)
    for (const std::uint32_t capacity : {16u, 64u, 1280u, 5120u}) {
      const auto problem = make(1, options);
      const auto order = reorder::order_of(problem->shapes(of("permuted")).scalars);
      const reorder::Packing packing = reorder::packing_of(order, capacity);
      EXPECT_LE(packing.staged, capacity);
      EXPECT_LE(packing.volume(), packing.staged);
      std::uint64_t elements = 1;
      std::set<std::uint32_t> later;
      for (std::uint32_t k = 0; k < 6; ++k) {
        elements *= packing.extent[k];
        EXPECT_EQ(packing.box[k] > 1, k < packing.depth);
        if (k >= packing.depth) continue;
        later.insert(packing.later[k]);
        for (const std::uint32_t i : {0u, packing.box[k] - 1, packing.box[k], 5119u})
          EXPECT_EQ(std::uint64_t{i} * packing.reciprocal[k] >> 32, i / packing.box[k]);
      }
      EXPECT_EQ(elements, problem->n());
      EXPECT_EQ(later.size(), packing.depth);
    }
}

TEST(Reorder, WidenedElementsHaveTheSameBytes) {
  const auto order = [](const Options& options) {
    return reorder::order_of(make(1, options)->shapes(of("permuted")).scalars);
  };
  const auto pairs =
      reorder::widened(order({{"shape", "6,8,10,2"}, {"permutation", "1,2,0,3"}}), 8);
  EXPECT_EQ(pairs.bytes, 16u);
  EXPECT_EQ(pairs.order.elements(), 480u);
  EXPECT_EQ(reorder::widened(order({{"shape", "4,4,5"}, {"permutation", "1,0,2"}}), 8).bytes, 8u);
  EXPECT_EQ(reorder::widened(order({{"shape", "4,4,6"}, {"permutation", "1,0,2"}}), 1).bytes, 2u);
  EXPECT_EQ(reorder::widened(order({{"shape", "64,64"}}), 4).bytes, 4u);
}

TEST(Reorder, TheWaySuitsThePermutation) {
  const auto way = [](const Options& options, std::uint32_t bytes) {
    const auto order = reorder::order_of(make(1, options)->shapes(of("permuted")).scalars);
    return reorder::planned_for(order, bytes, 256).way;
  };
  EXPECT_EQ(way({{"shape", "1024,1024"}}, 8), reorder::Way::tiles);
  EXPECT_EQ(way({{"shape", "1024,1024"}}, 4), reorder::Way::words);
  EXPECT_EQ(way({{"shape", "1023,1024"}}, 4), reorder::Way::tiles);
  EXPECT_EQ(way({{"shape", "1024,1024"}}, 1), reorder::Way::words);
  EXPECT_EQ(way({{"shape", "1023,1024"}}, 1), reorder::Way::tiles);
  EXPECT_EQ(way({{"shape", "64,64,64,5"}, {"permutation", "3,0,1,2"}}, 8), reorder::Way::boxes);
  EXPECT_EQ(way({{"shape", "64,64,64,5"}, {"permutation", "2,1,0,3"}}, 8), reorder::Way::boxes);
}

TEST(Reorder, WorkCountsBytesReadAndWritten) {
  const Work work = make(1, {{"shape", "10,8,6"}})->work(of("permuted", "8"));
  EXPECT_EQ(work.items, 2.0 * 8 * 480);
  EXPECT_EQ(work.bytes, 2.0 * 8 * 480);
  const auto json = make(1000)->parameters(of("same"));
  EXPECT_EQ(json["shape"], (nlohmann::ordered_json{25, 40}));
}

TEST(Reorder, RefusesInvalidOptionsInOneSentence) {
  const auto refusal = [](std::uint64_t n, const Options& options) {
    try {
      make(n, options);
    } catch (const Error& error) {
      EXPECT_EQ(error.status(), Status::bad_input) << error.what();
      return std::string(error.what());
    }
    return std::string("nothing");
  };
  EXPECT_EQ(refusal(0, {}), "reorder needs at least one element, not n = 0");
  EXPECT_EQ(refusal(std::uint64_t{1} << 40, {}),
            "reorder takes at most 2147483648 elements, not 1099511627776");
  // The product overflows 64 bits.
  EXPECT_EQ(refusal(1, {{"shape", "4294967296,4294967296,4"}}),
            "reorder takes at most 2147483648 elements, not 4294967296 x 4294967296 x 4");
  EXPECT_EQ(refusal(1, {{"shape", "7"}}), "--shape takes 2 to 6 dimensions, not the 1 of 7");
  EXPECT_EQ(refusal(1, {{"shape", "1,1,1,1,1,1,1"}}),
            "--shape takes 2 to 6 dimensions, not the 7 of 1,1,1,1,1,1,1");
  for (const char* shape : {"", "0,4", "4,,4", "4,4,", "-4,4", "4.5,4", "cube"})
    EXPECT_EQ(
        refusal(1, {{"shape", shape}}),
        "--shape takes positive whole numbers of elements, such as 64,64,5, or square, not '" +
            std::string(shape) + "'");
  for (const char* permutation : {"", "0,0,1", "0,1", "0,1,3", "0,1,2,3", "1,-1,2", "middle"})
    EXPECT_EQ(refusal(1, {{"shape", "2,3,4"}, {"permutation", permutation}}),
              "--permutation of 3 dimensions takes each of 0 to 2 once, or neighbours, ends or "
              "reverse, not '" +
                  std::string(permutation) + "'");
  EXPECT_EQ(refusal(1, {{"slant", "up"}}), "--slant takes rising or falling, not 'up'");
  EXPECT_EQ(refusal(1, {{"direction", "up"}}), "--direction takes forward or back, not 'up'");
}

}  // namespace
}  // namespace gputest::reorder_problem_test
