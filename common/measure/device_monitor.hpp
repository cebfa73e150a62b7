// Readings of a device's sensors while it works: clocks, power, temperature, reasons for
// throttling.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace gputest {

/// A reading. Values that the device or its driver does not report are missing.
struct DeviceReading {
  std::optional<std::uint32_t> core_mhz, memory_mhz;
  std::optional<double> watts;
  std::optional<double> celsius;
  std::optional<double> joules;  ///< since an unknown moment: only differences have a meaning
  /// Reasons for lowered clocks: "power cap", "thermal slowdown". Normal reasons are left out: an
  /// idle device, clocks set by a user.
  std::vector<std::string> throttled;
};

/// A device's management interface. Reading never throws and changes nothing on the device.
class DeviceMonitor {
 public:
  virtual ~DeviceMonitor() = default;
  virtual DeviceReading read() = 0;
  /// The origin of the readings, for results: "board, NVML".
  virtual std::string source() const = 0;
};

/// The monitor of a device, or why it has none.
struct MonitorSearch {
  std::unique_ptr<DeviceMonitor> monitor;
  std::string reason;  ///< a sentence without a full stop if there is no monitor
};

/// NVIDIA's management library, opened on first use, for the GPU with that UUID ("GPU-…") or PCI
/// address ("0000:c1:00.0").
MonitorSearch nvml_monitor(const std::string& gpu);

/// AMD's library, for the GPU with that PCI address ("0000:c1:00.0").
MonitorSearch rocm_smi_monitor(const std::string& pci_address);

/// Intel's and AMD's energy counters of the processor packages (RAPL, through Linux's powercap
/// files, which usually only root can read).
MonitorSearch rapl_monitor(const std::string& folder = "/sys/class/powercap");

}  // namespace gputest
