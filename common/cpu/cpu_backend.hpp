// The API "cpu": kernels as C++ functions over host memory, one device.
#pragma once

#include <memory>
#include <vector>

#include "common/core/kernel.hpp"
#include "common/core/registry.hpp"

namespace gputest::cpu {

/// What a CPU kernel is called with: arrays aligned to 64 bytes, in the order of ArgumentShapes.
struct Arguments {
  Configuration configuration;
  std::uint64_t items = 0;
  std::vector<const void*> inputs;
  std::vector<void*> outputs;
  std::vector<Scalar> scalars;

  /// The scalar of that name, in the kernel's precision or as a whole number.
  template <class T>
  T scalar(const std::string& name) const {
    for (const Scalar& s : scalars)
      if (s.name == name)
        return std::visit([](auto value) { return static_cast<T>(value); }, s.value);
    throw std::logic_error("a CPU kernel asks for scalar " + name);
  }
};

using Function = void (*)(const Arguments&);

/// The host's processor as a device.
std::unique_ptr<Backend> make_backend();

/// `info.api` is set to "cpu".
std::unique_ptr<Kernel> make_kernel(KernelInfo info, Function function);

}  // namespace gputest::cpu
