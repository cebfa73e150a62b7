// A kernel's own buffers, through descriptors: addresses, accesses beyond the range, and errors
// that are still reported.
#include <gtest/gtest.h>

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "hip/isa/semantics.hpp"
#include "hip/isa/tests/buffer.hpp"

namespace gputest::isa::buffer_test {
namespace {

TEST(IsaBuffer, AnAddressIsTheSumOfItsParts) {
  for (const char* target : {"gfx906", "gfx90a", "gfx1030"}) {
    TestBuffer buffer(target, {.records = 4 * kBufferWords, .stride = 32, .bounds = 2});
    buffer.set(0, [](unsigned lane) { return 3 * lane; });  // an index
    buffer.set(1, [](unsigned lane) { return 8 * lane; });  // an offset
    buffer.set(2, [](unsigned lane) { return 8 * lane; });  // an offset
    const auto word = [&](const std::string& text, unsigned lane) {
      buffer.run(text);
      return buffer.wave.word(10, lane) - 1000;
    };
    EXPECT_EQ(word("buffer_load_dword v10, off, s[4:7], 0", 9), 0u);
    EXPECT_EQ(word("buffer_load_dword v10, off, s[4:7], 0 offset:40", 9), 10u);
    EXPECT_EQ(word("buffer_load_dword v10, off, s[4:7], s8 offset:40", 9), 10u + 16);
    EXPECT_EQ(word("buffer_load_dword v10, off, s[4:7], 64 offset:4", 9), 1u + 16);
    EXPECT_EQ(word("buffer_load_dword v10, v2, s[4:7], s8 offen offset:4", 9), 9 * 2 + 1 + 16u);
    EXPECT_EQ(word("buffer_load_dword v10, v0, s[4:7], s8 idxen offset:4", 9), 9 * 3 * 8 + 1 + 16u);
    EXPECT_EQ(word("buffer_load_dword v10, v[0:1], s[4:7], s8 idxen offen offset:4 glc slc", 9),
              9 * 3 * 8 + 9 * 2 + 1 + 16u);
    buffer.describe({.stride = 4, .adds_lane = true, .bounds = 2});
    EXPECT_EQ(word("buffer_load_dword v10, off, s[4:7], 0 offset:8", 9), 9 + 2u);
    EXPECT_EQ(word("buffer_load_dword v10, v0, s[4:7], 0 idxen", 9), 9 + 27u);
  }
}

TEST(IsaBuffer, AStrideHas18BitsIfTheLaneIsAdded) {
  TestBuffer buffer("gfx906", {.stride = 1 << 14, .adds_lane = true});
  buffer.wave.set_exec(1);
  buffer.run("buffer_load_dword v10, off, s[4:7], 0 offset:8");
  EXPECT_EQ(buffer.wave.word(10), 1002u);
  buffer.wave.set_exec(2);
  EXPECT_TRUE(says(buffer.fault("buffer_load_dword v10, off, s[4:7], 0"),
                   fmt::format("0x{:x}", buffer.address() + (1 << 14))));
}

/// The place of byte `offset` of record `index` in a swizzled buffer: groups of records are laid
/// out one after another; within a group, the same four bytes of all records are contiguous.
std::uint32_t swizzled_place(std::uint32_t stride, std::uint32_t group, std::uint32_t index,
                             std::uint32_t offset) {
  std::uint32_t place = 0;
  for (std::uint32_t first = 0;; first += group)
    for (std::uint32_t element = 0; element < stride; element += 4)
      for (std::uint32_t k = 0; k < group; ++k)
        for (std::uint32_t byte = 0; byte < 4; ++byte, ++place)
          if (first + k == index && element + byte == offset) return place;
}

TEST(IsaBuffer, ASwizzledBufferHasContiguousWordsOfRecords) {
  for (const char* target : {"gfx90a", "gfx1030"})
    for (const std::uint32_t select : {0u, 1u, 2u, 3u}) {
      const std::uint32_t group = 8 << select, stride = 20;
      TestBuffer buffer(target, {.records = 500,
                                 .stride = stride,
                                 .swizzled = true,
                                 .index_stride = select,
                                 .bounds = 0});
      buffer.set(0, [](unsigned lane) { return 100 - lane; });
      buffer.set(1, [](unsigned lane) { return 4 * (lane % 3); });
      buffer.run("buffer_load_dwordx2 v[10:11], v[0:1], s[4:7], 0 idxen offen offset:4");
      buffer.run("buffer_load_ubyte v12, v0, s[4:7], 0 idxen offset:17");
      for (unsigned lane = 0; lane < 32; ++lane) {
        const std::uint32_t index = 100 - lane, offset = 4 * (lane % 3) + 4;
        for (unsigned k = 0; k < 2; ++k)
          ASSERT_EQ(buffer.wave.word(10 + k, lane),
                    1000 + swizzled_place(stride, group, index, offset + 4 * k) / 4);
        ASSERT_EQ(buffer.wave.word(12, lane),
                  (1000 + swizzled_place(stride, group, index, 16) / 4) >> 8 & 0xFF);
      }
      buffer.run("buffer_store_dwordx3 v[16:18], v0, s[4:7], 0 idxen");
      for (unsigned lane = 0; lane < 32; ++lane)
        for (unsigned k = 0; k < 3; ++k)
          ASSERT_EQ(buffer.words[swizzled_place(stride, group, 100 - lane, 4 * k) / 4],
                    100 * (16 + k) + lane);
    }
}

TEST(IsaBuffer, EverySizeIsLoadedAndStored) {
  TestBuffer buffer;
  buffer.set(0, [](unsigned lane) { return 16 * lane; });
  buffer.words[20] = 0x8234'9ABC;  // of lane 5
  const auto loaded = [&](const char* name, const char* to) {
    buffer.wave.set_vector(10, [](unsigned) { return 0x1111'2222u; });
    buffer.run(fmt::format("buffer_load_{} {}, v0, s[4:7], 0 offen", name, to));
    return buffer.wave.word(10, 5);
  };
  EXPECT_EQ(loaded("dword", "v10"), 0x8234'9ABCu);
  EXPECT_EQ(loaded("ubyte", "v10"), 0xBCu);
  EXPECT_EQ(loaded("sbyte", "v10"), 0xFFFF'FFBCu);
  EXPECT_EQ(loaded("ushort", "v10"), 0x9ABCu);
  EXPECT_EQ(loaded("sshort", "v10"), 0xFFFF'9ABCu);
  EXPECT_EQ(loaded("ubyte_d16", "v10"), 0x1111'00BCu);
  EXPECT_EQ(loaded("ubyte_d16_hi", "v10"), 0x00BC'2222u);
  EXPECT_EQ(loaded("sbyte_d16", "v10"), 0x1111'FFBCu);
  EXPECT_EQ(loaded("sbyte_d16_hi", "v10"), 0xFFBC'2222u);
  EXPECT_EQ(loaded("short_d16", "v10"), 0x1111'9ABCu);
  EXPECT_EQ(loaded("short_d16_hi", "v10"), 0x9ABC'2222u);
  for (const auto& [name, registers, count] : {std::tuple{"dwordx2", "v[10:11]", 2u},
                                               {"dwordx3", "v[10:12]", 3u},
                                               {"dwordx4", "v[10:13]", 4u}}) {
    EXPECT_EQ(loaded(name, registers), 0x8234'9ABCu);
    for (unsigned k = 1; k < count; ++k) EXPECT_EQ(buffer.wave.word(10 + k, 5), 1020 + k);
  }
  const auto stored = [&](const char* name, const char* from) {
    buffer.words[20] = 0x5555'6666;
    buffer.wave.set_vector(16, [](unsigned) { return 0x8234'9ABCu; });
    buffer.run(fmt::format("buffer_store_{} {}, v0, s[4:7], 0 offen", name, from));
    return buffer.words[20];
  };
  EXPECT_EQ(stored("dword", "v16"), 0x8234'9ABCu);
  EXPECT_EQ(stored("byte", "v16"), 0x5555'66BCu);
  EXPECT_EQ(stored("short", "v16"), 0x5555'9ABCu);
  EXPECT_EQ(stored("byte_d16_hi", "v16"), 0x5555'6634u);
  EXPECT_EQ(stored("short_d16_hi", "v16"), 0x5555'8234u);
  for (const auto& [name, registers, count] : {std::tuple{"dwordx2", "v[16:17]", 2u},
                                               {"dwordx3", "v[16:18]", 3u},
                                               {"dwordx4", "v[16:19]", 4u}}) {
    EXPECT_EQ(stored(name, registers), 0x8234'9ABCu);
    for (unsigned k = 1; k < count; ++k) EXPECT_EQ(buffer.words[20 + k], 100 * (16 + k) + 5);
  }
}

TEST(IsaBuffer, BuffersActLikeGlobalInstructions) {
  const std::vector<std::string_view> known = known_mnemonics();
  const auto count = [&](const std::string& prefix) {
    return std::count_if(known.begin(), known.end(),
                         [&](auto name) { return name.starts_with(prefix); });
  };
  for (const char* what : {"load_", "store_", "atomic_"})
    for (const std::string_view name : known) {
      const std::string prefix = std::string("global_") + what;
      if (!name.starts_with(prefix)) continue;
      const std::string wanted = "buffer_" + std::string(name.substr(7));
      EXPECT_NE(find_semantics(wanted), nullptr) << wanted;
    }
  EXPECT_EQ(count("buffer_atomic_"), 30);
}

/// A case of the range check: the words that are reached, counted from 0, four per lane.
struct Checked {
  const char* target;
  BufferFields fields;
  const char* address;             ///< "v0 … offen"
  std::vector<unsigned> per_lane;  ///< of lanes 0, 1, …: reached words out of four
};

/// Lane k accesses byte 16 k, or record k, or both.
class IsaBufferRange : public testing::TestWithParam<Checked> {};

TEST_P(IsaBufferRange, LoadsAreZeroAndStoresAreDroppedBeyondTheRange) {
  const auto& [target, fields, address, per_lane] = GetParam();
  TestBuffer buffer(target, fields);
  const std::string text = address;
  const bool has_index = text.find("idxen") != text.npos;
  buffer.set(0, [&](unsigned lane) { return has_index ? lane : 16 * lane; });
  buffer.set(1, [&](unsigned lane) { return 4 * lane; });
  buffer.wave.set_exec((std::uint64_t{1} << per_lane.size()) - 1);
  buffer.run("buffer_load_dwordx4 v[10:13], " + text);
  for (unsigned lane = 0; lane < per_lane.size(); ++lane)
    for (unsigned k = 0; k < 4; ++k) {
      EXPECT_EQ(buffer.wave.word(10 + k, lane) != 0, k < per_lane[lane]) << lane << ", " << k;
      EXPECT_TRUE(buffer.wave.is_defined(10 + k, lane));
    }
  const std::vector<std::uint32_t> before = buffer.words;
  buffer.run("buffer_store_dwordx4 v[16:19], " + text);
  std::size_t stored = 0, reached = 0;
  for (std::size_t k = 0; k < before.size(); ++k) stored += before[k] != buffer.words[k] ? 1 : 0;
  for (const unsigned count : per_lane) reached += count;
  // Lanes with overlapping records store to the same words.
  if (!has_index || fields.stride >= 16) {
    EXPECT_EQ(stored, reached);
  }
  buffer.set(14, [](unsigned) { return 1u; });
  const std::vector<std::uint32_t> without = buffer.words;
  buffer.run("buffer_atomic_add v14, " + text + " glc");
  for (unsigned lane = 0; lane < per_lane.size(); ++lane)
    EXPECT_EQ(buffer.wave.word(14, lane) != 0, per_lane[lane] > 0);
  if (reached == 0) {
    EXPECT_EQ(buffer.words, without);
  }
}

const char* const kOffset = "v0, s[4:7], 0 offen";
const char* const kBehind = "v0, s[4:7], s8 offen";
const char* const kIndex = "v0, s[4:7], 0 idxen";
const char* const kIndexInto = "v0, s[4:7], 0 idxen offset:8";
INSTANTIATE_TEST_SUITE_P(
    Vega, IsaBufferRange,
    testing::Values(
        // Raw: bytes. Each word is checked separately; the scalar offset is not checked.
        Checked{"gfx906", {.records = 40}, kOffset, {4, 4, 2, 0}},
        Checked{"gfx90a", {.records = 40}, kBehind, {4, 4, 2, 0}},
        Checked{"gfx906", {.records = 40}, kOffset, {4, 4, 2}},
        Checked{"gfx906", {.records = 0}, kOffset, {0, 0}},
        // A word that begins within the range is within it.
        Checked{"gfx906", {.records = 33}, kOffset, {4, 4, 1, 0}},
        // A stride without an index, and an index without a stride: bytes.
        Checked{"gfx906", {.records = 40, .stride = 16}, kOffset, {4, 4, 2, 0}},
        Checked{"gfx906", {.records = 8, .stride = 0}, kIndex, {2, 2, 2}},
        // Structured: records only, at any offset within one.
        Checked{"gfx906", {.records = 3, .stride = 16}, kIndex, {4, 4, 4, 0, 0}},
        Checked{"gfx90a", {.records = 3, .stride = 16}, kIndexInto, {4, 4, 4, 0, 0}},
        Checked{"gfx90a", {.records = 3, .stride = 16, .swizzled = true}, kIndex, {4, 4, 4, 0}},
        // The lane is added: no check.
        Checked{"gfx906", {.records = 0, .stride = 16, .adds_lane = true}, kOffset, {4, 4, 4}},
        // No data format: bound to nothing.
        Checked{"gfx906", {.records = 4096, .format = 0}, kOffset, {0, 0}}));
INSTANTIATE_TEST_SUITE_P(
    Rdna, IsaBufferRange,
    testing::Values(
        // 0: the record, and the end of the word in it.
        Checked{"gfx1030", {.records = 3, .stride = 16, .bounds = 0}, kIndex, {4, 4, 4, 0}},
        Checked{"gfx1030", {.records = 3, .stride = 16, .bounds = 0}, kIndexInto, {2, 2, 2, 0}},
        Checked{"gfx1030", {.records = 1, .stride = 40, .bounds = 0}, kOffset, {4, 4, 2, 0}},
        // 1: only the record.
        Checked{"gfx1030", {.records = 3, .stride = 16, .bounds = 1}, kIndexInto, {4, 4, 4, 0}},
        // 2: whether there are any records.
        Checked{"gfx1030", {.records = 1, .stride = 16, .bounds = 2}, kIndex, {4, 4, 4, 4}},
        Checked{"gfx1030", {.records = 0, .stride = 16, .bounds = 2}, kIndex, {0, 0}},
        // 3: the end of the word in bytes; the scalar offset reduces the range.
        Checked{"gfx1030", {.records = 40, .bounds = 3}, kOffset, {4, 4, 2, 0}},
        Checked{"gfx1030", {.records = 33, .bounds = 3}, kOffset, {4, 4, 0, 0}},
        Checked{"gfx1030", {.records = 104, .bounds = 3}, kBehind, {4, 4, 2, 0}},
        Checked{"gfx1030", {.records = 63, .bounds = 3}, kBehind, {0, 0}},
        Checked{"gfx1030", {.records = 40, .swizzled = true, .bounds = 3}, kOffset, {4, 4, 2, 0}},
        // A swizzled one with records is checked as for 0.
        Checked{"gfx1030",
                {.records = 3, .stride = 16, .swizzled = true, .bounds = 3},
                kIndexInto,
                {2, 2, 2, 0}},
        Checked{"gfx1030", {.records = 4096, .bounds = 3, .format = 0}, kOffset, {0, 0}}));

TEST(IsaBuffer, SmallNumbersEndWithinTheRangeOnRdna) {
  TestBuffer vega("gfx906", {.records = 5}), rdna("gfx1030", {.records = 5});
  for (TestBuffer* buffer : {&vega, &rdna}) {
    buffer->run("buffer_load_ushort v10, off, s[4:7], 0 offset:4");
    buffer->run("buffer_load_ubyte v11, off, s[4:7], 0 offset:4");
    EXPECT_EQ(buffer->wave.word(10), buffer == &vega ? 1001u : 0u);
    EXPECT_EQ(buffer->wave.word(11), 1001u & 0xFF);
  }
  rdna.describe({.records = 3, .stride = 6, .bounds = 0});
  rdna.run("buffer_load_dword v10, off, s[4:7], 0 offset:4");
  rdna.run("buffer_load_ushort v11, off, s[4:7], 0 offset:4");
  EXPECT_EQ(rdna.wave.word(10), 0u);
  EXPECT_EQ(rdna.wave.word(11), 1001u);
}

TEST(IsaBuffer, AtomicsActLikeGlobalOnes) {
  for (const std::string_view name : known_mnemonics()) {
    if (!name.starts_with("buffer_atomic_")) continue;
    const std::string what(name.substr(14));
    const bool is_wide = what.ends_with("_x2") || what.ends_with("_f64");
    const bool compares = what.starts_with("cmpswap");
    const unsigned count = (is_wide ? 2u : 1u) * (compares ? 2u : 1u);
    const auto registers = [](unsigned first, unsigned many) {
      return many == 1 ? fmt::format("v{}", first)
                       : fmt::format("v[{}:{}]", first, first + many - 1);
    };
    TestBuffer one("gfx90a"), other("gfx90a");
    for (TestBuffer* buffer : {&one, &other}) {
      buffer->set(0, [](unsigned lane) { return lane % 8 * 8; });
      buffer->wave.set_pair(2, buffer->address());
      for (unsigned k = 0; k < 4; ++k)
        buffer->set(20 + k, [&](unsigned lane) {
          // Half of the comparison values equal the value in memory.
          const std::uint32_t there = 1000 + lane % 8 * 2 + (is_wide ? k % 2 : 0);
          const bool is_compared = k >= count / 2 && compares;
          return is_compared && lane % 2 == 0 ? there : 990 + 77 * lane + k;
        });
    }
    one.run(fmt::format("{} {}, v0, s[4:7], 0 offen glc", name, registers(20, count)));
    other.run(fmt::format("global_atomic_{} {}, v0, {}, s[2:3] glc", what,
                          registers(24, is_wide ? 2 : 1), registers(20, count)));
    EXPECT_EQ(one.words, other.words) << name;
    for (unsigned lane = 0; lane < 64; ++lane)
      for (unsigned k = 0; k < (is_wide ? 2 : 1); ++k)
        ASSERT_EQ(one.wave.word(20 + k, lane), other.wave.word(24 + k, lane)) << name;
    // Without glc no value is returned.
    one.set(20, [](unsigned) { return 7u; });
    one.run(fmt::format("{} {}, v0, s[4:7], 0 offen", name, registers(20, count)));
    EXPECT_EQ(one.wave.word(20, 3), 7u) << name;
  }
}

TEST(IsaBuffer, AnAtomicIsWorkedOutByHand) {
  TestBuffer buffer;
  buffer.set(10, [](unsigned lane) { return lane; });
  buffer.run("buffer_atomic_add v10, off, s[4:7], 0 offset:8 glc");
  EXPECT_EQ(buffer.words[2], 1002u + 63 * 64 / 2);
  EXPECT_EQ(buffer.wave.word(10, 0), 1002u);
  EXPECT_EQ(buffer.wave.word(10, 3), 1002u + 0 + 1 + 2);
  buffer.set(10, [](unsigned) { return 5u; });
  buffer.set(11, [](unsigned lane) { return lane == 9 ? 1007u : 0u; });
  buffer.run("buffer_atomic_cmpswap v[10:11], off, s[4:7], 0 offset:28 glc");
  EXPECT_EQ(buffer.words[7], 5u);
  EXPECT_EQ(buffer.wave.word(10, 9), 1007u);
  EXPECT_EQ(buffer.wave.word(10, 10), 5u);
  EXPECT_EQ(buffer.wave.word(11, 10), 0u);
}

TEST(IsaBuffer, AccessesWithinTheRangeButBeyondTheArrayAreNamed) {
  TestBuffer buffer("gfx906", {.records = 0xFFFF'FFFF});
  buffer.set(0, [](unsigned lane) { return 4 * (kBufferWords - 60) + 4 * lane; });
  for (const char* text :
       {"buffer_load_dword v10, v0, s[4:7], 0 offen", "buffer_store_byte v16, v0, s[4:7], 0 offen",
        "buffer_atomic_or v16, v0, s[4:7], 0 offen"}) {
    EXPECT_TRUE(says(buffer.fault(text), "lane 60, within the buffer's range: it accesses "));
    EXPECT_TRUE(says(buffer.fault(text), "an array"));
  }
  // Within the array.
  buffer.describe({.records = 4 * kBufferWords});
  buffer.words.back() = 7;
  EXPECT_EQ(buffer.fault("buffer_load_dword v10, v0, s[4:7], 0 offen"), "");
  EXPECT_EQ(buffer.wave.word(10, 59), 7u);
  EXPECT_EQ(buffer.wave.word(10, 60), 0u);
}

TEST(IsaBuffer, AnInvalidDescriptorIsNamed) {
  TestBuffer buffer;
  const char* load = "buffer_load_dword v10, off, s[4:7], 0";
  buffer.wave.set_scalar(7, 4 << 15 | 2u << 30);
  EXPECT_TRUE(says(buffer.fault(load), "is not a buffer's"));
  EXPECT_TRUE(
      says(buffer.fault("buffer_load_dword v10, off, s[40:43], 0"), "descriptor is undefined"));
  buffer.describe({});
  EXPECT_TRUE(
      says(buffer.fault("buffer_load_dword v10, off, s[4:7], s40"), "scalar offset is undefined"));
  EXPECT_TRUE(says(buffer.fault("buffer_load_dword v10, v40, s[4:7], 0 offen"), "the address"));
  EXPECT_TRUE(says(buffer.fault("buffer_load_dword v10, v[40:41], s[4:7], 0 offen"),
                   "does not match offen and idxen"));
  EXPECT_TRUE(says(buffer.fault("buffer_load_dword v10, v0, s[4:5], 0 offen"), "four registers"));
  EXPECT_TRUE(says(buffer.fault("buffer_load_dword v10, off, s[4:7], 0 tfe"), "the modifier tfe"));
  // Bound to nothing.
  for (unsigned k = 4; k < 8; ++k) buffer.wave.set_scalar(k, 0);
  EXPECT_EQ(buffer.fault(load), "");
  EXPECT_EQ(buffer.wave.word(10, 5), 0u);
}

TEST(IsaBuffer, AnAccessStaysWithinAnElementOfASwizzledBuffer) {
  TestBuffer buffer("gfx906", {.records = 64, .stride = 16, .swizzled = true});
  buffer.set(0, [](unsigned lane) { return lane; });
  EXPECT_TRUE(says(buffer.fault("buffer_load_dword v10, v0, s[4:7], 0 idxen offset:2"),
                   "an element of a swizzled buffer has 4"));
  EXPECT_TRUE(
      says(buffer.fault("buffer_atomic_add_x2 v[16:17], v0, s[4:7], 0 idxen"), "accesses 8 bytes"));
  EXPECT_EQ(buffer.fault("buffer_load_ushort v10, v0, s[4:7], 0 idxen offset:2"), "");
  buffer.describe({.records = 64, .stride = 4, .swizzled = true});
  EXPECT_TRUE(says(buffer.fault("buffer_load_dword v10, v0, s[4:7], 0 idxen offset:2"),
                   "an element of a swizzled buffer has 4"));
}

TEST(IsaBuffer, AMissingWaitIsAFault) {
  TestBuffer buffer;
  const auto fault = [&](const std::string& first, const std::string& then) {
    const std::string found = fault_of(buffer.wave, {first, then});
    buffer.wave.run({"s_waitcnt vmcnt(0)"});
    return found;
  };
  EXPECT_TRUE(
      says(fault("buffer_load_dword v10, off, s[4:7], 0", "v_mov_b32_e32 v1, v10"), "it uses v10"));
  EXPECT_TRUE(says(fault("buffer_atomic_add v16, off, s[4:7], 0 glc", "v_mov_b32_e32 v1, v16"),
                   "it uses v16"));
  EXPECT_EQ(fault("buffer_atomic_add v16, off, s[4:7], 0", "v_mov_b32_e32 v1, v16"), "");
  TestBuffer rdna("gfx1030");
  rdna.wave.run({"buffer_store_dword v16, off, s[4:7], 0"});
  EXPECT_EQ(rdna.wave.wave().stores, 1u);
}

TEST(IsaBuffer, UndefinedValuesAreKept) {
  TestBuffer buffer;
  buffer.shadow->set(4, 4, Written::never);
  buffer.set(0, [](unsigned lane) { return 4 * lane; });
  buffer.run("buffer_load_dwordx2 v[10:11], v0, s[4:7], 0 offen");
  EXPECT_TRUE(buffer.wave.is_defined(10, 0));
  EXPECT_FALSE(buffer.wave.is_defined(11, 0));
  EXPECT_FALSE(buffer.wave.is_defined(10, 1));
  EXPECT_TRUE(buffer.wave.is_defined(11, 1));
  buffer.wave.set_exec(2);
  buffer.run("buffer_store_dword v10, v0, s[4:7], s8 offen");
  EXPECT_TRUE(
      says(buffer.shadow->blamed(64, 8), "stores an undefined value to byte 68 of an array"));
  buffer.run("buffer_store_dword v16, v0, s[4:7], 0 offen");
  EXPECT_TRUE(buffer.shadow->has_value(0, 64));
}

TEST(IsaBuffer, BlocksThatAccessTheSameWordAreARace) {
  const char* load = "buffer_load_dword v10, v0, s[4:7], 0 offen";
  const char* store = "buffer_store_dword v16, v0, s[4:7], 0 offen";
  const char* add = "buffer_atomic_add v16, v0, s[4:7], 0 offen";
  const auto fault = [](const char* first, const char* second) {
    TestBuffer buffer;
    buffer.set(0, [](unsigned lane) { return 4 * lane; });
    buffer.wave.memory().begin_launch();
    buffer.wave.block().number = 1;
    EXPECT_EQ(buffer.fault(first), "");
    buffer.wave.block().number = 2;
    return buffer.fault(second);
  };
  EXPECT_EQ(fault(load, load), "");
  EXPECT_EQ(fault(add, add), "");
  EXPECT_TRUE(says(fault(load, store), "a race: lane 0 writes 4 bytes at byte 0 of an array"));
  EXPECT_TRUE(says(fault(store, load), "a race: lane 0 reads 4 bytes"));
  EXPECT_TRUE(says(fault(store, store), "a race: lane 0 writes 4 bytes"));
}

TEST(IsaBuffer, ALoadToLdsArrivesWithItsWait) {
  TestBuffer buffer("gfx906", {.records = 240});
  buffer.wave.set_scalar(scalar::kM0, 0xABCD'0000 | 128);
  buffer.set(0, [](unsigned lane) { return 4 * (63 - lane); });
  buffer.set(1, [](unsigned lane) { return 4 * lane; });
  const std::string load = "buffer_load_dword v0, s[4:7], 0 offen offset:4 lds";
  const std::string read = "ds_read_b32 v10, v1 offset:132";
  const auto is_there = [&](std::vector<std::string> texts) {
    buffer.wave.run(texts);
    buffer.wave.run({read, "s_waitcnt vmcnt(0) lgkmcnt(0)"});
    return buffer.wave.is_defined(10, 5);
  };
  EXPECT_FALSE(is_there({load}));
  EXPECT_FALSE(
      is_there({load, "buffer_store_dword v16, off, s[4:7], 0 offset:2000", "s_waitcnt vmcnt(2)"}));
  EXPECT_TRUE(
      is_there({load, "buffer_store_dword v16, off, s[4:7], 0 offset:2000", "s_waitcnt vmcnt(1)"}));
  for (unsigned lane = 0; lane < 64; ++lane) {
    const unsigned word = 63 - lane + 1;
    ASSERT_EQ(buffer.wave.word(10, lane), word < 60 ? 1000 + word : 0);
  }
  // An undefined value stays undefined in LDS.
  buffer.shadow->set(4 * (63 - 5 + 1), 4, Written::never);
  EXPECT_FALSE(is_there({load, "s_waitcnt vmcnt(0)"}));
  EXPECT_TRUE(buffer.wave.is_defined(10, 6));
  buffer.wave.set_scalar(scalar::kM0, 1024 - 4 - 63 * 4);
  EXPECT_TRUE(says(buffer.fault(load), "lane 63 loads to LDS at 1024, of 1024 bytes"));
  EXPECT_EQ(buffer.fault("buffer_load_dword off, s[4:7], 0 lds"), "");
  buffer.wave.wave().scalar_defined[scalar::kM0] = 0xFFF0;
  EXPECT_TRUE(says(buffer.fault(load), "M0, the address in LDS, is undefined"));
}

TEST(IsaBuffer, PrivateMemoryIsFoundByItsDescriptor) {
  TestBuffer buffer;
  std::vector<std::uint8_t>& scratch = buffer.wave.block().scratch;
  scratch.resize(64 * 16);
  const auto begin = reinterpret_cast<std::uint64_t>(scratch.data());
  buffer.wave.set_pair(4, begin | 1ull << 63);
  buffer.wave.set_scalar(6, 0);
  buffer.wave.set_scalar(7, 1u << 23 | 3u << 21);
  buffer.run("buffer_store_dwordx2 v[16:17], off, s[4:7], 0 offset:4");
  buffer.run("buffer_load_dword v10, off, s[4:7], 0 offset:8");
  EXPECT_EQ(buffer.wave.word(10, 7), 1707u);
  EXPECT_TRUE(says(buffer.fault("buffer_load_dword v10, off, s[4:7], 0 offset:16"),
                   "its private memory beyond its end"));
  buffer.set(2, [](unsigned) { return -4; });
  buffer.run("buffer_load_dword v10, v2, s[4:7], 0 offen offset:8");
  EXPECT_EQ(buffer.wave.word(10, 7), 1607u);
  EXPECT_TRUE(says(buffer.fault("buffer_load_dword v10, v2, s[4:7], 0 offen"),
                   "its private memory beyond its end"));
}

}  // namespace
}  // namespace gputest::isa::buffer_test
