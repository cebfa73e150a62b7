// Fourier transforms on AMD's GPUs by VkFFT, whose kernels hiprtc compiles (D. Tolmachev, IEEE
// Access 11, 12039, 2023).
#pragma once

#include <memory>
#include <string>

#include "common/simt/real_transform.hpp"

namespace gputest::hip_amd {

/// Why there is none, a sentence without a full stop; empty where there is.
std::string why_no_transform();

/// For the device in use. Throws Error(unavailable) as why_no_transform() says and where the
/// library plans none of that size.
std::unique_ptr<simt::RealTransform> plan_transform(const simt::TransformedArrays& arrays);

}  // namespace gputest::hip_amd
