// A kernel of the user's own in CUDA, HIP or C++ for the processor: what its file says, and the
// text that a compiler is given.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "common/core/arguments.hpp"
#include "common/device/kernel.hpp"
#include "common/run/family.hpp"
#include "common/run/own_kernel.hpp"

namespace gputest::owncode {

/// The language of such a file.
enum class Dialect {
  cpu,       ///< C++, a function that computes everything
  cuda,      ///< CUDA, for NVRTC
  hip,       ///< HIP, for AMD's compilers, before which stands what includes HIP's header
  hip_host,  ///< HIP, for the host's compiler and the project's own run-time
};

/// What the file says of its kernel.
struct OwnCode {
  OwnKernel file;
  KernelInfo info;                   ///< with a fault where the manifest is at fault
  std::string entry;                 ///< the function
  std::vector<std::string> options;  ///< for the compiler
  bool groups = false;  ///< launched as many blocks as the family says, else a thread per result
};

/// Reads the file's manifest. What is wrong with that is the fault of the kernel.
OwnCode read_own_code(const OwnKernel& own, const Family& family, const std::string& api);

/// What a compiler is given for a configuration: the macros, the file with all that it includes of
/// the program's headers and of the files beside it, and what tells of its parameters. Lines name
/// the files that they are from. Throws Error(bad_input) where a file cannot be read.
std::string own_program(const OwnCode& code, Dialect dialect, const Configuration& configuration,
                        const std::vector<Specialization>& specializations);

/// The files of the user's own among those, and their checksum. Throws likewise.
KernelText own_text(const OwnCode& code);

/// A header that such a file may include, by its path from the project's root. Throws
/// std::logic_error where the program holds none of that path.
std::string own_header(const std::string& path);

/// Blocks of a launch. Throws Error(bad_input) where the family states no number of groups.
std::uint64_t own_blocks(const OwnCode& code, const KernelSignature& signature,
                         std::uint32_t block);

}  // namespace gputest::owncode
