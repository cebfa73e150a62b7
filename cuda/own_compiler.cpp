#include "cuda/own_compiler.hpp"

#include <cuda.h>
#include <fmt/format.h>

#include "common/core/error.hpp"
#include "common/core/shared_library.hpp"
#include "common/simt/backend.hpp"

namespace gputest::cuda {
namespace {

/// The functions of the driver that are called, of the library that the runtime has opened.
struct Driver {
  SharedLibrary library{"libcuda.so.1"};
  decltype(&cuModuleLoadData) load = nullptr;
  decltype(&cuModuleUnload) unload = nullptr;
  decltype(&cuModuleGetFunction) function = nullptr;
  decltype(&cuLaunchKernel) launch = nullptr;
  decltype(&cuGetErrorString) error_text = nullptr;
  bool is_whole =
      library.find(load, "cuModuleLoadData") && library.find(unload, "cuModuleUnload") &&
      library.find(function, "cuModuleGetFunction") && library.find(launch, "cuLaunchKernel") &&
      library.find(error_text, "cuGetErrorString");
};

const Driver& driver() {
  static const Driver opened;
  if (!opened.is_whole)
    throw Error(Status::unavailable,
                fmt::format("NVIDIA's driver cannot be opened: {}", opened.library.absence()));
  return opened;
}

void require(CUresult code, const char* call) {
  if (code == CUDA_SUCCESS) return;
  const char* text = nullptr;
  static_cast<void>(driver().error_text(code, &text));
  const int number = static_cast<int>(code);
  throw Error(simt::status_of(number),
              fmt::format("{} gave error {}: {}", call, number, text == nullptr ? "" : text),
              ApiFailure{"cuda", call, number, ""});
}

/// A module of the context in use, while this lives. The context may have gone before it.
class Module {
 public:
  explicit Module(const std::string& image) {
    require(driver().load(&module_, image.c_str()), "cuModuleLoadData");
  }
  ~Module() { static_cast<void>(driver().unload(module_)); }
  Module(const Module&) = delete;
  Module& operator=(const Module&) = delete;
  CUfunction function(const std::string& kernel) const {
    CUfunction found = nullptr;
    require(driver().function(&found, module_, kernel.c_str()), "cuModuleGetFunction");
    return found;
  }

 private:
  CUmodule module_ = nullptr;
};

}  // namespace

std::shared_ptr<const OwnCompiler::Code> OwnCompiler::compile(const owncode::OwnCode& code,
                                                              const std::string& text,
                                                              const DeviceInfo& device) {
  return std::make_shared<const Code>(
      Code{owncode::compile_cuda(code.file.path, text, device.target, code.options)});
}

std::function<void(unsigned, unsigned, void**)> OwnCompiler::launch(
    const std::shared_ptr<const Code>& compiled, const std::string& kernel) {
  const auto module = std::make_shared<const Module>(compiled->cuda.image);
  const CUfunction function = module->function(kernel);
  return [module, function](unsigned grid, unsigned block, void** arguments) {
    require(driver().launch(function, grid, 1, 1, block, 1, 1, 0, nullptr, arguments, nullptr),
            "cuLaunchKernel");
  };
}

}  // namespace gputest::cuda
