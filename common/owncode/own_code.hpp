// User's kernels in CUDA, HIP or C++ for the CPU: the content of their files, and the text for a
// compiler.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "common/core/arguments.hpp"
#include "common/device/kernel.hpp"
#include "common/device/launch_plan.hpp"
#include "common/run/family.hpp"
#include "common/run/own_kernel.hpp"

namespace gputest::owncode {

/// The language of such a file, and its compiler.
enum class Dialect {
  cpu,       ///< C++: one call computes all results
  cuda,      ///< CUDA, for NVRTC
  hip,       ///< HIP, for AMD's compilers; HIP's header is included before the text
  hip_host,  ///< HIP, for the host's compiler and the project's run-time
};

/// The file and its kernel's description.
struct OwnCode {
  OwnKernel file;
  KernelInfo info;                   ///< with a fault if the manifest has an error
  std::string entry;                 ///< the function
  std::vector<std::string> options;  ///< for the compiler
  std::string shared;                ///< bytes of dynamic shared memory, an expression; or empty
  bool groups = false;  ///< the family gives the number of blocks, else one thread per result
};

/// Reads the file's manifest. An error in it becomes the kernel's fault.
OwnCode read_own_code(const OwnKernel& own, const Family& family, const std::string& api);

/// The text for a compiler in one configuration: the macros; the file with the program's headers
/// and the neighbouring files that it includes; and the code that describes its parameters. Line
/// directives name the original files. Throws Error(bad_input) if a file cannot be read.
std::string own_program(const OwnCode& code, Dialect dialect, const Configuration& configuration,
                        const std::vector<Specialization>& specializations);

/// The user's files among these, and their checksum. Throws the same errors.
KernelText own_text(const OwnCode& code);

/// A header that such a file may include, by its path from the project's root. Throws
/// std::logic_error if the program has no such header.
std::string own_header(const std::string& path);

/// The pass of a launch. Throws Error(bad_input) if the family has no number of groups.
Pass own_pass(const OwnCode& code, const KernelSignature& signature, std::uint32_t block);

}  // namespace gputest::owncode
