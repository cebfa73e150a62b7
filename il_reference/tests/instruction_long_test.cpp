// Instructions on 64-bit integers, against the C++ language.
#include <gtest/gtest.h>

#include <functional>
#include <limits>
#include <map>

#include "il_reference/language/instructions.hpp"
#include "il_reference/tests/run.hpp"

namespace gputest::test::instruction_long_test {
namespace {

using Long = std::int64_t;
using ULong = std::uint64_t;

constexpr ULong awkward[] = {0,
                             1,
                             2,
                             63,
                             64,
                             0xFFFFFFFF,
                             0x100000000,
                             0x123456789ABCDEF0,
                             0x7FFFFFFFFFFFFFFF,
                             0x8000000000000000,
                             0xFFFFFFFFFFFFFFFF,
                             0xFFFFFFFF00000000,
                             0xFEDCBA9876543210};

Long as_signed(ULong a) { return static_cast<Long>(a); }
ULong flag(bool condition) { return condition ? ~ULong{0} : 0; }

ULong quotient(ULong a, ULong b) {
  if (b == 0) return ~ULong{0};
  if (b == ~ULong{0}) return 0 - a;  // the only quotient that overflows
  return static_cast<ULong>(as_signed(a) / as_signed(b));
}

const std::map<std::string, std::function<ULong(ULong, ULong)>> oracles = {
    {"i64add", [](ULong a, ULong b) { return a + b; }},
    {"i64sub", [](ULong a, ULong b) { return a - b; }},
    {"i64mul", [](ULong a, ULong b) { return a * b; }},
    {"u64mul", [](ULong a, ULong b) { return a * b; }},
    {"i64div", quotient},
    {"i64mod", [](ULong a, ULong b) { return b == 0 ? ~ULong{0} : a - b * quotient(a, b); }},
    {"u64div", [](ULong a, ULong b) { return b == 0 ? ~ULong{0} : a / b; }},
    {"u64mod", [](ULong a, ULong b) { return b == 0 ? ~ULong{0} : a % b; }},
    {"i64negate", [](ULong a, ULong) { return 0 - a; }},
    {"i64min", [](ULong a, ULong b) { return as_signed(a) < as_signed(b) ? a : b; }},
    {"i64max", [](ULong a, ULong b) { return as_signed(a) > as_signed(b) ? a : b; }},
    {"u64min", [](ULong a, ULong b) { return std::min(a, b); }},
    {"u64max", [](ULong a, ULong b) { return std::max(a, b); }},
    {"i64shl", [](ULong a, ULong b) { return a << (b % 64); }},
    {"i64shr", [](ULong a, ULong b) { return static_cast<ULong>(as_signed(a) >> (b % 64)); }},
    {"u64shr", [](ULong a, ULong b) { return a >> (b % 64); }},
    {"i64eq", [](ULong a, ULong b) { return flag(a == b); }},
    {"i64ne", [](ULong a, ULong b) { return flag(a != b); }},
    {"i64lt", [](ULong a, ULong b) { return flag(as_signed(a) < as_signed(b)); }},
    {"i64ge", [](ULong a, ULong b) { return flag(as_signed(a) >= as_signed(b)); }},
    {"u64lt", [](ULong a, ULong b) { return flag(a < b); }},
    {"u64ge", [](ULong a, ULong b) { return flag(a >= b); }},
};

Words halves(ULong a) {
  return {static_cast<std::uint32_t>(a), static_cast<std::uint32_t>(a >> 32)};
}

/// Two pairs in one register.
Words words(ULong low, ULong high) {
  Words made = halves(low);
  const Words more = halves(high);
  made.insert(made.end(), more.begin(), more.end());
  return made;
}

TEST(IlLong, EveryInstructionMatchesItsOracle) {
  for (const il::InstructionInfo& row : il::instructions()) {
    if (row.sources.empty() || row.sources.front() != 'q') continue;
    const std::string name(row.mnemonic);
    ASSERT_EQ(oracles.count(name), 1u) << name;
    const auto& oracle = oracles.at(name);
    const bool compares = row.result == 'u';
    const std::string line =
        fmt::format("{} r10, r0{}", name, row.sources.size() == 2 ? ", r1" : "");
    for (const ULong a : awkward) {
      for (const ULong b : awkward) {
        const Words given = run_lines(line, {words(a, b), words(b, a)});
        const Words expected =
            compares ? words(oracle(a, b), oracle(a, b)) : words(oracle(a, b), oracle(b, a));
        ASSERT_EQ(given, expected) << fmt::format("{} {:#x} {:#x}", name, a, b);
      }
    }
  }
}

TEST(IlLong, NegIsTwosComplementOverBothSlotsAndTwoLettersAreAPair) {
  const ULong a = 0x100000000, b = 5;
  EXPECT_EQ(run_lines("i64add r10, r0_neg(x), r1", {words(a, b), words(7, 9)}),
            words(7 - a, 9 + b));
  EXPECT_EQ(run_lines("i64add r10, r0.zw_neg(xyzw), r1.xy", {words(a, b), words(7, 9)}),
            words(7 - b, 7 - b));
}

}  // namespace
}  // namespace gputest::test::instruction_long_test
