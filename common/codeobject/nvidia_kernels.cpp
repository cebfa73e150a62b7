#include <cstring>
#include <map>

#include "common/codeobject/elf.hpp"
#include "common/codeobject/kernel_resources.hpp"

namespace gputest {
namespace {

constexpr std::string_view kInfo = ".nv.info";
constexpr std::string_view kShared = ".nv.shared.";

// Attributes of .nv.info sections, named EIATTR_… by cuobjdump.
constexpr unsigned kMaxThreads = 0x05, kFrameSize = 0x11, kRegisterCount = 0x2f;

/// Calls f(attribute, values) for every attribute with a list of 32-bit values.
template <class F>
void for_each_attribute(std::string_view info, F&& f) {
  while (info.size() >= 4) {
    const auto format = static_cast<unsigned char>(info[0]);
    const auto attribute = static_cast<unsigned char>(info[1]);
    std::uint16_t size = 0;
    std::memcpy(&size, info.data() + 2, sizeof size);
    info.remove_prefix(4);
    if (format != 4) continue;  // a value instead of the size
    if (size > info.size()) return;
    std::vector<std::uint32_t> values(size / 4);
    std::memcpy(values.data(), info.data(), values.size() * 4);
    f(attribute, values);
    info.remove_prefix(size);
  }
}

}  // namespace

std::vector<KernelResources> nvidia_kernels(std::string_view cubin) {
  const Elf elf = read_elf(cubin);
  std::map<std::string_view, KernelResources> kernels;
  for (const ElfSection& section : elf.sections) {
    if (section.name.substr(0, kInfo.size() + 1) != ".nv.info.") continue;
    const std::string_view symbol = section.name.substr(kInfo.size() + 1);
    KernelResources& kernel = kernels[symbol];
    kernel.symbol = symbol;
    for_each_attribute(section.contents, [&](unsigned attribute, const auto& values) {
      if (attribute == kMaxThreads && values.size() == 3)
        kernel.max_block = values[0] * values[1] * values[2];
    });
  }
  if (const ElfSection* all = elf.find(kInfo))
    for_each_attribute(all->contents, [&](unsigned attribute, const auto& values) {
      if (values.size() != 2 || values[0] >= elf.symbols.size()) return;
      const auto kernel = kernels.find(elf.symbols[values[0]].name);
      if (kernel == kernels.end()) return;
      if (attribute == kRegisterCount) kernel->second.vector_registers = values[1];
      if (attribute == kFrameSize) kernel->second.scratch_bytes = values[1];
    });
  // From sm_90 on, the section's size includes the system's share of shared memory, which
  // occupancy() counts as overhead.
  const std::uint64_t reserved = elf.find(".nv.shared.reserved.0") == nullptr ? 0 : 1024;
  for (const ElfSection& section : elf.sections) {
    if (section.name.substr(0, kShared.size()) != kShared) continue;
    const auto kernel = kernels.find(section.name.substr(kShared.size()));
    if (kernel != kernels.end() && section.size >= reserved)
      kernel->second.shared_bytes = static_cast<std::uint32_t>(section.size - reserved);
  }
  std::vector<KernelResources> result;
  for (const auto& [symbol, kernel] : kernels) result.push_back(kernel);
  return result;
}

}  // namespace gputest
