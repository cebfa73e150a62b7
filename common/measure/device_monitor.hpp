// What a device says of itself while it works: clocks, power, temperature, why it holds back.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace gputest {

/// A reading. What the device or its driver does not tell is left out.
struct DeviceReading {
  std::optional<std::uint32_t> core_mhz, memory_mhz;
  std::optional<double> watts;
  std::optional<double> celsius;
  std::optional<double> joules;  ///< since some moment; only differences mean anything
  /// Why the clocks are below what they could be: "power cap", "thermal slowdown". Not what is
  /// normal: an idle device, clocks that a user has set.
  std::vector<std::string> throttled;
};

/// A device's management interface. Reading never throws and changes nothing on the device.
class DeviceMonitor {
 public:
  virtual ~DeviceMonitor() = default;
  virtual DeviceReading read() = 0;
  /// Who tells, for results: "board, NVML".
  virtual std::string source() const = 0;
};

/// What watches a device, or why nothing does.
struct MonitorSearch {
  std::unique_ptr<DeviceMonitor> monitor;
  std::string reason;  ///< a sentence without a full stop where there is no monitor
};

/// NVIDIA's management library, opened when first asked for, of the GPU with that UUID ("GPU-…") or
/// PCI address ("0000:c1:00.0").
MonitorSearch nvml_monitor(const std::string& gpu);

/// AMD's, of the GPU with that PCI address ("0000:c1:00.0").
MonitorSearch rocm_smi_monitor(const std::string& pci_address);

/// Intel's and AMD's energy counters of the processor packages (RAPL, through Linux's powercap
/// files, which commonly only root can read).
MonitorSearch rapl_monitor(const std::string& folder = "/sys/class/powercap");

}  // namespace gputest
