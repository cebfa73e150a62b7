#include "hip/amd/calls.hpp"

#include <hip/hip_runtime_api.h>

#include "common/simt/library_failure.hpp"
#include "hip/amd/compilers.hpp"
#include "hip/amd/transform.hpp"

namespace gputest::hip_amd {
namespace {

class AmdCalls : public simt::Calls {
 public:
  const texts::Compiler* compiler() const override { return &amd_compiler(); }
  std::shared_ptr<void> load_module(const std::string& code) const override {
    hipModule_t module = nullptr;
    simt::require_success(hipModuleLoadData(&module, code.data()), "ModuleLoadData");
    return {module, [](hipModule_t loaded) { static_cast<void>(hipModuleUnload(loaded)); }};
  }
  simt::LoadedKernel find_kernel(const std::shared_ptr<void>& module,
                                 const std::string& symbol) const override {
    hipFunction_t function = nullptr;
    simt::require_success(
        hipModuleGetFunction(&function, static_cast<hipModule_t>(module.get()), symbol.c_str()),
        "ModuleGetFunction");
    return {module, function};
  }
  void launch(const simt::LoadedKernel& kernel, simt::Extent grid, simt::Extent block, void* stream,
              void** arguments) const override {
    simt::require_success(
        hipModuleLaunchKernel(static_cast<hipFunction_t>(kernel.get()), grid.x, grid.y, 1, block.x,
                              block.y, 1, 0, static_cast<hipStream_t>(stream), arguments, nullptr),
        "ModuleLaunchKernel");
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
    return hip_amd::plan_transform(arrays);
  }

 private:
  int device() const override {
    int number = 0;
    simt::require_success(hipGetDevice(&number), "GetDevice");
    return number;
  }
};

}  // namespace

const simt::Calls& amd_calls() {
  static const auto* calls = new AmdCalls;  // never freed, because the driver ends first
  return *calls;
}

}  // namespace gputest::hip_amd
