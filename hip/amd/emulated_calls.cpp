#include "hip/amd/emulated_calls.hpp"

#include <cstring>

#include "common/simt/library_failure.hpp"
#include "hip/amd/compilers.hpp"
#include "hip/amd/emulated_device.hpp"
#include "hip/host_transform.hpp"

namespace gputest::hip_amd {
namespace {

/// Notes that the host has computed `bytes` at `to` from those at `from`.
void computed(std::size_t device, void* to, std::size_t bytes, const void* from,
              std::size_t bytes_from, const char* by) {
  simt::require_success(emulated_device(device)->compute(to, bytes, from, bytes_from), by);
}

/// Transforms in the memory of an emulated device, which tracks which bytes are defined.
class EmulatedTransform : public simt::RealTransform {
 public:
  EmulatedTransform(std::size_t device, const simt::TransformedArrays& arrays)
      : device_(device), arrays_(arrays), transform_(arrays) {}

  void enqueue(bool backward) const override {
    transform_.enqueue(backward);
    if (backward)
      computed(device_, arrays_.values, arrays_.value_bytes(), arrays_.modes, arrays_.mode_bytes(),
               "FFTW");
    else
      computed(device_, arrays_.modes, arrays_.mode_bytes(), arrays_.values, arrays_.value_bytes(),
               "FFTW");
  }

 private:
  std::size_t device_;
  simt::TransformedArrays arrays_;
  hip::HostTransform transform_;
};

class EmulatedCalls : public simt::Calls {
 public:
  explicit EmulatedCalls(std::size_t number) : number_(number) {}

  const texts::Compiler* compiler() const override { return &amd_compiler(); }
  std::shared_ptr<void> load_module(const std::string& code) const override {
    return {&emulated_device(number_)->load(code), [](void*) {}};
  }
  simt::LoadedKernel find_kernel(const std::shared_ptr<void>& module,
                                 const std::string& symbol) const override {
    const HeldDevice held = emulated_device(number_);  // it decodes the kernel
    const isa::Kernel* kernel = static_cast<isa::CodeObject*>(module.get())->kernel(symbol);
    if (kernel == nullptr)
      simt::require_success(hipErrorInvalidDeviceFunction, "ModuleGetFunction");
    return {module, const_cast<isa::Kernel*>(kernel)};
  }
  void launch(const simt::LoadedKernel& kernel, simt::Extent grid, simt::Extent block, void*,
              void** arguments) const override {
    simt::require_success(
        emulated_device(number_)->launch(*static_cast<const isa::Kernel*>(kernel.get()), grid,
                                         block, arguments),
        "ModuleLaunchKernel");
  }
  void fill(void* memory, int byte, std::size_t bytes, void*) const override {
    simt::require_success(emulated_device(number_)->fill(memory, byte, bytes, false),
                          "MemsetAsync");
  }
  void copy(void* to, const void* from, std::size_t bytes, bool to_device, void*) const override {
    const HeldDevice held = emulated_device(number_);
    if (!held->holds(to_device ? to : from, bytes))
      simt::require_success(hipErrorInvalidValue, "MemcpyAsync");
    std::memcpy(to, from, bytes);
  }
  std::unique_ptr<simt::RealTransform> plan_transform(
      const simt::TransformedArrays& arrays) const override {
    return std::make_unique<EmulatedTransform>(number_, arrays);
  }

 private:
  int device() const override { return 0; }

  std::size_t number_;
};

}  // namespace

const simt::Calls& emulated_calls(std::size_t number) {
  static const EmulatedCalls all[]{EmulatedCalls(0), EmulatedCalls(1), EmulatedCalls(2),
                                   EmulatedCalls(3)};
  return all[number];
}

}  // namespace gputest::hip_amd
