// Fourier transforms on AMD's GPUs by VkFFT; hiprtc compiles its kernels (D. Tolmachev, IEEE Access
// 11, 12039, 2023).
#pragma once

#include <memory>
#include <string>

#include "common/simt/real_transform.hpp"

namespace gputest::hip_amd {

/// Why there are no transforms, as a sentence without a full stop; empty if there are.
std::string why_no_transform();

/// Plans for the device in use. Throws Error(unavailable) with why_no_transform(), or if the
/// library cannot plan that size.
std::unique_ptr<simt::RealTransform> plan_transform(const simt::TransformedArrays& arrays);

}  // namespace gputest::hip_amd
