// A timing and what was seen of the device and the host meanwhile.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "common/measure/energy.hpp"
#include "common/measure/find_monitor.hpp"
#include "common/measure/host_noise.hpp"
#include "common/measure/sampling.hpp"

namespace gputest {

/// How long one launch takes. Every time is in seconds.
struct Timing {
  SamplingOptions asked;
  Samples samples;
  double median = 0;
  double min = 0;
  double relative_stdev = 0;
  std::optional<double> event_median;  ///< by the device's own events
  double upload = 0;
  double download = 0;
  HostNoise host;  ///< while the samples were taken

  /// What the samples are: "wall-batch", "event" (of single launches) or "wall" (likewise).
  std::string_view method() const;
};

/// What the device said of itself at the end of sampling.
struct MonitorReading {
  std::string source;  ///< "board, NVML"; empty where nothing watches the device
  std::string reason;  ///< then why
  DeviceReading reading;
};

/// What --energy-window found.
struct EnergyReport {
  std::string source;  ///< "board, NVML"; empty where there is no figure
  std::string reason;  ///< then why
  Energy energy;
};

/// Samples launches while the host is watched. Uploads and downloads are 0.
Timing time_launches(const Launcher& launcher, const SamplingOptions& options);

/// What the monitor says while launches run, since clocks fall as soon as a device is idle. A
/// single launch is not repeated for it, nor one of the host, which ends before it can be asked:
/// then what it says just after.
MonitorReading read_at_work(const MonitorSearch& search, const DeviceInfo& device,
                            const Launcher& launcher, const Timing& timing);

/// Energy over a window, of launches that take as long as the timing says; else why there is none.
EnergyReport energy_of(const MonitorSearch& search, const Launcher& launcher, double window,
                       const Timing& timing);

}  // namespace gputest
