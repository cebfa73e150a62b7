#include <elf.h>

#include <cstring>
#include <nlohmann/json.hpp>
#include <stdexcept>

#include "common/codeobject/elf.hpp"
#include "common/codeobject/kernel_resources.hpp"

namespace gputest {
namespace {

/// The metadata: what the note of type NT_AMDGPU_METADATA holds.
nlohmann::json metadata(const ElfSection& notes) {
  constexpr std::uint32_t kMetadata = 32;
  std::string_view rest = notes.contents;
  while (rest.size() > sizeof(Elf64_Nhdr)) {
    Elf64_Nhdr header;
    std::memcpy(&header, rest.data(), sizeof header);
    const std::size_t name = (header.n_namesz + 3) / 4 * 4;
    const std::size_t size = (header.n_descsz + 3) / 4 * 4;
    if (sizeof header + name + header.n_descsz > rest.size()) break;
    if (header.n_type == kMetadata)
      return nlohmann::json::from_msgpack(rest.substr(sizeof header + name, header.n_descsz));
    rest.remove_prefix(std::min(rest.size(), sizeof header + name + size));
  }
  throw std::runtime_error("a code object has no metadata");
}

}  // namespace

std::vector<KernelResources> amd_kernels(std::string_view code_object) {
  const Elf elf = read_elf(code_object);
  const ElfSection* notes = elf.find(".note");
  if (notes == nullptr) throw std::runtime_error("a code object has no notes");
  const nlohmann::json all = metadata(*notes);
  std::vector<KernelResources> kernels;
  for (const nlohmann::json& entry : all.at("amdhsa.kernels")) {
    KernelResources kernel;
    kernel.symbol = entry.at(".name");
    kernel.vector_registers = entry.at(".vgpr_count");
    kernel.scalar_registers = entry.at(".sgpr_count");
    kernel.shared_bytes = entry.at(".group_segment_fixed_size");
    kernel.scratch_bytes = entry.at(".private_segment_fixed_size");
    kernel.spilled_registers = entry.at(".vgpr_spill_count").get<std::uint32_t>() +
                               entry.at(".sgpr_spill_count").get<std::uint32_t>();
    kernel.wavefront = entry.at(".wavefront_size");
    kernel.max_block = entry.at(".max_flat_workgroup_size");
    kernels.push_back(kernel);
  }
  return kernels;
}

}  // namespace gputest
