#include "hip/host/memory.hpp"

#include <cstring>

#include "common/core/memory_bound.hpp"
#include "hip/host/allocations.hpp"

using hip_host::detail::device_memory;
using hip_host::detail::record;

namespace {

hipError_t copy(void* destination, const void* source, std::size_t bytes, hipMemcpyKind kind) {
  using namespace hip_host::detail;
  if (!known_kind(kind)) return hipErrorInvalidMemcpyDirection;
  if (bytes == 0) return hipSuccess;
  if (!reachable(destination, bytes, to_device(kind)) ||
      !reachable(source, bytes, from_device(kind)))
    return hipErrorInvalidValue;
  std::memmove(destination, source, bytes);
  return hipSuccess;
}

hipError_t set(void* destination, int value, std::size_t bytes) {
  if (bytes == 0) return hipSuccess;
  if (!hip_host::detail::reachable(destination, bytes, true)) return hipErrorInvalidValue;
  std::memset(destination, value, bytes);
  return hipSuccess;
}

bool is_of_host(const void* memory) {
  return memory != nullptr && !device_memory().bytes_left_at(memory);
}

}  // namespace

namespace hip_host::detail {

bool reachable(const void* pointer, std::size_t bytes, bool on_device) {
  if (pointer == nullptr) return false;
  const auto room = device_memory().bytes_left_at(pointer);
  return room ? bytes <= *room : !on_device;
}

bool from_device(hipMemcpyKind kind) {
  return kind == hipMemcpyDeviceToHost || kind == hipMemcpyDeviceToDevice;
}

bool to_device(hipMemcpyKind kind) {
  return kind == hipMemcpyHostToDevice || kind == hipMemcpyDeviceToDevice;
}

bool known_kind(hipMemcpyKind kind) {
  return kind >= hipMemcpyHostToHost && kind <= hipMemcpyDefault;
}

}  // namespace hip_host::detail

hipError_t hipMalloc(void** pointer, std::size_t bytes) {
  if (pointer == nullptr) return record(hipErrorInvalidValue);
  *pointer = nullptr;
  if (bytes == 0) return hipSuccess;
  *pointer = device_memory().allocate(bytes);
  return record(*pointer == nullptr ? hipErrorOutOfMemory : hipSuccess);
}

hipError_t hipFree(void* pointer) {
  if (pointer == nullptr || device_memory().release(pointer)) return hipSuccess;
  return record(hipErrorInvalidValue);
}

hipError_t hipMemcpy(void* destination, const void* source, std::size_t bytes, hipMemcpyKind kind) {
  return record(copy(destination, source, bytes, kind));
}

hipError_t hipMemcpyAsync(void* destination, const void* source, std::size_t bytes,
                          hipMemcpyKind kind, hipStream_t stream) {
  if (!hip_host::detail::stream_exists(stream)) return record(hipErrorInvalidHandle);
  return record(copy(destination, source, bytes, kind));
}

hipError_t hipMemset(void* destination, int value, std::size_t bytes) {
  return record(set(destination, value, bytes));
}

hipError_t hipMemsetAsync(void* destination, int value, std::size_t bytes, hipStream_t stream) {
  if (!hip_host::detail::stream_exists(stream)) return record(hipErrorInvalidHandle);
  return record(set(destination, value, bytes));
}

hipError_t hipHostRegister(void* memory, std::size_t bytes, unsigned) {
  return record(is_of_host(memory) && bytes > 0 ? hipSuccess : hipErrorInvalidValue);
}

hipError_t hipHostGetDevicePointer(void** address, void* memory, unsigned flags) {
  if (address == nullptr || !is_of_host(memory) || flags != 0) return record(hipErrorInvalidValue);
  *address = memory;
  return hipSuccess;
}

hipError_t hipHostUnregister(void* memory) {
  return record(memory == nullptr ? hipErrorInvalidValue : hipSuccess);
}

hipError_t hipMemGetInfo(std::size_t* free_bytes, std::size_t* total_bytes) {
  if (free_bytes == nullptr || total_bytes == nullptr) return record(hipErrorInvalidValue);
  *free_bytes = device_memory().free_bytes();
  *total_bytes = gputest::machine_memory();
  return hipSuccess;
}
