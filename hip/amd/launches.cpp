#include "hip/amd/launches.hpp"

#include <cstdint>
#include <map>
#include <memory>
#include <utility>
#include <vector>

#include "common/core/per_thread.hpp"

namespace gputest::hip_amd {
namespace {

/// An object file's code objects, a bundle with one for each architecture, and what of it is
/// loaded.
struct Binary {
  const void* bundle;
  std::map<int, hipModule_t> modules;  ///< by device
};

struct RegisteredKernel {
  Binary* binary;
  const char* name;                        ///< in the code object
  std::map<int, hipFunction_t> functions;  ///< by device
};

struct LaunchConfiguration {
  dim3 grid, block;
  std::size_t shared_bytes;
  hipStream_t stream;
};

/// Filled before main() by every object file's constructor, in any order: hence a function.
struct Registered {
  std::vector<std::unique_ptr<Binary>> binaries;
  std::map<const void*, RegisteredKernel> kernels;  ///< by the host function that stands for it
};
Registered& registered() {
  static Registered all;
  return all;
}

/// Of the launches that a thread is about to make.
std::vector<LaunchConfiguration>& configurations() {
  static const PerThread<std::vector<LaunchConfiguration>> all;
  return all.get();
}
thread_local hipError_t launch_error = hipSuccess;

/// The kernel on the device in use, loaded if it is not yet.
hipError_t find_function(const void* host_function, hipFunction_t* function) {
  const auto found = registered().kernels.find(host_function);
  if (found == registered().kernels.end()) return hipErrorInvalidDeviceFunction;
  RegisteredKernel& kernel = found->second;

  int device = 0;
  hipError_t error = hipGetDevice(&device);
  if (error != hipSuccess) return error;
  if (const auto loaded = kernel.functions.find(device); loaded != kernel.functions.end()) {
    *function = loaded->second;
    return hipSuccess;
  }
  auto module = kernel.binary->modules.find(device);
  if (module == kernel.binary->modules.end()) {
    hipModule_t made{};
    error = hipModuleLoadData(&made, kernel.binary->bundle);
    if (error != hipSuccess) return error;
    module = kernel.binary->modules.emplace(device, made).first;
  }
  error = hipModuleGetFunction(function, module->second, kernel.name);
  if (error == hipSuccess) kernel.functions.emplace(device, *function);
  return error;
}

hipError_t launch(const void* host_function, const LaunchConfiguration& with, void** arguments) {
  hipFunction_t function{};
  const hipError_t error = find_function(host_function, &function);
  if (error != hipSuccess) return error;
  return hipModuleLaunchKernel(function, with.grid.x, with.grid.y, with.grid.z, with.block.x,
                               with.block.y, with.block.z, static_cast<unsigned>(with.shared_bytes),
                               with.stream, arguments, nullptr);
}

}  // namespace

hipError_t take_launch_error() { return std::exchange(launch_error, hipSuccess); }

void unload_modules() {
  for (auto& [stub, kernel] : registered().kernels) kernel.functions.clear();
  for (const auto& binary : registered().binaries) {
    for (const auto& [device, module] : binary->modules) static_cast<void>(hipModuleUnload(module));
    binary->modules.clear();
  }
}

}  // namespace gputest::hip_amd

using gputest::hip_amd::Binary;

// What clang's HIP host code calls: clang/lib/CodeGen/CGCUDANV.cpp.
extern "C" {

/// What __hipRegisterFatBinary is given.
struct FatBinaryWrapper {
  std::uint32_t magic, version;
  const void* bundle;
  const void* unused;
};

void** __hipRegisterFatBinary(const FatBinaryWrapper* wrapper) {
  auto& binaries = gputest::hip_amd::registered().binaries;
  binaries.push_back(std::make_unique<Binary>(Binary{wrapper->bundle, {}}));
  return reinterpret_cast<void**>(binaries.back().get());
}

/// The process is ending, and the driver takes back what it holds.
void __hipUnregisterFatBinary(void**) {}

void __hipRegisterFunction(void** binary, const void* host_function, char*, const char* name,
                           unsigned, void*, void*, void*, void*, int*) {
  gputest::hip_amd::registered().kernels[host_function] = {
      reinterpret_cast<Binary*>(binary), name, {}};
}

hipError_t __hipPushCallConfiguration(dim3 grid, dim3 block, std::size_t shared_bytes,
                                      hipStream_t stream) {
  gputest::hip_amd::configurations().push_back({grid, block, shared_bytes, stream});
  return hipSuccess;
}

hipError_t __hipPopCallConfiguration(dim3* grid, dim3* block, std::size_t* shared_bytes,
                                     hipStream_t* stream) {
  const auto with = gputest::hip_amd::configurations().back();
  gputest::hip_amd::configurations().pop_back();
  *grid = with.grid;
  *block = with.block;
  *shared_bytes = with.shared_bytes;
  *stream = with.stream;
  return hipSuccess;
}

hipError_t hipLaunchKernel(const void* host_function, dim3 grid, dim3 block, void** arguments,
                           std::size_t shared_bytes, hipStream_t stream) {
  const hipError_t error =
      gputest::hip_amd::launch(host_function, {grid, block, shared_bytes, stream}, arguments);
  if (error != hipSuccess) gputest::hip_amd::launch_error = error;
  return error;
}

}  // extern "C"
