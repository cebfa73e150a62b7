#include "app/selection.hpp"

#include <gtest/gtest.h>

#include "app/registry.hpp"
#include "common/core/error.hpp"
#include "common/cpu/catalogue.hpp"
#include "common/families.hpp"
#include "tests/support/fake_kernels.hpp"

namespace gputest {
namespace {

using Counts = std::vector<std::uint64_t>;

TEST(ParseCounts, TakesANumberAListAndARange) {
  EXPECT_EQ(parse_counts("16384"), Counts{16384});
  EXPECT_EQ(parse_counts("8191,8192,8193"), (Counts{8191, 8192, 8193}));
  EXPECT_EQ(parse_counts("1024..8192*2"), (Counts{1024, 2048, 4096, 8192}));
  EXPECT_EQ(parse_counts("100..10000*10"), (Counts{100, 1000, 10000}));
  EXPECT_EQ(parse_counts("3..20"), (Counts{3, 6, 12}));
}

TEST(ParseCounts, ARangeEndsBeforeItOverflows) {
  EXPECT_EQ(parse_counts("9223372036854775808..18446744073709551615*2"),
            Counts{9223372036854775808u});
}

class BadCount : public testing::TestWithParam<std::string> {};

TEST_P(BadCount, IsBadInput) {
  try {
    parse_counts(GetParam());
    FAIL() << GetParam() << " was taken";
  } catch (const Error& error) {
    EXPECT_EQ(error.status(), Status::bad_input);
  }
}

INSTANTIATE_TEST_SUITE_P(All, BadCount,
                         testing::Values("0", "-5", "", "abc", "1e4", "12x", "1,,2", "1,", "5..1*2",
                                         "1..8*1", "1..8*0", "0..8*2", "..", "1..",
                                         "18446744073709551616"));

RunCommand cpu_command() {
  RunCommand command;
  command.apis = {"cpu"};
  return command;
}

TEST(Select, TakesEachKernelsOwnLayoutByDefault) {
  const Registry registry = make_registry();
  const Selection selection = select(registry, cpu_command(), {100});
  ASSERT_EQ(selection.cases.size(), 3u);
  for (const Case& c : selection.cases) {
    EXPECT_EQ(c.configuration.layout, c.kernel->info().layouts.front());
    EXPECT_EQ(c.configuration.precision, Precision::fp32);
  }
}

TEST(Select, AllLayoutsAndPrecisionsAreEveryCombination) {
  const Registry registry = make_registry();
  RunCommand command = cpu_command();
  command.layouts = {"all"};
  command.precisions = {"all"};
  EXPECT_EQ(select(registry, command, {100, 200}).cases.size(), 3u * 5 * 2 * 2);
}

TEST(Select, ANameThatNothingHasIsAUsageError) {
  const Registry registry = make_registry();
  const auto status = [&](auto change) {
    RunCommand command = cpu_command();
    change(command);
    try {
      select(registry, command, {100});
    } catch (const Error& error) {
      return error.status();
    }
    return Status::ok;
  };
  EXPECT_EQ(status([](RunCommand& c) { c.apis = {"cuba"}; }), Status::usage);
  EXPECT_EQ(status([](RunCommand& c) { c.kernels = {"gravity_naif"}; }), Status::usage);
  EXPECT_EQ(status([](RunCommand& c) { c.layouts = {"sao"}; }), Status::usage);
  EXPECT_EQ(status([](RunCommand& c) { c.precisions = {"fp16"}; }), Status::usage);
  EXPECT_EQ(status([](RunCommand& c) { c.device = "cpu:7"; }), Status::unavailable);
  EXPECT_EQ(status([](RunCommand&) {}), Status::ok);
}

TEST(Select, AKernelThatTheChosenApiLacksIsNamedWithTheApisThatHaveIt) {
  const Registry registry = make_registry();
  if (registry.kernel_names().size() < 4) GTEST_SKIP() << "only the CPU's kernels are built";
  RunCommand command = cpu_command();
  command.kernels = {"gravity_texture2d"};
  try {
    select(registry, command, {100});
    FAIL();
  } catch (const Error& error) {
    EXPECT_EQ(std::string(error.what()).rfind("cpu has no kernel gravity_texture2d; it is in ", 0),
              0u)
        << error.what();
  }
}

TEST(Select, AKernelThatOnlyAnAbsentApiHasIsRefusedWithTheReason) {
  Registry registry;
  register_families(registry);
  register_cpu(registry);
  registry.add_unavailable("fake", "no fake is installed");
  registry.add(std::make_unique<test::FakeKernel>([](std::vector<HostArray>&) {}));
  RunCommand command;
  command.kernels = {"gravity_test"};
  try {
    select(registry, command, {100});
    FAIL();
  } catch (const Error& error) {
    EXPECT_EQ(error.status(), Status::unavailable);
    EXPECT_STREQ(error.what(), "fake is not there: no fake is installed");
  }
}

}  // namespace
}  // namespace gputest
