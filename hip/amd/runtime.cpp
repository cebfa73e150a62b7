// The functions of HIP's run-time API that common/simt/backend.hpp, launches.cpp and rocPRIM call,
// each routed to the library where it is there. Without it each gives hipErrorNoDevice, whose text
// is then the library's absence.
#include <hip/hip_runtime.h>

#include "hip/amd/launches.hpp"
#include "hip/amd/library.hpp"

namespace {
constexpr hipError_t kNoLibrary = hipErrorSharedObjectInitFailed;
}

#define GT_ROUTE(name, parameters, arguments)                                    \
  hipError_t name parameters {                                                   \
    using Function = hipError_t(*) parameters;                                   \
    static const auto routed =                                                   \
        reinterpret_cast<Function>(gputest::hip_amd::hip_library().find(#name)); \
    return routed == nullptr ? kNoLibrary : routed arguments;                    \
  }

extern "C" {

GT_ROUTE(hipGetDeviceCount, (int* count), (count))
GT_ROUTE(hipGetDevice, (int* device), (device))
GT_ROUTE(hipSetDevice, (int device), (device))
GT_ROUTE(hipGetDeviceProperties, (hipDeviceProp_t * properties, int device), (properties, device))
GT_ROUTE(hipDeviceGetAttribute, (int* value, hipDeviceAttribute_t attribute, int device),
         (value, attribute, device))
GT_ROUTE(hipStreamSynchronize, (hipStream_t stream), (stream))
GT_ROUTE(hipDeviceReset, (), ())
GT_ROUTE(hipDeviceSynchronize, (), ())
GT_ROUTE(hipDriverGetVersion, (int* version), (version))
GT_ROUTE(hipRuntimeGetVersion, (int* version), (version))

GT_ROUTE(hipMalloc, (void** memory, size_t bytes), (memory, bytes))
GT_ROUTE(hipFree, (void* memory), (memory))
GT_ROUTE(hipMemGetInfo, (size_t * free, size_t* total), (free, total))
GT_ROUTE(hipMemset, (void* memory, int byte, size_t bytes), (memory, byte, bytes))
GT_ROUTE(hipMemsetAsync, (void* memory, int byte, size_t bytes, hipStream_t stream),
         (memory, byte, bytes, stream))
GT_ROUTE(hipMemcpy, (void* to, const void* from, size_t bytes, hipMemcpyKind kind),
         (to, from, bytes, kind))

GT_ROUTE(hipMallocArray,
         (hipArray * *array, const hipChannelFormatDesc* format, size_t width, size_t height,
          unsigned flags),
         (array, format, width, height, flags))
GT_ROUTE(hipFreeArray, (hipArray * array), (array))
GT_ROUTE(hipMemcpy2DToArray,
         (hipArray * array, size_t x, size_t y, const void* from, size_t pitch, size_t width,
          size_t height, hipMemcpyKind kind),
         (array, x, y, from, pitch, width, height, kind))
GT_ROUTE(hipCreateTextureObject,
         (hipTextureObject_t * texture, const hipResourceDesc* resource,
          const hipTextureDesc* description, const struct hipResourceViewDesc* view),
         (texture, resource, description, view))
GT_ROUTE(hipDestroyTextureObject, (hipTextureObject_t texture), (texture))

GT_ROUTE(hipEventCreate, (hipEvent_t * event), (event))
GT_ROUTE(hipEventDestroy, (hipEvent_t event), (event))
GT_ROUTE(hipEventRecord, (hipEvent_t event, hipStream_t stream), (event, stream))
GT_ROUTE(hipEventSynchronize, (hipEvent_t event), (event))
GT_ROUTE(hipEventElapsedTime, (float* milliseconds, hipEvent_t start, hipEvent_t stop),
         (milliseconds, start, stop))

GT_ROUTE(hipModuleLoadData, (hipModule_t * module, const void* image), (module, image))
GT_ROUTE(hipModuleUnload, (hipModule_t module), (module))
GT_ROUTE(hipModuleGetFunction, (hipFunction_t * function, hipModule_t module, const char* name),
         (function, module, name))
GT_ROUTE(hipModuleLaunchKernel,
         (hipFunction_t function, unsigned grid_x, unsigned grid_y, unsigned grid_z,
          unsigned block_x, unsigned block_y, unsigned block_z, unsigned shared_bytes,
          hipStream_t stream, void** arguments, void** extra),
         (function, grid_x, grid_y, grid_z, block_x, block_y, block_z, shared_bytes, stream,
          arguments, extra))

/// A failed launch's error first: launches.cpp found it, and the library may not have.
hipError_t hipGetLastError() {
  using Function = hipError_t (*)();
  static const auto function =
      reinterpret_cast<Function>(gputest::hip_amd::hip_library().find("hipGetLastError"));
  const hipError_t of_library = function == nullptr ? kNoLibrary : function();
  const hipError_t of_launch = gputest::hip_amd::take_launch_error();
  return of_launch == hipSuccess ? of_library : of_launch;
}

const char* hipGetErrorString(hipError_t error) {
  using Function = const char* (*)(hipError_t);
  static const auto function =
      reinterpret_cast<Function>(gputest::hip_amd::hip_library().find("hipGetErrorString"));
  return function == nullptr ? gputest::hip_amd::hip_library().absence().c_str() : function(error);
}

hipChannelFormatDesc hipCreateChannelDesc(int x, int y, int z, int w, hipChannelFormatKind kind) {
  return {x, y, z, w, kind};
}

}  // extern "C"
