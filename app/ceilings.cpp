#include "app/ceilings.hpp"

#include <algorithm>

#include "common/run/runner.hpp"

namespace gputest {
namespace {

const Kernel* find_roofline(const Registry& registry, const std::string& api, Precision precision) {
  for (const auto& kernel : registry.kernels()) {
    const KernelInfo& info = kernel->info();
    if (info.api == api && info.name() == "roofline_fma" && info.fault.empty() &&
        std::find(info.precisions.begin(), info.precisions.end(), precision) !=
            info.precisions.end())
      return kernel.get();
  }
  return nullptr;
}

/// Its fastest launch, since other work on the machine makes launches slow and none makes them
/// fast.
double fmas_per_second(const Registry& registry, const Kernel& kernel, Device& device,
                       Precision precision) {
  const KernelInfo& info = kernel.info();
  ProblemRequest request;
  request.n = device.info().on_host ? 16384 : 262144;
  const auto problem = registry.find_family(info.family)->make_problem(request);
  Configuration configuration{info.layouts.front(), precision,
                              info.blocks.empty() ? 0 : info.blocks.front()};
  for (const auto& [axis, values] : info.axes) configuration.axes[axis] = values.front();
  configuration.axes["fmas"] = "1024";
  RunnerOptions options;
  options.sampling = {Strategy::hot, 100, 0.1, 0.2};  // short samples, of which one is whole
  options.monitor_of = [](const DeviceInfo&) { return MonitorSearch{}; };
  const ResultRow row = Runner(options).run(kernel, device, *problem, configuration);
  return row.timing ? problem->least_operations(configuration) / row.timing->min : 0;
}

}  // namespace

double Ceilings::of(Device& device, Precision precision) {
  const auto [found, is_new] = measured_.try_emplace({device.info().id, precision}, 0);
  if (!is_new) return found->second;
  const std::string& id = device.info().id;
  const Kernel* kernel = find_roofline(registry_, id.substr(0, id.find(':')), precision);
  if (kernel != nullptr) found->second = fmas_per_second(registry_, *kernel, device, precision);
  return found->second;
}

}  // namespace gputest
