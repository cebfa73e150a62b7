// Planted faults: kernels with typical errors. Each must fail verification and have no speed, at
// any size.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <limits>

#include "common/gravity/family.hpp"
#include "common/gravity/pair.hpp"
#include "common/particles/generators.hpp"
#include "common/run/checked_results.hpp"
#include "common/run/runner.hpp"
#include "tests/support/fake_kernels.hpp"

namespace gputest::gravity_faults_test {
namespace {

/// The faults of a kernel; by default there are none.
struct Fault {
  std::uint32_t dropped_at_end = 0;    // bodies j left out
  std::uint32_t repeated_at_end = 0;   // bodies j counted twice
  std::uint32_t unwritten_at_end = 0;  // bodies i without a result
  float eps_factor = 1;
  int row_length_error = 0;  // rows wrap that many texels late
};

constexpr std::uint32_t kWidth = 64;

/// gravity_texture2d's loop on the host, with the fault.
template <Fault fault>
void kernel(const KernelCall& call) {
  const auto n = call.scalar<std::uint32_t>("n");
  const float eps2 = call.scalar<float>("eps2") * fault.eps_factor * fault.eps_factor;
  const auto* texels = static_cast<const float*>(call.inputs[0]);
  auto* sums = static_cast<GravitySum<float>*>(call.outputs[0]);
  const std::uint32_t rows = (n + kWidth - 1) / kWidth;
  const std::uint32_t wrap = kWidth + fault.row_length_error;
  const auto add = [&](GravitySum<float> sum, const float* self, std::uint32_t x, std::uint32_t y) {
    const std::uint32_t texel = std::min(y, rows - 1) * kWidth + std::min(x, kWidth - 1);
    const float* other = texels + 4 * texel;
    return gt_gravity_add(sum, other[0] - self[0], other[1] - self[1], other[2] - self[2], other[3],
                          eps2, 0);
  };
  for (std::uint32_t i = 0; i + fault.unwritten_at_end < n; ++i) {
    GravitySum<float> sum{};
    std::uint32_t x = 0, y = 0;
    for (std::uint32_t j = 0; j + fault.dropped_at_end < n; ++j) {
      sum = add(sum, texels + 4 * i, x, y);
      if (j + fault.repeated_at_end >= n) sum = add(sum, texels + 4 * i, x, y);
      if (++x == wrap) {
        x = 0;
        ++y;
      }
    }
    sums[i] = sum;
  }
}

void null_kernel(const KernelCall&) {}

ResultRow run(test::HostFunction function, const ProblemRequest& request,
              const std::string& layout = "image2d") {
  DeviceInfo info = test::fake_device();
  info.max_image_width = info.max_image_height = 8192;
  test::HostDevice device(info);
  const auto problem = make_gravity()->make_problem(request);
  RunnerOptions options;
  options.sampling.strategy = Strategy::single;
  return Runner(options).run(*test::host_kernel(test::gravity_info(layout), function), device,
                             *problem, {layout, Precision::fp32, 0});
}

class PlantedFault : public testing::TestWithParam<std::uint64_t> {
 protected:
  static void expect_caught(test::HostFunction function) {
    const ResultRow row = run(function, test::gravity_request(GetParam()));
    EXPECT_EQ(row.status, RowStatus::failed);
    EXPECT_EQ(row.exit_status, Status::verification_failed);
    EXPECT_FALSE(row.reason.empty());
    EXPECT_FALSE(row.timing.has_value());
    EXPECT_FALSE(row.items_per_second().has_value());
  }
};

TEST_P(PlantedFault, ARightKernelPasses) {
  const ResultRow row = run(kernel<Fault{}>, test::gravity_request(GetParam()));
  EXPECT_EQ(row.status, RowStatus::ok) << row.reason;
  EXPECT_TRUE(row.timing.has_value());
}

TEST_P(PlantedFault, NullKernel) { expect_caught(null_kernel); }
TEST_P(PlantedFault, LastBodyDropped) { expect_caught(kernel<Fault{.dropped_at_end = 1}>); }
TEST_P(PlantedFault, LastBodyCountedTwice) { expect_caught(kernel<Fault{.repeated_at_end = 1}>); }
TEST_P(PlantedFault, LastBodyUnwritten) { expect_caught(kernel<Fault{.unwritten_at_end = 1}>); }
TEST_P(PlantedFault, EpsOnePercentOff) { expect_caught(kernel<Fault{.eps_factor = 1.01f}>); }
TEST_P(PlantedFault, RowWrapOneLate) { expect_caught(kernel<Fault{.row_length_error = 1}>); }
TEST_P(PlantedFault, RowWrapOneEarly) { expect_caught(kernel<Fault{.row_length_error = -1}>); }

INSTANTIATE_TEST_SUITE_P(Sizes, PlantedFault, testing::Values(65, 129, 1000, 4096));

/// Right except for the last body.
void all_but_the_last(const KernelCall& call) {
  test::compute<"gravity_simd">(call);
  auto* last = static_cast<float*>(call.outputs[0]) + 4 * (call.items - 1);
  std::fill(last, last + 4, std::numeric_limits<float>::quiet_NaN());
}

/// Right except for a tenth of the bodies: their sums lack a term.
void some_block_wrong(const KernelCall& call) {
  test::compute<"gravity_simd">(call);
  auto* sums = static_cast<GravitySum<float>*>(call.outputs[0]);
  for (std::uint64_t i = call.items / 2; i < call.items * 6 / 10; ++i) sums[i].x *= 1.01f;
}

/// Right except for `Count` bodies from an aligned one on: their results are 0.
template <std::uint64_t Count>
void zeroed(const KernelCall& call) {
  test::compute<"gravity_simd">(call);
  auto* sums = static_cast<GravitySum<float>*>(call.outputs[0]);
  const std::uint64_t first = call.items / 3 / Count * Count;
  for (std::uint64_t i = first; i < first + Count; ++i) sums[i] = {};
}

/// Right except for one pair of bodies, which counts twice.
void pair_twice(const KernelCall& call) {
  test::compute<"gravity_simd">(call);
  auto* sums = static_cast<GravitySum<float>*>(call.outputs[0]);
  const auto soa = [&](std::size_t k) { return static_cast<const float*>(call.inputs[k]); };
  const std::uint64_t i = call.items / 3, j = call.items / 2;
  sums[i] = gt_gravity_add(sums[i], soa(0)[j] - soa(0)[i], soa(1)[j] - soa(1)[i],
                           soa(2)[j] - soa(2)[i], soa(3)[j], call.scalar<float>("eps2"), 0);
}

constexpr std::uint64_t kLarge = 20000;

ResultRow run_large(test::HostFunction function, const Checking& checking) {
  ProblemRequest request = test::gravity_request(kLarge);
  request.checking = checking;
  return run(function, request, "soa");
}

TEST(PlantedFaultAtLargeN, IsCaughtBecauseEveryBodyIsCompared) {
  EXPECT_EQ(run_large(test::compute<"gravity_simd">, {}).status, RowStatus::ok);
  for (const auto fault : {all_but_the_last, some_block_wrong, zeroed<1>, zeroed<64>, pair_twice}) {
    const ResultRow row = run_large(fault, {});
    EXPECT_EQ(row.status, RowStatus::failed);
    ASSERT_TRUE(row.verification.has_value());
    EXPECT_FALSE(row.verification->salt.has_value());
  }
}

TEST(PlantedFaultAtLargeN, OfABlockIsCaughtByEverySample) {
  const ResultRow right = run_large(test::compute<"gravity_simd">, {Coverage::sample, 7});
  EXPECT_EQ(right.status, RowStatus::ok) << right.reason;
  EXPECT_EQ(right.verification->salt, 7u);
  EXPECT_LT(right.verification->checked, kLarge / 32);
  for (std::uint64_t salt = 0; salt < 50; ++salt)
    EXPECT_EQ(run_large(zeroed<64>, {Coverage::sample, salt}).status, RowStatus::failed) << salt;
}

/// Right in every first launch, which has few masses. In every second one right except for the sum
/// of m/r at one body, which is `Factor` times the right value.
template <int Factor>
void potential_of_one(const KernelCall& call) {
  static int calls = 0;
  test::compute<"gravity_simd">(call);
  if (++calls % 2 != 0) return;
  static_cast<float*>(call.outputs[0])[4 * (call.items / 3) + 3] *= Factor;
}

TEST(PlantedFaultAtLargeN, IsCaughtOutsideTheSampleIfNoBodiesCouldGiveTheResult) {
  const Checking checking{Coverage::sample, 3};
  const auto sample = results_to_check(kLarge, checking);
  ASSERT_FALSE(std::binary_search(sample.begin(), sample.end(), kLarge / 3));
  for (const auto fault : {potential_of_one<0>, potential_of_one<3>}) {
    const ResultRow row = run_large(fault, checking);
    EXPECT_EQ(row.status, RowStatus::failed);
    EXPECT_NE(row.reason.find("the sum of m/r at body 6666 is"), std::string::npos) << row.reason;
  }
}

constexpr std::uint64_t kFar = 5;

/// Right, with plain running sums for the far body, times a factor.
template <int Percent>
void running_sum(const KernelCall& call) {
  test::compute<"gravity_simd">(call);
  const auto soa = [&](std::size_t k) { return static_cast<const float*>(call.inputs[k]); };
  GravitySum<float> sum{};
  for (std::uint64_t j = 0; j < call.items; ++j)
    sum = gt_gravity_add(sum, soa(0)[j] - soa(0)[kFar], soa(1)[j] - soa(1)[kFar],
                         soa(2)[j] - soa(2)[kFar], soa(3)[j], call.scalar<float>("eps2"), 0);
  sum.x *= Percent / 100.0f;
  static_cast<GravitySum<float>*>(call.outputs[0])[kFar] = sum;
}

/// For a distant body the terms are alike, and a running sum drifts by more than a random walk.
TEST(FarBody, MayHaveTheErrorOfItsDriftAndNoMore) {
  auto particles = std::make_shared<ParticleSet>(generate_plummer(kLarge, 1));
  particles->x[kFar] = 20000;
  ProblemRequest request = test::gravity_request(kLarge);
  request.input = particles;
  const ResultRow right = run(running_sum<100>, request, "soa");
  EXPECT_EQ(right.status, RowStatus::ok) << right.reason;
  EXPECT_EQ(right.verification->worst_index, kFar);
  EXPECT_GT(right.verification->max_error, epsilon(Precision::fp32) * (8 + std::sqrt(kLarge)));
  EXPECT_LT(right.verification->tolerance, 1e-3);
  EXPECT_EQ(run(running_sum<99>, request, "soa").status, RowStatus::failed);
}

/// A run on a device that is not the host's, on which a second kernel's results can be compared.
ResultRow run_with_second(test::HostFunction function, test::HostFunction second) {
  KernelInfo info = test::gravity_info("soa");
  info.variant = "second";
  const auto other = test::host_kernel(info, second);
  ProblemRequest request = test::gravity_request(kLarge);
  request.checking = {Coverage::second, 3};
  const auto problem = make_gravity()->make_problem(request);
  RunnerOptions options;
  options.measure = false;
  options.second_kernel = [&](const Kernel&, const DeviceInfo&) { return other.get(); };
  test::HostDevice device(test::fake_device());
  return Runner(options).run(*test::host_kernel(test::gravity_info("soa"), function), device,
                             *problem, {"soa", Precision::fp32, 0});
}

template <class Real>
void half_of_one(const KernelCall& call) {
  test::compute<"gravity_simd">(call);
  static_cast<GravitySum<Real>*>(call.outputs[0])[call.items / 3].y *= Real(0.5);
}

/// Every sum is wrong by 1e-9: invisible in fp32, but above the sample's tolerance in fp64.
void all_a_little(const KernelCall& call) {
  test::compute<"gravity_simd">(call);
  auto* sums = static_cast<GravitySum<double>*>(call.outputs[0]);
  for (std::uint64_t i = 0; i < call.items; ++i) sums[i].y *= 1 + 1e-9;
}

TEST(PlantedFaultWithASecondKernel, IsCaughtThoughTheSampleLacksTheBody) {
  const ResultRow right =
      run_with_second(test::compute<"gravity_simd">, test::compute<"gravity_simd">);
  EXPECT_EQ(right.status, RowStatus::ok) << right.reason;
  ASSERT_TRUE(right.verification.has_value());
  EXPECT_EQ(right.verification->second, "gravity_second");
  EXPECT_EQ(right.verification->checked, kLarge);
  EXPECT_EQ(right.verification->salt, 3u);
  const auto sample = results_to_check(kLarge, {Coverage::second, 3});
  ASSERT_FALSE(std::binary_search(sample.begin(), sample.end(), kLarge / 3));
  for (const auto fault : {half_of_one<float>, zeroed<1>, pair_twice})
    EXPECT_EQ(run_with_second(fault, test::compute<"gravity_simd">).status, RowStatus::failed);
}

TEST(PlantedFaultWithASecondKernel, OfTheSecondIsFoundByTheSample) {
  const ResultRow row = run_with_second(test::compute<"gravity_simd">, all_a_little);
  EXPECT_EQ(row.status, RowStatus::error);
  EXPECT_EQ(row.exit_status, Status::verification_failed);
  EXPECT_NE(row.reason.find("gravity_second"), std::string::npos) << row.reason;
  // The net force reveals an error outside the sample.
  EXPECT_EQ(run_with_second(test::compute<"gravity_simd">, half_of_one<double>).status,
            RowStatus::error);
}

/// Right the first time, then idle: the earlier result is still there.
void idle_where_done(const KernelCall& call) {
  if (std::isnan(*static_cast<const float*>(call.outputs[0]))) test::compute<"gravity_naive">(call);
}

/// Computes in only one of sixteen launches, for any content of its outputs, as if the others were
/// dropped.
int launches = 0;
void every_sixteenth(const KernelCall& call) {
  if (launches++ % 16 == 0) test::compute<"gravity_naive">(call);
}

ResultRow run_timed(test::HostFunction function, Strategy strategy) {
  constexpr std::uint64_t n = 500;
  test::HostDevice device(test::fake_device());
  const auto problem = make_gravity()->make_problem(test::gravity_request(n));
  RunnerOptions options;
  options.sampling = {strategy, 10, 0.2, 0.4};
  return Runner(options).run(*test::host_kernel(test::gravity_info("soa"), function), device,
                             *problem, {"soa", Precision::fp32, 0});
}

TEST(PlantedFaultInTimedLaunches, HasNoSpeed) {
  for (const Strategy strategy : {Strategy::hot, Strategy::cold, Strategy::single}) {
    SCOPED_TRACE(name(strategy));
    EXPECT_NE(run_timed(test::compute<"gravity_naive">, strategy).status, RowStatus::failed);
  }
  const ResultRow idle = run_timed(idle_where_done, Strategy::hot);
  EXPECT_EQ(idle.status, RowStatus::failed);
  EXPECT_EQ(idle.exit_status, Status::verification_failed);
  EXPECT_NE(idle.reason.find("a timed launch is wrong"), std::string::npos) << idle.reason;
  EXPECT_FALSE(idle.verification->passed);
  EXPECT_FALSE(idle.timing.has_value());
  launches = 0;
  const ResultRow dropped = run_timed(every_sixteenth, Strategy::single);
  EXPECT_EQ(dropped.status, RowStatus::failed);
  EXPECT_FALSE(dropped.timing.has_value());
}

}  // namespace
}  // namespace gputest::gravity_faults_test
