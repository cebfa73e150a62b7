// NVIDIA's run-time compiler, opened on first use.
#pragma once

#include <map>
#include <string>
#include <vector>

namespace gputest::texts {

/// The result of NVRTC for a text.
struct CompiledCuda {
  std::string image;         ///< machine code for the target or, if NVRTC does not know it, PTX
  std::string machine_code;  ///< for the target, or the newest one that NVRTC knows
  std::string ptx;
};

/// Why NVRTC is not available, with a package to install; empty if it is. The sentence begins with
/// `wanted`.
std::string why_no_nvrtc(const std::string& wanted = "a user's CUDA kernel is compiled",
                         int least_major = 0);

/// "NVRTC 13.0".
std::string nvrtc_name();

/// The target or, if NVRTC is older than the target, the newest older one that it knows. Throws
/// Error(unavailable) if there is no NVRTC or it knows none.
std::string nvrtc_target(const std::string& target);

/// Compiles CUDA for a target like "sm_90". `file` is the text's name; `options` are all options
/// except the target's. Throws Error(unavailable) if there is no NVRTC, Error(bad_input) with the
/// compiler's messages if it rejects the text.
CompiledCuda compile_cuda(const std::string& file, const std::string& text,
                          const std::string& target, const std::vector<std::string>& options,
                          const std::map<std::string, std::string>& headers = {});
/// The first options for user's kernels and for VkFFT's: subnormal numbers are flushed to zero, as
/// in this program's kernels.
std::vector<std::string> own_cuda_options(const std::vector<std::string>& more = {});

}  // namespace gputest::texts
