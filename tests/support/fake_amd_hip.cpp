// A fake libamdhip64, to test the program as on a machine with a GPU. Memory is the host's, and a
// launch computes nothing. The environment describes the only device: FAKE_HIP_ARCHITECTURE,
// FAKE_HIP_WARP, FAKE_HIP_MEMORY in bytes. It appends the name of every launched kernel to the file
// FAKE_HIP_LOG. If FAKE_HIP_DIES is set, a process that asks for devices ends.
#include <hip/hip_runtime_api.h>

#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <map>
#include <set>
#include <string>
#include <string_view>

namespace {

std::string setting(const char* name, const char* otherwise) {
  const char* value = std::getenv(name);
  return value == nullptr ? otherwise : value;
}

std::map<void*, std::size_t> allocations;
hipError_t last_error = hipSuccess;

std::size_t capacity() { return std::stoull(setting("FAKE_HIP_MEMORY", "1000000000")); }
std::size_t used() {
  std::size_t sum = 0;
  for (const auto& [memory, bytes] : allocations) sum += bytes;
  return sum;
}

hipError_t failed(hipError_t error) { return last_error = error; }

/// The whole code object that begins there: an ELF file, which ends with its section headers.
std::string_view code_object(const char* elf) {
  if (std::memcmp(elf,
                  "\x7f"
                  "ELF",
                  4) != 0)
    return {};
  std::uint64_t sections = 0;
  std::uint16_t size = 0, count = 0;
  std::memcpy(&sections, elf + 40, sizeof sections);
  std::memcpy(&size, elf + 58, sizeof size);
  std::memcpy(&count, elf + 60, sizeof count);
  return {elf, sections + std::uint64_t{size} * count};
}

/// The names of kernels; a function handle points to one.
std::set<std::string> names;

}  // namespace

extern "C" {

hipError_t hipGetDeviceCount(int* count) {
  if (!setting("FAKE_HIP_DIES", "").empty()) std::abort();
  *count = 1;
  return hipSuccess;
}
hipError_t hipGetDevice(int* device) {
  *device = 0;
  return hipSuccess;
}
hipError_t hipSetDevice(int) { return hipSuccess; }
hipError_t hipDeviceSynchronize() { return hipSuccess; }
hipError_t hipDeviceReset() { return hipSuccess; }
hipError_t hipDriverGetVersion(int* version) {
  *version = 1;
  return hipSuccess;
}
hipError_t hipRuntimeGetVersion(int* version) {
  *version = 1;
  return hipSuccess;
}
hipError_t hipDeviceGetAttribute(int* value, hipDeviceAttribute_t, int) {
  *value =
      setting("FAKE_HIP_ARCHITECTURE", "gfx906") == "gfx90a" ? 0 : 1;  // asked only about images
  return hipSuccess;
}
hipError_t hipGetDeviceProperties(hipDeviceProp_t* properties, int) {
  *properties = {};
  std::strcpy(properties->name, "a fake");
  std::strcpy(properties->gcnArchName,
              (setting("FAKE_HIP_ARCHITECTURE", "gfx906") + ":xnack-").c_str());
  properties->totalGlobalMem = capacity();
  properties->warpSize = std::stoi(setting("FAKE_HIP_WARP", "64"));
  properties->maxTexture2D[0] = properties->maxTexture2D[1] = 16384;
  properties->maxThreadsPerBlock = 1024;
  properties->multiProcessorCount = 60;
  return hipSuccess;
}
hipError_t hipGetLastError() {
  const hipError_t error = last_error;
  last_error = hipSuccess;
  return error;
}
const char* hipGetErrorString(hipError_t) { return "a fake error"; }

hipError_t hipMemGetInfo(std::size_t* free, std::size_t* total) {
  *free = capacity() - used();
  *total = capacity();
  return hipSuccess;
}
hipError_t hipMalloc(void** memory, std::size_t bytes) {
  if (bytes > capacity() - used()) return failed(hipErrorOutOfMemory);
  *memory = std::malloc(bytes);
  allocations[*memory] = bytes;
  return hipSuccess;
}
hipError_t hipFree(void* memory) {
  allocations.erase(memory);
  std::free(memory);
  return hipSuccess;
}
hipError_t hipMemset(void* memory, int byte, std::size_t bytes) {
  std::memset(memory, byte, bytes);
  return hipSuccess;
}
hipError_t hipMemsetAsync(void* memory, int byte, std::size_t bytes, hipStream_t) {
  return hipMemset(memory, byte, bytes);
}
hipError_t hipMemcpy(void* to, const void* from, std::size_t bytes, hipMemcpyKind) {
  std::memcpy(to, from, bytes);
  return hipSuccess;
}

hipError_t hipModuleLoadData(hipModule_t* module, const void* image) {
  if (code_object(static_cast<const char*>(image)).empty()) return failed(hipErrorNoBinaryForGpu);
  *module = static_cast<hipModule_t>(const_cast<void*>(image));
  return hipSuccess;
}
hipError_t hipModuleUnload(hipModule_t) { return hipSuccess; }
hipError_t hipModuleGetFunction(hipFunction_t* function, hipModule_t module, const char* name) {
  const std::string_view code = code_object(reinterpret_cast<const char*>(module));
  if (code.find(std::string(name) + ".kd") == code.npos) return failed(hipErrorNotFound);
  *function = reinterpret_cast<hipFunction_t>(const_cast<char*>(names.insert(name).first->c_str()));
  return hipSuccess;
}
hipError_t hipModuleLaunchKernel(hipFunction_t function, unsigned, unsigned, unsigned, unsigned,
                                 unsigned, unsigned, unsigned, hipStream_t, void**, void**) {
  if (std::FILE* log = std::fopen(setting("FAKE_HIP_LOG", "/dev/null").c_str(), "a")) {
    std::fprintf(log, "%s\n", reinterpret_cast<const char*>(function));
    std::fclose(log);
  }
  return hipSuccess;
}

}  // extern "C"
