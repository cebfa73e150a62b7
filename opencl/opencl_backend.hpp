// The API "opencl": every device of every platform that the ICD loader shows.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "common/device/kernel.hpp"
#include "opencl/plans.hpp"

namespace gputest::opencl {

/// `sources` are what its devices' queues bind, by name.
std::unique_ptr<Backend> make_backend(std::shared_ptr<const Sources> sources);

/// `info.api` is set to "opencl". Of a broken kernel, which info.fault tells, the source is unused.
std::unique_ptr<Kernel> make_kernel(KernelInfo info, Source source);

/// A program as a compiler is given it.
struct CompilerInput {
  std::string file;                  ///< that the kernel is in
  std::string text;                  ///< with line directives
  std::string options;               ///< separated by blanks
  std::vector<std::string> entries;  ///< the kernel functions that a launch enqueues
};

/// What a device's compiler would be given for one of this API's kernels: its own program and,
/// where there is one, that of passes that it shares. The device need not be there. Throws
/// Error(bad_input) where the kernel's manifest is at fault.
std::vector<CompilerInput> compiler_inputs(const Kernel& kernel, Configuration configuration,
                                           const KernelSignature& signature,
                                           const DeviceInfo& device);

}  // namespace gputest::opencl
