// NVML and ROCm SMI, with fake libraries that this test loads first, so that dlopen() finds them by
// name.
#include <dlfcn.h>
#include <gtest/gtest.h>

#include "common/measure/find_monitor.hpp"

namespace gputest::fake_monitors_test {
namespace {

class FakeMonitors : public testing::Test {
 protected:
  static void SetUpTestSuite() {
    for (const char* library : {GPUTEST_FAKE_NVML, GPUTEST_FAKE_ROCM_SMI})
      ASSERT_NE(dlopen(library, RTLD_NOW), nullptr) << dlerror();
  }
};

TEST_F(FakeMonitors, AnNvidiaGpuIsFoundByUuidAndReportsMegahertzWattsAndJoules) {
  DeviceInfo device;
  device.uuid = "GPU-01234567-89ab-cdef-0123-456789abcdef";
  const MonitorSearch search = find_monitor(device);
  ASSERT_TRUE(search.monitor) << search.reason;
  const DeviceReading now = search.monitor->read();
  EXPECT_EQ(search.monitor->source(), "board, NVML");
  EXPECT_EQ(now.core_mhz, 1980u);
  EXPECT_EQ(now.memory_mhz, 2619u);
  EXPECT_EQ(now.watts, 312.5);
  EXPECT_EQ(now.celsius, 61);
  EXPECT_EQ(now.joules, 1234.567);
  EXPECT_EQ(now.throttled, (std::vector<std::string>{"power cap", "thermal slowdown"}));
}

TEST_F(FakeMonitors, AnOpenClGpuIsFoundByPciAddressAndLeavesOutUnknownValues) {
  DeviceInfo device;
  device.vendor = "NVIDIA Corporation";
  device.pci_address = "0000:c1:00.0";
  const MonitorSearch search = find_monitor(device);
  ASSERT_TRUE(search.monitor) << search.reason;
  const DeviceReading now = search.monitor->read();
  EXPECT_FALSE(now.joules);
  EXPECT_TRUE(now.throttled.empty()) << "an idle device is not throttled";
}

TEST_F(FakeMonitors, AbsenceAndLackOfPermissionHaveDifferentMessages) {
  EXPECT_EQ(nvml_monitor("GPU-none").reason, "NVML does not know GPU-none: Not Found");
  EXPECT_EQ(nvml_monitor("GPU-secret").reason, "this user may not query GPU-secret through NVML");
}

TEST_F(FakeMonitors, AnAmdGpuIsFoundByItsPciAddress) {
  DeviceInfo device;
  device.vendor = "AMD";
  device.pci_address = "0000:03:00.0";
  const MonitorSearch search = find_monitor(device);
  ASSERT_TRUE(search.monitor) << search.reason;
  const DeviceReading now = search.monitor->read();
  EXPECT_EQ(search.monitor->source(), "board, ROCm SMI");
  EXPECT_EQ(now.watts, 150);
  EXPECT_EQ(now.celsius, 55);
  EXPECT_NEAR(*now.joules, 2000000 * 15.3e-6, 1e-4);
  device.pci_address = "0000:04:00.0";
  EXPECT_EQ(find_monitor(device).reason, "ROCm SMI does not know 0000:04:00.0");
}

}  // namespace
}  // namespace gputest::fake_monitors_test
