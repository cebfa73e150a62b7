// A right answer that does not come from what its row claims is a failed row.
#include <gtest/gtest.h>

#include <bit>
#include <map>
#include <string>

#include "common/central/family.hpp"
#include "common/ewald/family.hpp"
#include "common/fmm/family.hpp"
#include "common/gravity/family.hpp"
#include "common/hermite/family.hpp"
#include "common/neighbour/family.hpp"
#include "common/run/runner.hpp"
#include "common/tree/family.hpp"
#include "tests/support/fake_kernels.hpp"

namespace gputest::claims_test {
namespace {

using Axes = std::map<std::string, std::string>;

struct Claimed {
  std::unique_ptr<Family> family;
  std::string variant;
  Precision precision;
  Axes axes = {};
  std::uint64_t n = 1000;
};

/// The row of that kernel, computed by a function.
ResultRow row_of(const Claimed& claimed, test::HostFunction function) {
  KernelInfo info;
  info.family = claimed.family->name();
  info.variant = claimed.variant;
  info.layouts = {"float4"};
  info.precisions = {claimed.precision};
  ProblemRequest request;
  request.n = claimed.n;
  const auto problem = claimed.family->make_problem(request);
  DeviceInfo device = test::fake_device();
  device.fp64 = true;
  test::HostDevice open(device);
  RunnerOptions options;
  options.measure = false;
  return Runner(options).run(*test::host_kernel(info, function), open, *problem,
                             {"float4", claimed.precision, 0, claimed.axes});
}

void expect_failed(const ResultRow& row, const std::string& why) {
  EXPECT_EQ(row.status, RowStatus::failed);
  EXPECT_NE(row.reason.find(why), std::string::npos) << row.reason;
}

/// Keeps as many bits of every result's significand, 24 at most.
template <int Bits>
void cut(const KernelCall& call, std::uint64_t numbers) {
  auto* const results = static_cast<float*>(call.outputs[0]);
  for (std::uint64_t k = 0; k < numbers; ++k)
    results[k] = std::bit_cast<float>(std::bit_cast<std::uint32_t>(results[k]) >>
                                      (24 - Bits) << (24 - Bits));
}

TEST(Claims, PullsOf16BitsShowIfFewBodiesHaveAMass) {
  const auto claimed = [](std::unique_ptr<Family> family) {
    return Claimed{std::move(family), "naive", Precision::fp32};
  };
  EXPECT_EQ(row_of(claimed(make_gravity()), test::compute<"gravity_naive">).reason, "");
  EXPECT_EQ(row_of(claimed(make_hermite()), test::compute<"hermite_naive">).reason, "");
  expect_failed(row_of(claimed(make_gravity()),
                       [](const KernelCall& call) {
                         test::compute<"gravity_naive">(call);
                         cut<16>(call, 4 * call.items);
                       }),
                "bodies have a mass");
  expect_failed(row_of(claimed(make_hermite()),
                       [](const KernelCall& call) {
                         test::compute<"hermite_naive">(call);
                         cut<16>(call, 4 * call.items);
                       }),
                "bodies have a mass");
}

TEST(Claims, Fixed64HasTheBitsOfItsDefinition) {
  const auto claimed = [] { return Claimed{make_gravity(), "fixed64", Precision::fp32}; };
  EXPECT_EQ(row_of(claimed(), test::compute<"gravity_fixed64">).reason, "");
  expect_failed(row_of(claimed(), test::compute<"gravity_naive">),
                "but 64-bit fixed-point sums give");
}

/// Rounds the results to fp32, whose errors the accuracy of the method exceeds.
void in_fp32(const KernelCall& call) {
  auto* const results = static_cast<double*>(call.outputs[0]);
  for (std::uint64_t k = 0; k < 4 * call.items; ++k) results[k] = static_cast<float>(results[k]);
}

TEST(Claims, OtherUnitsShowFp32BelowAMethodsAccuracy) {
  const auto tree = [] {
    return Claimed{make_tree(), "walk_thread", Precision::fp64, {{"multipole", "quadrupole"}}};
  };
  const auto fmm = [] { return Claimed{make_fmm(), "lists", Precision::fp64, {{"degree", "6"}}}; };
  const auto pme = [] {
    return Claimed{make_ewald(), "pme", Precision::fp64, {{"part", "mesh"}, {"spread", "sorted"}}};
  };
  EXPECT_EQ(row_of(tree(), test::compute<"tree_walk_thread">).reason, "");
  EXPECT_EQ(row_of(fmm(), test::compute<"fmm_lists">).reason, "");
  EXPECT_EQ(row_of(pme(), test::compute<"ewald_pme">).reason, "");
  const std::string why = "the kernel computes in a precision below fp64";
  expect_failed(row_of(tree(),
                       [](const KernelCall& call) {
                         test::compute<"tree_walk_thread">(call);
                         in_fp32(call);
                       }),
                why);
  expect_failed(row_of(fmm(),
                       [](const KernelCall& call) {
                         test::compute<"fmm_lists">(call);
                         in_fp32(call);
                       }),
                why);
  expect_failed(row_of(pme(),
                       [](const KernelCall& call) {
                         test::compute<"ewald_pme">(call);
                         in_fp32(call);
                       }),
                why);
}

enum class Way { plain, kahan, fixed64 };

std::string name_of(Way way) {
  return way == Way::plain ? "plain" : way == Way::kahan ? "kahan" : "fixed64";
}

/// The CPU's central_direct, which adds up in this way whatever its row claims.
template <Way Is>
void adding_up(const KernelCall& call) {
  KernelCall other = call;
  other.configuration.axes["sum"] = name_of(Is);
  test::compute<"central_direct">(other);
}

TEST(Claims, EqualTermsAndAnotherOrderShowAPlainSum) {
  const auto claimed = [](Way way, Precision precision) {
    return Claimed{
        make_central(), "direct", precision, {{"form", "function"}, {"sum", name_of(way)}}, 2000};
  };
  EXPECT_EQ(row_of(claimed(Way::plain, Precision::fp32), adding_up<Way::plain>).reason, "");
  for (const Precision precision : all_precisions()) {
    EXPECT_EQ(row_of(claimed(Way::kahan, precision), adding_up<Way::kahan>).reason, "");
    EXPECT_EQ(row_of(claimed(Way::fixed64, precision), adding_up<Way::fixed64>).reason, "");
    expect_failed(row_of(claimed(Way::kahan, precision), adding_up<Way::plain>), "(sum = kahan)");
    expect_failed(row_of(claimed(Way::fixed64, precision), adding_up<Way::plain>), "particle");
    expect_failed(row_of(claimed(Way::fixed64, precision), adding_up<Way::kahan>),
                  "depends on the order of the particles");
  }
}

TEST(Claims, PairsNearTheRadiusShowALesserPrecision) {
  const auto claimed = [] {
    return Claimed{
        make_neighbour(), "cell", Precision::fp64, {{"newton3", "off"}, {"list", "csr"}}};
  };
  EXPECT_EQ(row_of(claimed(), test::compute<"neighbour_cell">).reason, "");
  expect_failed(row_of(claimed(),
                       [](const KernelCall& call) {
                         KernelCall in_fp32 = call;
                         for (Scalar& scalar : in_fp32.scalars)
                           if (scalar.name == "radius2")
                             scalar.value =
                                 round_to(Precision::fp32, call.scalar<double>("radius2"));
                         test::compute<"neighbour_cell">(in_fp32);
                       }),
                "the list of particle");
}

}  // namespace
}  // namespace gputest::claims_test
