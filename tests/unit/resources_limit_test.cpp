// The limit of occupancy, and the target for a device's name.
#include <gtest/gtest.h>

#include "common/codeobject/occupancy.hpp"
#include "common/codeobject/target_of_device.hpp"
#include "common/codeobject/throughput.hpp"
#include "common/codeobject/typical_device.hpp"

namespace gputest::resources_limit_test {
namespace {

OccupancyLimit limit(std::uint32_t registers, std::uint32_t shared_bytes, std::uint32_t block) {
  KernelResources kernel;
  kernel.wavefront = 32;
  kernel.vector_registers = registers;
  kernel.shared_bytes = shared_bytes;
  return occupancy_limit(*multiprocessor("sm_90", 32), kernel, block);
}

TEST(OccupancyLimit, IsTheResourceThatRunsOut) {
  EXPECT_EQ(limit(32, 0, 256), OccupancyLimit::none);
  EXPECT_EQ(limit(64, 0, 256), OccupancyLimit::registers);
  EXPECT_EQ(limit(32, 60 << 10, 256), OccupancyLimit::shared);
  // Registers and shared memory both allow four blocks.
  EXPECT_EQ(limit(64, 50 << 10, 256), OccupancyLimit::both);
  EXPECT_EQ(limit(64, 4 << 10, 256), OccupancyLimit::registers);
  // At most 32 blocks of one wavefront each; two blocks of 24 wavefronts fit, and no third.
  EXPECT_EQ(limit(16, 0, 32), OccupancyLimit::blocks);
  EXPECT_EQ(limit(16, 0, 768), OccupancyLimit::blocks);
}

TEST(TargetOfDevice, ComesFromWholeWordsOfItsName) {
  EXPECT_EQ(target_of_device("NVIDIA H100 80GB HBM3"), "sm_90");
  EXPECT_EQ(target_of_device("NVIDIA A100-SXM4-40GB"), "sm_80");
  EXPECT_EQ(target_of_device("NVIDIA A10"), "sm_86");
  EXPECT_EQ(target_of_device("NVIDIA L40S"), "sm_89");
  EXPECT_EQ(target_of_device("AMD Instinct MI50/MI60"), "gfx906");
  EXPECT_EQ(target_of_device("NVIDIA A1000"), "");
  EXPECT_EQ(target_of_device("AMD EPYC"), "");
  EXPECT_EQ(target_of_device(""), "");
}

TEST(TargetOfDevice, IsKnownForEveryDeviceWithAPlausibleThroughput) {
  for (const char* name : {"Tesla T4", "A100", "A40", "Orin", "L4", "H100", "B200", "RTX 5090",
                           "RX Vega 64", "MI50", "MI100", "MI250X", "MI300X", "RX 7900 XTX"}) {
    const auto target = target_of_device(name);
    ASSERT_FALSE(target.empty()) << name;
    EXPECT_NE(typical_device(target).name, typical_device("").name) << name;
    // No multiprocessor completes more special functions than it issues instructions.
    const auto rates = throughput(target);
    EXPECT_TRUE(!rates || rates->special < rates->issued) << name;
  }
  EXPECT_FALSE(throughput("sm_61"));
}

}  // namespace
}  // namespace gputest::resources_limit_test
