#include "common/simt/nvidia_transform.hpp"

#if defined(GPUTEST_HAVE_VKFFT) && __has_include(<nvrtc.h>)
#define GT_HAS_TRANSFORM
#endif

#include "common/core/error.hpp"

#ifdef GT_HAS_TRANSFORM

#include <cuComplex.h>
#include <cuda.h>
#include <cuda_runtime.h>
#include <fmt/format.h>
#include <nvrtc.h>
#include <stdio.h>

#include "common/core/shared_library.hpp"
#include "common/simt/vkfft_compiler.hpp"
#include "common/texts/nvrtc.hpp"

namespace gputest::simt::nvidia {
namespace {

/// The called functions of the driver, from the library that the run-time has opened. Their names
/// are the expansions of cuda.h's macros.
struct TransformDriver {
  SharedLibrary library{"libcuda.so.1"};
  CUresult (*load)(CUmodule*, const void*, unsigned, CUjit_option*, void**) = nullptr;
  CUresult (*unload)(CUmodule) = nullptr;
  CUresult (*function)(CUfunction*, CUmodule, const char*) = nullptr;
  CUresult (*global)(CUdeviceptr*, std::size_t*, CUmodule, const char*) = nullptr;
  CUresult (*set)(CUfunction, CUfunction_attribute, int) = nullptr;
  CUresult (*upload)(CUdeviceptr, const void*, std::size_t) = nullptr;
  decltype(&cuLaunchKernel) launch = nullptr;
  bool is_whole =
      library.find(load, "cuModuleLoadDataEx") && library.find(unload, "cuModuleUnload") &&
      library.find(function, "cuModuleGetFunction") &&
      library.find(global, "cuModuleGetGlobal_v2") && library.find(set, "cuFuncSetAttribute") &&
      library.find(upload, "cuMemcpyHtoD_v2") && library.find(launch, "cuLaunchKernel");
};

const TransformDriver& transform_driver() {
  static const TransformDriver opened;
  return opened;
}

/// Device attributes have the same numbers in the run-time API and in the driver API.
CUresult device_attribute(int* value, CUdevice_attribute attribute, CUdevice device) {
  return static_cast<CUresult>(
      cudaDeviceGetAttribute(value, static_cast<cudaDeviceAttr>(attribute), device));
}

int device_in_use() {
  int device = 0;
  return cudaGetDevice(&device) == cudaSuccess ? device : 0;
}

std::string compile_for_device(const std::string& text) {
  int major = 0, minor = 0;
  static_cast<void>(
      cudaDeviceGetAttribute(&major, cudaDevAttrComputeCapabilityMajor, device_in_use()));
  static_cast<void>(
      cudaDeviceGetAttribute(&minor, cudaDevAttrComputeCapabilityMinor, device_in_use()));
  return texts::compile_cuda("VkFFT.cu", text, fmt::format("sm_{}{}", major, minor),
                             texts::own_cuda_options())
      .image;
}

using Nvrtc = VkFftCompiler<nvrtcProgram, nvrtcResult, &compile_for_device>;

}  // namespace
}  // namespace gputest::simt::nvidia

#undef cuModuleGetGlobal
#undef cuMemcpyHtoD
#define cuDeviceGetAttribute gputest::simt::nvidia::device_attribute
#define cuModuleLoadDataEx gputest::simt::nvidia::transform_driver().load
#define cuModuleUnload gputest::simt::nvidia::transform_driver().unload
#define cuModuleGetFunction gputest::simt::nvidia::transform_driver().function
#define cuModuleGetGlobal gputest::simt::nvidia::transform_driver().global
#define cuFuncSetAttribute gputest::simt::nvidia::transform_driver().set
#define cuMemcpyHtoD gputest::simt::nvidia::transform_driver().upload
#define cuLaunchKernel gputest::simt::nvidia::transform_driver().launch
#define nvrtcCreateProgram gputest::simt::nvidia::Nvrtc::create
#define nvrtcDestroyProgram gputest::simt::nvidia::Nvrtc::destroy
#define nvrtcAddNameExpression gputest::simt::nvidia::Nvrtc::name
#define nvrtcCompileProgram gputest::simt::nvidia::Nvrtc::compile
#define nvrtcGetPTXSize gputest::simt::nvidia::Nvrtc::size
#define nvrtcGetPTX gputest::simt::nvidia::Nvrtc::code
#define nvrtcGetCUBINSize gputest::simt::nvidia::Nvrtc::size
#define nvrtcGetCUBIN gputest::simt::nvidia::Nvrtc::code
#define nvrtcGetProgramLog gputest::simt::nvidia::Nvrtc::log
#define nvrtcGetErrorString gputest::simt::nvidia::Nvrtc::error_text
#define printf(...) static_cast<void>(0)  // errors are thrown instead
#define VKFFT_BACKEND 1                   // CUDA
#include <vkFFT.h>
#undef printf

#include "common/simt/vkfft_transform.hpp"

#endif

namespace gputest::simt::nvidia {

#ifdef GT_HAS_TRANSFORM

std::string why_no_transform() {
  return texts::why_no_nvrtc("its Fourier transforms use VkFFT, compiled");
}

std::unique_ptr<RealTransform> plan_transform(const TransformedArrays& arrays) {
  if (const std::string reason = why_no_transform(); !reason.empty())
    throw Error(Status::unavailable, reason);
  if (!transform_driver().is_whole)
    throw Error(Status::unavailable, fmt::format("NVIDIA's driver cannot be opened: {}",
                                                 transform_driver().library.absence()));
  return std::make_unique<VkFftTransform<Nvrtc, CUdevice, cudaStream_t>>(arrays, device_in_use());
}

#else

std::string why_no_transform() {
  return "its Fourier transforms use VkFFT, but the build found no vkFFT.h (Debian: "
         "libvkfft-dev) or no nvrtc.h of CUDA";
}

std::unique_ptr<RealTransform> plan_transform(const TransformedArrays&) {
  throw Error(Status::unavailable, why_no_transform());
}

#endif

}  // namespace gputest::simt::nvidia
