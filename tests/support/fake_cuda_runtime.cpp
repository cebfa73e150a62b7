// A fake libcudart, to test the program as on a machine with GPUs. Memory is the host's, zero at
// first, and a launch computes nothing. When the process ends, it writes the number of launches and
// fills to the file FAKE_CUDA_WORK; recorded ones count as often as they were replayed.
// FAKE_CUDA_DEVICES is the number of devices. A thread cannot use, or copy, memory of another
// device than its current one, as on a GPU without peer access.
#include <cuda_runtime_api.h>

#include <atomic>
#include <cstddef>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <map>
#include <mutex>
#include <utility>

namespace {

constexpr std::size_t kCapacity = 1000000000;
constexpr int kComputeCapability = 90;

struct Allocation {
  std::size_t bytes;
  int device;
};
std::mutex g_own;  // guards the allocations
std::map<const void*, Allocation> g_allocations;
thread_local cudaError_t g_last = cudaSuccess;
thread_local int g_device = 0;

/// The number of launches and fills given to the device, or in a recording; a graph's handle points
/// to one.
struct Work {
  unsigned long pieces = 0;
};
std::atomic<unsigned long> g_done = 0;    // pieces
thread_local Work* g_recorded = nullptr;  // null: nothing is recorded

cudaError_t failed(cudaError_t error) { return g_last = error; }

cudaError_t give() {
  if (g_recorded != nullptr)
    ++g_recorded->pieces;
  else
    ++g_done;
  return cudaSuccess;
}

/// The bytes allocated on the thread's device.
std::size_t used() {
  const std::lock_guard<std::mutex> guard(g_own);
  std::size_t sum = 0;
  for (const auto& [memory, one] : g_allocations) sum += one.device == g_device ? one.bytes : 0;
  return sum;
}

cudaError_t allocate(void** memory, std::size_t bytes) {
  if (bytes > kCapacity - used()) return failed(cudaErrorMemoryAllocation);
  *memory = std::calloc(bytes, 1);
  const std::lock_guard<std::mutex> guard(g_own);
  g_allocations[*memory] = {bytes, g_device};
  return cudaSuccess;
}

cudaError_t release(void* memory) {
  {
    const std::lock_guard<std::mutex> guard(g_own);
    g_allocations.erase(memory);
  }
  std::free(memory);
  return cudaSuccess;
}

bool is_elsewhere(const void* memory) {
  const std::lock_guard<std::mutex> guard(g_own);
  auto after = g_allocations.upper_bound(memory);
  if (after == g_allocations.begin()) return false;
  const auto& [start, one] = *--after;
  return memory < static_cast<const char*>(start) + one.bytes && one.device != g_device;
}

template <class Handle>
cudaError_t handle(Handle* to) {
  *to = reinterpret_cast<Handle>(&g_done);
  return cudaSuccess;
}

cudaError_t number(int* to, int value) {
  *to = value;
  return cudaSuccess;
}

__attribute__((destructor)) void tell_work() {
  const char* name = std::getenv("FAKE_CUDA_WORK");
  if (name == nullptr) return;
  if (std::FILE* file = std::fopen(name, "w")) {
    std::fprintf(file, "%lu\n", g_done.load());
    std::fclose(file);
  }
}

}  // namespace

