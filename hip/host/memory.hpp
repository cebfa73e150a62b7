// Device memory: allocation, copies and fills. All calls are blocking, the Async ones too.
#pragma once

#include <cstddef>

#include "hip/host/errors.hpp"
#include "hip/host/streams.hpp"

/// The direction of a copy.
enum hipMemcpyKind {
  hipMemcpyHostToHost = 0,
  hipMemcpyHostToDevice = 1,
  hipMemcpyDeviceToHost = 2,
  hipMemcpyDeviceToDevice = 3,
  hipMemcpyDefault = 4,  ///< the pointers determine the sides
};

/// Allocates `bytes` on the device, aligned to 256; 0 bytes give a null pointer.
/// hipErrorInvalidValue for a null `pointer`, hipErrorOutOfMemory if the memory does not suffice.
/// The memory is not initialised.
hipError_t hipMalloc(void** pointer, std::size_t bytes);

/// hipMalloc for a typed pointer.
template <class T>
hipError_t hipMalloc(T** pointer, std::size_t bytes) {
  void* memory = nullptr;
  const hipError_t error = hipMalloc(pointer == nullptr ? nullptr : &memory, bytes);
  if (pointer != nullptr) *pointer = static_cast<T*>(memory);
  return error;
}

/// Frees memory of hipMalloc; null is allowed. hipErrorInvalidValue for any other pointer,
/// including one already freed.
hipError_t hipFree(void* pointer);

/// Copies `bytes` bytes. hipErrorInvalidMemcpyDirection for an unknown kind. hipErrorInvalidValue
/// for a null pointer, for a device side that is not device memory, and for a range that leaves its
/// allocation; nothing is copied then. The two ranges may overlap.
hipError_t hipMemcpy(void* destination, const void* source, std::size_t bytes, hipMemcpyKind kind);

/// hipMemcpy; hipErrorInvalidHandle for a stream that does not exist.
hipError_t hipMemcpyAsync(void* destination, const void* source, std::size_t bytes,
                          hipMemcpyKind kind, hipStream_t stream = nullptr);

/// Sets `bytes` bytes of device memory to the low byte of `value`. hipErrorInvalidValue for a range
/// that is not within one allocation.
hipError_t hipMemset(void* destination, int value, std::size_t bytes);

/// hipMemset; hipErrorInvalidHandle for a stream that does not exist.
hipError_t hipMemsetAsync(void* destination, int value, std::size_t bytes,
                          hipStream_t stream = nullptr);

/// A flag of hipHostRegister(): pins the memory for every device.
inline constexpr unsigned hipHostRegisterPortable = 1;

/// Pins host memory, which has no effect here. hipErrorInvalidValue for a null pointer, for no
/// bytes and for device memory.
hipError_t hipHostRegister(void* memory, std::size_t bytes, unsigned flags);

/// The device address of pinned memory: the same address. hipErrorInvalidValue for a null pointer,
/// for device memory and for any flags.
hipError_t hipHostGetDevicePointer(void** address, void* memory, unsigned flags);

/// Undoes hipHostRegister(). hipErrorInvalidValue for a null pointer.
hipError_t hipHostUnregister(void* memory);

/// The free bytes, and the size of the device's memory, which is the machine's.
/// hipErrorInvalidValue for a null pointer.
hipError_t hipMemGetInfo(std::size_t* free_bytes, std::size_t* total_bytes);

/// Loads a value that no thread writes during the kernel: on a GPU, through the read-only cache.
template <class T>
T __ldg(const T* address) {
  return *address;
}

namespace hip_host::detail {

/// Whether `bytes` bytes at `pointer` may be one side of a copy: it is not null, it is within one
/// allocation if it is device memory, and it is device memory if `on_device`.
bool reachable(const void* pointer, std::size_t bytes, bool on_device);

/// Whether a copy of this kind reads from (or writes to) device memory.
bool from_device(hipMemcpyKind kind);
bool to_device(hipMemcpyKind kind);

/// Whether the number is the number of a kind.
bool known_kind(hipMemcpyKind kind);

}  // namespace hip_host::detail
