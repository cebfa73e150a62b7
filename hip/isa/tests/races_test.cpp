// Accesses to an array. Contiguous accesses of lanes are checked together, others one by one. Both
// must agree with a list of the readers and writers of each word.
#include <gtest/gtest.h>

#include <fmt/format.h>

#include <random>
#include <set>

#include "hip/isa/tests/wave.hpp"

namespace gputest::isa::races_test {
namespace {

constexpr std::uint32_t kWords = 512;

/// An access by a block: its lanes, the words of each, and the first word.
struct Going {
  std::uint32_t block, first, words;
  std::uint64_t lanes;
  bool stores;

  std::uint32_t word(unsigned lane) const { return first + lane * words; }
};

/// For each word, the blocks that read it and those that wrote it.
class List {
 public:
  /// Notes the access; returns the first lane with a conflict, or -1.
  int note(const Going& going) {
    int wrong = -1;
    for (unsigned lane = 0; lane < 64; ++lane) {
      if ((going.lanes >> lane & 1) == 0) continue;
      for (std::uint32_t k = 0; k < going.words; ++k) {
        const std::uint32_t word = going.word(lane) + k;
        const bool is_race = has_other(written_[word], going.block) ||
                             (going.stores && has_other(read_[word], going.block));
        if (is_race && wrong < 0) wrong = static_cast<int>(lane);
        (going.stores ? written_ : read_)[word].insert(going.block);
      }
    }
    return wrong;
  }

 private:
  static bool has_other(const std::set<std::uint32_t>& blocks, std::uint32_t block) {
    return blocks.size() > blocks.count(block);
  }
  std::array<std::set<std::uint32_t>, kWords> read_, written_;
};

class IsaRaces : public testing::Test {
 protected:
  IsaRaces() : array_(kWords), shadow_(std::make_shared<Shadow>(4 * kWords)) {
    for (std::uint32_t k = 0; k < kWords; ++k) array_[k] = 1000 + k;
    shadow_->set(0, 4 * kWords, Written::value);
    wave_.memory().add(
        {reinterpret_cast<std::uint64_t>(array_.data()), 4 * kWords, true, "an array", shadow_});
    wave_.set_pair(2, reinterpret_cast<std::uint64_t>(array_.data()));
    for (unsigned k = 4; k < 8; ++k) wave_.set_vector(k, [](unsigned lane) { return lane; });
  }
  /// The machine's message for it.
  std::string fault_of(const Going& going) {
    wave_.block().number = going.block;
    wave_.set_exec(going.lanes);
    wave_.set_vector(12, [&](unsigned lane) { return 4 * going.word(lane); });
    const bool is_one = going.words == 1;
    const std::string form = is_one ? "dword" : "dwordx4";
    const std::string text =
        going.stores
            ? fmt::format("global_store_{} v12, {}, s[2:3]", form, is_one ? "v4" : "v[4:7]")
            : fmt::format("global_load_{} {}, v12, s[2:3]", form, is_one ? "v8" : "v[8:11]");
    return isa::fault_of(wave_, {text, "s_waitcnt vmcnt(0)"});
  }

  TestWave wave_;
  std::vector<std::uint32_t> array_;
  std::shared_ptr<Shadow> shadow_;
};

TEST_F(IsaRaces, TogetherAndOneByOneAgree) {
  std::mt19937 random(7);
  const auto below = [&](std::uint32_t n) { return static_cast<std::uint32_t>(random() % n); };
  int races = 0, launches = 0;
  for (; launches < 3000; ++launches) {
    wave_.memory().begin_launch();
    List list;
    for (int k = 0; k < 8; ++k) {
      Going going{1 + below(3), 0, below(2) == 0 ? 1u : 4u, ~0ull, below(4) == 0};
      const unsigned lane = below(2) * below(64), count = 1 + below(64 - lane);
      going.lanes = (count == 64 ? ~0ull : (1ull << count) - 1) << lane;
      if (below(4) == 0) going.lanes &= random() | std::uint64_t{random()} << 32;
      going.first = below(kWords - 64 * going.words + 1) & (below(2) == 0 ? ~0u : ~15u);
      const int wrong = list.note(going);
      const std::string said = fault_of(going);
      if (wrong < 0) {
        ASSERT_EQ(said, "");
        continue;
      }
      ++races;
      ASSERT_TRUE(
          said.starts_with(fmt::format("a race: lane {} {} {} bytes at byte {} of an array", wrong,
                                       going.stores ? "writes" : "reads", 4 * going.words,
                                       4 * going.word(static_cast<unsigned>(wrong)))))
          << said;
      break;
    }
  }
  EXPECT_GT(races, launches / 10);
  EXPECT_LT(races, launches * 9 / 10);
}

TEST_F(IsaRaces, ARunLoadsAndStoresLikeItsLanes) {
  wave_.memory().begin_launch();
  const std::uint64_t some = 0xFFFF'FFF0;
  ASSERT_EQ(fault_of({1, 5, 4, some, false}), "");
  for (unsigned lane = 4; lane < 32; ++lane)
    for (unsigned k = 0; k < 4; ++k) ASSERT_EQ(wave_.word(8 + k, lane), 1005 + 4 * lane + k);
  EXPECT_FALSE(wave_.is_defined(8, 3));
  EXPECT_TRUE(wave_.is_defined(11, 4));
  ASSERT_EQ(fault_of({1, 5, 4, some, true}), "");
  EXPECT_EQ(array_[5 + 15], 1020u);
  for (unsigned lane = 4; lane < 32; ++lane) ASSERT_EQ(array_[5 + 4 * lane + 2], lane);
}

TEST_F(IsaRaces, AnUnwrittenWordOfARunIsUndefined) {
  wave_.memory().begin_launch();
  shadow_->set(4 * 20, 4, Written::never);
  ASSERT_EQ(fault_of({1, 10, 1, ~0ull, false}), "");
  EXPECT_TRUE(wave_.is_defined(8, 9));
  EXPECT_FALSE(wave_.is_defined(8, 10));
  EXPECT_TRUE(wave_.is_defined(8, 11));
  ASSERT_EQ(fault_of({1, 10, 1, ~0ull, true}), "");
  EXPECT_TRUE(shadow_->has_value(0, 4 * kWords));
}

}  // namespace
}  // namespace gputest::isa::races_test
