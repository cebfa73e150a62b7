// The GPU resources of a compiled kernel, from its code object.
#pragma once

#include <cstdint>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

namespace gputest {

/// Registers and memory of one compiled kernel.
struct KernelResources {
  std::string symbol;                   ///< mangled
  std::uint32_t vector_registers = 0;   ///< per thread; NVIDIA's only kind
  std::uint32_t scalar_registers = 0;   ///< per wavefront; only AMD
  std::uint32_t shared_bytes = 0;       ///< static, per block
  std::uint32_t scratch_bytes = 0;      ///< per thread: spilled registers and arrays, in memory
  std::uint32_t spilled_registers = 0;  ///< only AMD
  std::uint32_t wavefront = 32;
  std::uint32_t max_block = 1024;  ///< threads for which it is compiled
};

/// The resources of every kernel in an AMD code object, from its metadata note. The format is
/// MessagePack (LLVM's "User Guide for AMDGPU Backend", code object V3 and later). Throws
/// std::runtime_error if there is none.
std::vector<KernelResources> amd_kernels(std::string_view code_object);

/// The resources of every kernel in a cubin, from its .nv.info and .nv.shared sections. The output
/// of `cuobjdump -elf` names their attributes. Throws std::runtime_error if it is not an ELF file.
std::vector<KernelResources> nvidia_kernels(std::string_view cubin);

}  // namespace gputest
