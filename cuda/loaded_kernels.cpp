#include "cuda/loaded_kernels.hpp"

#include <cuda_runtime_api.h>

#if CUDART_VERSION >= 12080

#include <fmt/format.h>

#include <fstream>
#include <optional>

#include "common/codeobject/device_code.hpp"
#include "common/simt/nvidia_driver.hpp"

namespace gputest::cuda {
namespace {

/// A fat binary, loaded while this lives.
class Library {
 public:
  explicit Library(std::string_view fat_binary) {
    if (cudaLibraryLoadData(&library_, fat_binary.data(), nullptr, nullptr, 0, nullptr, nullptr,
                            0) != cudaSuccess)
      library_ = nullptr;
  }
  ~Library() {
    if (library_ != nullptr) static_cast<void>(cudaLibraryUnload(library_));
  }
  Library(const Library&) = delete;
  Library& operator=(const Library&) = delete;

  std::vector<cudaKernel_t> kernels() const {
    unsigned count = 0;
    if (library_ == nullptr || cudaLibraryGetKernelCount(&count, library_) != cudaSuccess)
      return {};
    std::vector<cudaKernel_t> all(count);
    if (cudaLibraryEnumerateKernels(all.data(), count, library_) != cudaSuccess) return {};
    return all;
  }

 private:
  cudaLibrary_t library_ = nullptr;
};

std::optional<LoadedKernel> told(cudaKernel_t kernel, const cudaDeviceProp& device) {
  const char* symbol = nullptr;
  cudaFuncAttributes attributes{};
  if (cudaFuncGetName(&symbol, kernel) != cudaSuccess ||
      cudaFuncGetAttributes(&attributes, kernel) != cudaSuccess)
    return std::nullopt;
  LoadedKernel loaded;
  loaded.told_by = fmt::format("the CUDA runtime says of {}", device.name);
  loaded.target = fmt::format("sm_{}", attributes.binaryVersion);
  loaded.resources.symbol = symbol;
  loaded.resources.vector_registers = static_cast<std::uint32_t>(attributes.numRegs);
  loaded.resources.shared_bytes = static_cast<std::uint32_t>(attributes.sharedSizeBytes);
  loaded.resources.scratch_bytes = static_cast<std::uint32_t>(attributes.localSizeBytes);
  loaded.resources.wavefront = static_cast<std::uint32_t>(device.warpSize);
  loaded.resources.max_block = static_cast<std::uint32_t>(attributes.maxThreadsPerBlock);
  const int most = device.maxThreadsPerMultiProcessor / device.warpSize;
  for (int warps = 1; warps * device.warpSize <= attributes.maxThreadsPerBlock; ++warps) {
    int blocks = 0;
    if (cudaOccupancyMaxActiveBlocksPerMultiprocessor(&blocks, kernel, warps * device.warpSize,
                                                      0) != cudaSuccess)
      return std::nullopt;
    loaded.occupancy.push_back({static_cast<std::uint32_t>(blocks),
                                static_cast<std::uint32_t>(blocks * warps),
                                static_cast<double>(blocks * warps) / most});
  }
  return loaded;
}

/// The file that this program is, where Linux tells.
std::string program() {
  std::ifstream file("/proc/self/exe", std::ios::binary | std::ios::ate);
  if (!file) return "";
  std::string bytes(static_cast<std::size_t>(file.tellg()), '\0');
  file.seekg(0).read(bytes.data(), static_cast<std::streamsize>(bytes.size()));
  return bytes;
}

}  // namespace

std::vector<LoadedKernel> loaded_kernels(const std::string& kernel) {
  std::vector<LoadedKernel> all;
  if (!simt::fault_of_nvidia_driver().empty()) return all;
  cudaDeviceProp device{};
  if (cudaGetDeviceProperties(&device, 0) == cudaSuccess && cudaSetDevice(0) == cudaSuccess) {
    const std::string file = program();
    for (const std::string_view fat_binary : find_fat_binaries(file)) {
      if (fat_binary.find(kernel) == fat_binary.npos) continue;
      const Library library(fat_binary);
      for (const cudaKernel_t loaded : library.kernels())
        if (auto what = told(loaded, device)) all.push_back(std::move(*what));
    }
  }
  static_cast<void>(cudaGetLastError());  // what could not be asked is no later launch's error
  return all;
}

}  // namespace gputest::cuda

#else

std::vector<gputest::LoadedKernel> gputest::cuda::loaded_kernels(const std::string&) { return {}; }

#endif
