#include "hip/amd/transform.hpp"

#include <hip/hip_runtime.h>

#include "common/core/error.hpp"
#include "common/cpu/fftw.hpp"
#include "common/simt/library_failure.hpp"
#include "hip/amd/emulated_device.hpp"
#include "hip/amd/own_compiler.hpp"
#include "hip/host_transform.hpp"

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
    throw Error(Status::unavailable, "HIP does not say what its device is");
  const std::string name = properties.gcnArchName;
  return compile_by_hiprtc("VkFFT.hip", text, name.substr(0, name.find(':')), {});
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
#define printf(...) static_cast<void>(0)  // what goes wrong is thrown
#define VKFFT_BACKEND 2                   // HIP
#include <vkFFT.h>
#undef printf

#include "common/simt/vkfft_transform.hpp"

namespace gputest::hip_amd {
namespace {

std::string why_no_vkfft() {
  return why_no_hiprtc("its transforms are VkFFT's, whose kernels are compiled");
}

std::unique_ptr<simt::RealTransform> plan_by_vkfft(const simt::TransformedArrays& arrays) {
  int device = 0;
  static_cast<void>(hipGetDevice(&device));
  return std::make_unique<simt::VkFftTransform<Hiprtc, hipDevice_t, hipStream_t>>(arrays, device);
}

}  // namespace
}  // namespace gputest::hip_amd

#else

namespace gputest::hip_amd {
namespace {

std::string why_no_vkfft() {
  return "its transforms are VkFFT's, and the build found no vkFFT.h (Debian: libvkfft-dev)";
}

std::unique_ptr<simt::RealTransform> plan_by_vkfft(const simt::TransformedArrays&) {
  throw Error(Status::unavailable, why_no_vkfft());
}

}  // namespace
}  // namespace gputest::hip_amd

#endif

namespace gputest::hip_amd {
namespace {

/// In the memory of an emulated device, which keeps what of it has a value.
class EmulatedTransform : public simt::RealTransform {
 public:
  explicit EmulatedTransform(const simt::TransformedArrays& arrays)
      : arrays_(arrays), transform_(arrays) {}

  void enqueue(bool backward) const override {
    transform_.enqueue(backward);
    const hipError_t error =
        backward ? EmulatedDevice::in_use()->compute(arrays_.values, arrays_.value_bytes(),
                                                     arrays_.modes, arrays_.mode_bytes())
                 : EmulatedDevice::in_use()->compute(arrays_.modes, arrays_.mode_bytes(),
                                                     arrays_.values, arrays_.value_bytes());
    if (error != hipSuccess) throw simt::LibraryFailure("FFTW", static_cast<int>(error));
  }

 private:
  simt::TransformedArrays arrays_;
  hip::HostTransform transform_;
};

}  // namespace

std::string why_no_transform(const DeviceInfo& device, Precision precision) {
  return device.emulated ? cpu::why_no_transform(precision) : why_no_vkfft();
}

std::unique_ptr<simt::RealTransform> plan_transform(const simt::TransformedArrays& arrays) {
  if (launch_taker() != nullptr) return std::make_unique<EmulatedTransform>(arrays);
  if (const std::string reason = why_no_vkfft(); !reason.empty())
    throw Error(Status::unavailable, reason);
  return plan_by_vkfft(arrays);
}

}  // namespace gputest::hip_amd
