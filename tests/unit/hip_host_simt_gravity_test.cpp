// The kernels of common/simt on the host device, for both wavefront sizes: right in every order of
// threads, wrong in at least one order without any one barrier, and true to Newton's third law.
#include <gtest/gtest.h>
#include <hip/hip_runtime.h>

#include <algorithm>
#include <array>
#include <atomic>
#include <cmath>
#include <limits>

#include "common/device/kernel_call.hpp"
#include "common/gravity/family.hpp"
#include "common/simt/kernel_table.hpp"
#include "hip/host/barrier_filter.hpp"
#include "hip/host_calls.hpp"
#include "hip/platform.hpp"
#include "tests/support/on_device.hpp"

namespace {

/// Barriers, identified by source line: those that exist, and the one taken out.
struct Barriers {
  std::array<std::atomic<bool>, 512> met{};
  std::atomic<unsigned> taken_out{0};
};
Barriers barriers;

bool stands(const hip_host::detail::CallSite& site) {
  const auto line = static_cast<unsigned>(site.line);
  barriers.met.at(line) = true;
  return line != barriers.taken_out;
}

}  // namespace

#if GT_HIP_HOST_WAVEFRONT == 32
#define SUITE HipHostSimtGravity32
// After the platform's header.
#include "simt_gravity.hpp"
#else
#define SUITE HipHostSimtGravity64
namespace gputest::hip_host {
const simt::KernelTable& kernels();  // the library's kernels, for wavefronts of 64
}  // namespace gputest::hip_host
#endif

namespace gputest {
namespace {

struct ThreadOrder {
  ::hip_host::Order order;
  std::uint64_t seed;
};
constexpr ThreadOrder kOrders[]{{::hip_host::Order::forward, 0},
                                {::hip_host::Order::reverse, 0},
                                {::hip_host::Order::random, 1},
                                {::hip_host::Order::random, 2}};

simt::KernelTable compiled_kernels() {
#if GT_HIP_HOST_WAVEFRONT == 32
  return simt::gravity_kernels<hip_host::Simt>();
#else
  return hip_host::kernels();
#endif
}

/// Every kernel that uses plain buffers.
const std::vector<simt::CompiledKernel>& kernels() {
  static const std::vector<simt::CompiledKernel> all = [] {
    std::vector<simt::CompiledKernel> found;
    for (const auto& [name, kernel] : compiled_kernels())
      if (kernel.info && kernel.info->family == "gravity" &&
          kernel.info->layouts.front() != "image2d")
        found.push_back(kernel);
    return found;
  }();
  return all;
}
const simt::CompiledKernel& symmetric() {
  static const simt::CompiledKernel kernel = compiled_kernels().at("gravity_symmetric");
  return kernel;
}

std::unique_ptr<Problem> gravity(std::uint64_t n, std::uint64_t seed) {
  ProblemRequest request;
  request.n = n;
  request.seed = seed;
  request.options = {{"eps", "0.02"}, {"image-width", "64"}, {"potential", "on"}};
  return make_gravity()->make_problem(request);
}

/// In the kernel's own layout and its smallest block.
Configuration configuration_of(const simt::CompiledKernel& kernel, Precision precision) {
  const std::vector<std::uint32_t>& blocks = kernel.info->blocks;
  return {kernel.info->layouts.front(), precision,
          blocks.empty() ? 0 : *std::min_element(blocks.begin(), blocks.end())};
}

/// The sums that a kernel computes with that order of threads.
std::vector<HostArray> run(const simt::CompiledKernel& kernel, const Problem& problem,
                           Precision precision, const ThreadOrder& order) {
  const Configuration configuration = configuration_of(kernel, precision);
  const KernelSignature shapes = problem.shapes(configuration);
  const test::OnDevice bodies(problem.inputs(configuration).front().data);
  const test::OnDevice sums(
      std::vector<std::byte>(shapes.outputs.front().bytes(), std::byte{0xFF}));
  KernelCall call;
  call.describe(configuration, shapes);
  call.compute_units = 2;
  call.warp_size = GT_HIP_HOST_WAVEFRONT;
  call.inputs = {bodies.get()};
  call.outputs = {sums.get()};
  ::hip_host::set_thread_order(order.order, order.seed);
  const hip_host::HostCalls calls;
  simt::Binding binding(&calls);
  kernel.bind(call, binding);
  binding.enqueue();
  EXPECT_EQ(hipGetLastError(), hipSuccess) << ::hip_host::last_launch_message();
  ::hip_host::reset_thread_order();
  return {HostArray{shapes.outputs.front(), sums.read()}};
}

/// Each test has its own bodies, independent of earlier tests.
class SUITE : public testing::Test {
 protected:
  void TearDown() override { ::hip_host::set_barrier_filter(nullptr); }

