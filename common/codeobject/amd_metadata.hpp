// What the compiler says of the kernels in an AMD code object.
#pragma once

#include <nlohmann/json.hpp>

#include "common/codeobject/elf.hpp"

namespace gputest {

/// The note of type NT_AMDGPU_METADATA (LLVM's "User Guide for AMDGPU Backend", code object V3 and
/// later, MessagePack). Throws std::runtime_error where there is none.
nlohmann::json amd_metadata(const Elf& code_object);

}  // namespace gputest
