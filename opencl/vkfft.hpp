// Fourier transforms of real numbers in three dimensions on an OpenCL device, by VkFFT, a library
// of headers that compiles kernels for a size when it is planned: D. Tolmachev, IEEE Access 11,
// 12039 (2023).
#pragma once

#include <array>
#include <cstdint>
#include <memory>

#include "common/opencl/device.hpp"

namespace gputest::opencl {

/// A transform and the one back, on the arrays for which it is planned.
class RealTransform {
 public:
  virtual ~RealTransform() = default;
  /// Enqueues modes = sum of values e^(-2 pi i ...) or, `backward`, values = sum of modes e^(2 pi i
  /// ...), not divided by their number. Throws Error where the library gives an error.
  virtual void enqueue(const cl::CommandQueue& commands, bool backward) const = 0;
};

/// Why the build has none, a sentence without a full stop; empty: it has.
std::string why_no_transform();

/// Of `values`, points[0] x points[1] x points[2] numbers, the last axis fastest, to `modes`, of
/// the last axis points[2] / 2 + 1 complex ones. Throws Error(unavailable) as why_no_transform()
/// says and where the library plans none of that size.
std::unique_ptr<RealTransform> plan_transform(const OpenClDevice& device,
                                              const std::array<std::uint32_t, 3>& points, bool fp64,
                                              const cl::Memory& values, const cl::Memory& modes);

}  // namespace gputest::opencl
