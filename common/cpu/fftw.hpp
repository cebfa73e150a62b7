// Three-dimensional Fourier transforms of real numbers by FFTW 3, a library that may be missing: M.
// Frigo and S. G. Johnson, Proc. IEEE 93, 216 (2005).
#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <string>

#include "common/core/precision.hpp"

namespace gputest::cpu {

/// A transform and its inverse, on the arrays for which it is planned.
class RealTransform {
 public:
  virtual ~RealTransform() = default;
  /// modes = sum of values e^(-2 pi i ...).
  virtual void forward() const = 0;
  /// values = sum of modes e^(2 pi i ...), not divided by their number. Overwrites the modes.
  virtual void backward() const = 0;
};

/// Why there is no transform in that precision, with a package to install; empty if there is one.
std::string why_no_transform(Precision precision);

/// Plans a transform of `values`, points[0] x points[1] x points[2] numbers, the last axis fastest,
/// to `modes`, with points[2] / 2 + 1 complex numbers on the last axis. Overwrites the arrays.
/// Throws Error(unavailable) if the library is missing.
std::unique_ptr<RealTransform> plan_transform(const std::array<std::uint32_t, 3>& points,
                                              float* values, float* modes);
/// The same in double precision.
std::unique_ptr<RealTransform> plan_transform(const std::array<std::uint32_t, 3>& points,
                                              double* values, double* modes);

}  // namespace gputest::cpu