extern "C" {

// Devices
cudaError_t cudaGetDeviceCount(int* count) {
  const char* const devices = std::getenv("FAKE_CUDA_DEVICES");
  return number(count, devices == nullptr ? 1 : std::atoi(devices));
}
cudaError_t cudaGetDevice(int* device) { return number(device, g_device); }
cudaError_t cudaSetDevice(int device) { return number(&g_device, device); }
cudaError_t cudaDeviceReset() { return cudaSuccess; }
cudaError_t cudaDeviceSynchronize() { return cudaSuccess; }
cudaError_t cudaStreamSynchronize(cudaStream_t) { return cudaSuccess; }
cudaError_t cudaDriverGetVersion(int* version) { return number(version, CUDART_VERSION); }
cudaError_t cudaRuntimeGetVersion(int* version) { return number(version, CUDART_VERSION); }
cudaError_t cudaGetDeviceProperties(cudaDeviceProp* properties, int) {
  *properties = {};
  std::strcpy(properties->name, "a fake");
  properties->major = kComputeCapability / 10;
  properties->minor = kComputeCapability % 10;
  properties->totalGlobalMem = kCapacity;
  properties->warpSize = 32;
  properties->maxTexture2D[0] = properties->maxTexture2D[1] = 65536;
  properties->maxThreadsPerBlock = 1024;
  properties->maxThreadsPerMultiProcessor = 2048;
  properties->multiProcessorCount = 100;
  properties->sharedMemPerBlock = 48 * 1024;
  return cudaSuccess;
}
cudaError_t cudaDeviceGetAttribute(int* value, cudaDeviceAttr which, int) {
  switch (which) {
    case cudaDevAttrComputeCapabilityMajor:
      return number(value, kComputeCapability / 10);
    case cudaDevAttrComputeCapabilityMinor:
      return number(value, kComputeCapability % 10);
    case cudaDevAttrMultiProcessorCount:
      return number(value, 100);
    default:  // any limit
      return number(value, 65536);
  }
}

// Errors
cudaError_t cudaGetLastError() { return std::exchange(g_last, cudaSuccess); }
const char* cudaGetErrorString(cudaError_t) { return "a fake error"; }

// Memory
cudaError_t cudaMemGetInfo(std::size_t* free, std::size_t* total) {
  *free = kCapacity - used();
  *total = kCapacity;
  return cudaSuccess;
}
cudaError_t cudaMalloc(void** memory, std::size_t bytes) { return allocate(memory, bytes); }
cudaError_t cudaFree(void* memory) { return release(memory); }
cudaError_t cudaMemset(void* memory, int byte, std::size_t bytes) {
  if (is_elsewhere(memory)) return failed(cudaErrorIllegalAddress);
  std::memset(memory, byte, bytes);
  return give();
}
cudaError_t cudaMemsetAsync(void* memory, int byte, std::size_t bytes, cudaStream_t) {
  return cudaMemset(memory, byte, bytes);
}
cudaError_t cudaMemcpy(void* to, const void* from, std::size_t bytes, cudaMemcpyKind) {
  if (is_elsewhere(to) || is_elsewhere(from)) return failed(cudaErrorIllegalAddress);
  std::memcpy(to, from, bytes);
  return cudaSuccess;
}
cudaError_t cudaMemcpyAsync(void* to, const void* from, std::size_t bytes, cudaMemcpyKind kind,
                            cudaStream_t) {
  const cudaError_t code = cudaMemcpy(to, from, bytes, kind);
  return code == cudaSuccess ? give() : code;
}
cudaError_t cudaStreamCreateWithFlags(cudaStream_t* stream, unsigned) { return handle(stream); }
cudaError_t cudaStreamCreateWithPriority(cudaStream_t* stream, unsigned, int) {
  return handle(stream);
}
cudaError_t cudaStreamWaitEvent(cudaStream_t, cudaEvent_t, unsigned) { return cudaSuccess; }
cudaError_t cudaStreamDestroy(cudaStream_t) { return cudaSuccess; }
cudaError_t cudaHostRegister(void*, std::size_t, unsigned) { return cudaSuccess; }
cudaError_t cudaHostGetDevicePointer(void** address, void* memory, unsigned) {
  *address = memory;
  return cudaSuccess;
}
cudaError_t cudaHostUnregister(void*) { return cudaSuccess; }
cudaChannelFormatDesc cudaCreateChannelDesc(int x, int y, int z, int w,
                                            cudaChannelFormatKind kind) {
  return {x, y, z, w, kind};
}
cudaError_t cudaMallocArray(cudaArray_t* array, const cudaChannelFormatDesc* texel,
                            std::size_t width, std::size_t rows, unsigned) {
  const int bits = texel->x + texel->y + texel->z + texel->w;
  return allocate(reinterpret_cast<void**>(array), width * rows * static_cast<unsigned>(bits) / 8);
}
cudaError_t cudaFreeArray(cudaArray_t array) { return release(array); }
cudaError_t cudaMemcpy2DToArray(cudaArray_t to, std::size_t, std::size_t, const void* from,
                                std::size_t pitch, std::size_t, std::size_t rows, cudaMemcpyKind) {
  std::memcpy(to, from, pitch * rows);
  return cudaSuccess;
}
cudaError_t cudaCreateTextureObject(cudaTextureObject_t* texture, const cudaResourceDesc*,
                                    const cudaTextureDesc*, const cudaResourceViewDesc*) {
  return handle(texture);
}
cudaError_t cudaDestroyTextureObject(cudaTextureObject_t) { return cudaSuccess; }

// Time
cudaError_t cudaEventCreate(cudaEvent_t* event) { return handle(event); }
cudaError_t cudaEventCreateWithFlags(cudaEvent_t* event, unsigned) { return handle(event); }
cudaError_t cudaEventDestroy(cudaEvent_t) { return cudaSuccess; }
cudaError_t cudaEventRecord(cudaEvent_t, cudaStream_t) { return cudaSuccess; }
cudaError_t cudaEventSynchronize(cudaEvent_t) { return cudaSuccess; }
cudaError_t cudaEventElapsedTime(float* milliseconds, cudaEvent_t, cudaEvent_t) {
  *milliseconds = 1;
  return cudaSuccess;
}

// Launches, also those of the fake driver, and recordings of launches
cudaError_t cudaLaunchKernel(const void*, dim3, dim3, void**, std::size_t, cudaStream_t) {
  return give();
}
cudaError_t cudaStreamBeginCapture(cudaStream_t, cudaStreamCaptureMode) {
  g_recorded = new Work;
  return cudaSuccess;
}
cudaError_t cudaStreamEndCapture(cudaStream_t, cudaGraph_t* graph) {
  *graph = reinterpret_cast<cudaGraph_t>(std::exchange(g_recorded, nullptr));
  return cudaSuccess;
}
cudaError_t cudaGraphInstantiateWithFlags(cudaGraphExec_t* executable, cudaGraph_t graph,
                                          unsigned long long) {
  *executable = reinterpret_cast<cudaGraphExec_t>(new Work(*reinterpret_cast<Work*>(graph)));
  return cudaSuccess;
}
cudaError_t cudaGraphDestroy(cudaGraph_t graph) {
  delete reinterpret_cast<Work*>(graph);
  return cudaSuccess;
}
cudaError_t cudaGraphExecDestroy(cudaGraphExec_t executable) {
  delete reinterpret_cast<Work*>(executable);
  return cudaSuccess;
}
cudaError_t cudaGraphLaunch(cudaGraphExec_t executable, cudaStream_t) {
  g_done += reinterpret_cast<Work*>(executable)->pieces;
  return cudaSuccess;
}

}  // extern "C"
