// What a code object's file says, before anything of it is loaded: its target, its kernels and
// their arguments. LLVM's "User Guide for AMDGPU Backend", code objects V3 to V5.
#pragma once

#include <cstdint>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

#include "common/codeobject/elf.hpp"
#include "common/codeobject/kernel_resources.hpp"

namespace gputest::isa {

/// The targets whose instructions are executed here.
inline constexpr const char* kTargets[]{"gfx906", "gfx90a", "gfx1030", "gfx942"};

/// An argument, explicit or hidden, as the metadata has it.
struct KernelArgument {
  std::string kind;  ///< "by_value", "global_buffer", "hidden_block_count_x"
  std::uint32_t offset = 0, size = 0;
  std::string name = {};            ///< empty where the compiler left it out
  std::uint32_t pointee_align = 1;  ///< of what is in LDS; a power of two

  bool is_hidden() const { return kind.starts_with("hidden_"); }
  bool is_pointer() const { return kind == "global_buffer"; }
  /// A pointer to LDS, of which the launch says how much there is (OpenCL's local pointers).
  bool is_local() const { return kind == "dynamic_shared_pointer"; }
};

/// A kernel of the file; addresses are relative to where that is loaded.
struct KernelOfFile {
  std::string name;
  std::uint64_t descriptor = 0, code = 0, size = 0;
  std::vector<KernelArgument> arguments;
  KernelResources resources;
};

/// "gfx906". Throws std::runtime_error where the file is for no GPU of AMD's that is executed here.
std::string target_of_file(const Elf& file);

/// Bytes that its segments take once loaded. Throws std::runtime_error where they lie as no
/// compiler puts them.
std::uint64_t loaded_bytes(const Elf& file);

/// Every kernel, in the order of the metadata. Throws std::exception where that is not as it should
/// be: a kernel without symbols, a wavefront of neither 32 nor 64, arguments that do not fit.
std::vector<KernelOfFile> kernels_of_file(const Elf& file);

/// The code objects in a file of hipcc's: the file itself, or those of its bundle, whatever their
/// targets. Throws Error(bad_input) where it is neither.
std::vector<std::string_view> code_objects_in(std::string_view file);

}  // namespace gputest::isa
