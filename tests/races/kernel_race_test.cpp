// Runs every kernel over plain buffers on the host device under ThreadSanitizer. The first race
// ends the program. Each kernel runs with its first layout, precision and block, and all values of
// its axes.
#include <gtest/gtest.h>
#include <hip/hip_runtime.h>

#include <algorithm>
#include <memory>
#include <vector>

#include "common/device/in_place.hpp"
#include "common/device/kernel_call.hpp"
#include "common/families.hpp"
#include "common/run/registry.hpp"
#include "common/simt/kernel_table.hpp"
#include "hip/host_calls.hpp"
#include "tests/support/on_device.hpp"

namespace gputest::hip_host {
const simt::KernelTable& kernels();  // made by the build
}  // namespace gputest::hip_host

namespace gputest {
namespace {

constexpr std::uint64_t kBodies = 289;  // a square, and three blocks of most kernels

using Arrays = std::vector<std::unique_ptr<test::OnDevice>>;

std::unique_ptr<Problem> small_problem(const Family& family) {
  ProblemRequest request;
  request.n = kBodies;
  for (const ProblemOption& option : family.options())
    request.options[option.name] = option.default_value;
  return family.make_problem(request);
}

/// Every value of each axis, with the first values of the other axes.
std::vector<Configuration> configurations_of(const KernelInfo& kernel) {
  Configuration first{kernel.layouts.front(), kernel.precisions.front(),
                      kernel.blocks.empty() ? 0 : kernel.blocks.front()};
  for (const auto& [axis, values] : kernel.axes) first.axes[axis] = values.front();
  std::vector<Configuration> all{first};
  for (const auto& [axis, values] : kernel.axes)
    for (std::size_t k = 1; k < values.size(); ++k) {
      all.push_back(first);
      all.back().axes[axis] = values[k];
    }
  return all;
}

/// Runs the kernel and returns its outputs.
std::vector<HostArray> run(const simt::CompiledKernel& kernel, const Problem& problem,
                           const Configuration& configuration) {
  const KernelSignature shapes = problem.shapes(configuration);
  KernelCall call;
  call.describe(configuration, shapes);
  call.compute_units = 2;
  call.warp_size = GT_HIP_HOST_WAVEFRONT;
  Arrays arrays;
  const auto place = [&](const std::vector<std::byte>& data) {
    arrays.push_back(std::make_unique<test::OnDevice>(data));
    return arrays.back()->get();
  };
  const auto filled = [](const ArrayShape& shape) {
    return std::vector<std::byte>(shape.bytes(), std::byte{0xFF});
  };
  const std::vector<HostArray> inputs = problem.inputs(configuration);
  for (const HostArray& array : inputs) call.inputs.push_back(place(array.data));
  const std::size_t first_output = arrays.size();
  for (std::size_t k = 0; k < shapes.outputs.size(); ++k)
    call.outputs.push_back(place(is_in_place(shapes) ? inputs[k].data : filled(shapes.outputs[k])));
  for (const ArrayShape& shape : shapes.scratch) call.scratch.push_back(place(filled(shape)));
  const hip_host::HostCalls calls;
  simt::Binding binding(&calls);
  kernel.bind(call, binding);
  binding.enqueue();
  EXPECT_EQ(hipGetLastError(), hipSuccess) << ::hip_host::last_launch_message();
  std::vector<HostArray> outputs;
  for (std::size_t k = 0; k < shapes.outputs.size(); ++k)
    outputs.push_back({shapes.outputs[k], arrays[first_output + k]->read()});
  return outputs;
}

/// Whether some of the problem's inputs are textures.
bool reads_images(const Problem& problem, const Configuration& configuration) {
  const KernelSignature shapes = problem.shapes(configuration);
  return std::any_of(shapes.inputs.begin(), shapes.inputs.end(),
                     [](const ArrayShape& shape) { return shape.is_image(); });
}

TEST(KernelRaces, ThereAreNone) {
  Registry registry;
  register_families(registry);
  unsigned runs = 0;
  for (const auto& [name, kernel] : hip_host::kernels()) {
    if (!kernel.info || kernel.info->layouts.front() == "image2d") continue;
    // LU is left out: a solve has thousands of launches, and sweep tests the same wavefronts.
    if (kernel.info->family == "lu") continue;
    const KernelInfo info = simt::with_all_values(*kernel.info, registry);
    const auto problem = small_problem(*registry.find_family(info.family));
    for (const Configuration& configuration : configurations_of(info)) {
      SCOPED_TRACE(name);
      if (reads_images(*problem, configuration)) continue;
      problem->make_reference(configuration);
      const Verification verdict =
          problem->verify(configuration, info.arithmetic.value_or(configuration.precision),
                          run(kernel, *problem, configuration));
      EXPECT_TRUE(verdict.passed) << verdict.reason;
      ++runs;
    }
  }
  EXPECT_GT(runs, 0u);
}

}  // namespace
}  // namespace gputest
