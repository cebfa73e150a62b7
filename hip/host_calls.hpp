// The calls of a Binding's passes for hip:host, where kernels are functions of the program.
#pragma once

#include <hip/hip_runtime.h>

#include <stdexcept>

#include "common/simt/calls.hpp"
#include "common/simt/library_failure.hpp"
#include "hip/host_transform.hpp"

namespace gputest::hip_host {

/// Launches block. No text is compiled.
class HostCalls : public simt::Calls {
 public:
  const texts::Compiler* compiler() const override { return nullptr; }
  std::shared_ptr<void> load_module(const std::string&) const override { refuse(); }
  simt::LoadedKernel find_kernel(const std::shared_ptr<void>&, const std::string&) const override {
    refuse();
  }
  void launch(const simt::LoadedKernel& kernel, simt::Extent grid, simt::Extent block, void* stream,
              void** arguments) const override {
    const auto& function = *static_cast<const simt::HostFunction*>(kernel.get());
    const Launch launch{function, arguments};
    static_cast<void>(
        ::hip_host::detail::launch({dim3(grid.x, grid.y), dim3(block.x, block.y), 0,
                                    static_cast<hipStream_t>(stream), function.wavefront},
                                   {&Launch::thread, &launch}));
  }
  void fill(void* memory, int byte, std::size_t bytes, void* stream) const override {
    simt::require_success(hipMemsetAsync(memory, byte, bytes, static_cast<hipStream_t>(stream)),
                          "MemsetAsync");
  }
  void copy(void* to, const void* from, std::size_t bytes, bool to_device,
            void* stream) const override {
    simt::require_success(
        hipMemcpyAsync(to, from, bytes, to_device ? hipMemcpyHostToDevice : hipMemcpyDeviceToHost,
                       static_cast<hipStream_t>(stream)),
        "MemcpyAsync");
  }
  std::unique_ptr<simt::RealTransform> plan_transform(
      const simt::TransformedArrays& arrays) const override {
    return std::make_unique<hip::HostTransform>(arrays);
  }

 private:
  struct Launch {
    const simt::HostFunction& function;
    void** arguments;

    static void thread(const void* launch) {
      const auto& self = *static_cast<const Launch*>(launch);
      self.function.run(self.arguments);
    }
  };

  [[noreturn]] static void refuse() {
    throw std::logic_error("hip:host's kernels are compiled with the program");
  }
  int device() const override { return 0; }
};

}  // namespace gputest::hip_host
