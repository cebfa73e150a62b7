// Properties of the interpreter over random programs, and the gravity loop of the notes against a
// sum in double precision.
#include <gtest/gtest.h>
#include <rapidcheck.h>

#include <algorithm>
#include <cmath>
#include <ctime>
#include <filesystem>
#include <fstream>
#include <sstream>

#include "il_reference/tests/programs.hpp"
#include "il_reference/tests/run.hpp"

namespace gputest::test::interpreter_property_test {
namespace {

constexpr std::uint32_t width = 13, height = 7;

/// o0 and o1 of a random program over a domain of 13 x 7, or over one rectangle of it.
std::pair<Words, Words> outputs_of(const il::Program& program, const il::Domain& domain) {
  static const Words texels = awkward_data(4 * 5 * 3, 1);
  static const Words constants = awkward_data(16, 2);
  std::pair<Words, Words> made{Words(4 * width * height), Words(4 * width * height)};
  il::Bindings bindings;
  bindings.resources[0] = {texels, il::Format::float4, 4, 3, 5};
  bindings.constants[0] = constants;
  bindings.outputs[0] = {made.first, il::Format::float4, width, height, width};
  bindings.outputs[1] = {made.second, il::Format::float4, width, height, width};
  il::RunOptions options;
  options.step_limit = 1'000'000;
  il::run(program, bindings, domain, options);
  return made;
}

// A wavefront's threads run a program together; each must give the same result as alone.
TEST(IlInterpreter, AThreadGivesTheSameResultAloneAndAmongOthers) {
  EXPECT_TRUE(rc::check("a thread's result does not depend on its neighbours", [] {
    const std::string text = *arbitrary_il_program();
    const il::Program program = il::read_program(text, "random.il");
    const auto together = outputs_of(program, {0, 0, width, height});
    std::pair<Words, Words> alone{Words(4 * width * height), Words(4 * width * height)};
    for (std::uint32_t y = 0; y < height; ++y) {
      for (std::uint32_t x = y % 3; x < width; x += 3) {
        const auto one = outputs_of(program, {x, y, 1, 1});
        const std::size_t first = 4 * (std::size_t{y} * width + x);
        for (std::size_t n = first; n < first + 4; ++n) {
          RC_ASSERT(one.first[n] == together.first[n]);
          RC_ASSERT(one.second[n] == together.second[n]);
        }
      }
    }
  }));
}

// The programs are worth comparing: they compute, and not always the same.
TEST(IlInterpreter, RandomProgramsGiveManyResults) {
  std::size_t different = 0;
  for (std::uint64_t seed = 0; seed < 50; ++seed) {
    const std::string text = arbitrary_il_program()(rc::Random(seed), 60).value();
    const auto [first, second] =
        outputs_of(il::read_program(text, "random.il"), {0, 0, width, height});
    Words sorted = first;
    std::sort(sorted.begin(), sorted.end());
    different += std::unique(sorted.begin(), sorted.end()) - sorted.begin() > 20 ? 1 : 0;
  }
  EXPECT_GT(different, 25u);
}

TEST(IlInterpreter, TheNotesGravityLoopMatchesDoublePrecision) {
  const std::filesystem::path root = GPUTEST_ROOT;
  std::stringstream text;
  text << std::ifstream(root / "il_reference/kernels/gravity/texture2d.il").rdbuf();
  const il::Program program = il::read_program(text.str(), "gravity_2d.il");
  constexpr std::uint32_t n = 1024, row = 256, pitch = 320;
  const float eps = 0.02f;
  Words bodies(4 * pitch * (n / row), 0x7FC00000);  // NaN in the padding, which must not be read
  std::vector<std::array<double, 4>> exact(n);
  for (std::uint32_t i = 0; i < n; ++i) {
    for (std::uint32_t slot = 0; slot < 4; ++slot) {
      const float value = static_cast<float>((i * 4 + slot) * 2654435761u) * 0x1p-32f;
      bodies[4 * (i / row * pitch + i % row) + slot] = bits(value);
      exact[i][slot] = static_cast<double>(value);
    }
  }
  const Words constants = {n, row, bits(eps), 0};
  Words output(4 * n);
  il::Bindings bindings;
  bindings.resources[0] = {bodies, il::Format::float4, row, n / row, pitch};
  bindings.constants[0] = constants;
  bindings.outputs[0] = {output, il::Format::float4, row, n / row, row};
  const std::clock_t start = std::clock();  // time of this process only
  const il::RunStatistics done = il::run(program, bindings, il::Domain{0, 0, row, n / row});
  const double taken = static_cast<double>(std::clock() - start) / CLOCKS_PER_SEC;
  RecordProperty("instructions_per_second",
                 std::to_string(static_cast<double>(done.instructions) / taken));
  // 15 instructions per interaction; about 0.02 s of a core when this was written.
  EXPECT_GT(done.instructions, 14ull * n * n);
  EXPECT_LT(taken, 10.0);
  const double softening = static_cast<double>(eps);
  for (std::uint32_t i = 0; i < n; ++i) {
    std::array<double, 4> sum{};
    double scale = 0;
    for (const auto& other : exact) {
      const double dx = other[0] - exact[i][0], dy = other[1] - exact[i][1],
                   dz = other[2] - exact[i][2];
      const double r2 = dx * dx + dy * dy + dz * dz + softening * softening;
      const double over_r3 = other[3] / (r2 * std::sqrt(r2));
      sum[0] += over_r3 * dx;
      sum[1] += over_r3 * dy;
      sum[2] += over_r3 * dz;
      sum[3] += other[3] / std::sqrt(r2);
      scale += over_r3 * std::sqrt(r2 - softening * softening);
    }
    for (std::uint32_t slot = 0; slot < 4; ++slot) {
      const double given = static_cast<double>(as_float(output[4 * i + slot]));
      ASSERT_NEAR(given, sum[slot], 1e-5 * (slot < 3 ? scale : sum[3])) << i << " slot " << slot;
    }
  }
}

}  // namespace
}  // namespace gputest::test::interpreter_property_test
