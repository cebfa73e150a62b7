// The family roofline: right chains pass. A missing step, an operation that rounds twice, and an
// unwritten or misplaced body fail.
#include <gtest/gtest.h>

#include <cmath>

#include "common/core/error.hpp"
#include "common/cpu/cpu_backend.hpp"
#include "common/roofline/family.hpp"
#include "common/run/runner.hpp"
#include "tests/support/fake_kernels.hpp"

namespace gputest::roofline_problem_test {
namespace {

ProblemRequest request(std::uint64_t n) {
  ProblemRequest wanted;
  wanted.n = n;
  return wanted;
}

ResultRow run_on(const std::map<std::string, std::string>& axes, test::HostFunction function,
                 Precision precision, std::uint64_t n = 2000) {
  KernelInfo info;
  info.family = "roofline";
  info.variant = "test";
  info.layouts = {"float4"};
  info.precisions = {Precision::fp32, Precision::fp64};
  for (const auto& [axis, value] : axes) info.axes[axis] = {value};
  test::HostDevice device(test::fake_device());
  const auto problem = make_roofline()->make_problem(request(n));
  RunnerOptions options;
  options.measure = false;
  return Runner(options).run(*test::host_kernel(info, function), device, *problem,
                             {"float4", precision, 0, axes});
}

ResultRow run(test::HostFunction function, const std::string& fmas,
              Precision precision = Precision::fp32) {
  return run_on({{"fmas", fmas}}, function, precision);
}

/// The chains in plain code, without `Less` of the steps.
template <std::uint32_t Less>
void plain(const KernelCall& call) {
  const auto* from = static_cast<const float*>(call.inputs[0]);
  auto* values = static_cast<float*>(call.outputs[0]);
  const std::uint32_t fmas = call.specialization("fmas");
  for (std::uint32_t i = 0; i < 4 * call.scalar<std::uint32_t>("n"); ++i) {
    float x = from[i];
    for (std::uint32_t k = Less; k < fmas; ++k) x = std::fma(-0.9990234375f, x, 0.5f);
    values[i] = x;
  }
}

TEST(Roofline, TheChainsAreRightToTheLastBit) {
  const auto axes = roofline_axes();
  for (const std::string& fmas : axes.at("fmas")) {
    EXPECT_EQ(name(run(plain<0>, fmas).status), "ok") << fmas;
    for (const Precision precision : {Precision::fp32, Precision::fp64}) {
      const ResultRow row = run(test::compute<"roofline_fma">, fmas, precision);
      EXPECT_EQ(name(row.status), "ok") << fmas << " " << row.reason;
    }
  }
}

TEST(Roofline, TooFewStepsAreCaught) {
  for (const char* fmas : {"16", "1024"}) {
    EXPECT_EQ(run(plain<1>, fmas).exit_status, Status::verification_failed) << fmas;
    EXPECT_EQ(run(plain<2>, fmas).exit_status, Status::verification_failed) << fmas;
  }
}

TEST(Roofline, RoundingTwiceIsCaught) {
  const auto unfused = [](const KernelCall& call) {
    const auto* from = static_cast<const float*>(call.inputs[0]);
    auto* values = static_cast<float*>(call.outputs[0]);
    for (std::uint32_t i = 0; i < 4 * call.scalar<std::uint32_t>("n"); ++i) {
      volatile float x = from[i];
      for (std::uint32_t k = 0; k < 16; ++k) {
        x = -0.9990234375f * x;
        x = x + 0.5f;
      }
      values[i] = x;
    }
  };
  EXPECT_EQ(run(unfused, "16").exit_status, Status::verification_failed);
}

TEST(Roofline, AnythingUnwrittenOrMisplacedIsCaught) {
  const auto last_unwritten = [](const KernelCall& call) {
    plain<0>(call);
    static_cast<float*>(call.outputs[0])[4 * call.scalar<std::uint32_t>("n") - 1] = NAN;
  };
  const auto shifted = [](const KernelCall& call) {
    plain<0>(call);
    auto* values = static_cast<float*>(call.outputs[0]);
    std::swap(values[4 * 1001], values[4 * 1002]);
  };
  EXPECT_EQ(run(last_unwritten, "1024").exit_status, Status::verification_failed);
  const auto one_wrong = [](const KernelCall& call) {
    plain<0>(call);
    float& wrong = static_cast<float*>(call.outputs[0])[4 * 1234 + 2];
    wrong = std::nextafter(wrong, 2.0f);
  };
  EXPECT_EQ(run(shifted, "0").exit_status, Status::verification_failed);
  EXPECT_EQ(run(one_wrong, "64").exit_status, Status::verification_failed);
}

TEST(Roofline, TheWorkIsTwoFlopsPerStepAndEachArrayOnce) {
  const auto problem = make_roofline()->make_problem(request(1000));
  const Work work = problem->work({"float4", Precision::fp64, 0, {{"fmas", "64"}}});
  EXPECT_EQ(work.items, 1000);
  EXPECT_EQ(work.flops, 2.0 * 4 * 64 * 1000);
  EXPECT_EQ(work.bytes, 1000.0 * (32 + 32));
}

/// The sums of roots, without `Less` of the rounds; each root has that relative error in
/// millionths.
template <std::uint32_t Less, int Millionths>
void roots(const KernelCall& call) {
  const auto* from = static_cast<const float*>(call.inputs[0]);
  auto* values = static_cast<float*>(call.outputs[0]);
  for (std::uint32_t i = 0; i < 4 * call.scalar<std::uint32_t>("n"); ++i) {
    float sum = 1 + std::abs(from[i]);
    for (std::uint32_t k = Less; k < call.specialization("rsqrts") / 4; ++k) {
      float x = sum;
      for (int root = 0; root < 4; ++root) x = (1 + 1e-6f * Millionths) / std::sqrt(x);
      sum += x;
    }
    values[i] = sum;
  }
}

TEST(Roofline, RootsAreRightExceptForRounding) {
  for (const char* rsqrts : {"64", "256", "1024"}) {
    const auto status = [&](test::HostFunction function) {
      return run_on({{"rsqrts", rsqrts}}, function, Precision::fp32).exit_status;
    };
    EXPECT_EQ(status(roots<0, 0>), Status::ok) << rsqrts;
    EXPECT_EQ(status(roots<1, 0>), Status::verification_failed) << rsqrts;
    EXPECT_EQ(status(roots<0, 200>), Status::verification_failed) << rsqrts;  // a root of 12 bits
    for (const Precision precision : {Precision::fp32, Precision::fp64}) {
      const ResultRow row =
          run_on({{"rsqrts", rsqrts}}, test::compute<"roofline_rsqrt">, precision);
      EXPECT_EQ(name(row.status), "ok") << rsqrts << " " << row.reason;
    }
  }
}

TEST(Roofline, RefusesNoBodiesAndTooMany) {
  for (const std::uint64_t n : {std::uint64_t{0}, std::uint64_t{1} << 40}) {
    try {
      make_roofline()->make_problem(request(n));
      ADD_FAILURE() << n;
    } catch (const Error& e) {
      EXPECT_EQ(e.status(), Status::bad_input) << n;
    }
  }
}

}  // namespace
}  // namespace gputest::roofline_problem_test
