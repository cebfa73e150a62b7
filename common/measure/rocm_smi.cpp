// ROCm SMI, by its documented interface ("ROCm SMI API Guide", AMD), looked up on first use. Only
// functions with plain numbers as arguments are used, which are the same in every release. Clocks
// come from the amdgpu driver's files (Linux, Documentation/gpu/amdgpu/thermal.rst).
#include <fmt/format.h>

#include <cstdio>
#include <filesystem>
#include <fstream>

#include "common/core/shared_library.hpp"
#include "common/measure/device_monitor.hpp"

namespace gputest {
namespace {

constexpr int kSmiSuccess = 0;
constexpr unsigned kTemperatureEdge = 0, kTemperatureCurrent = 0;

class RocmSmi {
 public:
  static RocmSmi* get(std::string& reason) {
    static RocmSmi library;
    reason = library.reason_;
    return library.reason_.empty() ? &library : nullptr;
  }

  int (*count)(std::uint32_t*) = nullptr;
  int (*pci)(std::uint32_t, std::uint64_t*) = nullptr;
  int (*power)(std::uint32_t, std::uint32_t, std::uint64_t*) = nullptr;
  int (*temperature)(std::uint32_t, std::uint32_t, unsigned, std::int64_t*) = nullptr;
  int (*energy)(std::uint32_t, std::uint64_t*, float*, std::uint64_t*) = nullptr;

 private:
  RocmSmi() {
    if (!library_.is_there()) {
      reason_ = "ROCm SMI (librocm_smi64.so) is not installed";
      return;
    }
    int (*init)(std::uint64_t) = nullptr;
    const bool found = library_.find(init, "rsmi_init") &&
                       library_.find(count, "rsmi_num_monitor_devices") &&
                       library_.find(pci, "rsmi_dev_pci_id_get") &&
                       library_.find(power, "rsmi_dev_power_ave_get") &&
                       library_.find(temperature, "rsmi_dev_temp_metric_get");
    if (!found) {
      reason_ = "ROCm SMI is too old: it lacks a function of version 4";
      return;
    }
    library_.find(energy, "rsmi_dev_energy_count_get");
    if (init(0) != kSmiSuccess) reason_ = "ROCm SMI does not start";
  }

  SharedLibrary library_{"librocm_smi64.so", "librocm_smi64.so.7", "librocm_smi64.so.6",
                         "librocm_smi64.so.5", "librocm_smi64.so.1"};
  std::string reason_;
};

class RocmSmiMonitor : public DeviceMonitor {
 public:
  RocmSmiMonitor(const RocmSmi& smi, std::uint32_t device, const std::string& pci_address)
      : smi_(smi), device_(device) {
    std::error_code none;
    for (const auto& entry : std::filesystem::directory_iterator(
             "/sys/bus/pci/devices/" + pci_address + "/hwmon", none))
      hwmon_ = entry.path();
  }

  DeviceReading read() override {
    DeviceReading now;
    now.core_mhz = megahertz("freq1_input");
    now.memory_mhz = megahertz("freq2_input");
    std::uint64_t microwatts = 0;
    if (smi_.power(device_, 0, &microwatts) == kSmiSuccess)
      now.watts = static_cast<double>(microwatts) * 1e-6;
    std::int64_t millidegrees = 0;
    if (smi_.temperature(device_, kTemperatureEdge, kTemperatureCurrent, &millidegrees) ==
        kSmiSuccess)
      now.celsius = static_cast<double>(millidegrees) * 1e-3;
    std::uint64_t counter = 0, time = 0;
    float microjoules = 0;
    if (smi_.energy != nullptr &&
        smi_.energy(device_, &counter, &microjoules, &time) == kSmiSuccess)
      now.joules = static_cast<double>(counter) * static_cast<double>(microjoules) * 1e-6;
    return now;
  }

  std::string source() const override { return "board, ROCm SMI"; }

 private:
  std::optional<std::uint32_t> megahertz(const char* file) const {
    std::ifstream in(hwmon_ / file);
    double hertz = 0;
    if (in >> hertz) return static_cast<std::uint32_t>(hertz / 1e6);
    return std::nullopt;
  }

  const RocmSmi& smi_;
  std::uint32_t device_;
  std::filesystem::path hwmon_;  ///< the driver's folder; empty if there is none
};

/// Domain, bus, device and function as ROCm SMI packs them.
std::optional<std::uint64_t> packed_address(const std::string& pci_address) {
  unsigned domain = 0, bus = 0, device = 0, function = 0;
  if (std::sscanf(pci_address.c_str(), "%x:%x:%x.%x", &domain, &bus, &device, &function) != 4)
    return std::nullopt;
  return (std::uint64_t{domain} << 32) | (bus << 8) | (device << 3) | function;
}

}  // namespace

MonitorSearch rocm_smi_monitor(const std::string& pci_address) {
  MonitorSearch search;
  const RocmSmi* smi = RocmSmi::get(search.reason);
  if (smi == nullptr) return search;
  const auto wanted = packed_address(pci_address);
  std::uint32_t count = 0;
  if (wanted && smi->count(&count) == kSmiSuccess)
    for (std::uint32_t device = 0; device < count; ++device) {
      std::uint64_t address = 0;
      if (smi->pci(device, &address) == kSmiSuccess && address == *wanted)
        search.monitor = std::make_unique<RocmSmiMonitor>(*smi, device, pci_address);
    }
  if (!search.monitor) search.reason = fmt::format("ROCm SMI does not know {}", pci_address);
  return search;
}

}  // namespace gputest
