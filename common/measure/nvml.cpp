// NVML, by its documented interface ("NVML API Reference Guide", NVIDIA). The functions are looked
// up on first use, so that the program starts without a driver and builds without the header.
#include <fmt/format.h>

#include "common/core/shared_library.hpp"
#include "common/measure/device_monitor.hpp"

namespace gputest {
namespace {

using NvmlDevice = void*;

constexpr int kNvmlSuccess = 0, kNvmlNoPermission = 4;
constexpr unsigned kClockGraphics = 0, kClockMemory = 2;
constexpr unsigned kTemperatureGpu = 0;

/// nvmlClocksEventReasons that mean throttling.
struct Throttle {
  unsigned long long bit;
  const char* name;
};
constexpr Throttle kThrottles[] = {{0x04, "power cap"},
                                   {0x08, "hardware slowdown"},
                                   {0x20, "thermal slowdown"},
                                   {0x40, "hardware thermal slowdown"},
                                   {0x80, "power brake"}};

class Nvml {
 public:
  /// Null if the library is missing or does not start; `reason` then says why.
  static Nvml* get(std::string& reason) {
    static Nvml library;
    reason = library.reason_;
    return library.reason_.empty() ? &library : nullptr;
  }

  int (*by_uuid)(const char*, NvmlDevice*) = nullptr;
  int (*by_pci_address)(const char*, NvmlDevice*) = nullptr;
  int (*clock)(NvmlDevice, unsigned, unsigned*) = nullptr;
  int (*power)(NvmlDevice, unsigned*) = nullptr;
  int (*temperature)(NvmlDevice, unsigned, unsigned*) = nullptr;
  int (*energy)(NvmlDevice, unsigned long long*) = nullptr;
  int (*throttle)(NvmlDevice, unsigned long long*) = nullptr;
  const char* (*error)(int) = nullptr;

 private:
  Nvml() {
    if (!library_.is_there()) {
      reason_ = "NVML (libnvidia-ml.so.1) is not installed";
      return;
    }
    int (*init)() = nullptr;
    const bool found = library_.find(init, "nvmlInit_v2") &&
                       library_.find(by_uuid, "nvmlDeviceGetHandleByUUID") &&
                       library_.find(by_pci_address, "nvmlDeviceGetHandleByPciBusId_v2") &&
                       library_.find(clock, "nvmlDeviceGetClockInfo") &&
                       library_.find(power, "nvmlDeviceGetPowerUsage") &&
                       library_.find(temperature, "nvmlDeviceGetTemperature") &&
                       library_.find(error, "nvmlErrorString");
    if (!found) {
      reason_ = "NVML is too old: it lacks a function that exists since CUDA 4";
      return;
    }
    library_.find(energy, "nvmlDeviceGetTotalEnergyConsumption");  // since Volta
    library_.find(throttle, "nvmlDeviceGetCurrentClocksThrottleReasons");
    const int code = init();
    if (code != kNvmlSuccess) reason_ = fmt::format("NVML does not start: {}", error(code));
  }

  SharedLibrary library_{"libnvidia-ml.so.1"};
  std::string reason_;
};

class NvmlMonitor : public DeviceMonitor {
 public:
  NvmlMonitor(const Nvml& nvml, NvmlDevice device) : nvml_(nvml), device_(device) {}

  DeviceReading read() override {
    DeviceReading now;
    unsigned value = 0;
    unsigned long long wide = 0;
    if (nvml_.clock(device_, kClockGraphics, &value) == kNvmlSuccess) now.core_mhz = value;
    if (nvml_.clock(device_, kClockMemory, &value) == kNvmlSuccess) now.memory_mhz = value;
    if (nvml_.power(device_, &value) == kNvmlSuccess) now.watts = value * 1e-3;
    if (nvml_.temperature(device_, kTemperatureGpu, &value) == kNvmlSuccess) now.celsius = value;
    if (nvml_.energy != nullptr && nvml_.energy(device_, &wide) == kNvmlSuccess)
      now.joules = static_cast<double>(wide) * 1e-3;
    if (nvml_.throttle != nullptr && nvml_.throttle(device_, &wide) == kNvmlSuccess)
      for (const Throttle& reason : kThrottles)
        if ((wide & reason.bit) != 0) now.throttled.emplace_back(reason.name);
    return now;
  }

  std::string source() const override { return "board, NVML"; }

 private:
  const Nvml& nvml_;
  NvmlDevice device_;
};

}  // namespace

MonitorSearch nvml_monitor(const std::string& gpu) {
  MonitorSearch search;
  const Nvml* nvml = Nvml::get(search.reason);
  if (nvml == nullptr) return search;
  NvmlDevice device = nullptr;
  const bool is_uuid = gpu.rfind("GPU-", 0) == 0;
  const int code = (is_uuid ? nvml->by_uuid : nvml->by_pci_address)(gpu.c_str(), &device);
  if (code == kNvmlSuccess)
    search.monitor = std::make_unique<NvmlMonitor>(*nvml, device);
  else if (code == kNvmlNoPermission)
    search.reason = fmt::format("this user may not query {} through NVML", gpu);
  else
    search.reason = fmt::format("NVML does not know {}: {}", gpu, nvml->error(code));
  return search;
}

}  // namespace gputest
