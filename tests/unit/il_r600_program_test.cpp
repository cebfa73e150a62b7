// IL programs as the machine code of the HD 5870, against the interpreter.
#include <fmt/format.h>
#include <fmt/ranges.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cstdlib>
#include <filesystem>
#include <set>

#include "common/core/error.hpp"
#include "common/core/host.hpp"
#include "il_reference/api/r600_program.hpp"
#include "il_reference/interpreter/interpreter.hpp"
#include "il_reference/language/parser.hpp"
#include "il_reference/r600/compiler.hpp"
#include "il_reference/tests/programs.hpp"

namespace gputest::il::il_r600_program_test {
namespace {

using namespace gputest::test;

constexpr std::uint32_t kPixelsWide = 11, kPixelsHigh = 9;  // 99 threads: the last wavefront has 35

class R600ProgramTest : public testing::Test {
 protected:
  void SetUp() override {
    card_ = *r600::find_card("cypress");
    if (const std::string reason = r600_absence(card_); !reason.empty()) GTEST_SKIP() << reason;
  }

  /// The results of a program in o0 and o1, by the interpreter or as machine code.
  std::array<std::vector<std::uint32_t>, 2> results(const std::string& text, bool machine_code) {
    const Program program = read_program(text, "random.il");
    std::array<std::vector<std::uint32_t>, 2> out;
    Bindings bindings;
    bindings.resources[0] = {texels_, Format::float4, kPixelsWide, kPixelsHigh, kPixelsWide};
    bindings.constants[0] = constants_;
    for (std::uint32_t k = 0; k < 2; ++k) {
      out.at(k).assign(texels_.size(), 0);
      bindings.outputs[k] = {out.at(k), Format::float4, kPixelsWide, kPixelsHigh, kPixelsWide};
    }
    const Domain domain{0, 0, kPixelsWide, kPixelsHigh};
    if (machine_code)
      R600Program(card_, program, text, bindings,
                  {.mode = Mode::strict, .step_limit = 1'000'000, .check = {}})
          .run(bindings, domain);
    else
      il::run(program, bindings, domain);
    return out;
  }

  r600::Card card_{};
  std::vector<std::uint32_t> texels_ = awkward_data(kPixelsWide * kPixelsHigh * 4, 1);
  std::vector<std::uint32_t> constants_ = awkward_data(16, 2);
};

/// Random numbers that define a program, from a simple generator.
std::vector<std::uint32_t> choices(std::uint32_t seed) {
  std::vector<std::uint32_t> numbers;
  std::uint32_t state = seed * 2654435761u + 12345u;
  for (int k = 0; k < 160; ++k) {
    state = state * 1664525u + 1013904223u;
    numbers.push_back(state >> 2);
  }
  return numbers;
}

TEST_F(R600ProgramTest, RandomIntegerProgramsGiveTheInterpretersBits) {
  const char* const wanted = std::getenv("GPUTEST_R600_PROGRAMS");
  const std::uint32_t count = wanted == nullptr ? 8 : static_cast<std::uint32_t>(std::atoi(wanted));
  IlProgramOptions options;
  options.floats = options.doubles = false;
  // The compiler may put an indexed write of a register and a later read of it into one bundle, in
  // which the read comes first.
  options.indexed_writes = false;
  std::uint32_t compared = 0;
  for (std::uint32_t seed = 1; seed <= count; ++seed) {
    const std::string text = IlProgramWriter(choices(seed), options).write();
    try {
      const auto executed = results(text, true);
      EXPECT_TRUE(executed == results(text, false)) << "seed " << seed << "\n" << text;
      ++compared;
    } catch (const Error& error) {
      // For some control flow the compiler's back end makes no code, or code that cannot run.
      const bool by_compiler =
          error.status() == Status::unavailable ||
          std::string_view(error.what()).find("the compiler wrote") != std::string_view::npos;
      ASSERT_TRUE(by_compiler) << "seed " << seed << ": " << error.what();
    }
  }
  RecordProperty("compared", std::to_string(compared));
  fmt::print("{} of {} programs were compiled and compared\n", compared, count);
  EXPECT_GE(2 * compared, count);
}

/// Every IL kernel of the API and of the examples; it prints the instructions that the compiler
/// used.
TEST_F(R600ProgramTest, EveryKernelsInstructionsAreImplemented) {
  std::set<std::string_view> used;
  unsigned kernels = 0;
  for (const auto& file :
       std::filesystem::recursive_directory_iterator(GPUTEST_ROOT "/il_reference/kernels")) {
    if (file.path().extension() != ".il") continue;
    ++kernels;
    const std::string text = read_file(file.path().string());
    TranslationOptions options;
    options.images = false;
    const Translation translation = translate(read_program(text, "kernel.il"), text, options);
    for (const r600::Card& card : r600::cards()) {
      if (card.slots != 5 || !r600_absence(card).empty()) continue;
      const std::string assembly =
          r600_assembly(translation.text(), std::string(fast_build_options), card);
      const r600::Program program =
          r600::decode(r600_code(assembly, translation.entry), translation.entry, card.slots);
      for (const r600::Control& step : program.steps)
        for (const r600::AluBundle& bundle : step.bundles)
          for (const r600::Alu& alu : bundle)
            if (alu.instruction != nullptr) used.insert(alu.instruction->mnemonic);
    }
  }
  fmt::print("{} kernels use {} of {} instructions of arithmetic: {}\n", kernels, used.size(),
             r600::known_instructions().size(), fmt::join(used, ", "));
  EXPECT_GE(kernels, 4u);
  EXPECT_GE(used.size(), 25u);
}

}  // namespace
}  // namespace gputest::il::il_r600_program_test
