#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>

#include "common/measure/device_monitor.hpp"

namespace gputest {
namespace {

/// A folder as Linux's powercap has it, gone with the object.
class Powercap {
 public:
  Powercap() {
    std::filesystem::create_directories(root_ / "intel-rapl:0");
    std::filesystem::create_directories(root_ / "intel-rapl:0:0");  // a part of the package
    put("max_energy_range_uj", "1000000");
    put("energy_uj", "900000");
  }
  ~Powercap() { std::filesystem::remove_all(root_); }
  std::string folder() const { return root_.string(); }
  void put(const std::string& file, const std::string& text) const {
    std::ofstream(root_ / "intel-rapl:0" / file) << text << '\n';
  }

 private:
  std::filesystem::path root_ =
      std::filesystem::path(testing::TempDir()) / ("powercap" + std::to_string(getpid()));
};

TEST(Rapl, EnergyIsThePackagesAndGoesOnWhereTheCounterWraps) {
  const Powercap powercap;
  const MonitorSearch search = rapl_monitor(powercap.folder());
  ASSERT_TRUE(search.monitor) << search.reason;
  const double before = *search.monitor->read().joules;
  powercap.put("energy_uj", "100000");
  EXPECT_NEAR(*search.monitor->read().joules - before, 0.2, 1e-9);
  EXPECT_EQ(search.monitor->source(), "processor packages, RAPL");
}

TEST(Rapl, WhatCannotBeReadIsASentence) {
  EXPECT_EQ(rapl_monitor("/nowhere").reason, "there are no RAPL counters in /nowhere");
  const Powercap powercap;
  std::filesystem::remove(std::filesystem::path(powercap.folder()) / "intel-rapl:0/energy_uj");
  EXPECT_NE(rapl_monitor(powercap.folder()).reason.find("by root alone"), std::string::npos);
}

TEST(Monitors, ADeviceThatNobodyKnowsIsASentence) {
  for (const MonitorSearch& search :
       {nvml_monitor("GPU-00000000-0000-0000-0000-000000000000"), rocm_smi_monitor("nonsense")}) {
    EXPECT_FALSE(search.monitor);
    EXPECT_FALSE(search.reason.empty());
  }
}

}  // namespace
}  // namespace gputest
