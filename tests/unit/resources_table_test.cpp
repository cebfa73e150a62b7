// From code objects to rows: which instance a symbol is, and what is left out.
#include "common/codeobject/resource_table.hpp"

#include <gtest/gtest.h>

#include <cstring>

#include "common/codeobject/device_code.hpp"

namespace gputest {
namespace {

TEST(KernelInstance, IsReadFromTheSymbol) {
  const auto tiled = kernel_instance(
      "_ZN7gputest4simt13gravity_tiledINS_7hip_amd7AmdSimtILj64EEENS_"
      "12Float4BodiesIfEELj128ELb1ELb0"
      "EEEvT0_PNS_7Vector4INS5_7gt_realEEEjS7_");
  ASSERT_TRUE(tiled);
  EXPECT_EQ(tiled->platform, "hip:amd");
  EXPECT_EQ(tiled->kernel, "gravity_tiled");
  EXPECT_EQ(tiled->layout, "float4");
  EXPECT_EQ(tiled->precision, "fp32");
  EXPECT_EQ(tiled->arguments, (std::vector<std::string>{"128", "true", "false"}));
  EXPECT_EQ(tiled->wavefront, 64u);

  const auto cuda = kernel_instance(
      "_ZN7gputest4simt13gravity_tiledINS0_10NvidiaSimtENS_11AosoaBodiesIdEELj256ELb1ELb0EEEvT0_"
      "PNS_7Vector4INS5_7gt_realEEEjS7_");
  ASSERT_TRUE(cuda);
  EXPECT_EQ(cuda->layout, "aosoa");
  EXPECT_EQ(cuda->precision, "fp64");
  EXPECT_EQ(cuda->wavefront, 0u);

  const auto texture = kernel_instance(
      "_ZN7gputest4simt17gravity_texture2dINS_7hip_amd7AmdSimtILj64EEELb1ELb1EEEvNT_7TextureEPNS_"
      "7Vector4IfEEjjf");
  ASSERT_TRUE(texture);
  EXPECT_EQ(texture->layout, "");
  EXPECT_EQ(texture->arguments, (std::vector<std::string>{"true", "true"}));

  const auto builder = kernel_instance(
      "_ZN7gputest4simt14neighbour_maskINS_4cuda4SimtENS0_9ListShapeIdLb0ELb0ELNS0_"
      "4PassE0EEEEEvNS0_"
      "18NeighbourArgumentsINT0_4RealEEE");
  ASSERT_TRUE(builder);
  EXPECT_EQ(builder->platform, "cuda");
  EXPECT_EQ(builder->layout, "");
  EXPECT_EQ(builder->precision, "fp64");
}

TEST(KernelInstance, IsNoneForAnythingElse) {
  for (const char* symbol : {"", "main", "_Z3sumPKfPfj", "_ZN7gputest4simt4zeroEv"})
    EXPECT_FALSE(kernel_instance(symbol)) << symbol;
}

ResourceRow row(std::uint32_t named, std::uint32_t of_target) {
  ResourceRow made;
  made.target = "gfx1030";
  made.instance = {"hip:amd", "gravity_x", "float4", "fp32", {}, named};
  made.resources.wavefront = of_target;
  return made;
}

TEST(ResourceTable, KeepsTheInstanceForTheTargetsWavefront) {
  std::vector<ResourceRow> rows{row(64, 32), row(32, 32)};
  drop_other_wavefronts(rows);
  ASSERT_EQ(rows.size(), 1u);
  EXPECT_EQ(rows[0].instance.wavefront, 32u);
}

TEST(ResourceTable, KeepsTheOnlyInstanceWhateverItNames) {
  std::vector<ResourceRow> rows{row(64, 32)};
  drop_other_wavefronts(rows);
  EXPECT_EQ(rows.size(), 1u);
}

TEST(ResourceTable, IsTheSameAfterJson) {
  ResourceRow before = row(32, 32);
  before.instance.arguments = {"128", "true"};
  before.resources.vector_registers = 77;
  before.loop.emplace().by_kind[0] = 5;
  before.loop_source = "machine code";
  const auto after = resource_rows(nlohmann::ordered_json::array({to_json(before)}).dump());
  ASSERT_EQ(after.size(), 1u);
  EXPECT_EQ(to_json(after[0]), to_json(before));
  EXPECT_EQ(after[0].loop->of(InstructionKind::fma), 5u);
}

/// An entry's header of 64 bytes as fatbinary writes it, and its contents.
std::string fat_entry(std::uint16_t kind, std::uint64_t flags, const std::string& contents) {
  std::string entry(64, '\0');
  const std::uint32_t header = 64, architecture = 90;
  const std::uint64_t size = contents.size();
  std::memcpy(&entry[0], &kind, sizeof kind);
  std::memcpy(&entry[4], &header, sizeof header);
  std::memcpy(&entry[8], &size, sizeof size);
  std::memcpy(&entry[28], &architecture, sizeof architecture);
  std::memcpy(&entry[40], &flags, sizeof flags);
  return entry + contents;
}

std::string fat_binary(const std::string& entries) {
  std::string header("\x50\xED\x55\xBA\x01\0\x10\0", 8);
  const std::uint64_t size = entries.size();
  header.append(reinterpret_cast<const char*>(&size), sizeof size);
  return header + entries;
}

TEST(DeviceCode, IsFoundInFatBinariesWhereItIsNotCompressed) {
  const std::string binary =
      fat_binary(fat_entry(2, 0x10, "machine code") + fat_entry(1, 0x8010, "compressed"));
  const std::string file = "host's code" + binary + "more" + fat_binary(fat_entry(1, 0, "PTX"));
  const auto binaries = find_fat_binaries(file);
  ASSERT_EQ(binaries.size(), 2u);
  EXPECT_EQ(binaries[0], binary);
  const auto found = find_device_code(file);
  ASSERT_EQ(found.size(), 2u);
  EXPECT_EQ(found[0].target, "sm_90");
  EXPECT_EQ(found[0].bytes, "machine code");
  EXPECT_EQ(found[1].target, "compute_90");
  EXPECT_EQ(found[1].bytes, "PTX");
}

TEST(DeviceCode, IsNotFoundWhereThereIsNoneOrItIsCut) {
  EXPECT_TRUE(find_device_code("").empty());
  EXPECT_TRUE(find_device_code("text that names __CLANG_OFFLOAD_BUNDLE__").empty());
  EXPECT_TRUE(find_device_code(std::string("\x50\xED\x55\xBA", 4)).empty());
  const std::string longer_than_the_file("\x50\xED\x55\xBA\x01\0\x10\0\xFF\0\0\0\0\0\0\0entry", 21);
  EXPECT_TRUE(find_fat_binaries(longer_than_the_file).empty());
  EXPECT_THROW(amd_kernels("not ELF"), std::runtime_error);
  EXPECT_THROW(nvidia_kernels(std::string("\x7f"
                                          "ELF\x02",
                                          5)),
               std::runtime_error);
}

}  // namespace
}  // namespace gputest
