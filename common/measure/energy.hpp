// Energy of a launch, over a window of back-to-back launches.
#pragma once

#include <cstdint>
#include <optional>

#include "common/measure/device_monitor.hpp"
#include "common/measure/sampling.hpp"

namespace gputest {

/// Energy is the whole device's over the window, idle power included: nothing is subtracted.
struct Energy {
  double seconds = 0;          ///< of the window, between two changes of the counter
  std::uint64_t launches = 0;  ///< that ended in it
  double joules = 0;           ///< by the counter, over the window
  double joules_per_launch() const { return joules / static_cast<double>(launches); }
  double watts() const { return joules / seconds; }
};

/// The shortest window that a user may ask for: a board's counter is brought up to date some ten
/// times a second, and its mean power lags behind by up to a second.
constexpr double kShortestEnergyWindow = 5;

/// Launches back to back for at least `window` seconds and reads the monitor's energy counter. The
/// window begins and ends where the counter is seen to change, so that a counter that changes
/// seldom adds no error; it is looked at once for each `batch` launches, while they run. None where
/// the monitor has no counter, or where it has not moved in the window and a second more.
std::optional<Energy> measure_energy(const Launcher& launcher, DeviceMonitor& monitor,
                                     double window, std::uint64_t batch);

}  // namespace gputest
