// Real Fourier transforms in three dimensions on an OpenCL device, by VkFFT, a header library that
// compiles kernels when a size is planned: D. Tolmachev, IEEE Access 11, 12039 (2023).
#pragma once

#include <array>
#include <cstdint>
#include <memory>

#include "common/opencl/device.hpp"

namespace gputest::opencl {

/// A transform and its inverse, on the arrays for which it is planned.
class RealTransform {
 public:
  virtual ~RealTransform() = default;
  /// Enqueues modes = sum of values e^(-2 pi i ...) or, if `backward`, values = sum of modes e^(2
  /// pi i ...), not divided by their number. Throws Error if the library reports one.
  virtual void enqueue(const cl::CommandQueue& commands, bool backward) const = 0;
};

/// Why the build has no transforms, a sentence without a full stop; empty if it has them.
std::string why_no_transform();

/// From `values`, points[0] x points[1] x points[2] numbers, the last axis fastest, to `modes`,
/// with points[2] / 2 + 1 complex numbers along the last axis. Throws Error(unavailable) with
/// why_no_transform(), or if the library cannot plan this size.
std::unique_ptr<RealTransform> plan_transform(const OpenClDevice& device,
                                              const std::array<std::uint32_t, 3>& points, bool fp64,
                                              const cl::Memory& values, const cl::Memory& modes);

}  // namespace gputest::opencl
