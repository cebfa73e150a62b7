// The contents of a code object's file before loading: its target, its kernels and their arguments.
// LLVM's "User Guide for AMDGPU Backend", code objects V3 to V5.
#pragma once

#include <cstdint>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

#include "common/codeobject/elf.hpp"
#include "common/codeobject/kernel_resources.hpp"

namespace gputest::isa {

/// The targets that can be executed.
inline constexpr const char* kTargets[]{"gfx906", "gfx90a", "gfx1030", "gfx942"};

/// An explicit or hidden argument in the metadata.
struct KernelArgument {
  std::string kind;  ///< "by_value", "global_buffer", "hidden_block_count_x"
  std::uint32_t offset = 0, size = 0;
  std::string name = {};            ///< empty if the compiler left it out
  std::uint32_t pointee_align = 1;  ///< alignment of the data in LDS; a power of two

  bool is_hidden() const { return kind.starts_with("hidden_"); }
  bool is_pointer() const { return kind == "global_buffer"; }
  /// A pointer to LDS with a size that the launch sets (OpenCL's local pointers).
  bool is_local() const { return kind == "dynamic_shared_pointer"; }
};

/// A kernel of the file; addresses are relative to the load address.
struct KernelOfFile {
  std::string name;
  std::uint64_t descriptor = 0, code = 0, size = 0;
  std::vector<KernelArgument> arguments;
  KernelResources resources;
};

/// "gfx906". Throws std::runtime_error if the file is not for a supported AMD GPU.
std::string target_of_file(const Elf& file);

/// The size of the loaded segments in bytes. Throws std::runtime_error if their layout is invalid.
std::uint64_t loaded_bytes(const Elf& file);

/// Every kernel, in the order of the metadata. Throws std::exception for a kernel without symbols,
/// a wavefront of neither 32 nor 64, or arguments that do not fit.
std::vector<KernelOfFile> kernels_of_file(const Elf& file);

/// The code objects in a file of hipcc: the file itself, or the members of its bundle, for all
/// targets. Throws Error(bad_input) if it is neither.
std::vector<std::string_view> code_objects_in(std::string_view file);

}  // namespace gputest::isa
