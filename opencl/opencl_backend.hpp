// The API "opencl": every device of every platform that the ICD loader shows.
#pragma once

#include <array>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "common/device/kernel.hpp"
#include "common/run/registry.hpp"

namespace gputest::opencl {

/// One enqueue of a kernel function. All passes of a plan take the same arguments: the problem's
/// inputs, outputs and scratch, the plan's scratch, the problem's scalars, the plan's scalars.
struct Pass {
  std::string entry;
  std::array<std::size_t, 2> groups{1, 1};  ///< work-groups
  bool shared = false;                      ///< of the plan's shared program
};

/// A file of kernel functions and what it is built with, besides layout and precision.
struct Program {
  std::string file;                 ///< opencl/kernels/<file>.cl
  std::size_t block;                ///< work-items that a group is wide: GT_BLOCK
  std::vector<Specialization> specializations;  ///< -DGT_<NAME>=<value>
  std::string options;              ///< for the compiler
};

/// How a kernel computes its results for given arguments on a given device.
struct Plan {
  std::string options;              ///< for the compiler, of the kernel's own program
  std::optional<Program> shared;    ///< passes of several kernels, compiled once for all of them
  std::vector<ArrayShape> scratch;  ///< device memory that the host never sees
  std::vector<Scalar> scalars;
  std::vector<Pass> passes;
};

struct Source;
using Planner = Plan (*)(const Source&, const Configuration&, const KernelSignature&,
                         const DeviceInfo&);

/// A kernel's place in opencl/kernels/ and how it is launched.
struct Source {
  std::string entry;  ///< its first pass's function, in opencl/kernels/<entry>.cl
  Planner plan;
  std::string options = {};  ///< for the compiler: what tells this variant from another of the file
};

std::unique_ptr<Backend> make_backend();

/// `info.api` is set to "opencl".
std::unique_ptr<Kernel> make_kernel(KernelInfo info, Source source);

}  // namespace gputest::opencl
