// A timing, and the state of device and host during it.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "common/measure/energy.hpp"
#include "common/measure/find_monitor.hpp"
#include "common/measure/host_noise.hpp"
#include "common/measure/sampling.hpp"

namespace gputest {

/// The time of one launch. Every time is in seconds.
struct Timing {
  SamplingOptions asked;
  Samples samples;
  double median = 0;
  double min = 0;
  double relative_stdev = 0;
  std::optional<double> event_median;  ///< by the device's own events
  double upload = 0;
  double download = 0;
  HostNoise host;  ///< during sampling

  /// The timing method: "wall-batch", or "event" or "wall" of single launches.
  std::string_view method() const;
};

/// The device's readings at the end of sampling.
struct MonitorReading {
  std::string source;  ///< "board, NVML"; empty without a monitor
  std::string reason;  ///< then why
  DeviceReading reading;
};

/// The result of --energy-window.
struct EnergyReport {
  std::string source;  ///< "board, NVML"; empty without a result
  std::string reason;  ///< then why
  Energy energy;
};

/// Samples launches and watches the host. Uploads and downloads are 0.
Timing time_launches(const Launcher& launcher, const SamplingOptions& options);

/// Reads the monitor while launches run, because clocks fall as soon as a device is idle. Reads it
/// only afterwards if the strategy is a single launch, which is not repeated, or if the device is
/// the host, where a launch ends before the reading.
MonitorReading read_at_work(const MonitorSearch& search, const DeviceInfo& device,
                            const Launcher& launcher, const Timing& timing);

/// The energy over a window of launches with the timing's duration, or the reason why there is
/// none.
EnergyReport energy_of(const MonitorSearch& search, const Launcher& launcher, double window,
                       const Timing& timing);

}  // namespace gputest
