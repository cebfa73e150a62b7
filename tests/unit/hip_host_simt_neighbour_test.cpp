// The list builders of common/simt on the host device, for both wavefront sizes: the list is right
// and the same in every order of threads, for any order of particles.
#include <gtest/gtest.h>
#include <hip/hip_runtime.h>

#include <algorithm>
#include <random>

#include "common/core/sanitizers.hpp"
#include "common/neighbour/family.hpp"
#include "common/particles/generators.hpp"
#include "common/simt/kernel_table.hpp"
#include "hip/host_calls.hpp"
#include "hip/platform.hpp"
#include "tests/support/on_device.hpp"

#if GT_HIP_HOST_WAVEFRONT == 32
#define SUITE HipHostSimtNeighbour32
// After the platform's header.
#include "simt_neighbour.hpp"
#else
#define SUITE HipHostSimtNeighbour64
namespace gputest::hip_host {
const simt::KernelTable& kernels();  // the library's kernels, for wavefronts of 64
}  // namespace gputest::hip_host
#endif

namespace gputest {
namespace {

/// Every list builder.
std::vector<simt::CompiledKernel> builders() {
#if GT_HIP_HOST_WAVEFRONT == 32
  const simt::KernelTable all = simt::neighbour_kernels<hip_host::Simt>();
#else
  const simt::KernelTable& all = hip_host::kernels();
#endif
  std::vector<simt::CompiledKernel> found;
  for (const auto& [name, kernel] : all)
    if (kernel.info && kernel.info->family == "neighbour") found.push_back(kernel);
  return found;
}

// A sanitizer sees the same accesses in all orders, and each takes it half a minute.
constexpr bool kEveryOrder = !GT_ASAN;
const std::vector<Precision> kPrecisions =
    GT_ASAN ? std::vector{Precision::fp32} : std::vector{Precision::fp32, Precision::fp64};

enum class Come { in_spatial_order, at_random };

std::unique_ptr<Problem> neighbours(std::uint64_t n, const char* radius, bool periodic, Come come) {
  ProblemRequest request;
  request.n = n;
  for (const ProblemOption& option : make_neighbour()->options())
    request.options[option.name] = option.default_value;
  const std::map<std::string, std::string> changes{
      {"cutoff", radius}, {"skin", "0"}, {"periodic", periodic ? "on" : "off"}};
  for (const auto& [name, value] : changes) request.options[name] = value;
  if (come == Come::at_random) {
    auto particles = std::make_shared<ParticleSet>(generate_lattice_of(n, 0.8442, 2, periodic));
    std::mt19937 random(3);
    for (std::size_t i = n - 1; i > 0; --i) {
      const std::size_t j = random() % (i + 1);
      for (const auto values : {&ParticleSet::x, &ParticleSet::y, &ParticleSet::z})
        std::swap(((*particles).*values)[i], ((*particles).*values)[j]);
    }
    request.input = particles;
    request.options.insert_or_assign("sort", "off");
  }
  return make_neighbour()->make_problem(request);
}

std::uint32_t smallest_block(const simt::CompiledKernel& kernel) {
  return *std::min_element(kernel.info->blocks.begin(), kernel.info->blocks.end());
}

/// The list that a builder makes with that order of threads.
std::vector<HostArray> build(const simt::CompiledKernel& builder, const Problem& problem,
                             const Configuration& configuration, ::hip_host::Order order) {
  const KernelSignature shapes = problem.shapes(configuration);
  KernelCall call;
  call.describe(configuration, shapes);
  call.compute_units = 2;
  call.warp_size = GT_HIP_HOST_WAVEFRONT;
  std::vector<std::unique_ptr<test::OnDevice>> inputs, outputs, scratch;
  for (const HostArray& array : problem.inputs(configuration)) {
    inputs.push_back(std::make_unique<test::OnDevice>(array.data));
    call.inputs.push_back(inputs.back()->get());
  }
  const auto filled = [](const ArrayShape& shape) {
    return std::make_unique<test::OnDevice>(std::vector<std::byte>(shape.bytes(), std::byte{0xFF}));
  };
  for (const ArrayShape& shape : shapes.outputs) {
    outputs.push_back(filled(shape));
    call.outputs.push_back(outputs.back()->get());
  }
  for (const ArrayShape& shape : shapes.scratch) {
    scratch.push_back(filled(shape));
    call.scratch.push_back(scratch.back()->get());
  }
  ::hip_host::set_thread_order(order, 1);
  const hip_host::HostCalls calls;
  simt::Binding binding(&calls);
  builder.bind(call, binding);
  binding.enqueue();
  EXPECT_EQ(hipGetLastError(), hipSuccess) << ::hip_host::last_launch_message();
  ::hip_host::reset_thread_order();
  std::vector<HostArray> arrays;
  for (std::size_t k = 0; k < outputs.size(); ++k)
    arrays.push_back({shapes.outputs[k], outputs[k]->read()});
  return arrays;
}

/// Expects every builder's lists of every kind to be right, and the same in every order of threads.
void expect_right(std::uint64_t n, const char* radius, bool periodic, Come come) {
  const auto problem = neighbours(n, radius, periodic, come);
  for (const Precision precision : kPrecisions) problem->make_reference({"float4", precision});
  for (const simt::CompiledKernel& builder : builders())
    for (const Precision precision : kPrecisions)
      for (const char* list : {"ell", "csr"})
        for (const char* newton3 : {"off", "on"}) {
          // The storage of a list does not depend on the precision.
          if (precision == Precision::fp64 && std::string(list) + newton3 != "elloff") continue;
          const Configuration configuration{
              "float4", precision, smallest_block(builder), {{"list", list}, {"newton3", newton3}}};
          SCOPED_TRACE(testing::Message() << builder.name << " " << list << " newton3=" << newton3);
          const auto random = build(builder, *problem, configuration, ::hip_host::Order::random);
          const Verification verdict = problem->verify(configuration, precision, random);
          EXPECT_TRUE(verdict.passed) << verdict.reason;
          if (!kEveryOrder) continue;
          const auto forward = build(builder, *problem, configuration, ::hip_host::Order::forward);
          for (std::size_t k = 0; k < forward.size(); ++k)
            EXPECT_EQ(forward[k].data, random[k].data) << "another order of entries";
        }
}

TEST(SUITE, EveryListIsRightAndTheSame) { expect_right(500, "2.6", false, Come::in_spatial_order); }
TEST(SUITE, AlsoInAPeriodicBox) { expect_right(500, "2.6", true, Come::in_spatial_order); }
TEST(SUITE, AlsoInABoxOfTwoRadii) { expect_right(256, "3.3", true, Come::in_spatial_order); }
TEST(SUITE, AlsoForUnorderedParticles) {
  expect_right(500, "2.6", false, Come::at_random);
  expect_right(500, "2.6", true, Come::at_random);
}
// More than 1,024 candidates, after which neighbour_mask writes the entries found so far.
TEST(SUITE, AlsoWithHundredsOfNeighbours) {
  expect_right(1100, "12", false, Come::in_spatial_order);
}

}  // namespace
}  // namespace gputest
