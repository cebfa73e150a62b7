// The API "opencl": every device of every platform that the ICD loader shows.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "common/device/kernel.hpp"
#include "opencl/plans.hpp"

namespace gputest::opencl {

/// `sources` are the kernels, by name, that its devices' queues can bind.
std::unique_ptr<Backend> make_backend(std::shared_ptr<const Sources> sources);

/// Sets `info.api` to "opencl". The source of a broken kernel (info.fault) is unused.
std::unique_ptr<Kernel> make_kernel(KernelInfo info, Source source);

/// The input of a compiler for a program.
struct CompilerInput {
  std::string file;                  ///< the file with the kernel
  std::string text;                  ///< with line directives
  std::string options;               ///< separated by blanks
  std::vector<std::string> entries;  ///< the kernel functions that a launch enqueues
};

/// The inputs of a device's compiler for one of this API's kernels: the kernel's program and, if
/// there is one, that of its shared passes. The device need not exist. Throws Error(bad_input) if
/// the kernel's manifest is wrong.
std::vector<CompilerInput> compiler_inputs(const Kernel& kernel, Configuration configuration,
                                           const KernelSignature& signature,
                                           const DeviceInfo& device);

}  // namespace gputest::opencl
