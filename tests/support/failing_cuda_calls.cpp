// The part of failing_calls for CUDA's run-time library. In a program linked to the shared library,
// each function that the program calls can fail. Like the library, it keeps an error for
// cudaGetLastError(), which is the only report of a failed launch.
#include <cuda_runtime_api.h>

#include <cstddef>
#include <utility>

#include "tests/support/failing_calls.hpp"

namespace {

__attribute__((tls_model("initial-exec"))) thread_local cudaError_t t_last = cudaSuccess;

}  // namespace

// CUDA's headers may define a function's name as a macro for another.
#define NAME(function) NAME_OF(function)
#define NAME_OF(function) #function

#define LIBRARY_CALL(function, parameters, arguments)                                        \
  static const auto original =                                                               \
      reinterpret_cast<cudaError_t(*) parameters>(failing::find(RTLD_NEXT, NAME(function))); \
  const cudaError_t result = original arguments

#define CALL(function, parameters, arguments)                                                     \
  cudaError_t function parameters {                                                               \
    if (failing::fails(NAME(function), ":" NAME(function) ":")) return t_last = cudaErrorUnknown; \
    LIBRARY_CALL(function, parameters, arguments);                                                \
    return result;                                                                                \
  }

extern "C" {

// Devices
CALL(cudaGetDeviceCount, (int* count), (count))
CALL(cudaGetDeviceProperties, (cudaDeviceProp * properties, int device), (properties, device))
CALL(cudaDeviceGetAttribute, (int* value, cudaDeviceAttr which, int device), (value, which, device))
CALL(cudaDriverGetVersion, (int* version), (version))
CALL(cudaRuntimeGetVersion, (int* version), (version))
CALL(cudaGetDevice, (int* device), (device))
CALL(cudaSetDevice, (int device), (device))
CALL(cudaDeviceReset, (), ())
CALL(cudaDeviceSynchronize, (), ())
CALL(cudaStreamCreateWithFlags, (cudaStream_t * stream, unsigned flags), (stream, flags))
CALL(cudaStreamCreateWithPriority, (cudaStream_t * stream, unsigned flags, int priority),
     (stream, flags, priority))
CALL(cudaStreamWaitEvent, (cudaStream_t stream, cudaEvent_t event, unsigned flags),
     (stream, event, flags))
CALL(cudaStreamDestroy, (cudaStream_t stream), (stream))
CALL(cudaStreamSynchronize, (cudaStream_t stream), (stream))

// Memory
CALL(cudaMemGetInfo, (std::size_t * free, std::size_t* total), (free, total))
CALL(cudaMalloc, (void** memory, std::size_t bytes), (memory, bytes))
CALL(cudaFree, (void* memory), (memory))
CALL(cudaMemset, (void* memory, int byte, std::size_t bytes), (memory, byte, bytes))
CALL(cudaMemsetAsync, (void* memory, int byte, std::size_t bytes, cudaStream_t stream),
     (memory, byte, bytes, stream))
CALL(cudaMemcpy, (void* to, const void* from, std::size_t bytes, cudaMemcpyKind kind),
     (to, from, bytes, kind))
CALL(cudaMemcpyAsync,
     (void* to, const void* from, std::size_t bytes, cudaMemcpyKind kind, cudaStream_t stream),
     (to, from, bytes, kind, stream))
CALL(cudaHostRegister, (void* memory, std::size_t bytes, unsigned flags), (memory, bytes, flags))
CALL(cudaHostGetDevicePointer, (void** address, void* memory, unsigned flags),
     (address, memory, flags))
CALL(cudaHostUnregister, (void* memory), (memory))
CALL(cudaMallocArray,
     (cudaArray_t * array, const cudaChannelFormatDesc* texel, std::size_t width, std::size_t rows,
      unsigned flags),
     (array, texel, width, rows, flags))
CALL(cudaFreeArray, (cudaArray_t array), (array))
CALL(cudaMemcpy2DToArray,
     (cudaArray_t to, std::size_t column, std::size_t row, const void* from, std::size_t pitch,
      std::size_t width, std::size_t rows, cudaMemcpyKind kind),
     (to, column, row, from, pitch, width, rows, kind))
CALL(cudaCreateTextureObject,
     (cudaTextureObject_t * texture, const cudaResourceDesc* resource,
      const cudaTextureDesc* description, const cudaResourceViewDesc* view),
     (texture, resource, description, view))
CALL(cudaDestroyTextureObject, (cudaTextureObject_t texture), (texture))

// Time
CALL(cudaEventCreateWithFlags, (cudaEvent_t * event, unsigned flags), (event, flags))
CALL(cudaEventCreate, (cudaEvent_t * event), (event))
CALL(cudaEventDestroy, (cudaEvent_t event), (event))
CALL(cudaEventRecord, (cudaEvent_t event, cudaStream_t stream), (event, stream))
CALL(cudaEventSynchronize, (cudaEvent_t event), (event))
CALL(cudaEventElapsedTime, (float* milliseconds, cudaEvent_t start, cudaEvent_t stop),
     (milliseconds, start, stop))

// Launches, also those of the fake driver, and recordings of launches
CALL(cudaLaunchKernel,
     (const void* function, dim3 grid, dim3 block, void** arguments, std::size_t shared,
      cudaStream_t stream),
     (function, grid, block, arguments, shared, stream))
CALL(cudaStreamBeginCapture, (cudaStream_t stream, cudaStreamCaptureMode mode), (stream, mode))
/// Ends the recording even if it fails.
cudaError_t cudaStreamEndCapture(cudaStream_t stream, cudaGraph_t* graph) {
  LIBRARY_CALL(cudaStreamEndCapture, (cudaStream_t stream, cudaGraph_t * graph), (stream, graph));
  if (!failing::fails("cudaStreamEndCapture", ":cudaStreamEndCapture:")) return result;
  if (*graph != nullptr) static_cast<void>(cudaGraphDestroy(std::exchange(*graph, nullptr)));
  return t_last = cudaErrorStreamCaptureInvalidated;
}
CALL(cudaGraphInstantiateWithFlags,
     (cudaGraphExec_t * executable, cudaGraph_t graph, unsigned long long flags),
     (executable, graph, flags))
CALL(cudaGraphDestroy, (cudaGraph_t graph), (graph))
CALL(cudaGraphExecDestroy, (cudaGraphExec_t executable), (executable))
CALL(cudaGraphLaunch, (cudaGraphExec_t executable, cudaStream_t stream), (executable, stream))

/// Clears both errors, this library's and CUDA's, and returns this library's if there is one.
cudaError_t cudaGetLastError() {
  LIBRARY_CALL(cudaGetLastError, (), ());
  const cudaError_t own = std::exchange(t_last, cudaSuccess);
  return own == cudaSuccess ? result : own;
}

}  // extern "C"
