// Every arithmetic instruction over all pairs and triples of special values. The oracle was written
// for this test from the instruction's definition: floats through double or quadruple precision,
// integers bit by bit or in 64 bits.
#include <gtest/gtest.h>

#include <bit>
#include <cmath>
#include <cstring>
#include <functional>
#include <limits>
#include <map>

#include "il_reference/language/instructions.hpp"
#include "il_reference/tests/programs.hpp"
#include "il_reference/tests/run.hpp"

namespace gputest::test::instruction_oracle_test {
namespace {

using Word = std::uint32_t;
__extension__ using Quad = __float128;

constexpr Word nan_word = 0x7FC00000;
constexpr Word float_max = 0x7F7FFFFF;
const float infinity = std::numeric_limits<float>::infinity();

// ---- Oracles ----

Word number(double value) { return std::isnan(value) ? nan_word : bits(static_cast<float>(value)); }
Word flag(bool condition) { return condition ? 0xFFFFFFFF : 0; }
double real(Word word) { return static_cast<double>(as_float(word)); }
std::int64_t whole(Word word) { return static_cast<std::int32_t>(word); }
Word low(std::int64_t value) { return static_cast<Word>(static_cast<std::uint64_t>(value)); }
bool is_zero(Word word) { return real(word) == 0; }

// A product of floats is exact in double, so rounding it to float rounds once.
Word product(Word a, Word b) { return number(real(a) * real(b)); }
Word zero_product(Word a, Word b) { return is_zero(a) || is_zero(b) ? 0 : product(a, b); }
// A sum of two floats, rounded to double and then to float, is correctly rounded (53 >= 2·24 + 2).
Word sum(Word a, Word b) { return number(real(a) + real(b)); }

// a b + c in quadruple precision, rounded to odd and then to float: the result is correctly
// rounded.
Word fused(Word a, Word b, Word c) {
  const double plain = real(a) * real(b) + real(c);
  if (!std::isfinite(plain)) return number(plain);
  const Quad p = static_cast<Quad>(real(a)) * static_cast<Quad>(real(b));
  const Quad q = static_cast<Quad>(real(c));
  Quad s = p + q;
  const Quad other = s - p;
  const Quad error = (p - (s - other)) + (q - other);
  if (error != 0) {
    std::uint64_t halves[2];  // the low half first
    static_assert(sizeof(halves) == sizeof(Quad));
    std::memcpy(halves, &s, sizeof(Quad));
    if (halves[0] % 2 == 0) {
      // Towards the error: one unit in the last place up or down in magnitude.
      const bool up = (error > 0) == (s > 0);
      if (!up && halves[0] == 0) --halves[1];
      halves[0] += up ? 1 : ~std::uint64_t{0};
      std::memcpy(&s, halves, sizeof(Quad));
    }
  }
  if (s == 0) return bits(static_cast<float>(plain));
  return bits(static_cast<float>(s));
}

Word at_zero(bool negative) { return float_max | (negative ? 0x80000000u : 0u); }
Word quotient(Word a, Word b) {
  if (is_zero(b) && !std::isnan(real(a))) return at_zero(((a ^ b) & 0x80000000u) != 0);
  return number(real(a) / real(b));
}
Word reciprocal(Word a) { return is_zero(a) ? at_zero(a != 0) : number(1.0 / real(a)); }
Word root(Word a) { return number(std::sqrt(real(a))); }
Word reciprocal_root(Word a) { return is_zero(a) ? at_zero(a != 0) : number(1.0 / real(root(a))); }

Word remainder(Word a, Word b) {
  const Word times = number(std::trunc(real(number(real(a) / real(b)))));
  return sum(a, product(b, times) ^ (std::isnan(real(product(b, times))) ? 0u : 0x80000000u));
}

Word bit(Word word, unsigned n) { return n < 32 ? word >> n & 1 : 0; }
Word byte_of(Word word, unsigned n) { return word / (1u << (8 * n)) % 256; }

Word shifted_pair(Word a, Word b, unsigned shift) {
  Word made = 0;
  for (unsigned n = 0; n < 32; ++n) {
    const unsigned from = n + shift;
    made |= (from < 32 ? bit(b, from) : bit(a, from - 32)) << n;
  }
  return made;
}

Word extracted(Word width, Word offset, Word from, bool is_signed) {
  width %= 32;
  offset %= 32;
  if (width == 0) return 0;
  Word made = 0;
  for (unsigned n = 0; n < 32; ++n) {
    const unsigned inside = is_signed && n >= width ? width - 1 : n;
    const unsigned place = inside + offset;
    const Word top = is_signed ? bit(from, 31) : 0;
    if (n < width || is_signed) made |= (place < 32 ? bit(from, place) : top) << n;
  }
  return made;
}

Word inserted(Word width, Word offset, Word from, Word base) {
  for (unsigned n = 0; n < width % 32; ++n) {
    const unsigned place = offset % 32 + n;
    if (place < 32) base = (base & ~(1u << place)) | bit(from, n) << place;
  }
  return base;
}

std::int64_t low24(Word word) {
  const std::int64_t value = word % (1 << 24);
  return value >= 1 << 23 ? value - (1 << 24) : value;
}

Word differences(Word a, Word b) {
  Word made = 0;
  for (unsigned n = 0; n < 4; ++n) {
    const int difference = static_cast<int>(byte_of(a, n)) - static_cast<int>(byte_of(b, n));
    made += static_cast<Word>(std::abs(difference));
  }
  return made;
}

Word means(Word a, Word b, Word c) {
  Word made = 0;
  for (unsigned n = 0; n < 4; ++n) {
    made += (byte_of(a, n) + byte_of(b, n) + byte_of(c, n) % 2) / 2 * (1u << (8 * n));
  }
  return made;
}

Word saturated_integer(Word a, double lowest, double highest) {
  const double value = real(a);
  if (std::isnan(value)) return 0;
  return low(static_cast<std::int64_t>(std::trunc(std::fmin(std::fmax(value, lowest), highest))));
}

using One = Word (*)(Word);
using Two = Word (*)(Word, Word);
using Three = Word (*)(Word, Word, Word);
using Four = Word (*)(Word, Word, Word, Word);

const std::map<std::string, One> one_source = {
    {"mov", [](Word a) { return a; }},
    {"abs", [](Word a) { return a % 0x80000000u; }},
    {"frc", [](Word a) { return number(real(a) - std::floor(real(a))); }},
    {"flr", [](Word a) { return number(std::floor(real(a))); }},
    {"round_neginf", [](Word a) { return number(std::floor(real(a))); }},
    {"round_plusinf", [](Word a) { return number(std::ceil(real(a))); }},
    {"rnd", [](Word a) { return number(std::nearbyint(real(a))); }},
    {"round_nearest", [](Word a) { return number(std::nearbyint(real(a))); }},
    {"round_z", [](Word a) { return number(std::trunc(real(a))); }},
    {"trc", [](Word a) { return number(std::trunc(real(a))); }},
    {"sgn",
     [](Word a) {
       return std::isnan(real(a)) ? nan_word : is_zero(a) ? 0 : number(std::copysign(1.0, real(a)));
     }},
    {"rcp", reciprocal},
    {"rsq", reciprocal_root},
    {"sqrt", root},
    {"rcp_vec", reciprocal},
    {"rsq_vec", reciprocal_root},
    {"sqrt_vec", root},
    {"inegate", [](Word a) { return low(-whole(a)); }},
    {"inot", [](Word a) { return 0xFFFFFFFF - a; }},
    {"ubit_reverse",
     [](Word a) {
       Word made = 0;
       for (unsigned n = 0; n < 32; ++n) made |= bit(a, n) << (31 - n);
       return made;
     }},
    {"icbits",
     [](Word a) {
       Word made = 0;
       for (unsigned n = 0; n < 32; ++n) made += bit(a, n);
       return made;
     }},
    {"ffb_hi",
     [](Word a) {
       for (unsigned n = 0; n < 32; ++n) {
         if (bit(a, 31 - n) != 0) return n;
       }
       return 0xFFFFFFFFu;
     }},
    {"ffb_lo",
     [](Word a) {
       for (unsigned n = 0; n < 32; ++n) {
         if (bit(a, n) != 0) return n;
       }
       return 0xFFFFFFFFu;
     }},
    {"ffb_shi",
     [](Word a) {
       for (unsigned n = 0; n < 32; ++n) {
         if (bit(a, 31 - n) != bit(a, 31)) return n;
       }
       return 0xFFFFFFFFu;
     }},
    {"itof", [](Word a) { return number(static_cast<double>(whole(a))); }},
    {"utof", [](Word a) { return number(static_cast<double>(a)); }},
    {"ftoi", [](Word a) { return saturated_integer(a, -2147483648.0, 2147483647.0); }},
    {"ftou", [](Word a) { return saturated_integer(a, 0, 4294967295.0); }},
    {"unpack0", [](Word a) { return number(byte_of(a, 0)); }},
    {"unpack1", [](Word a) { return number(byte_of(a, 1)); }},
    {"unpack2", [](Word a) { return number(byte_of(a, 2)); }},
    {"unpack3", [](Word a) { return number(byte_of(a, 3)); }},
};

Word smaller(Word a, Word b) { return number(real(a) < real(b) ? real(a) : real(b)); }
Word larger(Word a, Word b) { return number(real(a) >= real(b) ? real(a) : real(b)); }

const std::map<std::string, Two> two_sources = {
    {"add", sum},
    {"sub", [](Word a, Word b) { return number(real(a) - real(b)); }},
    {"mul", zero_product},
    {"mul_ieee", product},
    {"div", quotient},
    {"mod", remainder},
    {"min", smaller},
    {"max", larger},
    {"min_ieee",
     [](Word a, Word b) { return std::isnan(real(b)) ? number(real(a)) : smaller(a, b); }},
    {"max_ieee",
     [](Word a, Word b) { return std::isnan(real(b)) ? number(real(a)) : larger(a, b); }},
    {"eq", [](Word a, Word b) { return flag(real(a) == real(b)); }},
    {"ne", [](Word a, Word b) { return flag(real(a) != real(b)); }},
    {"lt", [](Word a, Word b) { return flag(real(a) < real(b)); }},
    {"ge", [](Word a, Word b) { return flag(real(a) >= real(b)); }},
    {"iadd", [](Word a, Word b) { return low(whole(a) + whole(b)); }},
    {"imul", [](Word a, Word b) { return low(whole(a) * whole(b)); }},
    {"imul_high", [](Word a, Word b) { return low((whole(a) * whole(b)) >> 32); }},
    {"imin", [](Word a, Word b) { return low(std::min(whole(a), whole(b))); }},
    {"imax", [](Word a, Word b) { return low(std::max(whole(a), whole(b))); }},
    {"iand", [](Word a, Word b) { return a - (a & ~b); }},
    {"ior", [](Word a, Word b) { return a + (b & ~a); }},
    {"ixor", [](Word a, Word b) { return (a & ~b) + (b & ~a); }},
    {"ishl", [](Word a, Word b) { return low(static_cast<std::int64_t>(a) * (1ll << b % 32)); }},
    {"ushr", [](Word a, Word b) { return low(static_cast<std::int64_t>(a) / (1ll << b % 32)); }},
    {"ishr",
     [](Word a, Word b) {
       const double exact = static_cast<double>(whole(a)) / static_cast<double>(1ll << b % 32);
       return low(static_cast<std::int64_t>(std::floor(exact)));
     }},
    {"ieq", [](Word a, Word b) { return flag(whole(a) == whole(b)); }},
    {"ine", [](Word a, Word b) { return flag(whole(a) != whole(b)); }},
    {"ilt", [](Word a, Word b) { return flag(whole(a) < whole(b)); }},
    {"ige", [](Word a, Word b) { return flag(whole(a) >= whole(b)); }},
    {"ult", [](Word a, Word b) { return flag(a < b); }},
    {"uge", [](Word a, Word b) { return flag(a >= b); }},
    {"udiv", [](Word a, Word b) { return b == 0 ? 0xFFFFFFFF : a / b; }},
    {"umod", [](Word a, Word b) { return b == 0 ? 0xFFFFFFFF : a - a / b * b; }},
    {"umul", [](Word a, Word b) { return low(whole(a) * whole(b)); }},
    {"umul_high",
     [](Word a, Word b) { return static_cast<Word>(std::uint64_t{a} * std::uint64_t{b} >> 32); }},
    {"umin", [](Word a, Word b) { return std::min(a, b); }},
    {"umax", [](Word a, Word b) { return std::max(a, b); }},
    {"imul24", [](Word a, Word b) { return low(low24(a) * low24(b)); }},
    {"imul24_high", [](Word a, Word b) { return low((low24(a) * low24(b)) >> 32); }},
    {"umul24", [](Word a, Word b) { return low(std::int64_t{a % 16777216} * (b % 16777216)); }},
    {"umul24_high",
     [](Word a, Word b) { return low(std::int64_t{a % 16777216} * (b % 16777216) >> 32); }},
    {"icarry", [](Word a, Word b) { return Word{std::uint64_t{a} + b > 0xFFFFFFFF}; }},
    {"iborrow", [](Word a, Word b) { return Word{std::int64_t{a} - std::int64_t{b} < 0}; }},
    {"bfm", [](Word a, Word b) { return inserted(a, b, 0xFFFFFFFF, 0); }},
};

const std::map<std::string, Three> three_sources = {
    {"cmov_logical", [](Word a, Word b, Word c) { return a == 0 ? c : b; }},
    {"mad", [](Word a, Word b, Word c) { return sum(zero_product(a, b), c); }},
    {"mad_ieee", [](Word a, Word b, Word c) { return sum(product(a, b), c); }},
    {"fma", fused},
    {"fma_ieee", fused},
    {"lrp",
     [](Word a, Word b, Word c) { return sum(zero_product(a, number(real(b) - real(c))), c); }},
    {"imad",
     [](Word a, Word b, Word c) { return low(whole(low(whole(a) * whole(b))) + whole(c)); }},
    {"umad",
     [](Word a, Word b, Word c) { return low(whole(low(whole(a) * whole(b))) + whole(c)); }},
    {"imad24", [](Word a, Word b, Word c) { return low(low24(a) * low24(b) + whole(c)); }},
    {"umad24", [](Word a, Word b,
                  Word c) { return low(std::int64_t{a % 16777216} * (b % 16777216) + whole(c)); }},
    {"bitalign", [](Word a, Word b, Word c) { return shifted_pair(a, b, c % 32); }},
    {"bytealign", [](Word a, Word b, Word c) { return shifted_pair(a, b, c % 4 * 8); }},
    {"ibit_extract", [](Word a, Word b, Word c) { return extracted(a, b, c, true); }},
    {"ubit_extract", [](Word a, Word b, Word c) { return extracted(a, b, c, false); }},
    {"bfi",
     [](Word a, Word b, Word c) {
       Word made = 0;
       for (unsigned n = 0; n < 32; ++n) made |= (bit(a, n) != 0 ? bit(b, n) : bit(c, n)) << n;
       return made;
     }},
    {"sad", [](Word a, Word b, Word c) { return low(std::int64_t{differences(a, b)} + c); }},
    {"sadhi",
     [](Word a, Word b, Word c) { return low(std::int64_t{differences(a, b)} * 65536 + c); }},
    {"u4lerp", means},
};

const std::map<std::string, Four> four_sources = {{"ubit_insert", inserted}};

// ---- The comparison ----

struct Case {
  std::string mnemonic;
  std::size_t sources;
  std::function<Word(const Word*)> oracle;
};

std::vector<Case> cases() {
  std::vector<Case> made;
  for (const auto& [name, f] : one_source) {
    made.push_back({name, 1, [f = f](const Word* v) { return f(v[0]); }});
  }
  for (const auto& [name, f] : two_sources) {
    made.push_back({name, 2, [f = f](const Word* v) { return f(v[0], v[1]); }});
  }
  for (const auto& [name, f] : three_sources) {
    made.push_back({name, 3, [f = f](const Word* v) { return f(v[0], v[1], v[2]); }});
  }
  for (const auto& [name, f] : four_sources) {
    made.push_back({name, 4, [f = f](const Word* v) { return f(v[0], v[1], v[2], v[3]); }});
  }
  return made;
}

// All combinations of special words, but at most about 100,000.
std::vector<Words> combinations(std::size_t sources) {
  const std::size_t count = std::size(awkward_words);
  std::vector<Words> made(sources);
  std::size_t total = 1;
  for (std::size_t s = 0; s < sources; ++s) total *= count;
  const std::size_t step = sources < 4 ? 1 : 53;
  for (std::size_t n = 0; n < total; n += step) {
    std::size_t rest = n;
    for (std::size_t s = 0; s < sources; ++s) {
      made[s].push_back(awkward_words[rest % count]);
      rest /= count;
    }
  }
  while (made[0].size() % 4 != 0) {
    for (Words& words : made) words.push_back(0);
  }
  return made;
}

class IlInstruction : public testing::TestWithParam<Case> {};

TEST_P(IlInstruction, MatchesItsDefinitionForAwkwardValues) {
  const Case& tested = GetParam();
  const std::vector<Words> inputs = combinations(tested.sources);
  // A scalar instruction reads only its first slot, so each slot is tried separately.
  const bool scalar = il::find_instruction(tested.mnemonic)->shape == il::Shape::scalar;
  std::string text = pixel_header(tested.sources);
  for (std::size_t i = 0; i < tested.sources; ++i) {
    text += fmt::format("sample_resource({0})_sampler({0}) r{0}, vWinCoord0.xyxy\n", i);
  }
  for (const char slot : std::string("xyzw")) {
    const std::string one = fmt::format(".{0}{0}{0}{0}", slot);
    if (!scalar && slot != 'x') continue;
    text += fmt::format("{} {}", tested.mnemonic, scalar ? fmt::format("r10.{}", slot) : "r10");
    for (std::size_t i = 0; i < tested.sources; ++i) {
      text += fmt::format(", r{}{}", i, scalar ? one : "");
    }
    text += "\n";
  }
  text += "mov o0, r10\nend\n";
  const Words given = run_pixel(text, inputs);
  std::size_t wrong = 0;
  for (std::size_t n = 0; n < given.size() && wrong < 5; ++n) {
    Word values[4] = {};
    std::string shown;
    for (std::size_t i = 0; i < tested.sources; ++i) {
      values[i] = inputs[i][n];
      shown += fmt::format(" 0x{:08X}", values[i]);
    }
    const Word expected = tested.oracle(values);
    if (given[n] == expected) continue;
    ++wrong;
    ADD_FAILURE() << tested.mnemonic << shown
                  << fmt::format(": 0x{:08X}, expected 0x{:08X}", given[n], expected);
  }
}

INSTANTIATE_TEST_SUITE_P(All, IlInstruction, testing::ValuesIn(cases()),
                         [](const auto& tested) { return tested.param.mnemonic; });

// Tested elsewhere: instruction_double_test.cpp, instruction_long_test.cpp,
// instruction_transcendental_test.cpp and instruction_vector_test.cpp.
bool has_its_own_test(const il::InstructionInfo& row) {
  const bool is_pair = il::in_pairs(row.result) || il::in_pairs(row.sources.front());
  const std::string_view name = row.mnemonic;
  return is_pair || row.shape == il::Shape::dot || row.shape == il::Shape::whole ||
         name.starts_with("sin") || name.starts_with("cos") || name.starts_with("exp") ||
         name.starts_with("log") || name == "exn" || name == "ln";
}

TEST(IlInstructions, EveryArithmeticInstructionHasAnOracle) {
  for (const il::InstructionInfo& row : il::instructions()) {
    const bool computes = row.shape <= il::Shape::whole;
    if (!computes || has_its_own_test(row)) continue;
    const std::string name(row.mnemonic);
    EXPECT_TRUE(one_source.count(name) + two_sources.count(name) + three_sources.count(name) +
                    four_sources.count(name) >
                0)
        << name;
    if ((row.suffixes & il::suffix::ieee) != 0) {
      EXPECT_TRUE(two_sources.count(name + "_ieee") + three_sources.count(name + "_ieee") > 0)
          << name;
    }
  }
}

// Self-interaction of the gravity loop with eps = 0: it is finite under IL's rules, but not under
// IEEE's.
TEST(IlInstructions, ABodyMeetsItselfWithoutSofteningUnderIlsRules) {
  const std::string lines =
      "mov r5, r0.0000\ndp4{0} r6, r5, r5\nrsq{1} r7, r6\nmul{0} r8, r7, r7.xyz1\n"
      "mul{0} r8, r8, r7.xyz1\nmul{0} r9, r8, r5.xyz1\nmad{0} r10, r9, r0.w, r1\n";
  const std::vector<Words> inputs = {{bits(1), bits(2), bits(3), bits(4)}, {0, 0, 0, 0}};
  const Words il = run_lines(fmt::format(fmt::runtime(lines), "", ""), inputs);
  for (int axis = 0; axis < 3; ++axis) EXPECT_EQ(il[static_cast<std::size_t>(axis)], 0u);
  EXPECT_EQ(as_float(il[3]), infinity);  // 4 times the largest float
  const Words light =
      run_lines(fmt::format(fmt::runtime(lines), "", ""), {{0, 0, 0, bits(0.5f)}, {0, 0, 0, 0}});
  EXPECT_EQ(as_float(light[3]), 0.5f * std::numeric_limits<float>::max());
  const Words ieee =
      run_lines(fmt::format(fmt::runtime(lines), "_ieee", "_zeroop(infinity)"), inputs);
  for (int axis = 0; axis < 3; ++axis) {
    EXPECT_TRUE(std::isnan(as_float(ieee[static_cast<std::size_t>(axis)])));
  }
}

}  // namespace
}  // namespace gputest::test::instruction_oracle_test
