#include "common/measure/host_noise.hpp"

#include <sys/resource.h>
#include <unistd.h>

#include <algorithm>
#include <chrono>
#include <fstream>
#include <string>

namespace gputest {
namespace {

double seconds(const timeval& time) {
  return static_cast<double>(time.tv_sec) + static_cast<double>(time.tv_usec) * 1e-6;
}

}  // namespace

HostMonitor::HostMonitor() : start_(read()) {}

HostMonitor::Counters HostMonitor::read() {
  Counters now;
  now.wall =
      std::chrono::duration<double>(std::chrono::steady_clock::now().time_since_epoch()).count();
  // "cpu user nice system idle iowait irq softirq steal guest guest_nice" (man 5 proc); user and
  // nice already include guests.
  std::ifstream file("/proc/stat");
  std::string word;
  double user = 0, nice = 0, system = 0, idle = 0, iowait = 0, irq = 0, softirq = 0, steal = 0;
  if (file >> word >> user >> nice >> system >> idle >> iowait >> irq >> softirq >> steal) {
    now.busy = user + nice + system + irq + softirq;
    now.steal = steal;
    now.total = now.busy + idle + iowait + steal;
  }
  rusage usage{};
  if (getrusage(RUSAGE_SELF, &usage) == 0) {
    const auto ticks = static_cast<double>(sysconf(_SC_CLK_TCK));
    now.own = (seconds(usage.ru_utime) + seconds(usage.ru_stime)) * ticks;
    now.preempted = static_cast<std::uint64_t>(usage.ru_nivcsw);
  }
  return now;
}

HostNoise HostMonitor::noise() const {
  const Counters now = read();
  HostNoise noise;
  noise.seconds = now.wall - start_.wall;
  noise.preempted = now.preempted - start_.preempted;
  noise.processors = static_cast<double>(sysconf(_SC_NPROCESSORS_ONLN));
  const double total = now.total - start_.total;
  if (total > 0) {
    const double own = now.own - start_.own;
    noise.others = std::max(0.0, now.busy - start_.busy - own) / total;
    noise.steal = std::max(0.0, now.steal - start_.steal) / total;
  }
  return noise;
}

}  // namespace gputest
