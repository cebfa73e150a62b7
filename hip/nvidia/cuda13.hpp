// Replacements for names that CUDA 13 removed and that the HIP 5.2 headers for NVIDIA still use.
// The compiler's -include puts them before <hip/hip_runtime.h>, so that those headers compile.
// Nothing in this project calls the placeholder functions: they return cudaErrorNotSupported.
#pragma once

#include <cuda.h>
#include <cuda_runtime.h>

/// cudaDeviceProp with the members that HIP's headers use; in CUDA 13 these are attributes.
struct GputestDeviceProp : cudaDeviceProp {
  int clockRate = 0;
  int memoryClockRate = 0;
  int computeMode = 0;
  int kernelExecTimeoutEnabled = 0;
  int cooperativeMultiDeviceLaunch = 0;
};
#define cudaDeviceProp GputestDeviceProp
#define cudaDevAttrCooperativeMultiDeviceLaunch cudaDevAttrCooperativeLaunch

// Locations in memory were device numbers.
inline cudaMemLocation gputest_location(int device) {
  cudaMemLocation location{};
  location.type = device < 0 ? cudaMemLocationTypeHost : cudaMemLocationTypeDevice;
  location.id = device < 0 ? 0 : device;
  return location;
}
inline cudaError_t cudaMemAdvise(const void* memory, size_t bytes, cudaMemoryAdvise advice,
                                 int device) {
  return cudaMemAdvise(memory, bytes, advice, gputest_location(device));
}
inline cudaError_t cudaMemPrefetchAsync(const void* memory, size_t bytes, int device,
                                        cudaStream_t stream) {
  return cudaMemPrefetchAsync(memory, bytes, gputest_location(device), 0, stream);
}

// A context is now created with parameters, here none. cuCtxCreate is a macro for this name.
inline CUresult cuCtxCreate_v4(CUcontext* context, unsigned flags, CUdevice device) {
  return cuCtxCreate_v4(context, nullptr, flags, device);
}

// Edges of graphs now have data, here none.
inline cudaError_t cudaGraphAddDependencies(cudaGraph_t graph, const cudaGraphNode_t* from,
                                            const cudaGraphNode_t* to, size_t count) {
  return cudaGraphAddDependencies(graph, from, to, nullptr, count);
}
inline cudaError_t cudaGraphRemoveDependencies(cudaGraph_t graph, const cudaGraphNode_t* from,
                                               const cudaGraphNode_t* to, size_t count) {
  return cudaGraphRemoveDependencies(graph, from, to, nullptr, count);
}
inline cudaError_t cudaGraphGetEdges(cudaGraph_t graph, cudaGraphNode_t* from, cudaGraphNode_t* to,
                                     size_t* count) {
  return cudaGraphGetEdges(graph, from, to, nullptr, count);
}
inline cudaError_t cudaGraphNodeGetDependencies(cudaGraphNode_t node, cudaGraphNode_t* nodes,
                                                size_t* count) {
  return cudaGraphNodeGetDependencies(node, nodes, nullptr, count);
}
inline cudaError_t cudaGraphNodeGetDependentNodes(cudaGraphNode_t node, cudaGraphNode_t* nodes,
                                                  size_t* count) {
  return cudaGraphNodeGetDependentNodes(node, nodes, nullptr, count);
}
inline cudaError_t cudaStreamUpdateCaptureDependencies(cudaStream_t stream, cudaGraphNode_t* nodes,
                                                       size_t count, unsigned flags) {
  return cudaStreamUpdateCaptureDependencies(stream, nodes, nullptr, count, flags);
}

// Placeholders: texture references, several devices in one cooperative launch, an older capture
// query.
template <class T, int dimensions, cudaTextureReadMode mode>
struct texture {};
template <class... Arguments>
cudaError_t cudaBindTexture(Arguments&&...) {
  return cudaErrorNotSupported;
}
template <class... Arguments>
cudaError_t cudaBindTexture2D(Arguments&&...) {
  return cudaErrorNotSupported;
}
template <class... Arguments>
cudaError_t cudaBindTextureToArray(Arguments&&...) {
  return cudaErrorNotSupported;
}
template <class... Arguments>
cudaError_t cudaUnbindTexture(Arguments&&...) {
  return cudaErrorNotSupported;
}
template <class... Arguments>
cudaError_t cudaGetTextureAlignmentOffset(Arguments&&...) {
  return cudaErrorNotSupported;
}
template <class... Arguments>
cudaError_t cudaLaunchCooperativeKernelMultiDevice(Arguments&&...) {
  return cudaErrorNotSupported;
}
template <class... Arguments>
cudaError_t cudaStreamGetCaptureInfo_v2(Arguments&&...) {
  return cudaErrorNotSupported;
}
