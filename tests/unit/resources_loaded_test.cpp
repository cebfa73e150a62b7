// Kernels as a run-time library tells of them, in the table and against their code objects.
#include "common/codeobject/loaded_kernel.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <gtest/gtest.h>

#include <fstream>
#include <iterator>
#include <map>

#include "app/built_resources.hpp"
#include "common/codeobject/device_code.hpp"

namespace gputest::resources_loaded_test {
namespace {

constexpr const char* kSymbol =
    "_ZN7gputest4simt13gravity_tiledINS_4cuda4SimtENS_12Float4BodiesIfEELj128ELb1ELb0EEEvT0_";

LoadedKernel told(const std::string& target) {
  LoadedKernel kernel;
  kernel.told_by = "the runtime says of a card";
  kernel.target = target;
  kernel.resources.symbol = kSymbol;
  kernel.resources.vector_registers = 24;
  kernel.resources.max_block = 128;
  kernel.occupancy = {{32, 32, 0.5}, {32, 64, 1}, {21, 63, 63. / 64}, {16, 64, 1}};
  return kernel;
}

/// As the program has it, by way of the build's JSON.
ResourceRow built(const std::string& target) {
  ResourceRow row;
  row.target = target;
  row.platform = "cuda";
  row.resources.symbol = kSymbol;
  row.resources.vector_registers = 22;
  row.loop.emplace().by_kind[0] = 5;
  row.loop_source = "machine code";
  return resource_rows(nlohmann::ordered_json::array({to_json(row)}).dump()).front();
}

TEST(LoadedKernels, AreToldInPlaceOfTheirCodeObject) {
  const auto rows = with_loaded({built("sm_80"), built("sm_90")}, {told("sm_90")});
  ASSERT_EQ(rows.size(), 2u);
  EXPECT_EQ(rows[0].resources.vector_registers, 22u);
  EXPECT_EQ(rows[0].told_by, "");
  EXPECT_EQ(rows[1].resources.vector_registers, 24u);
  EXPECT_EQ(rows[1].told_by, "the runtime says of a card");
  ASSERT_TRUE(rows[1].loop) << "which the runtime does not know";
  EXPECT_EQ(rows[1].loop->total(), 5u);
}

TEST(LoadedKernels, OfAnotherPlatformStayAsBuilt) {
  ResourceRow hip = built("sm_90");
  hip.platform = "hip:nvidia";
  hip.resources.symbol.replace(hip.resources.symbol.find("4cuda"), 5, "10hip_nvidia");
  const auto rows = with_loaded({hip, built("sm_90")}, {told("sm_90")});
  ASSERT_EQ(rows.size(), 2u);
  EXPECT_EQ(rows[0].told_by, "");
  EXPECT_EQ(rows[0].platform, "hip:nvidia");
  EXPECT_NE(rows[1].told_by, "");
  EXPECT_EQ(rows[1].platform, "cuda");
}

TEST(LoadedKernels, OfASymbolThatNoCodeObjectHasAreOfNoKnownPlatform) {
  const auto rows = with_loaded({}, {told("sm_90")});
  ASSERT_EQ(rows.size(), 1u);
  EXPECT_EQ(rows[0].platform, "");
  EXPECT_EQ(rows[0].resources.symbol, kSymbol);
}

TEST(LoadedKernels, OfATargetThatTheBuildLacksAreTheDrivers) {
  const auto rows = with_loaded({built("sm_90")}, {told("sm_120")});
  ASSERT_EQ(rows.size(), 2u);
  EXPECT_EQ(rows[1].target, "sm_120");
  EXPECT_EQ(rows[1].platform, "cuda");
  EXPECT_EQ(rows[1].told_by, "the runtime says of a card, whose driver compiled the PTX");
  EXPECT_FALSE(rows[1].loop);
}

TEST(LoadedKernels, ThatAreNoneOfTheCatalogueAreLeftOut) {
  LoadedKernel sort = told("sm_90");
  sort.resources.symbol = "_Z4sortPj";
  EXPECT_TRUE(with_loaded({}, {sort}).empty());
}

TEST(LoadedKernels, HaveTheOccupancyThatWasTold) {
  const auto rows = with_loaded({built("sm_90")}, {told("sm_90")});
  EXPECT_EQ(occupancy(rows[0], 96)->wavefronts, 63u);
  EXPECT_EQ(occupancy(rows[0], 128)->blocks, 16u);
  EXPECT_EQ(occupancy(rows[0], 256)->blocks, 0u) << "more threads than may be launched";
  EXPECT_EQ(occupancy(built("sm_90"), 256)->blocks, 8u) << "computed where nobody told";
  EXPECT_FALSE(occupancy(built("sm_61"), 256));
}

TEST(LoadedKernels, HaveTheLargestBlockThatWasTold) {
  ResourceRow row = built("sm_90");
  EXPECT_EQ(largest_block(row), 1024u);
  row.resources.vector_registers = 134;
  EXPECT_EQ(largest_block(row), 384u) << "three wavefronts of 136 registers on each SIMD unit";
  row.target = "sm_61";
  EXPECT_EQ(largest_block(row), 1024u) << "not guessed";
  EXPECT_EQ(largest_block(with_loaded({built("sm_90")}, {told("sm_90")})[0]), 128u);
}

/// Every figure in which the two may differ, for blocks of any number of wavefronts.
std::string figures(const KernelResources& kernel, const std::vector<Occupancy>& occupancy) {
  std::vector<std::uint32_t> blocks;
  for (const Occupancy& of_block : occupancy) blocks.push_back(of_block.blocks);
  return fmt::format("{} registers, {} B shared, {} B local, {} threads, blocks {}",
                     kernel.vector_registers, kernel.shared_bytes, kernel.scratch_bytes,
                     kernel.max_block, fmt::join(blocks, " "));
}

/// Every CUDA kernel in this program, CUB's too, that has machine code for the GPU.
TEST(LoadedKernels, OfCudaAreWhatTheirCodeObjectsSay) {
  const std::vector<LoadedKernel> loaded = loaded_kernels("");
  if (loaded.empty()) GTEST_SKIP() << "no NVIDIA GPU, or no CUDA in this build";

  std::ifstream program("/proc/self/exe", std::ios::binary);
  const std::string file(std::istreambuf_iterator<char>(program), {});
  std::map<std::pair<std::string, std::string>, KernelResources> read;
  for (const DeviceCode& code : find_device_code(file))
    if (code.kind == CodeKind::cubin)
      for (const KernelResources& kernel : nvidia_kernels(code.bytes))
        read[{code.target, kernel.symbol}] = kernel;

  unsigned compared = 0, differing = 0;
  for (const LoadedKernel& kernel : loaded) {
    const auto found = read.find({kernel.target, kernel.resources.symbol});
    const auto on = multiprocessor(kernel.target, kernel.resources.wavefront);
    if (found == read.end() || !on) continue;
    ++compared;
    std::vector<Occupancy> computed;
    const std::uint32_t largest = largest_block(*on, found->second);
    for (std::uint32_t block = 32; block <= largest; block += 32)
      computed.push_back(occupancy(*on, found->second, block));
    KernelResources resources = found->second;
    resources.max_block = largest;
    const std::string reads = figures(resources, computed);
    const std::string says = figures(kernel.resources, kernel.occupancy);
    EXPECT_EQ(reads, says) << kernel.resources.symbol;
    differing += reads == says ? 0 : 1;
  }
  fmt::print("{} kernels loaded, {} compared with their code objects, {} differ\n", loaded.size(),
             compared, differing);
  if (compared == 0) GTEST_SKIP() << "no machine code for this GPU";
}

}  // namespace
}  // namespace gputest::resources_loaded_test
