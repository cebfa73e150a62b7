// sin, cos, exp and log: near the true value everywhere, and exact where they are defined to be.
#include <gtest/gtest.h>

#include <cmath>
#include <limits>

#include "il_reference/tests/programs.hpp"
#include "il_reference/tests/run.hpp"

namespace gputest::test::instruction_transcendental_test {
namespace {

using Word = std::uint32_t;
constexpr Word nan_word = 0x7FC00000;
constexpr Word infinity_word = 0x7F800000;

/// |value - truth| in units in the last place of the float nearest to truth.
double error_in_ulps(float value, double truth) {
  int exponent = 0;
  std::frexp(truth, &exponent);
  const double ulp = std::ldexp(1.0, std::max(exponent - 24, -149));
  return std::fabs(static_cast<double>(value) - truth) / ulp;
}

/// Floats with all exponents and both signs.
Words floats(std::size_t count) {
  Words made = awkward_data(count, 17);
  for (std::size_t n = 0; n < count; n += 2) made[n] = static_cast<Word>(n * 2654435761u);
  return made;
}

// A scalar instruction is repeated for each slot.
Words run(const std::string& mnemonic, const Words& in) {
  if (mnemonic == "exn" || mnemonic == "ln") {
    return run_pixel(pixel_header(1) + "sample_resource(0)_sampler(0) r0, vWinCoord0.xyxy\n" +
                         fmt::format("{0} o0.x, r0.x\n{0} o0.y, r0.y\n{0} o0.z, r0.z\n"
                                     "{0} o0.w, r0.w\nend\n",
                                     mnemonic),
                     {in});
  }
  return run_pixel(pixel_header(1) + "sample_resource(0)_sampler(0) r0, vWinCoord0.xyxy\n" +
                       mnemonic + " o0, r0\nend\n",
                   {in});
}

void expect_near(const std::string& mnemonic, double (*truth)(double), double ulps, double lowest) {
  const Words in = floats(16384);
  const Words out = run(mnemonic, in);
  for (std::size_t n = 0; n < in.size(); ++n) {
    const float x = as_float(in[n]);
    const double expected = truth(x);
    if (!std::isfinite(x) || !(std::fabs(expected) >= lowest) ||
        std::fabs(expected) > static_cast<double>(std::numeric_limits<float>::max())) {
      continue;
    }
    ASSERT_LE(error_in_ulps(as_float(out[n]), expected), ulps) << mnemonic << " of " << x;
  }
}

// The bounds are the polynomials' largest errors over all floats: 2.64, 2.64, 1.19 and 1.27.
TEST(IlTranscendental, AreNearTheTrueValue) {
  expect_near("sin_vec", std::sin, 2.7, 0);
  expect_near("cos_vec", std::cos, 2.7, 0);
  expect_near("exp_vec", std::exp2, 1.25, 1e-45);
  expect_near("log_vec", std::log2, 1.3, 0);
  expect_near("exn", std::exp, 1.5, 1e-45);
  expect_near("ln", std::log, 1.5, 0);
}

TEST(IlTranscendental, OfScalarsReadOneSlotAndWriteAll) {
  for (const std::string name : {"sin", "cos", "exp", "log", "rsq", "rcp", "sqrt"}) {
    const Words in = {bits(0.7f), bits(2.5f), bits(3), bits(4)};
    const Words one = run_lines(name + " r10, r0.yzwx", {in});
    const Words each = run_lines(name + "_vec r10, r0", {in});
    EXPECT_EQ(one, Words(4, each[1])) << name;
    const Words masked = run_lines("mov r10, r0\n" + name + " r10.y0, r0", {in});
    EXPECT_EQ(masked, (Words{in[0], each[0], 0, in[3]})) << name;
  }
}

TEST(IlTranscendental, AreExactWherePossible) {
  Words powers, exponents;
  for (int n = -149; n <= 127; ++n) {
    exponents.push_back(bits(static_cast<float>(n)));
    powers.push_back(bits(std::ldexp(1.0f, n)));
  }
  while (powers.size() % 4 != 0) {
    powers.push_back(bits(1.0f));
    exponents.push_back(0);
  }
  EXPECT_EQ(run("exp_vec", exponents), powers);
  EXPECT_EQ(run("log_vec", powers), exponents);
}

TEST(IlTranscendental, HandleSpecialValues) {
  const Word minus_infinity = 0xFF800000;
  const Words in = {infinity_word, minus_infinity, nan_word, 0};
  EXPECT_EQ(run("sin_vec", in), (Words{nan_word, nan_word, nan_word, 0}));
  EXPECT_EQ(run("cos_vec", in), (Words{nan_word, nan_word, nan_word, bits(1)}));
  EXPECT_EQ(run("exp_vec", in), (Words{infinity_word, 0, nan_word, bits(1)}));
  EXPECT_EQ(run("log_vec", in), (Words{infinity_word, nan_word, nan_word, minus_infinity}));
  EXPECT_EQ(run("log_vec", {bits(-1), 0x80000000, 0x80000001, 0xFFFFFFFF}),
            (Words{nan_word, minus_infinity, nan_word, nan_word}));
  EXPECT_EQ(run("sin_vec", {0x80000000, 1, 0x80000001, 0}), (Words{0x80000000, 1, 0x80000001, 0}));
}

}  // namespace
}  // namespace gputest::test::instruction_transcendental_test
