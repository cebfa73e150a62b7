// Fourier transforms of real numbers in three dimensions by FFTW 3, a library that the program does
// without where it is not installed: M. Frigo and S. G. Johnson, Proc. IEEE 93, 216 (2005).
#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <string>

#include "common/core/precision.hpp"

namespace gputest::cpu {

/// A transform and the one back, on the arrays for which it is planned.
class RealTransform {
 public:
  virtual ~RealTransform() = default;
  /// modes = sum of values e^(-2 pi i ...).
  virtual void forward() const = 0;
  /// values = sum of modes e^(2 pi i ...), not divided by their number. The modes are lost.
  virtual void backward() const = 0;
};

/// Why there is no transform in that precision, with what to install; empty where there is.
std::string why_no_transform(Precision precision);

/// Of `values`, points[0] x points[1] x points[2] numbers, the last axis fastest, to `modes`, of
/// the last axis points[2] / 2 + 1 complex ones. What is in the arrays is lost. Throws
/// Error(unavailable) where the library is not there.
std::unique_ptr<RealTransform> plan_transform(const std::array<std::uint32_t, 3>& points,
                                              float* values, float* modes);
/// Likewise.
std::unique_ptr<RealTransform> plan_transform(const std::array<std::uint32_t, 3>& points,
                                              double* values, double* modes);

}  // namespace gputest::cpu
