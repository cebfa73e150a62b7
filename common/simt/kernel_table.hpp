// The kernels that a platform of CUDA or HIP has: the build makes one table for each.
#pragma once

#include <map>
#include <optional>
#include <string>

#include "common/core/precision.hpp"
#include "common/device/device.hpp"
#include "common/device/kernel_call.hpp"
#include "common/device/kernel_lists.hpp"
#include "common/simt/binding.hpp"

namespace gputest {
class Registry;
}

namespace gputest::simt {

/// Gathers what a launch enqueues. Throws Error for arguments that the kernel cannot have.
using BindFunction = void (*)(const KernelCall&, Binding&);

/// What the build knows of a file of kernels.
struct CompiledKernel {
  std::string name;                ///< "gravity_tiled", "step_move"
  std::optional<KernelInfo> info;  ///< none: it is a part of others, and no kernel of a family
  BindFunction bind;
  std::string file;         ///< its text: "common/gravity/simt/tiled.inl"
  bool transforms = false;  ///< it needs the platform's Fourier transforms
};

/// By name.
using KernelTable = std::map<std::string, CompiledKernel>;

/// What the build says of a file `common/<family>/simt/<variant>.inl`, which defines Declaration:
/// its static bind().
template <class Declaration>
CompiledKernel compiled(const std::string& family, const std::string& variant) {
  CompiledKernel kernel{variant, std::nullopt, &Declaration::bind,
                        "common/" + family + "/simt/" + variant + ".inl"};
  if constexpr (requires { typename Declaration::layouts; }) {
    kernel.name = family + "_" + variant;
    kernel.info = info_of<Declaration>(family, variant);
  }
  if constexpr (requires { Declaration::transforms; }) kernel.transforms = Declaration::transforms;
  return kernel;
}

/// The description with every value of those axes of which it names none.
KernelInfo with_all_values(KernelInfo info, const Registry& registry);

}  // namespace gputest::simt
