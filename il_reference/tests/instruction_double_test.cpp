// Instructions on doubles over all combinations of special values, against quadruple precision and
// the C++ library.
#include <gtest/gtest.h>

#include <algorithm>
#include <bit>
#include <cmath>
#include <functional>
#include <limits>
#include <map>

#include "il_reference/language/instructions.hpp"
#include "il_reference/tests/run.hpp"

namespace gputest::test::instruction_double_test {
namespace {

__extension__ using Quad = __float128;
using Double = std::uint64_t;
using Word = std::uint32_t;

constexpr Double nan_bits = 0x7FF8000000000000;

Double bits_of(double value) { return std::bit_cast<Double>(value); }
double real(Double value) { return std::bit_cast<double>(value); }
Double number(double value) { return std::isnan(value) ? nan_bits : bits_of(value); }
// An operation in quadruple precision and then rounded to double gives the correctly rounded
// result.
Double rounded(Quad value) { return number(static_cast<double>(value)); }
Quad quad(Double value) { return static_cast<Quad>(real(value)); }
Word flag(bool condition) { return condition ? 0xFFFFFFFF : 0; }

const std::vector<double> awkward = {0.0,
                                     -0.0,
                                     1.0,
                                     -1.0,
                                     0.5,
                                     -1.5,
                                     2.5,
                                     1.0 / 3,
                                     -1e-300,
                                     1e300,
                                     std::numeric_limits<double>::denorm_min(),
                                     -std::numeric_limits<double>::denorm_min(),
                                     std::numeric_limits<double>::min(),
                                     std::numeric_limits<double>::max(),
                                     -std::numeric_limits<double>::max(),
                                     std::numeric_limits<double>::infinity(),
                                     -std::numeric_limits<double>::infinity(),
                                     std::numeric_limits<double>::quiet_NaN(),
                                     4503599627370497.5,
                                     1.0 + std::numeric_limits<double>::epsilon(),
                                     16777217.0,
                                     1e39,
                                     -1e-46,
                                     7.0064923216240854e-46};

using Oracle = std::function<Double(Double, Double, Double)>;

const std::map<std::string, std::pair<int, Oracle>> pairs = {
    {"dadd", {2, [](Double a, Double b, Double) { return rounded(quad(a) + quad(b)); }}},
    {"dmul", {2, [](Double a, Double b, Double) { return rounded(quad(a) * quad(b)); }}},
    {"dmad",
     {3, [](Double a, Double b,
            Double c) { return rounded(quad(rounded(quad(a) * quad(b))) + quad(c)); }}},
    {"ddiv", {2, [](Double a, Double b, Double) { return rounded(quad(a) / quad(b)); }}},
    {"drcp", {1, [](Double a, Double, Double) { return rounded(1 / quad(a)); }}},
    {"dsqrt", {1, [](Double a, Double, Double) { return number(std::sqrt(real(a))); }}},
    {"drsq", {1, [](Double a, Double, Double) { return number(1 / std::sqrt(real(a))); }}},
    {"dmin",
     {2,
      [](Double a, Double b, Double) {
        if (std::isnan(real(b))) return number(real(a));
        return number(real(a) < real(b) ? real(a) : real(b));
      }}},
    {"dmax",
     {2,
      [](Double a, Double b, Double) {
        if (std::isnan(real(b))) return number(real(a));
        return number(real(a) >= real(b) ? real(a) : real(b));
      }}},
    {"dfrac", {1, [](Double a, Double, Double) { return number(real(a) - std::floor(real(a))); }}},
};

void expect_pair(const std::string& what, const Words& given, std::size_t slot, Double expected) {
  const Double found = given[slot] | Double{given[slot + 1]} << 32;
  EXPECT_EQ(found, expected) << what << fmt::format(": {:016X}, expected {:016X}", found, expected);
}

void append(Words& words, Double value) {
  words.push_back(static_cast<Word>(value));
  words.push_back(static_cast<Word>(value >> 32));
}

/// Runs an instruction on doubles once for each element; an element is two doubles.
Words run_doubles(const std::string& line, const std::vector<Words>& inputs) {
  std::string text = pixel_header(inputs.size());
  for (std::size_t i = 0; i < inputs.size(); ++i) {
    text += fmt::format("sample_resource({0})_sampler({0}) r{0}, vWinCoord0.xyxy\n", i);
  }
  return run_pixel(text + line + "\nmov o0, r10\nend\n", inputs);
}

TEST(IlDouble, EachInstructionMatchesItsDefinitionInBothPairs) {
  for (const auto& [name, definition] : pairs) {
    const auto& [sources, oracle] = definition;
    std::vector<std::array<Double, 3>> cases;
    for (const double a : awkward) {
      for (const double b : awkward) {
        for (std::size_t c = 0; c < (sources > 2 ? awkward.size() : 1); ++c) {
          cases.push_back({bits_of(a), bits_of(b), bits_of(awkward[c])});
        }
      }
    }
    if (cases.size() % 2 != 0) cases.push_back(cases.back());
    std::vector<Words> inputs(static_cast<std::size_t>(sources));
    for (const auto& values : cases) {
      for (std::size_t s = 0; s < inputs.size(); ++s) append(inputs[s], values[s]);
    }
    std::string line = name + " r10, r0";
    if (sources > 1) line += ", r1";
    if (sources > 2) line += ", r2";
    const Words given = run_doubles(line, inputs);
    for (std::size_t n = 0; n < cases.size(); ++n) {
      const auto& [a, b, c] = cases[n];
      expect_pair(fmt::format("{} {} {} {}", name, real(a), real(b), real(c)), given, 2 * n,
                  oracle(a, b, c));
    }
  }
}

TEST(IlDouble, ComparisonsGiveAllSlotsTheFirstPairsResult) {
  const std::map<std::string, std::function<bool(double, double)>> comparisons = {
      {"deq", [](double a, double b) { return a == b; }},
      {"dne", [](double a, double b) { return a != b; }},
      {"dlt", [](double a, double b) { return a < b; }},
      {"dge", [](double a, double b) { return a >= b; }}};
  for (const auto& [name, holds] : comparisons) {
    std::vector<Words> inputs(2);
    std::vector<Word> expected;
    for (const double a : awkward) {
      for (const double b : awkward) {
        append(inputs[0], bits_of(a));
        append(inputs[0], bits_of(b));  // no instruction compares the second pairs
        append(inputs[1], bits_of(b));
        append(inputs[1], bits_of(a));
        expected.push_back(flag(holds(a, b)));
      }
    }
    const Words given = run_doubles(name + " r10, r0, r1", inputs);
    for (std::size_t n = 0; n < given.size(); ++n)
      ASSERT_EQ(given[n], expected[n / 4]) << name << n;
  }
}

TEST(IlDouble, ConvertsToAndFromFloat) {
  for (const double a : awkward) {
    Words in;
    append(in, bits_of(a));
    append(in, bits_of(42));
    const Words narrow = run_lines("d2f r10, r0", {in});
    const float expected = static_cast<float>(a);
    for (const Word word : narrow) {
      EXPECT_EQ(word, std::isnan(expected) ? 0x7FC00000 : bits(expected)) << a;
    }
    const Words wide = run_lines("f2d r10, r0", {{bits(expected), 1, 2, 3}});
    expect_pair("f2d", wide, 0, number(static_cast<double>(expected)));
    expect_pair("f2d", wide, 2, number(static_cast<double>(expected)));
  }
}

TEST(IlDouble, ConvertsToAndFromIntegers) {
  std::vector<double> values = awkward;
  for (const double v : {2147483646.5, 2147483647.5, 2147483648.0, -2147483648.0, -2147483648.5,
                         -2147483649.0, 4294967295.5, 4294967296.0, -0.5, 3e9, -7.75})
    values.push_back(v);
  for (const double a : values) {
    Words in;
    append(in, bits_of(a));
    append(in, bits_of(42));
    const auto within = [&](double least, double most) {
      return std::isnan(a) ? 0 : static_cast<std::int64_t>(std::trunc(std::clamp(a, least, most)));
    };
    EXPECT_EQ(run_lines("dtoi r10, r0", {in}),
              Words(4, static_cast<Word>(within(-2147483648.0, 2147483647.0))))
        << a;
    EXPECT_EQ(run_lines("dtou r10, r0", {in}), Words(4, static_cast<Word>(within(0, 4294967295.0))))
        << a;
  }
  for (const Word n : {0u, 1u, 0x7FFFFFFFu, 0x80000000u, 0xFFFFFFFFu, 16777217u}) {
    const Words from_signed = run_lines("itod r10, r0.y", {{5, n, 5, 5}});
    const Words from_unsigned = run_lines("utod r10, r0.y", {{5, n, 5, 5}});
    for (const std::size_t slot : {0u, 2u}) {
      expect_pair("itod", from_signed, slot, bits_of(static_cast<std::int32_t>(n)));
      expect_pair("utod", from_unsigned, slot, bits_of(n));
    }
  }
}

TEST(IlDouble, LdexpScalesByPowersOfTwoAndRoundsOnce) {
  for (const double a : awkward) {
    for (const int n : {0, 1, -1, 52, -52, 1023, -1022, 1024, -1023, 2000, -2000, 2100, -1074,
                        -1075, 2147483647, -2147483647 - 1}) {
      Words in;
      append(in, bits_of(a));
      append(in, bits_of(-a));
      const Word exponent = static_cast<Word>(n);
      const Words given = run_lines("dldexp r10, r0, r1", {in, {exponent, 0, exponent, 0}});
      expect_pair(fmt::format("{} 2^{}", a, n), given, 0, number(std::ldexp(a, n)));
      expect_pair(fmt::format("{} 2^{}", -a, n), given, 2, number(std::ldexp(-a, n)));
    }
  }
}

TEST(IlDouble, FrexpGivesFractionAndExponent) {
  for (const double a : awkward) {
    Words in;
    append(in, bits_of(a));
    append(in, 7);
    const Words given = run_lines("dfrexp r10, r0", {in});
    int exponent = 0;
    const double fraction = std::frexp(a, &exponent);
    if (!std::isfinite(a)) exponent = 0;
    expect_pair(fmt::format("fraction of {}", a), given, 2, number(fraction));
    EXPECT_EQ(static_cast<int>(given[1]), exponent) << a;
    EXPECT_EQ(given[0], 0u);
  }
}

// CAL++ computed the reciprocal square root with dfrexp like this: it halves the exponent and
// corrects odd ones.
TEST(IlDouble, FrexpWorksInAPeriodReciprocalSquareRoot) {
  for (const double a : {2.0, 3.0, 1e-300, 7.25e200, 0.1}) {
    Words in;
    append(in, bits_of(a));
    append(in, bits_of(0));
    const std::string lines =
        "dcl_literal l0, 0, 0x3FF00000, 0x667F3BCD, 0x3FE6A09E\ndcl_literal l1, 1, 0, 0, 0\n"
        "dfrexp r1, r0.xy\nd2f r2.x, r1.zw\nrsq r2.x, r2.x\nf2d r3.xy, r2.x\n"
        "iand r4.x, r1.y, l1.x\ndmul r5.xy, r3.xy, l0.zw\n"
        "cmov_logical r3.xy, r4.xx, r5.xy, r3.xy\nishr r6.x, r1.y, l1.x\ninegate r6.x, r6.x\n"
        "dldexp r10.xy, r3.xy, r6.x\ndldexp r10.zw, r3.xyxy, r6.x\n";
    const Words given = run_lines(lines, {in});
    const double root = real(std::uint64_t{given[1]} << 32 | given[0]);
    EXPECT_NEAR(root * std::sqrt(a), 1.0, 1e-6) << a;
  }
}

TEST(IlDouble, TwoLettersOfASwizzleAreAPairForEveryDestination) {
  Words in;
  append(in, bits_of(1.25));
  append(in, bits_of(10.5));
  const Words given = run_lines("dadd r10.zw, r0.zw, r0.xy\ndadd r10.xy, r0.zw, r0.zw", {in});
  expect_pair("zw", given, 2, bits_of(11.75));
  expect_pair("xy", given, 0, bits_of(21));
}

TEST(IlDouble, NegAndAbsActOnTheSignInTheSecondSlot) {
  Words in;
  append(in, bits_of(-1.0 / 3));
  append(in, bits_of(0.1));
  for (const char* neg : {"_neg(xy)", "_neg(y)", "_neg(x)"}) {
    const Words given = run_lines(fmt::format("dadd r10, r0{}, r1", neg), {in, {0, 0, 0, 0}});
    expect_pair(neg, given, 0, bits_of(1.0 / 3));
    expect_pair(neg, given, 2, bits_of(0.1));
  }
  const Words given = run_lines("dadd r10, r0_abs_neg(zw), r1", {in, {0, 0, 0, 0}});
  expect_pair("abs", given, 0, bits_of(1.0 / 3));
  expect_pair("neg", given, 2, bits_of(-0.1));
}

TEST(IlDouble, TwoLettersAreNegatedForEitherPairOfTheResult) {
  Words a, b;
  append(a, bits_of(10));
  append(a, bits_of(0.1));
  append(b, bits_of(7));
  append(b, bits_of(2));
  for (const char* neg : {"_neg(x)", "_neg(y)", "_neg(xy)", "_neg(z)", "_neg(w)", "_neg"}) {
    const std::string source = fmt::format("r1.zw{}", neg);
    const std::string lines =
        fmt::format("dadd r10.xy, r0.xy, {0}\ndadd r10.zw, r0.xy, {0}", source);
    const Words given = run_lines(lines, {a, b});
    expect_pair(source + " to xy", given, 0, bits_of(8));
    expect_pair(source + " to zw", given, 2, bits_of(8));
    EXPECT_EQ(run_lines(fmt::format("dlt r10, {}, r0.xy", source), {a, b})[0], 0xFFFFFFFFu);
    EXPECT_EQ(run_lines(fmt::format("dlt r10, r0.xy, {}", source), {a, b})[0], 0u);
  }
  const Words whole = run_lines("dadd r10, r0.xy, r1.zw_abs_neg(y)", {a, b});
  expect_pair("both", whole, 0, bits_of(8));
  expect_pair("both", whole, 2, bits_of(8));
}

TEST(IlDouble, ANegatedExponentIsNegatedForEitherPairOfTheResult) {
  Words a;
  append(a, bits_of(3));
  append(a, bits_of(5));
  const Words given = run_lines("dldexp r10, r0, r1.y_neg(x)", {a, {9, 2, 9, 9}});
  expect_pair("xy", given, 0, bits_of(0.75));
  expect_pair("zw", given, 2, bits_of(1.25));
}

TEST(IlDouble, ZeroopReplacesTheIeeeResultAtZero) {
  Words in;
  append(in, bits_of(-3.0));
  append(in, bits_of(0.0));
  const double largest = std::numeric_limits<double>::max();
  const Words with = run_lines("ddiv_zeroop(fltmax) r10, r0, r1", {in, {0, 0, 0, 0}});
  expect_pair("fltmax", with, 0, bits_of(-largest));
  expect_pair("fltmax", with, 2, bits_of(largest));
  const Words zero = run_lines("ddiv_zeroop(zero) r10, r0, r1", {in, {0, 0, 0, 0}});
  expect_pair("zero", zero, 0, bits_of(0.0));
  const Words without = run_lines("ddiv r10, r0, r1", {in, {0, 0, 0, 0}});
  expect_pair("ieee", without, 2, nan_bits);
}

TEST(IlDouble, EveryInstructionOnDoublesIsTestedHere) {
  for (const il::InstructionInfo& row : il::instructions()) {
    if (row.shape == il::Shape::pairs && row.result == 'd' && row.mnemonic != "dldexp") {
      EXPECT_EQ(pairs.count(std::string(row.mnemonic)), 1u) << row.mnemonic;
    }
  }
}

}  // namespace
}  // namespace gputest::test::instruction_double_test
