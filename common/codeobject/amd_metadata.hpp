// The compiler's metadata about the kernels in an AMD code object.
#pragma once

#include <nlohmann/json.hpp>

#include "common/codeobject/elf.hpp"
#include "common/codeobject/kernel_resources.hpp"

namespace gputest {

/// The note of type NT_AMDGPU_METADATA (LLVM's "User Guide for AMDGPU Backend", code object V3 and
/// later, MessagePack). Throws std::exception if it is missing or nested more deeply than compilers
/// write it.
nlohmann::json amd_metadata(const Elf& code_object);

/// The resources of an element of its "amdhsa.kernels". Throws std::exception if a field is
/// missing.
KernelResources amd_kernel(const nlohmann::json& entry);

}  // namespace gputest
