#include "common/run/timing.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "common/measure/statistics.hpp"

namespace gputest {
namespace {

/// The number of launches that take about 20 ms, long enough to read the device's counters.
std::uint64_t short_batch(const Timing& timing) {
  constexpr double kSeconds = 0.02;
  return static_cast<std::uint64_t>(std::max(1.0, kSeconds / std::max(timing.median, 1e-9)));
}

}  // namespace

std::string_view Timing::method() const {
  if (asked.strategy == Strategy::hot) return "wall-batch";
  return samples.of_events ? "event" : "wall";
}

Timing time_launches(const Launcher& launcher, const SamplingOptions& options) {
  Timing timing;
  timing.asked = options;
  const HostMonitor host;
  timing.samples = sample(launcher, options);
  timing.host = host.noise();
  if (options.strategy == Strategy::single && launcher.inspect) launcher.inspect();
  const std::vector<double>& seconds = timing.samples.seconds;
  timing.median = median(seconds);
  timing.min = *std::min_element(seconds.begin(), seconds.end());
  timing.relative_stdev = relative_standard_deviation(seconds);
  if (!timing.samples.event_seconds.empty())
    timing.event_median = median(timing.samples.event_seconds);
  return timing;
}

MonitorReading read_at_work(const MonitorSearch& search, const DeviceInfo& device,
                            const Launcher& launcher, const Timing& timing) {
  MonitorReading result;
  result.reason = search.reason;
  if (!search.monitor) return result;
  result.source = search.monitor->source();
  if (timing.asked.strategy != Strategy::single && !device.on_host && !launcher.needs_fresh)
    for (std::uint64_t k = short_batch(timing); k > 0; --k) launcher.launch();
  result.reading = search.monitor->read();
  launcher.synchronize();
  return result;
}

EnergyReport energy_of(const MonitorSearch& search, const Launcher& launcher, double window,
                       const Timing& timing) {
  EnergyReport report;
  report.reason = launcher.needs_fresh ? "launches change what they read" : search.reason;
  if (!search.monitor || launcher.needs_fresh) return report;
  const auto energy = measure_energy(launcher, *search.monitor, window, short_batch(timing));
  if (energy) {
    report.source = search.monitor->source();
    report.energy = *energy;
  } else {
    report.reason = fmt::format("the energy counter is missing or does not change ({})",
                                search.monitor->source());
  }
  return report;
}

}  // namespace gputest
