// Fourier transforms on an NVIDIA GPU by VkFFT, a library of headers. NVRTC compiles its kernels
// when a mesh is planned. D. Tolmachev, IEEE Access 11, 12039 (2023).
#pragma once

#include <memory>
#include <string>

#include "common/core/precision.hpp"
#include "common/device/device.hpp"
#include "common/simt/real_transform.hpp"

namespace gputest {
namespace simt {
namespace nvidia {

/// Why there is no transform, a sentence without a full stop; empty if there is one: the build has
/// found VkFFT, and this machine has NVRTC.
std::string why_no_transform();

/// Plans a transform for the current device. Throws Error(unavailable) with the text of
/// why_no_transform(), or if VkFFT has no plan of that size.
std::unique_ptr<RealTransform> plan_transform(const TransformedArrays& arrays);

}  // namespace nvidia
}  // namespace simt
}  // namespace gputest
