// Three-dimensional Fourier transforms of real numbers on a device, between kernels of a launch:
// the interface of a platform's library.
#pragma once

#include <array>
#include <cstdint>

namespace gputest {
namespace simt {

/// The arrays of a transform, both in device memory. `values` has points[0] x points[1] x points[2]
/// real numbers, the last axis fastest. `modes` has points[2] / 2 + 1 complex numbers on the last
/// axis. Both transforms may overwrite both arrays.
struct TransformedArrays {
  std::array<std::uint32_t, 3> points;
  bool fp64;
  void* values;
  void* modes;
  void* stream = nullptr;  ///< the run-time API's handle; null: the default stream

  std::uint64_t value_bytes() const {
    return std::uint64_t{fp64 ? 8u : 4u} * points[0] * points[1] * points[2];
  }
  std::uint64_t mode_bytes() const {
    return std::uint64_t{fp64 ? 16u : 8u} * points[0] * points[1] * (points[2] / 2 + 1);
  }
};

/// A transform and its inverse, on the arrays for which it is planned.
class RealTransform {
 public:
  RealTransform() = default;
  virtual ~RealTransform() = default;
  RealTransform(const RealTransform&) = delete;
  RealTransform& operator=(const RealTransform&) = delete;
  /// Enqueues modes = sum of values e^(-2 pi i ...) or, `backward`, values = sum of modes e^(2 pi i
  /// ...), not divided by their number. Throws LibraryFailure if the library reports an error.
  virtual void enqueue(bool backward) const = 0;
};

}  // namespace simt
}  // namespace gputest
