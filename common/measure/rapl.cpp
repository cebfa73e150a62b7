// RAPL, through Linux's powercap files (Documentation/power/powercap/powercap.rst). A counter wraps
// at max_energy_range_uj.
#include <fmt/format.h>

#include <filesystem>
#include <fstream>

#include "common/measure/device_monitor.hpp"

namespace gputest {
namespace {

std::optional<double> number_in(const std::filesystem::path& file) {
  std::ifstream in(file);
  double value = 0;
  if (in >> value) return value;
  return std::nullopt;
}

/// One package's counter, unwrapped. It wraps at most once between two readings, which are at most
/// a window, some minutes, apart.
class Package {
 public:
  explicit Package(const std::filesystem::path& folder)
      : file_(folder / "energy_uj"),
        range_(number_in(folder / "max_energy_range_uj").value_or(0)),
        last_(number_in(file_)) {}

  bool readable() const { return last_.has_value(); }

  std::optional<double> joules() {
    const auto now = number_in(file_);
    if (!now || !last_) return std::nullopt;
    if (*now < *last_) wrapped_ += range_;
    last_ = now;
    return (wrapped_ + *now) * 1e-6;
  }

 private:
  std::filesystem::path file_;
  double range_;
  double wrapped_ = 0;
  std::optional<double> last_;
};

class RaplMonitor : public DeviceMonitor {
 public:
  explicit RaplMonitor(std::vector<Package> packages) : packages_(std::move(packages)) {}

  DeviceReading read() override {
    DeviceReading now;
    double sum = 0;
    for (Package& package : packages_) {
      const auto joules = package.joules();
      if (!joules) return now;
      sum += *joules;
    }
    now.joules = sum;
    return now;
  }

  std::string source() const override { return "processor packages, RAPL"; }

 private:
  std::vector<Package> packages_;
};

}  // namespace

MonitorSearch rapl_monitor(const std::string& folder) {
  MonitorSearch search;
  std::vector<Package> packages;
  bool unreadable = false;
  std::error_code none;
  for (const auto& entry : std::filesystem::directory_iterator(folder, none)) {
    const std::string name = entry.path().filename().string();
    // "intel-rapl:0" is a package, "intel-rapl:0:1" a part of it; AMD's have the same names.
    if (name.rfind("intel-rapl:", 0) != 0 || name.find(':', 11) != std::string::npos) continue;
    Package package(entry.path());
    unreadable = unreadable || !package.readable();
    packages.push_back(std::move(package));
  }
  if (packages.empty())
    search.reason = fmt::format("there are no RAPL counters in {}", folder);
  else if (unreadable)
    search.reason = fmt::format("the RAPL counters in {} can be read only by root", folder);
  else
    search.monitor = std::make_unique<RaplMonitor>(std::move(packages));
  return search;
}

}  // namespace gputest
