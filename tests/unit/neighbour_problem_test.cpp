// The family neighbour: refusals, and typical errors of lists, which verification must find.
#include <gtest/gtest.h>

#include <algorithm>

#include "common/core/error.hpp"
#include "common/cpu/cpu_backend.hpp"
#include "common/neighbour/family.hpp"
#include "common/run/runner.hpp"
#include "tests/support/fake_kernels.hpp"

namespace gputest::neighbour_problem_test {
namespace {

ProblemRequest request(const std::map<std::string, std::string>& changes = {}) {
  ProblemRequest wanted;
  wanted.n = 3000;
  for (const ProblemOption& option : make_neighbour()->options())
    wanted.options[option.name] = option.default_value;
  for (const auto& [name, value] : changes) wanted.options[name] = value;
  return wanted;
}

Configuration configuration(const std::string& list, const std::string& newton3,
                            Precision precision = Precision::fp32) {
  return {"soa", precision, 0, {{"list", list}, {"newton3", newton3}}};
}

ResultRow run(test::HostFunction function, const Configuration& at,
              const ProblemRequest& wanted = request()) {
  KernelInfo info;
  info.family = "neighbour";
  info.variant = "test";
  info.layouts = {"soa"};
  info.precisions = {Precision::fp32, Precision::fp64};
  test::HostDevice device(test::fake_device());
  const auto problem = make_neighbour()->make_problem(wanted);
  RunnerOptions options;
  options.measure = false;
  return Runner(options).run(*test::host_kernel(info, function), device, *problem, at);
}

/// Entry k of the middle particle's list, as the builder wrote it.
std::uint32_t& middle_entry(const KernelCall& call, std::uint32_t k) {
  const auto n = call.scalar<std::uint32_t>("n");
  const auto stride = call.scalar<std::uint32_t>("stride");
  const auto* starts = static_cast<const std::uint32_t*>(call.outputs[0]);
  auto* entries = static_cast<std::uint32_t*>(call.outputs[1]);
  const std::uint32_t i = n / 2;
  return stride == 0 ? entries[starts[i] + k] : entries[std::size_t{k} * stride + i];
}

class BuiltListIn : public testing::TestWithParam<std::pair<const char*, const char*>> {
 protected:
  static ResultRow row_of(test::HostFunction function, const ProblemRequest& wanted = request()) {
    return run(function, configuration(GetParam().first, GetParam().second), wanted);
  }
  static void expect_caught(test::HostFunction function, const std::string& words) {
    const ResultRow row = row_of(function);
    EXPECT_EQ(row.status, RowStatus::failed);
    EXPECT_NE(row.reason.find(words), std::string::npos) << row.reason;
  }
};

TEST_P(BuiltListIn, IsAcceptedWhenRight) {
  EXPECT_EQ(row_of(test::compute<"neighbour_cell">).reason, "");
  EXPECT_EQ(row_of(test::compute<"neighbour_cell">, request({{"periodic", "on"}})).reason, "");
}

TEST_P(BuiltListIn, MayBeInAnyOrder) {
  const ResultRow row = row_of([](const KernelCall& call) {
    test::compute<"neighbour_cell">(call);
    std::swap(middle_entry(call, 0), middle_entry(call, 3));
  });
  EXPECT_EQ(row.status, RowStatus::ok) << row.reason;
}

TEST_P(BuiltListIn, IsRefusedWithALostNeighbour) {
  expect_caught(
      [](const KernelCall& call) {
        test::compute<"neighbour_cell">(call);
        middle_entry(call, 2) = call.scalar<std::uint32_t>("n") - 1;  // far away
      },
      "the list of particle");
}

TEST_P(BuiltListIn, IsRefusedWithAnEntryTwice) {
  expect_caught(
      [](const KernelCall& call) {
        test::compute<"neighbour_cell">(call);
        middle_entry(call, 2) = middle_entry(call, 1);
      },
      "twice");
}

TEST_P(BuiltListIn, IsRefusedWithAnEntryOutOfRange) {
  expect_caught(
      [](const KernelCall& call) {
        test::compute<"neighbour_cell">(call);
        middle_entry(call, 0) = call.scalar<std::uint32_t>("n");
      },
      "invalid entry");
}

TEST_P(BuiltListIn, IsRefusedWithARadiusOnePercentOff) {
  expect_caught(
      [](const KernelCall& call) {
        KernelCall wrong = call;
        for (Scalar& scalar : wrong.scalars)
          if (scalar.name == "radius2") scalar.value = std::get<double>(scalar.value) * 0.99 * 0.99;
        test::compute<"neighbour_cell">(wrong);
      },
      "lacks particle");
}

TEST_P(BuiltListIn, IsRefusedWhenNotWritten) {
  expect_caught([](const KernelCall&) {}, "was not written");
}

TEST_P(BuiltListIn, ThatOverflowsSaysSo) {
  const ResultRow row = row_of(test::compute<"neighbour_cell">, request({{"capacity", "9"}}));
  EXPECT_EQ(row.status, RowStatus::failed);
  EXPECT_NE(row.reason.find("the list overflows"), std::string::npos) << row.reason;
}

INSTANTIATE_TEST_SUITE_P(Lists, BuiltListIn,
                         testing::Values(std::pair{"csr", "off"}, std::pair{"csr", "on"},
                                         std::pair{"ell", "off"}, std::pair{"ell", "on"}));

TEST(NeighbourProblem, AFullListIsNotAHalfList) {
  const ResultRow row = run(
      [](const KernelCall& call) {
        KernelCall full = call;
        for (Specialization& constant : full.specializations)
          if (constant.name == "newton3") constant.value = 0;
        test::compute<"neighbour_cell">(full);
      },
      configuration("ell", "on"), request({{"capacity", "200"}}));
  EXPECT_EQ(row.status, RowStatus::failed);
  EXPECT_NE(row.reason.find("wrongly has"), std::string::npos) << row.reason;
}

TEST(NeighbourProblem, RefusesACapacityOverMemoryOrOver32Bits) {
  const auto refused = [](const std::string& capacity) {
    try {
      make_neighbour()
          ->make_problem(request({{"capacity", capacity}}))
          ->shapes(configuration("ell", "off"));
    } catch (const Error& error) {
      return error.status();
    }
    return Status::ok;
  };
  EXPECT_EQ(refused("100"), Status::ok);
  EXPECT_EQ(refused("4000000"), Status::bad_input);
  EXPECT_EQ(refused("4294967296"), Status::bad_input);
  for (const char* bad : {"0", "-1", "x", ""}) EXPECT_EQ(refused(bad), Status::bad_input) << bad;
}

TEST(NeighbourProblem, CountsEntries) {
  const auto problem = make_neighbour()->make_problem(request());
  const double full = problem->work(configuration("csr", "off")).items;
  EXPECT_EQ(problem->work(configuration("ell", "on")).items * 2, full);
  EXPECT_GT(full, 3000 * 30);
}

}  // namespace
}  // namespace gputest::neighbour_problem_test
