// The only device, the processor, and its properties.
#pragma once

#include <cstddef>

#include "hip/host/errors.hpp"
#include "hip/host/wavefront_size.hpp"

/// A device's properties: those of HIP's that have a meaning here.
struct hipDeviceProp_t {
  char name[256];                   ///< the processor's name
  std::size_t totalGlobalMem;       ///< bytes of the machine's memory
  std::size_t sharedMemPerBlock;    ///< bytes of shared memory per block
  int regsPerBlock;                 ///< 0: there are no such registers
  int warpSize;                     ///< lanes in a wavefront
  int maxThreadsPerBlock;           ///< in all
  int maxThreadsDim[3];             ///< a block, along x, y, z
  int maxGridSize[3];               ///< blocks along x, y, z
  int clockRate;                    ///< 0: not known
  int memoryClockRate;              ///< 0: not known
  int memoryBusWidth;               ///< 0: not known
  int major;                        ///< of the compute capability: 0
  int minor;                        ///< of the compute capability: 0
  int multiProcessorCount;          ///< blocks that run in parallel: OpenMP's threads
  int maxThreadsPerMultiProcessor;  ///< one block's
  int l2CacheSize;                  ///< 0: not known
  int concurrentKernels;            ///< 0: kernels run one after another
  int integrated;                   ///< 1: the memory is the host's
  int maxTexture2D[2];              ///< texels of a 2D array
  char gcnArchName[256];            ///< "host"
};

/// A kernel's attributes; on the host only the block size is known.
struct hipFuncAttributes {
  int binaryVersion;              ///< 0
  std::size_t constSizeBytes;     ///< 0
  std::size_t localSizeBytes;     ///< 0
  int maxDynamicSharedSizeBytes;  ///< bytes of dynamic shared memory that a launch can request
  int maxThreadsPerBlock;         ///< threads that a block can have
  int numRegs;                    ///< 0
  int ptxVersion;                 ///< 0
  std::size_t sharedSizeBytes;    ///< 0: static shared memory is not known
};

/// Sets *count to 1. hipErrorInvalidValue for a null pointer.
hipError_t hipGetDeviceCount(int* count);
/// Sets *device to 0. hipErrorInvalidValue for a null pointer.
hipError_t hipGetDevice(int* device);
/// hipErrorInvalidDevice for any device except 0.
hipError_t hipSetDevice(int device);
/// Waits for the device, which is always idle.
hipError_t hipDeviceSynchronize();
/// The version of HIP that this follows, as major * 10^7 + minor * 10^5 + patch.
/// hipErrorInvalidValue for a null pointer.
hipError_t hipRuntimeGetVersion(int* version);
/// The same as hipRuntimeGetVersion: there is no driver.
hipError_t hipDriverGetVersion(int* version);
/// The known attributes of a kernel. hipErrorInvalidValue for null attributes,
/// hipErrorInvalidDeviceFunction for a null kernel.
hipError_t hipFuncGetAttributes(hipFuncAttributes* attributes, const void* kernel);

namespace hip_host::detail {

/// hipGetDeviceProperties for a wavefront size.
hipError_t device_properties(hipDeviceProp_t* properties, int device, int wavefront);

}  // namespace hip_host::detail

inline namespace GT_HIP_HOST_WAVEFRONT_NAMESPACE {

/// The device's properties. hipErrorInvalidValue for a null pointer, hipErrorInvalidDevice for any
/// device except 0.
inline hipError_t hipGetDeviceProperties(hipDeviceProp_t* properties, int device) {
  return hip_host::detail::device_properties(properties, device, warpSize);
}

}  // namespace GT_HIP_HOST_WAVEFRONT_NAMESPACE
