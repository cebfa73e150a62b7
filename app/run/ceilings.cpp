#include "app/run/ceilings.hpp"

#include <algorithm>
#include <bit>
#include <ctime>
#include <limits>
#include <new>
#include <optional>
#include <vector>

#include "common/core/error.hpp"
#include "common/core/interrupt.hpp"
#include "common/core/stopwatch.hpp"

namespace gputest {
namespace {

constexpr std::uint64_t kCopiedOfABody = 2 * 4 * sizeof(float);

std::string api_of_device(const std::string& id) { return id.substr(0, id.find(':')); }

const Kernel* find_sound(const Registry& registry, const std::string& api, const Probe& probe) {
  for (const auto& kernel : registry.kernels()) {
    const KernelInfo& info = kernel->info();
    if (info.api == api && info.name() == probe.kernel && info.fault.empty() &&
        std::find(info.precisions.begin(), info.precisions.end(), probe.precision) !=
            info.precisions.end())
      return kernel.get();
  }
  return nullptr;
}

double least_operations_of(const Problem& problem, const Configuration& configuration) {
  return problem.least_operations(configuration);
}

/// A copy of that many bytes, or arithmetic if it is 0.
Probe roofline_probe(const DeviceInfo& device, Precision precision, std::uint64_t copied) {
  if (copied != 0)
    return {"roofline_fma", copied / kCopiedOfABody, precision, {{"fmas", "0"}}, least_bytes_of};
  const std::uint64_t bodies = device.on_host ? 16384 : 262144;
  return {"roofline_fma", bodies, precision, {{"fmas", "1024"}}, least_operations_of};
}

/// The number of bytes to copy in order to measure the bandwidth at that size.
std::uint64_t copied_for(double bytes, const DeviceInfo& device) {
  constexpr std::uint64_t kMost = 256 << 20;
  const std::uint64_t uncached = device.cache_bytes == 0 ? kMost : 4 * device.cache_bytes;
  const double most = static_cast<double>(std::min(uncached, kMost));
  return std::bit_floor(
      static_cast<std::uint64_t>(std::clamp(bytes, 4096.0, std::max(most, 4096.0))));
}

/// The devices with the kernels that measure `device`: the one that does its work and, for the
/// host's processors, the API "cpu" before it. Neither is enough alone: the kernels of "cpu" are
/// compiled for the processors at hand, but only as fast as their compiler options.
std::vector<std::string> measuring_devices(const DeviceInfo& device) {
  const std::string working = device.runs_on.empty() ? device.id : device.runs_on;
  constexpr auto kCpu = "cpu:0";
  if (!device.on_host || working == kCpu) return {working};
  return {kCpu, working};
}

/// The processor time of the fastest launch in seconds. Unlike elapsed time, other processes do not
/// lengthen it.
double seconds_of_processors(const Kernel& kernel, Device& device, const Problem& problem,
                             const Configuration& configuration) {
  constexpr unsigned kLaunches = 20;
  const auto execution = kernel.prepare(device, configuration, problem.shapes(configuration));
  execution->upload(problem.inputs(configuration));
  std::clock_t least = std::numeric_limits<std::clock_t>::max();
  for (unsigned k = 0; k < kLaunches; ++k) {
    const std::clock_t start = std::clock();
    execution->launch();
    execution->synchronize();
    least = std::min(least, std::max<std::clock_t>(std::clock() - start, 1));
  }
  return static_cast<double>(least) / CLOCKS_PER_SEC / device.info().compute_units;
}

/// The probe's work divided by the time of its fastest launch; 0 if it was not timed.
double most_a_second(const Registry& registry, const Kernel& kernel, Device& device,
                     const Probe& probe) {
  const KernelInfo& info = kernel.info();
  ProblemRequest request;
  request.n = probe.n;
  const auto problem = registry.find_family(info.family)->make_problem(request);
  Configuration configuration{info.layouts.front(), probe.precision,
                              info.blocks.empty() ? 0 : info.blocks.front()};
  for (const auto& [axis, values] : info.axes) configuration.axes[axis] = values.front();
  for (const auto& [axis, value] : probe.axes) configuration.axes[axis] = value;
  RunnerOptions options;
  options.sampling = {Strategy::hot, 100, 0.1, 0.2};  // short samples, so that one is undisturbed
  if (!probe.lasting) options.sampling = {Strategy::hot, 20, 0.03, 0.06};
  options.monitor_of = [](const DeviceInfo&) { return MonitorSearch{}; };
  const ResultRow row = Runner(options).run(kernel, device, *problem, configuration);
  if (!row.timing) return 0;
  double seconds = row.timing->min;
  if (device.info().on_host && probe.lasting)
    seconds = std::min(seconds, seconds_of_processors(kernel, device, *problem, configuration));
  return probe.amount(*problem, configuration) / seconds;
}

}  // namespace

double least_bytes_of(const Problem& problem, const Configuration& configuration) {
  return problem.least_bytes(configuration);
}

/// The device itself, or another device, which is opened once.
Device& Ceilings::opened(Device& device, const std::string& id) {
  if (id == device.info().id) return device;
  std::unique_ptr<Device>& other = others_[id];
  if (!other) other = registry_.find_backend(api_of_device(id))->open(id);
  return *other;
}

/// The result of one measurement; 0 if there is none.
double Ceilings::measure(Device& device, const std::string& id, const Probe& probe) {
  const Kernel* kernel = find_sound(registry_, api_of_device(id), probe);
  if (kernel == nullptr) return 0;
  try {
    return most_a_second(registry_, *kernel, opened(device, id), probe);
  } catch (const Error& error) {
    if (error.status() == Status::interrupted) throw;
  } catch (const std::bad_alloc&) {  // for the copy's arrays
  }
  return 0;
}

double Ceilings::most(Device& device, const Probe& probe) {
  std::vector<std::string> devices = measuring_devices(device.info());
  if (probe.own) devices = {devices.back()};
  double most = 0;
  for (const std::string& id : devices) most = std::max(most, measure(device, id, probe));
  return most;
}

/// Measures repeatedly, until the result is enough or the attempts are used up.
double Ceilings::of(Device& device, Precision precision, std::uint64_t copied, double enough) {
  constexpr unsigned kTimes = 4;
  const std::vector<std::string> devices = measuring_devices(device.info());
  double& most = measured_[{devices.back(), precision, copied}];
  const Probe probe = roofline_probe(device.info(), precision, copied);
  for (unsigned k = 0; k < kTimes && (most == 0 || most < enough); ++k) {
    for (const std::string& id : devices)
      if (most == 0 || most < enough) most = std::max(most, measure(device, id, probe));
    if (most == 0) break;
  }
  return most;
}

double Ceilings::operations(Device& device, Precision precision, double enough) {
  return of(device, precision, 0, enough);
}

double Ceilings::bytes(Device& device, double bytes, double enough) {
  return of(device, Precision::fp32, copied_for(bytes, device.info()), enough);
}

namespace {

/// The configuration in which a kernel of the program solves the same problem as the given one;
/// none if it does not.
std::optional<Configuration> same_task(const Kernel& kernel, const Family& family,
                                       const Configuration& given) {
  const KernelInfo& info = kernel.info();
  const auto has = [](const auto& list, const auto& value) {
    return std::find(list.begin(), list.end(), value) != list.end();
  };
  if (info.family != family.name() || !info.fault.empty() || info.arithmetic ||
      !has(info.precisions, given.precision))
    return std::nullopt;
  Configuration same{info.layouts.front(), given.precision,
                     info.blocks.empty() ? 0 : info.blocks.front()};
  for (const auto& [axis, values] : info.axes) {
    const std::string wanted = given.on_axis(axis);
    same.axes[axis] = has(values, wanted) ? wanted : values.front();
  }
  for (const Axis& axis : family.axes())
    if (axis.is_problem && same.on_axis(axis.name) != given.on_axis(axis.name)) return std::nullopt;
  const auto text = kernel.text(same);
  return text && !text->replaced.empty() ? std::nullopt : std::optional(same);
}

/// The least seconds of a launch in batches that last a millisecond, or the first that are no more
/// than `enough`. There are many batches, since other processes share the device: each may have it
/// for several milliseconds.
double fastest_launch(const Kernel& kernel, Device& device, const Problem& problem,
                      const Configuration& configuration, double enough) {
  constexpr unsigned kBatches = 50;
  constexpr double kLasting = 1e-3, kMost = 1000, kLongest = 1;
  constexpr double kOfAPass = 1e-5;  // seconds; a kernel with one pass has that once
  const auto execution = kernel.prepare(device, configuration, problem.shapes(configuration));
  execution->upload(problem.inputs(configuration));
  std::uint64_t passes = 0;
  for (const auto& pass : execution->plan().passes) passes += pass.times;
  const double overhead = kOfAPass * static_cast<double>(std::max<std::uint64_t>(passes, 1) - 1);
  double least = std::numeric_limits<double>::infinity();
  double launches = 1;
  const Stopwatch all;
  for (unsigned k = 0; k < kBatches && least - overhead > enough && all.seconds() < kLongest; ++k) {
    execution->synchronize();
    const Stopwatch watch;
    for (double launch = 0; launch < launches; ++launch) execution->launch();
    execution->synchronize();
    least = std::min(least, watch.seconds() / launches);
    launches = std::clamp(kLasting / least, 1.0, kMost);
  }
  return std::max(0.0, least - overhead);
}

}  // namespace

Rival Ceilings::rival(Device& device, const KernelInfo& info, const Problem& problem,
                      const Configuration& configuration, double seconds) {
  const Family& family = *registry_.find_family(info.family);
  Rival fastest;
  fastest.margin = family.rate_unit().streams ? 4 : 16;
  const double enough = fastest.margin * seconds;
  std::vector<std::string> devices = measuring_devices(device.info());
  std::reverse(devices.begin(), devices.end());  // the row's own API first
  for (const std::string& id : devices)
    for (const auto& kernel : registry_.kernels()) {
      if (kernel->info().api != api_of_device(id)) continue;
      throw_if_interrupted();
      try {
        const auto same = same_task(*kernel, family, configuration);
        if (!same) continue;
        Device& measured = opened(device, id);
        if (!kernel->skip_reason(measured.info(), *same, problem.n()).empty()) continue;
        const double launch = fastest_launch(*kernel, measured, problem, *same, enough);
        if (fastest.kernel.empty() || launch < fastest.seconds) {
          fastest.kernel = kernel->info().name();
          fastest.seconds = launch;
        }
        if (launch <= enough) return fastest;
      } catch (const Error& error) {
        if (error.status() == Status::interrupted) throw;
      } catch (const std::bad_alloc&) {  // for the arrays
      }
    }
  return fastest;
}

RunnerOptions::Ceilings Ceilings::of_rows() {
  return {[this](Device& device, Precision precision, double enough) {
            return operations(device, precision, enough);
          },
          [this](Device& device, double bytes, double enough) {
            return this->bytes(device, bytes, enough);
          },
          [this](Device& device, const KernelInfo& info, const Problem& problem,
                 const Configuration& configuration,
                 double seconds) { return rival(device, info, problem, configuration, seconds); }};
}

}  // namespace gputest
