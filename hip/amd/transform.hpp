// Fourier transforms on AMD's GPUs by VkFFT, whose kernels hiprtc compiles (D. Tolmachev, IEEE
// Access 11, 12039, 2023), and on those that are executed on the processor by FFTW.
#pragma once

#include <memory>
#include <string>

#include "common/core/precision.hpp"
#include "common/device/device.hpp"
#include "common/simt/real_transform.hpp"

namespace gputest::hip_amd {

/// Why the device has none, a sentence without a full stop; empty where it has.
std::string why_no_transform(const DeviceInfo& device, Precision precision);

/// For the device in use. Throws Error(unavailable) as why_no_transform() says and where the
/// library plans none of that size.
std::unique_ptr<simt::RealTransform> plan_transform(const simt::TransformedArrays& arrays);

}  // namespace gputest::hip_amd
