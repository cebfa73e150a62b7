// The kernels of a CUDA or HIP platform. The build generates one table for each platform.
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

/// Collects the passes of a launch. Throws Error for arguments that the kernel cannot have.
using BindFunction = void (*)(const KernelCall&, Binding&);

/// A file of kernels, as the build describes it.
struct CompiledKernel {
  std::string name;                ///< "gravity_tiled", "step_move"
  std::optional<KernelInfo> info;  ///< none: a part of other kernels, not a kernel of a family
  BindFunction bind;
  std::string file;         ///< its text: "common/gravity/simt/tiled.inl"
  bool transforms = false;  ///< whether it needs the platform's Fourier transforms
};

/// Kernels by name.
using KernelTable = std::map<std::string, CompiledKernel>;

/// The entry of a file `common/<family>/simt/<variant>.inl`, which defines Declaration with its
/// static bind().
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

/// The description, with all values of those axes for which it names none.
KernelInfo with_all_values(KernelInfo info, const Registry& registry);

}  // namespace gputest::simt
