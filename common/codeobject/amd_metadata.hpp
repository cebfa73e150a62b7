// What the compiler says of the kernels in an AMD code object.
#pragma once

#include <nlohmann/json.hpp>

#include "common/codeobject/elf.hpp"
#include "common/codeobject/kernel_resources.hpp"

namespace gputest {

/// The note of type NT_AMDGPU_METADATA (LLVM's "User Guide for AMDGPU Backend", code object V3 and
/// later, MessagePack). Throws std::exception where there is none, or one that is nested as none of
/// a compiler is.
nlohmann::json amd_metadata(const Elf& code_object);

/// Of an element of its "amdhsa.kernels". Throws std::exception where that lacks something.
KernelResources amd_kernel(const nlohmann::json& entry);

}  // namespace gputest
