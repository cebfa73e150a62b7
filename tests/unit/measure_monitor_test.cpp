#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>

#include "common/core/scratch_folder.hpp"
#include "common/measure/device_monitor.hpp"
#include "common/measure/energy.hpp"
#include "common/measure/find_monitor.hpp"

namespace gputest::measure_monitor_test {
namespace {

/// A folder like that of Linux's powercap; the destructor removes it.
class Powercap {
 public:
  Powercap() {
    std::filesystem::create_directories(root_ / "intel-rapl:0");
    std::filesystem::create_directories(root_ / "intel-rapl:0:0");  // a part of the package
    put("max_energy_range_uj", "1000000");
    put("energy_uj", "900000");
  }
  std::string folder() const { return root_.string(); }
  void put(const std::string& file, const std::string& text) const {
    std::ofstream(root_ / "intel-rapl:0" / file) << text << '\n';
  }

 private:
  ScratchFolder scratch_;
  std::filesystem::path root_ = scratch_.path();
};

TEST(Rapl, EnergyIsThePackagesAndContinuesWhenTheCounterWraps) {
  const Powercap powercap;
  const MonitorSearch search = rapl_monitor(powercap.folder());
  ASSERT_TRUE(search.monitor) << search.reason;
  const double before = *search.monitor->read().joules;
  powercap.put("energy_uj", "100000");
  EXPECT_NEAR(*search.monitor->read().joules - before, 0.2, 1e-9);
  EXPECT_EQ(search.monitor->source(), "processor packages, RAPL");
}

TEST(Rapl, AnUnreadableCounterIsASentence) {
  const Powercap powercap;
  const std::string nowhere = powercap.folder() + "/nowhere";
  EXPECT_EQ(rapl_monitor(nowhere).reason, "there are no RAPL counters in " + nowhere);
  std::filesystem::remove(std::filesystem::path(powercap.folder()) / "intel-rapl:0/energy_uj");
  EXPECT_NE(rapl_monitor(powercap.folder()).reason.find("only by root"), std::string::npos);
}

TEST(Monitors, AnUnknownDeviceIsASentence) {
  for (const MonitorSearch& search :
       {nvml_monitor("GPU-00000000-0000-0000-0000-000000000000"), rocm_smi_monitor("nonsense")}) {
    EXPECT_FALSE(search.monitor);
    EXPECT_FALSE(search.reason.empty());
  }
}

TEST(Monitors, AreFoundByADevicesIdentifiers) {
  DeviceInfo device;
  device.id = "opencl:0";
  EXPECT_EQ(find_monitor(device).reason, "opencl:0 does not report its PCI address");
  device.pci_address = pci_address(0, 0xc1, 0, 0);
  EXPECT_EQ(device.pci_address, "0000:c1:00.0");
  device.vendor = "Somebody";
  EXPECT_EQ(find_monitor(device).reason, "no monitor is known for devices of Somebody");
  device.vendor = "Advanced Micro Devices, Inc.";
  EXPECT_NE(find_monitor(device).reason.find("ROCm SMI"), std::string::npos);
  device.vendor = "NVIDIA Corporation";
  EXPECT_NE(find_monitor(device).reason.find("NVML"), std::string::npos);
  device.emulated = true;
  EXPECT_EQ(find_monitor(device).reason, "an emulated device has no clocks");
}

TEST(Monitors, AUuidIsWrittenAsNvmlWritesIt) {
  const char bytes[] = "\x01\x23\x45\x67\x89\xab\xcd\xef\x01\x23\x45\x67\x89\xab\xcd\xef";
  EXPECT_EQ(gpu_uuid(bytes), "GPU-01234567-89ab-cdef-0123-456789abcdef");
}

/// A counter that is updated at every tenth reading, of a device that uses 3 J per launch.
class SlowCounter : public DeviceMonitor {
 public:
  explicit SlowCounter(const std::uint64_t& launches) : launches_(launches) {}
  DeviceReading read() override {
    if (reads_++ % 10 == 0) shown_ = 3.0 * static_cast<double>(launches_);
    DeviceReading now;
    now.joules = shown_;
    return now;
  }
  std::string source() const override { return "slow"; }

 private:
  const std::uint64_t& launches_;
  int reads_ = 0;
  double shown_ = 0;
};

Launcher counting(std::uint64_t& launches) {
  Launcher launcher;
  launcher.launch = [&launches] { ++launches; };
  launcher.synchronize = [] {};
  launcher.check = [] {};
  return launcher;
}

TEST(Energy, TheWindowBeginsAndEndsWithChangesOfTheCounter) {
  std::uint64_t launches = 0;
  SlowCounter counter(launches);
  const auto energy = measure_energy(counting(launches), counter, 0.001, 7);
  ASSERT_TRUE(energy);
  EXPECT_DOUBLE_EQ(energy->joules_per_launch(), 3);
  EXPECT_EQ(energy->launches % 70, 0u);
  EXPECT_GE(energy->seconds, 0.001);
}

TEST(Energy, ThereIsNoneIfTheCounterIsConstantOrAbsent) {
  class Still : public SlowCounter {
   public:
    using SlowCounter::SlowCounter;
    DeviceReading read() override {
      DeviceReading now;
      now.joules = 5;
      return now;
    }
  };
  std::uint64_t launches = 0;
  Still still(launches);
  EXPECT_FALSE(measure_energy(counting(launches), still, 0, 1));
}

}  // namespace
}  // namespace gputest::measure_monitor_test
