// Energy of a launch, over a window of back-to-back launches.
#pragma once

#include <cstdint>
#include <optional>

#include "common/measure/device_monitor.hpp"
#include "common/measure/sampling.hpp"

namespace gputest {

/// The energy of the whole device over the window, idle power included.
struct Energy {
  double seconds = 0;          ///< of the window, which lies between two changes of the counter
  std::uint64_t launches = 0;  ///< completed in it
  double joules = 0;           ///< the counter's difference
  double joules_per_launch() const { return joules / static_cast<double>(launches); }
  double watts() const { return joules / seconds; }
};

/// The shortest window that a user may request. A GPU's counter is updated about ten times a
/// second, and its mean power lags by up to a second.
constexpr double kShortestEnergyWindow = 5;

/// Launches back to back for at least `window` seconds and reads the monitor's energy counter. The
/// window begins and ends at a change of the counter, so that rare updates add no error. The
/// counter is read once per `batch` launches, while they run. None if the monitor has no counter,
/// or if the counter does not change within the window and one more second.
std::optional<Energy> measure_energy(const Launcher& launcher, DeviceMonitor& monitor,
                                     double window, std::uint64_t batch);

}  // namespace gputest
