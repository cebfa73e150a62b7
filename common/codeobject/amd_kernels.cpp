#include "common/codeobject/amd_metadata.hpp"
#include "common/codeobject/kernel_resources.hpp"

namespace gputest {

KernelResources amd_kernel(const nlohmann::json& entry) {
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
  return kernel;
}

std::vector<KernelResources> amd_kernels(std::string_view code_object) {
  const nlohmann::json all = amd_metadata(read_elf(code_object));
  std::vector<KernelResources> kernels;
  for (const nlohmann::json& entry : all.at("amdhsa.kernels")) kernels.push_back(amd_kernel(entry));
  return kernels;
}

}  // namespace gputest
