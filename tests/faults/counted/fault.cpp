#include "tests/faults/counted/fault.hpp"

#include <stdexcept>

namespace gputest::counted {

const Kernel& cpu_kernel(const Registry& registry, std::string_view name) {
  for (const auto& kernel : registry.kernels())
    if (kernel->info().api == "cpu" && kernel->info().name() == name) return *kernel;
  throw std::out_of_range("no kernel " + std::string(name));
}

Configuration configuration_of(const Kernel& kernel, Precision precision,
                               const std::map<std::string, std::string>& axes) {
  const KernelInfo& info = kernel.info();
  Configuration configuration{info.layouts.front(), precision,
                              info.blocks.empty() ? 0 : info.blocks.front()};
  for (const auto& [axis, values] : info.axes) configuration.axes[axis] = values.front();
  for (const auto& [axis, value] : axes) configuration.axes[axis] = value;
  return configuration;
}

OptionValues default_options(const Registry& registry, const std::string& family) {
  OptionValues values;
  for (const ProblemOption& option : registry.find_family(family)->options())
    values[option.name] = option.default_value;
  return values;
}

}  // namespace gputest::counted
