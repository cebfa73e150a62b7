// Occupancy against the vendors' tools.
#include "common/codeobject/occupancy.hpp"

#include <gtest/gtest.h>

namespace gputest::resources_occupancy_test {
namespace {

KernelResources kernel(std::uint32_t wavefront, std::uint32_t vector_registers,
                       std::uint32_t shared_bytes = 0, std::uint32_t scalar_registers = 0) {
  KernelResources resources;
  resources.wavefront = wavefront;
  resources.vector_registers = vector_registers;
  resources.scalar_registers = scalar_registers;
  resources.shared_bytes = shared_bytes;
  return resources;
}

std::uint32_t wavefronts(const char* target, const KernelResources& resources,
                         std::uint32_t block) {
  const auto on = multiprocessor(target, resources.wavefront);
  EXPECT_TRUE(on) << target;
  return on ? occupancy(*on, resources, block).wavefronts : 0;
}

/// Wavefronts per SIMD unit for some numbers of registers, as clang 15 writes them ("Occupancy")
/// below a kernel's assembly.
TEST(Occupancy, ByVectorRegistersEqualsClangs) {
  struct Known {
    const char* target;
    std::uint32_t wavefront, registers, wavefronts;
  };
  for (const Known& known : {Known{"gfx803", 64, 24, 10},
                             {"gfx803", 64, 25, 9},
                             {"gfx906", 64, 33, 7},
                             {"gfx906", 64, 64, 4},
                             {"gfx906", 64, 128, 2},
                             {"gfx906", 64, 129, 1},
                             {"gfx90a", 64, 64, 8},
                             {"gfx90a", 64, 65, 7},
                             {"gfx90a", 64, 128, 4},
                             {"gfx90a", 64, 244, 2},
                             {"gfx90a", 64, 512, 1},
                             {"gfx1030", 32, 64, 16},
                             {"gfx1030", 32, 77, 12},
                             {"gfx1030", 32, 117, 8},
                             {"gfx1030", 32, 157, 6},
                             {"gfx1030", 64, 64, 8},
                             {"gfx1030", 32, 256, 4}}) {
    const auto resources = kernel(known.wavefront, known.registers);
    EXPECT_EQ(wavefronts(known.target, resources, known.wavefront), 4 * known.wavefronts)
        << known.target << " with " << known.registers;
  }
}

TEST(Occupancy, ScalarRegistersLimitGcnAndNotRdna) {
  EXPECT_EQ(wavefronts("gfx906", kernel(64, 8, 0, 80), 256), 40u);
  EXPECT_EQ(wavefronts("gfx906", kernel(64, 8, 0, 96), 256), 32u);
  EXPECT_EQ(wavefronts("gfx906", kernel(64, 8, 0, 102), 256), 28u);
  EXPECT_EQ(wavefronts("gfx1030", kernel(32, 8, 0, 106), 256), 64u);
}

TEST(Occupancy, SharedMemoryLimitsBlocks) {
  EXPECT_EQ(wavefronts("gfx906", kernel(64, 8, 32768), 256), 8u) << "two blocks";
  EXPECT_EQ(wavefronts("gfx906", kernel(64, 8, 32769), 256), 4u) << "one";
  EXPECT_EQ(wavefronts("gfx906", kernel(64, 8, 65537), 256), 0u) << "none";
  EXPECT_EQ(wavefronts("gfx1030", kernel(32, 8, 32768), 256), 32u) << "two units' memory";
}

/// A compute unit has sixteen barriers; a block of one wavefront needs none.
TEST(Occupancy, BarriersLimitAmdsBlocksOfSeveralWavefronts) {
  EXPECT_EQ(wavefronts("gfx906", kernel(64, 8), 128), 32u);
  EXPECT_EQ(wavefronts("gfx906", kernel(64, 8), 64), 40u);
}

/// The CUDA Occupancy Calculator's results.
TEST(Occupancy, EqualsTheCudaOccupancyCalculators) {
  struct Known {
    const char* target;
    std::uint32_t registers, shared_bytes, block, warps;
  };
  for (const Known& known : {Known{"sm_75", 64, 0, 256, 32},
                             {"sm_75", 65, 0, 256, 24},
                             {"sm_80", 32, 0, 256, 64},
                             {"sm_80", 32, 49152, 256, 24},
                             {"sm_86", 40, 0, 128, 48},
                             {"sm_86", 16, 0, 32, 16},
                             {"sm_89", 16, 0, 32, 24},
                             {"sm_90", 128, 0, 256, 16},
                             {"sm_90", 255, 0, 256, 8},
                             {"sm_90", 16, 0, 32, 32},
                             {"sm_90", 32, 0, 1024, 64},
                             {"sm_90", 33, 0, 1024, 32},
                             {"sm_100", 32, 0, 256, 64}})
    EXPECT_EQ(
        wavefronts(known.target, kernel(32, known.registers, known.shared_bytes), known.block),
        known.warps)
        << known.target << " with " << known.registers;
}

TEST(Occupancy, IsAFractionOfWhatFits) {
  const auto half = occupancy(*multiprocessor("sm_90", 32), kernel(32, 64), 256);
  EXPECT_EQ(half.blocks, 4u);
  EXPECT_DOUBLE_EQ(half.fraction, 0.5);
}

TEST(Occupancy, OfAnUnknownTargetIsNotGuessed) {
  EXPECT_FALSE(multiprocessor("gfx942", 64));
  EXPECT_FALSE(multiprocessor("gfx1100", 32));
  EXPECT_FALSE(multiprocessor("sm_61", 32));
  EXPECT_FALSE(multiprocessor("", 32));
}

}  // namespace
}  // namespace gputest::resources_occupancy_test
