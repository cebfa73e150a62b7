// The error of the fast translation relative to the interpreter, for each instruction.
#include <gtest/gtest.h>

#include <algorithm>
#include <bit>
#include <cmath>
#include <functional>
#include <map>

#include "il_reference/language/instructions.hpp"
#include "tests/support/il_batch.hpp"

namespace gputest::il::il_fast_test {
namespace {

using namespace gputest::test;
using Slots = std::array<double, 4>;

/// The bound of an instruction's error: `ulps` units in the last place of `scale` of its operands
/// or, without a scale, of its result. docs/il.md has the table.
struct Bound {
  double ulps;
  std::function<double(const Slots& a, const Slots& b, const Slots& c, unsigned slot)> scale = {};
  const char* a = "r0";  ///< the first operand, "r0_abs" if it must not be negative
};

double products(const Slots& a, const Slots& b, unsigned count) {
  double sum = 0;
  for (unsigned k = 0; k < count; ++k) sum += std::fabs(a[k] * b[k]);
  return sum;
}

const std::map<std::string, Bound>& bounds() {
  const auto dot = [](unsigned count) {
    return Bound{count + 0.0, [=](const Slots& a, const Slots& b, const Slots&, unsigned) {
                   return products(a, b, count);
                 }};
  };
  const auto one = [](const Slots&, const Slots&, const Slots&, unsigned) { return 1.0; };
  const auto logarithm = [](const Slots& a, const Slots&, const Slots&, unsigned k) {
    return std::max(1.0, std::fabs(std::log2(std::fabs(a[k]))));
  };
  const auto product_and_sum = [](const Slots& a, const Slots& b, const Slots& c, unsigned k) {
    return std::fabs(a[k] * b[k]) + std::fabs(c[k]);
  };
  static const std::map<std::string, Bound> all{
      {"add", {1}},
      {"sub", {1}},
      {"mul", {1}},
      {"mad", {2, product_and_sum}},
      {"fma", {1, product_and_sum}},
      {"lrp",
       {3,
        [](const Slots& a, const Slots& b, const Slots& c, unsigned k) {
          return std::fabs(a[k]) * (std::fabs(b[k]) + std::fabs(c[k])) + std::fabs(c[k]);
        }}},
      {"frc", {1, one}},
      {"dp2", dot(2)},
      {"dp3", dot(3)},
      {"dp4", dot(4)},
      {"div", {3}},
      {"rcp", {3}},
      {"rcp_vec", {3}},
      {"sqrt", {4, {}, "r0_abs"}},
      {"sqrt_vec", {4, {}, "r0_abs"}},
      {"rsq", {4, {}, "r0_abs"}},
      {"rsq_vec", {4, {}, "r0_abs"}},
      {"exp", {4}},
      {"exp_vec", {4}},
      {"exn", {4}},
      {"log", {4, logarithm, "r0_abs"}},
      {"log_vec", {4, logarithm, "r0_abs"}},
      {"ln", {4, logarithm, "r0_abs"}},
      {"sin", {5, one}},
      {"sin_vec", {5, one}},
      {"cos", {5, one}},
      {"cos_vec", {5, one}},
  };
  return all;
}

std::string program_of(const InstructionInfo& info) {
  const auto bound = bounds().find(std::string(info.mnemonic));
  const std::string first = bound == bounds().end() ? "r0" : bound->second.a;
  const std::string operands[]{first, "r1", "r2", "r3"};
  std::string text =
      "il_ps_2_0\n"
      "dcl_input_position_interp(linear_noperspective) vWinCoord0.xy__\n"
      "dcl_output_generic o0\ndcl_output_generic o1\ndcl_cb cb0[4]\n"
      "dcl_resource_id(0)_type(2d,unnorm)_fmtx(float)_fmty(float)_fmtz(float)_fmtw(float)\n"
      "sample_resource(0)_sampler(0) r0, vWinCoord0.xyxy\n"
      "sample_resource(0)_sampler(0) r1, vWinCoord0.yxyx\n"
      "mov r2, cb0[0]\nmov r3, cb0[1]\n" +
      std::string(info.mnemonic) + " r4";
  for (std::size_t k = 0; k < info.sources.size(); ++k) text += ", " + operands[k];
  return text + "\nmov o0, r4\nmov o1, r1\nend\n";
}

/// The instructions on slots with only operands of those kinds.
std::vector<const InstructionInfo*> instructions_of(std::string_view kinds) {
  std::vector<const InstructionInfo*> found;
  for (const InstructionInfo& info : instructions())
    if ((info.shape == Shape::slots || info.shape == Shape::scalar || info.shape == Shape::dot) &&
        info.result != '-' && !info.sources.empty() &&
        info.sources.find_first_not_of(kinds) == info.sources.npos)
      found.push_back(&info);
  return found;
}

/// Numbers of either sign from 2^-6 to 2^6.
Image moderate_numbers(std::size_t count, std::uint32_t seed) {
  Image words(count);
  std::uint32_t state = seed;
  for (std::uint32_t& word : words) {
    state = state * 1664525u + 1013904223u;
    const std::uint32_t exponent = 121 + (state >> 10) % 12;
    word = (state & 0x80000000u) | exponent << 23 | ((state * 2654435761u) & 0x007FFFFFu);
  }
  return words;
}

double number(std::uint32_t word) { return static_cast<double>(std::bit_cast<float>(word)); }

/// Calls check(instruction, expected, actual) for every instruction of those kinds, with the
/// results of the interpreter and the fast translation for the inputs.
void for_each_result(
    std::string_view kinds, const IlInputs& inputs,
    const std::function<void(const InstructionInfo&, const Image&, const Image&)>& check) {
  const std::vector<const InstructionInfo*> chosen = instructions_of(kinds);
  std::vector<std::string> texts;
  for (const InstructionInfo* info : chosen) texts.push_back(program_of(*info));
  IlBatch batch(*first_device(), texts, inputs, Mode::fast);
  for (std::size_t k = 0; k < chosen.size(); ++k) {
    SCOPED_TRACE(chosen[k]->mnemonic);
    check(*chosen[k], interpreted(batch.program(k), inputs)[0], batch.run(k)[0]);
  }
}

TEST(FastTranslation, OfAnIntegerInstructionIsTheInterpreterBitForBit) {
  if (first_device() == nullptr) GTEST_SKIP() << "no OpenCL device";
  int checked = 0;
  for_each_result("iub", IlInputs(),
                  [&](const InstructionInfo&, const Image& expected, const Image& actual) {
                    EXPECT_EQ(actual, expected);
                    ++checked;
                  });
  EXPECT_GT(checked, 50);
}

TEST(FastTranslation, OfAFloatInstructionIsWithinItsBound) {
  if (first_device() == nullptr) GTEST_SKIP() << "no OpenCL device";
  IlInputs inputs;
  inputs.texels = moderate_numbers(inputs.texels.size(), 3);
  inputs.constants = moderate_numbers(inputs.constants.size(), 4);
  const auto slots = [](const Image& image, std::size_t thread) {
    Slots made;
    for (unsigned k = 0; k < 4; ++k) made[k] = number(image[4 * thread + k]);
    return made;
  };
  int bounded = 0;
  for_each_result(
      "f", inputs, [&](const InstructionInfo& info, const Image& expected, const Image& actual) {
        const auto bound = bounds().find(std::string(info.mnemonic));
        if (bound == bounds().end()) {
          EXPECT_EQ(actual, expected);
          return;
        }
        ++bounded;
        for (std::uint32_t thread = 0; thread < kWidth * kHeight; ++thread) {
          const std::uint32_t x = thread % kWidth, y = thread / kWidth;
          const std::uint32_t across = std::min(x, kHeight - 1) * kWidth + std::min(y, kWidth - 1);
          const Slots a = slots(inputs.texels, thread), b = slots(inputs.texels, across),
                      c = slots(inputs.constants, 0);
          for (unsigned k = 0; k < 4; ++k) {
            const double wanted = number(expected[4 * thread + k]);
            const double got = number(actual[4 * thread + k]);
            const unsigned slot = info.shape == Shape::scalar ? 0 : k;
            const double scale =
                bound->second.scale ? bound->second.scale(a, b, c, slot) : std::fabs(wanted);
            ASSERT_LE(std::fabs(got - wanted), bound->second.ulps * std::ldexp(scale, -23))
                << "thread " << thread << ", slot " << k << ": " << wanted << " and " << got;
          }
        }
      });
  EXPECT_EQ(bounded, static_cast<int>(bounds().size()));
}

}  // namespace
}  // namespace gputest::il::il_fast_test
