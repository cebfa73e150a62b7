#include "common/measure/energy.hpp"

#include "common/core/stopwatch.hpp"

namespace gputest {
namespace {

/// A moment at which the counter was found changed.
struct Mark {
  double seconds = 0;
  std::uint64_t launches = 0;  ///< completed so far
  double joules = 0;
};

}  // namespace

std::optional<Energy> measure_energy(const Launcher& launcher, DeviceMonitor& monitor,
                                     double window, std::uint64_t batch) {
  constexpr double kPatience = 1;  // seconds to wait for a change at each end
  const auto first = monitor.read().joules;
  if (!first) return std::nullopt;
  double last = *first;
  std::optional<Mark> begin;
  const Stopwatch watch;
  for (std::uint64_t ended = 0;; ended += batch) {
    launcher.check();
    for (std::uint64_t k = 0; k < batch; ++k) launcher.launch();
    const auto joules = monitor.read().joules;  // read while the device works
    const double now = watch.seconds();
    launcher.synchronize();
    if (!joules) return std::nullopt;
    const bool changed = *joules != last;
    last = *joules;
    if (changed && !begin) begin = Mark{now, ended, *joules};
    if (changed && now - begin->seconds >= window)
      return Energy{now - begin->seconds, ended - begin->launches, *joules - begin->joules};
    if (now >= window + 2 * kPatience && !begin) return std::nullopt;
    if (begin && now >= begin->seconds + window + kPatience) return std::nullopt;
  }
}

}  // namespace gputest
