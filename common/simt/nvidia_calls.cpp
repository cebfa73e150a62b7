#include "common/simt/nvidia_calls.hpp"

#include <cuda.h>
#include <cuda_runtime_api.h>

#include "common/core/error.hpp"
#include "common/core/shared_library.hpp"
#include "common/simt/library_failure.hpp"
#include "common/simt/nvidia_transform.hpp"
#include "common/texts/nvidia_compiler.hpp"

namespace gputest::simt {
namespace {

/// The called functions of the driver, from the library that the run-time has opened.
struct Driver {
  SharedLibrary library{"libcuda.so.1"};
  decltype(&cuModuleLoadData) load = nullptr;
  decltype(&cuModuleUnload) unload = nullptr;
  decltype(&cuModuleGetFunction) function = nullptr;
  decltype(&cuLaunchKernel) launch = nullptr;
  bool is_whole =
      library.find(load, "cuModuleLoadData") && library.find(unload, "cuModuleUnload") &&
      library.find(function, "cuModuleGetFunction") && library.find(launch, "cuLaunchKernel");
};

const Driver& driver() {
  static const Driver opened;
  if (!opened.is_whole)
    throw Error(Status::unavailable,
                "NVIDIA's driver cannot be opened: " + opened.library.absence());
  return opened;
}

/// The driver's error numbers are the same as the run-time's.
class NvidiaCalls : public Calls {
 public:
  const texts::Compiler* compiler() const override { return &texts::nvidia_compiler(); }
  std::shared_ptr<void> load_module(const std::string& code) const override {
    require_success(cudaFree(nullptr), "Free");  // creates the device's context if necessary
    CUmodule module = nullptr;
    require_success(driver().load(&module, code.c_str()), "cuModuleLoadData");
    return {module, [](CUmodule loaded) { static_cast<void>(driver().unload(loaded)); }};
  }
  LoadedKernel find_kernel(const std::shared_ptr<void>& module,
                           const std::string& symbol) const override {
    CUfunction function = nullptr;
    require_success(
        driver().function(&function, static_cast<CUmodule>(module.get()), symbol.c_str()),
        "cuModuleGetFunction");
    return {module, function};
  }
  void launch(const LoadedKernel& kernel, Extent grid, Extent block, void* stream,
              void** arguments) const override {
    require_success(
        driver().launch(static_cast<CUfunction>(kernel.get()), grid.x, grid.y, 1, block.x, block.y,
                        1, 0, static_cast<CUstream>(stream), arguments, nullptr),
        "cuLaunchKernel");
  }
  void fill(void* memory, int byte, std::size_t bytes, void* stream) const override {
    require_success(cudaMemsetAsync(memory, byte, bytes, static_cast<cudaStream_t>(stream)),
                    "MemsetAsync");
  }
  void copy(void* to, const void* from, std::size_t bytes, bool to_device,
            void* stream) const override {
    require_success(cudaMemcpyAsync(to, from, bytes,
                                    to_device ? cudaMemcpyHostToDevice : cudaMemcpyDeviceToHost,
                                    static_cast<cudaStream_t>(stream)),
                    "MemcpyAsync");
  }
  std::unique_ptr<RealTransform> plan_transform(const TransformedArrays& arrays) const override {
    return nvidia::plan_transform(arrays);
  }

 private:
  int device() const override {
    int number = 0;
    require_success(cudaGetDevice(&number), "GetDevice");
    return number;
  }
};

}  // namespace

const Calls& nvidia_calls() {
  static const auto* calls = new NvidiaCalls;  // never destroyed: the driver is unloaded first
  return *calls;
}

}  // namespace gputest::simt
