#include "common/run/wrong_results.hpp"

#include <gtest/gtest.h>

#include <functional>

namespace gputest::wrong_results_test {
namespace {

/// The explanation if those of `count` results are wrong, with blocks of 256.
std::string explained(std::uint64_t count, const std::function<bool(std::uint64_t)>& is_wrong,
                      std::uint32_t components = 1) {
  WrongResults results;
  results.components = components;
  results.block = {256, 1};
  for (std::uint64_t k = 0; k < count * components; ++k) results.wrong.push_back(is_wrong(k));
  return explain(results);
}

/// The same in a rectangle of 40 x 30 with blocks of 16 x 16.
std::string in_rectangle(const std::function<bool(std::uint64_t, std::uint64_t)>& is_wrong) {
  WrongResults results;
  results.extent = {40, 30};
  results.block = {16, 16};
  for (std::uint64_t y = 0; y < 30; ++y)
    for (std::uint64_t x = 0; x < 40; ++x) results.wrong.push_back(is_wrong(x, y));
  return explain(results);
}

TEST(WrongResults, AreCounted) {
  EXPECT_EQ(explained(100, [](std::uint64_t) { return false; }), "");
  EXPECT_EQ(explained(100, [](std::uint64_t) { return true; }), "all 100 are wrong");
  EXPECT_EQ(explained(1, [](std::uint64_t) { return true; }), "it is the only one");
}

TEST(WrongResults, BeyondTheLastWholeBlock) {
  EXPECT_EQ(explained(4099, [](std::uint64_t k) { return k >= 4096; }),
            "3 of 4099 are wrong, all beyond the last whole block of 256: is there a bounds check, "
            "and does the grid cover the rest?");
}

TEST(WrongResults, TheEnds) {
  EXPECT_EQ(explained(1024, [](std::uint64_t k) { return k == 1023; }),
            "1 of 1024 is wrong, only the last one: does the kernel stop one too early?");
  EXPECT_EQ(explained(1024, [](std::uint64_t k) { return k == 0; }),
            "1 of 1024 is wrong, only the first one: does the kernel start one too late?");
  EXPECT_EQ(explained(1024, [](std::uint64_t k) { return k >= 300; }),
            "724 of 1024 are wrong, all from 300 to the end: does the grid cover all of them?");
}

TEST(WrongResults, OneBlockOrWarp) {
  EXPECT_EQ(explained(4096, [](std::uint64_t k) { return k / 256 == 3; }),
            "256 of 4096 are wrong, all in block 3");
  EXPECT_EQ(explained(4096, [](std::uint64_t k) { return k / 32 == 9; }),
            "32 of 4096 are wrong, all in block 1, in one warp");
  EXPECT_EQ(explained(4096, [](std::uint64_t k) { return k >= 200 && k < 600; }),
            "400 of 4096 are wrong, all in one run from 200 to 599");
}

TEST(WrongResults, EveryNth) {
  EXPECT_EQ(explained(4096, [](std::uint64_t k) { return k % 32 == 5; }),
            "128 of 4096 are wrong, every 32nd one, from 5 on");
  EXPECT_EQ(explained(4096, [](std::uint64_t k) { return k % 256 == 255; }),
            "16 of 4096 are wrong, all at place 255 of each block of 256: does a thread need its "
            "neighbour's block?");
  EXPECT_EQ(explained(4096, [](std::uint64_t k) { return k % 256 == 255 || k % 256 == 0; }),
            "32 of 4096 are wrong, all at the ends of blocks of 256: does a thread need its "
            "neighbour's block?");
}

TEST(WrongResults, Components) {
  EXPECT_EQ(explained(
                100, [](std::uint64_t k) { return k % 4 == 2; }, 4),
            "all 100 are wrong in component z only");
}

TEST(WrongResults, Scattered) {
  EXPECT_EQ(explained(4096, [](std::uint64_t k) { return k * k % 101 == 17; }),
            "81 of 4096 are wrong, scattered: do threads write to one place, or is a barrier "
            "missing?");
}

TEST(WrongResults, Rectangles) {
  EXPECT_EQ(in_rectangle([](std::uint64_t x, std::uint64_t y) { return x >= 32 || y >= 16; }),
            "688 of 1200 are wrong, all beyond the last whole blocks of 16 x 16: is there a bounds "
            "check, and does the grid cover the rest?");
  EXPECT_EQ(
      in_rectangle(
          [](std::uint64_t x, std::uint64_t y) { return x == 0 || y == 0 || x == 39 || y == 29; }),
      "136 of 1200 are wrong, all at the edges of 40 x 30: are the edges treated separately?");
  EXPECT_EQ(in_rectangle([](std::uint64_t x, std::uint64_t y) { return x == y; }),
            "30 of 1200 are wrong, all on the diagonal");
}

}  // namespace
}  // namespace gputest::wrong_results_test
