// Fourier transforms in the memory of devices that are the host: by FFTW, as for the CPU.
#pragma once

#include <memory>

#include "common/cpu/fftw.hpp"
#include "common/simt/real_transform.hpp"

namespace gputest::hip {

/// A transform with a blocking enqueue(), like every call of such a device.
class HostTransform : public simt::RealTransform {
 public:
  /// Throws Error(unavailable) if FFTW is missing or cannot plan that size.
  explicit HostTransform(const simt::TransformedArrays& arrays)
      : transform_(arrays.fp64 ? plan<double>(arrays) : plan<float>(arrays)) {}

  void enqueue(bool backward) const override {
    backward ? transform_->backward() : transform_->forward();
  }

 private:
  template <class Real>
  static std::unique_ptr<cpu::RealTransform> plan(const simt::TransformedArrays& arrays) {
    return cpu::plan_transform(arrays.points, static_cast<Real*>(arrays.values),
                               static_cast<Real*>(arrays.modes));
  }

  std::unique_ptr<const cpu::RealTransform> transform_;
};

}  // namespace gputest::hip
