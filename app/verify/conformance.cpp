#include <algorithm>

#include "app/verify/conformance.hpp"

#include "common/particles/reader.hpp"
#include "common/run/unroll.hpp"

namespace gputest {

bool has_defaults(const KernelInfo& kernel, const Configuration& configuration) {
  return configuration.layout == kernel.layouts.front() &&
         (kernel.blocks.empty() || configuration.block == kernel.blocks.front());
}

std::size_t changed_axes(const KernelInfo& kernel, const Configuration& configuration) {
  std::size_t count = configuration.layout != kernel.layouts.front();
  count += configuration.precision != kernel.precisions.front();
  count += !kernel.blocks.empty() && configuration.block != kernel.blocks.front();
  for (const auto& [axis, values] : kernel.axes)
    count += configuration.axes.count(axis) > 0 && configuration.on_axis(axis) != values.front();
  return count;
}

std::vector<Configuration> conformance_configurations(const KernelInfo& kernel) {
  const std::vector<std::uint32_t> blocks =
      kernel.blocks.empty() ? std::vector<std::uint32_t>{0} : kernel.blocks;
  std::vector<Configuration> configurations;
  for (const std::string& layout : kernel.layouts)
    for (const Precision precision : kernel.precisions)
      for (const std::uint32_t block : blocks)
        if (layout == kernel.layouts.front() || block == blocks.front())
          configurations.push_back({layout, precision, block});
  for (const auto& [axis, values] : kernel.axes) {
    std::vector<Configuration> longer;
    for (const Configuration& configuration : configurations)
      for (const std::string& value : values) {
        if (!has_defaults(kernel, configuration) && value != values.front()) continue;
        // Such values only change how the compiler unrolls a loop.
        if (axis == kUnrollAxis && value != values.front() &&
            changed_axes(kernel, configuration) > 0)
          continue;
        longer.push_back(configuration);
        longer.back().axes[axis] = value;
      }
    configurations = std::move(longer);
  }
  return configurations;
}

bool is_input_for(const TestInput& input, const KernelInfo& kernel,
                  const Configuration& configuration) {
  const bool on_axes = std::all_of(input.axes.begin(), input.axes.end(), [&](const auto& axis) {
    return configuration.on_axis(axis.first) == axis.second;
  });
  return on_axes && (input.layout.empty() || input.layout == configuration.layout) &&
         (!input.defaults_only || has_defaults(kernel, configuration));
}

std::unique_ptr<Problem> make_test_problem(const Family& family, const TestInput& input,
                                           const std::string& folder) {
  ProblemRequest request;
  request.n = input.n;
  request.options = input.options;
  for (const ProblemOption& option : family.options())
    request.options.emplace(option.name, option.default_value);
  if (!input.file.empty())
    request.input = std::make_shared<ParticleSet>(read_particles(folder + "/" + input.file));
  return family.make_problem(request);
}

}  // namespace gputest
