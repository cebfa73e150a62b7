// From code objects to rows: how they are found, and what is left out.
#include "common/codeobject/resource_table.hpp"

#include <gtest/gtest.h>

#include <cstring>
#include <stdexcept>

#include "common/codeobject/device_code.hpp"

namespace gputest::resources_table_test {
namespace {

constexpr const char* kTiled =
    "_ZN7gputest4simt13gravity_tiledINS_7hip_amd7AmdSimtILj64EEENS_12Float4BodiesIfEELj128ELb1ELb0"
    "EEEvT0_PNS_7Vector4INS5_7gt_realEEEjS7_";

ResourceRow row(const std::string& target, const std::string& symbol,
                std::uint32_t wavefront = 64) {
  ResourceRow made;
  made.platform = "hip:amd";
  made.target = target;
  made.resources.symbol = symbol;
  made.resources.wavefront = wavefront;
  return made;
}

TEST(ResourceTable, FindsRowsByTargetAndSymbol) {
  const ResourceTable table({row("gfx90a", "a"), row("gfx906", "a"), row("gfx906", "b")});
  ASSERT_NE(table.find("gfx906", "a"), nullptr);
  EXPECT_EQ(table.find("gfx906", "a")->target, "gfx906");
  EXPECT_EQ(table.find("gfx906", "b")->resources.symbol, "b");
  EXPECT_EQ(table.find("gfx90a", "b"), nullptr);
  EXPECT_EQ(table.find("gfx906", ""), nullptr);
}

TEST(ResourceTable, KnowsEachTargetOnceWithItsWavefront) {
  const ResourceTable table({row("gfx1030", "a", 32), row("gfx906", "a"), row("gfx1030", "b", 32)});
  ASSERT_EQ(table.targets().size(), 2u);
  EXPECT_EQ(table.targets()[0].name, "gfx906");
  EXPECT_EQ(table.targets()[0].wavefront, 64u);
  EXPECT_EQ(table.targets()[1].name, "gfx1030");
  EXPECT_EQ(table.targets()[1].wavefront, 32u);
  EXPECT_EQ(table.targets()[1].platform, "hip:amd");
}

TEST(ResourceTable, LeavesOutKernelsOfLibraries) {
  EXPECT_TRUE(may_be_own(kTiled));
  for (const char* symbol : {"", "main", "_Z3sumPKfPfj", "_ZN3cub17EmptyKernelIvEEvv"})
    EXPECT_FALSE(may_be_own(symbol)) << symbol;
}

TEST(ResourceTable, IsTheSameAfterJson) {
  ResourceRow before = row("gfx90a", kTiled);
  before.resources.vector_registers = 77;
  before.loop.emplace().by_kind[0] = 5;
  before.loop_source = "machine code";
  const auto after = resource_rows(nlohmann::ordered_json::array({to_json(before)}).dump());
  ASSERT_EQ(after.size(), 1u);
  EXPECT_EQ(to_json(after[0]), to_json(before));
  EXPECT_EQ(after[0].resources.symbol, kTiled);
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
}  // namespace gputest::resources_table_test
