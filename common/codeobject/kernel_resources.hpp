// What a compiled kernel takes of a GPU, as its code object says.
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
  std::uint32_t vector_registers = 0;   ///< a thread; NVIDIA's only kind
  std::uint32_t scalar_registers = 0;   ///< a wavefront, AMD alone
  std::uint32_t shared_bytes = 0;       ///< static, a block
  std::uint32_t scratch_bytes = 0;      ///< a thread: spilled registers and arrays, in memory
  std::uint32_t spilled_registers = 0;  ///< AMD alone
  std::uint32_t wavefront = 32;
  std::uint32_t max_block = 1024;  ///< threads that it is compiled for
};

/// Of every kernel in an AMD code object: its metadata note (LLVM's "User Guide for AMDGPU
/// Backend", code object V3 and later, MessagePack). Throws std::runtime_error where it has none.
std::vector<KernelResources> amd_kernels(std::string_view code_object);

/// Of every kernel in a cubin: its .nv.info and .nv.shared sections, whose attributes are named in
/// the output of `cuobjdump -elf`. Throws std::runtime_error where it is no ELF file.
std::vector<KernelResources> nvidia_kernels(std::string_view cubin);

}  // namespace gputest
