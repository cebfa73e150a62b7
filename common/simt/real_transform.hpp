// Fourier transforms of real numbers in three dimensions on a device, between kernels of a launch:
// what a platform's library of them is asked for.
#pragma once

#include <array>
#include <cstdint>

namespace gputest {
namespace simt {

/// What is transformed: of `values`, points[0] x points[1] x points[2] numbers, the last axis
/// fastest, to `modes`, of the last axis points[2] / 2 + 1 complex ones, and back. The arrays are
/// the device's, and lose what was in them.
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

/// A transform and the one back, on the arrays for which it is planned.
class RealTransform {
 public:
  RealTransform() = default;
  virtual ~RealTransform() = default;
  RealTransform(const RealTransform&) = delete;
  RealTransform& operator=(const RealTransform&) = delete;
  /// Puts into the stream modes = sum of values e^(-2 pi i ...) or, `backward`, values = sum of
  /// modes e^(2 pi i ...), not divided by their number. Throws LibraryFailure where the library
  /// gives an error.
  virtual void enqueue(bool backward) const = 0;
};

}  // namespace simt
}  // namespace gputest
