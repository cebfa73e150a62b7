// Fourier transforms on an NVIDIA GPU by VkFFT, headers whose kernels NVRTC compiles for a mesh
// when it is planned: D. Tolmachev, IEEE Access 11, 12039 (2023).
#pragma once

#include <memory>
#include <string>

#include "common/core/precision.hpp"
#include "common/device/device.hpp"
#include "common/simt/real_transform.hpp"

namespace gputest {
namespace simt {
namespace nvidia {

/// Why there is none, a sentence without a full stop; empty where there is: the build has found
/// VkFFT, and this machine has NVRTC.
std::string why_no_transform();

/// For the device in use. Throws Error(unavailable) as why_no_transform() says and where VkFFT
/// plans none of that size.
std::unique_ptr<RealTransform> plan_transform(const TransformedArrays& arrays);

}  // namespace nvidia
}  // namespace simt
}  // namespace gputest
