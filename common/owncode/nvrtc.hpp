// NVIDIA's run-time compiler, opened when it is asked for.
#pragma once

#include <string>
#include <vector>

namespace gputest::owncode {

/// What NVRTC made of a text.
struct CompiledCuda {
  std::string image;  ///< machine code for the target or, where NVRTC does not know that, PTX
  std::string machine_code;  ///< for the target, or the newest that NVRTC knows
};

/// Why NVRTC is not there, with what to install; empty where it is. `wanted` is what it compiles.
std::string why_no_nvrtc(const std::string& wanted = "a kernel of one's own in CUDA is compiled");

/// Compiles CUDA for "sm_90". `file` is what the text is called. Throws Error(unavailable) where
/// there is no NVRTC, Error(bad_input) with the compiler's messages where it refuses the text.
CompiledCuda compile_cuda(const std::string& file, const std::string& text,
                          const std::string& target, const std::vector<std::string>& options);

}  // namespace gputest::owncode