  /// Whether the kernel is right in that order. It uses other bodies each time, because shared
  /// memory keeps the last block's values.
  bool is_right(const simt::CompiledKernel& kernel, Precision precision, const ThreadOrder& order) {
    const auto problem = gravity(300, ++seed_);
    problem->make_reference(configuration_of(kernel, precision));
    return problem
        ->verify(configuration_of(kernel, precision), kernel.info->arithmetic.value_or(precision),
                 run(kernel, *problem, precision, order))
        .passed;
  }

 private:
  std::uint64_t seed_ = 0;
};

TEST_F(SUITE, EveryKernelIsRightInEveryOrderOfThreads) {
  for (const simt::CompiledKernel& kernel : kernels())
    for (const Precision precision : kernel.info->precisions)
      for (const ThreadOrder& order : kOrders)
        EXPECT_TRUE(is_right(kernel, precision, order)) << kernel.name;
}

TEST_F(SUITE, EachMissingBarrierIsFoundInSomeOrder) {
  unsigned count = 0;
  ::hip_host::set_barrier_filter(&stands);
  for (const simt::CompiledKernel& kernel : kernels()) {
    const Precision precision = kernel.info->precisions.front();
    for (auto& met : barriers.met) met = false;
    ASSERT_TRUE(is_right(kernel, precision, kOrders[0])) << kernel.name;
    for (unsigned line = 1; line < barriers.met.size(); ++line) {
      if (!barriers.met[line]) continue;
      ++count;
      barriers.taken_out = line;
      bool seen = false;
      for (const ThreadOrder& order : kOrders) seen = seen || !is_right(kernel, precision, order);
      barriers.taken_out = 0;
      EXPECT_TRUE(seen) << kernel.name << " without the barrier at line " << line;
    }
  }
  EXPECT_GT(count, 0u);
}

/// |Σ m a| over the square root of Σ (m_i Σ_j |f_ij|/m_i)², in units of the precision's spacing.
/// This is about the error of each body's pull in independent roundings.
template <class Real>
double momentum_change(std::uint64_t n, Precision precision) {
  const auto problem = gravity(n, n);
  const auto bodies = problem->inputs({"float4", precision, 0}).front();
  const auto sums = run(symmetric(), *problem, precision, kOrders[0]).front();
  const auto at = [](const HostArray& array, std::size_t i, unsigned k) {
    return static_cast<double>(array.as<Real>()[4 * i + k]);
  };
  std::array<double, 3> total{};
  double squares = 0;
  for (std::size_t i = 0; i < n; ++i) {
    double pulls = 0;
    for (std::size_t j = 0; j < n; ++j) {
      const double dx = at(bodies, j, 0) - at(bodies, i, 0);
      const double dy = at(bodies, j, 1) - at(bodies, i, 1);
      const double dz = at(bodies, j, 2) - at(bodies, i, 2);
      const double r2 = dx * dx + dy * dy + dz * dz;
      pulls += at(bodies, i, 3) * at(bodies, j, 3) * std::sqrt(r2) / std::pow(r2 + 0.0004, 1.5);
    }
    squares += pulls * pulls;
    for (unsigned k = 0; k < 3; ++k) total[k] += at(bodies, i, 3) * at(sums, i, k);
  }
  return std::hypot(total[0], total[1], total[2]) / std::sqrt(squares) /
         static_cast<double>(std::numeric_limits<Real>::epsilon());
}

TEST_F(SUITE, SymmetricConservesMomentum) {
  for (const std::uint64_t n : {2u, 65u, 1000u}) {
    EXPECT_LT(momentum_change<float>(n, Precision::fp32), 2.0) << n;
    EXPECT_LT(momentum_change<double>(n, Precision::fp64), 2.0) << n;
  }
}

TEST_F(SUITE, AnotherWavefrontIsRefused) {
  KernelCall call;
  call.warp_size = 96 - GT_HIP_HOST_WAVEFRONT;
  call.specializations = {{"potential", 1}, {"unsoftened", 0}};
  try {
    const hip_host::HostCalls calls;
    simt::Binding binding(&calls);
    symmetric().bind(call, binding);
    FAIL() << "it was bound";
  } catch (const Error& error) {
    EXPECT_EQ(error.status(), Status::unavailable);
    EXPECT_NE(std::string(error.what())
                  .find("wavefronts of " + std::to_string(GT_HIP_HOST_WAVEFRONT) + " threads"),
              std::string::npos)
        << error.what();
  }
}

}  // namespace
}  // namespace gputest
