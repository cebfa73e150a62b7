// NVIDIA's run-time compiler, opened when it is asked for.
#pragma once

#include <map>
#include <string>
#include <vector>

namespace gputest::texts {

/// What NVRTC made of a text.
struct CompiledCuda {
  std::string image;  ///< machine code for the target or, where NVRTC does not know that, PTX
  std::string machine_code;  ///< for the target, or the newest that NVRTC knows
  std::string ptx;
};

/// Why NVRTC is not there, with what to install; empty where it is. `wanted` is what it compiles.
std::string why_no_nvrtc(const std::string& wanted = "a kernel of one's own in CUDA is compiled",
                         int least_major = 0);

/// "NVRTC 13.0".
std::string nvrtc_name();

/// The target or, where NVRTC is older than that, the newest that it knows and that is older.
/// Throws Error(unavailable) where there is no NVRTC or it knows none.
std::string nvrtc_target(const std::string& target);

/// Compiles CUDA for "sm_90". `file` is what the text is called, `options` are all that NVRTC is
/// given but the target's. Throws Error(unavailable) where there is no NVRTC, Error(bad_input) with
/// the compiler's messages where it refuses the text.
CompiledCuda compile_cuda(const std::string& file, const std::string& text,
                          const std::string& target, const std::vector<std::string>& options,
                          const std::map<std::string, std::string>& headers = {});
/// What a kernel of one's own, and VkFFT's, are compiled with before their own options: subnormal
/// numbers are zero, as they are for the kernels of this program.
std::vector<std::string> own_cuda_options(const std::vector<std::string>& more = {});

}  // namespace gputest::texts
