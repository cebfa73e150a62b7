#include "hip/amd/transform.hpp"

#include <hip/hip_runtime.h>

#include "common/core/error.hpp"
#include "hip/amd/hiprtc.hpp"

#ifdef GPUTEST_HAVE_VKFFT

#include <hip/hip_complex.h>
#include <hip/hiprtc.h>
#include <stdio.h>

#include "common/simt/vkfft_compiler.hpp"

namespace gputest::hip_amd {
namespace {

std::string compile_for_device(const std::string& text) {
  int device = 0;
  hipDeviceProp_t properties{};
  if (hipGetDevice(&device) != hipSuccess ||
      hipGetDeviceProperties(&properties, device) != hipSuccess)
    throw Error(Status::unavailable, "HIP does not name the target of its device");
  const std::string name = properties.gcnArchName;
  return compile_by_hiprtc("VkFFT.hip", text, name.substr(0, name.find(':')),
                           {"-O3", "-fgpu-flush-denormals-to-zero"});
}

using Hiprtc = simt::VkFftCompiler<hiprtcProgram, hiprtcResult, &compile_for_device>;

}  // namespace
}  // namespace gputest::hip_amd

#define hiprtcCreateProgram gputest::hip_amd::Hiprtc::create
#define hiprtcDestroyProgram gputest::hip_amd::Hiprtc::destroy
#define hiprtcAddNameExpression gputest::hip_amd::Hiprtc::name
#define hiprtcCompileProgram gputest::hip_amd::Hiprtc::compile
#define hiprtcGetCodeSize gputest::hip_amd::Hiprtc::size
#define hiprtcGetCode gputest::hip_amd::Hiprtc::code
#define hiprtcGetProgramLog gputest::hip_amd::Hiprtc::log
#define hiprtcGetErrorString gputest::hip_amd::Hiprtc::error_text
#define printf(...) static_cast<void>(0)  // errors are thrown instead
#define VKFFT_BACKEND 2                   // HIP
#include <vkFFT.h>
#undef printf

#include "common/simt/vkfft_transform.hpp"

namespace gputest::hip_amd {

std::string why_no_transform() {
  return why_no_hiprtc("compile the kernels of VkFFT, which does the transforms");
}

std::unique_ptr<simt::RealTransform> plan_transform(const simt::TransformedArrays& arrays) {
  if (const std::string reason = why_no_transform(); !reason.empty())
    throw Error(Status::unavailable, reason);
  int device = 0;
  static_cast<void>(hipGetDevice(&device));
  return std::make_unique<simt::VkFftTransform<Hiprtc, hipDevice_t, hipStream_t>>(arrays, device);
}

}  // namespace gputest::hip_amd

#else

namespace gputest::hip_amd {

std::string why_no_transform() {
  return "its transforms need VkFFT, but the build found no vkFFT.h (Debian: libvkfft-dev)";
}

std::unique_ptr<simt::RealTransform> plan_transform(const simt::TransformedArrays&) {
  throw Error(Status::unavailable, why_no_transform());
}

}  // namespace gputest::hip_amd

#endif
