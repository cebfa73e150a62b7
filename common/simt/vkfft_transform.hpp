// A transform by VkFFT, for CUDA and HIP. A platform's file includes this after vkFFT.h, after
// redirecting VkFFT's calls.
#pragma once

#include <fmt/format.h>

#include <exception>
#include <utility>

#include "common/core/error.hpp"
#include "common/simt/library_failure.hpp"
#include "common/simt/real_transform.hpp"

namespace gputest::simt {
namespace {

/// Compiler is the platform's VkFftCompiler, Device and Stream its handles.
template <class Compiler, class Device, class Stream>
class VkFftTransform : public RealTransform {
 public:
  /// Throws Error(unavailable) if VkFFT has no plan, and the compiler's exceptions.
  VkFftTransform(const TransformedArrays& arrays, Device device)
      : device_(device),
        stream_(static_cast<Stream>(arrays.stream)),
        values_(arrays.values),
        modes_(arrays.modes),
        value_bytes_(arrays.value_bytes()),
        mode_bytes_(arrays.mode_bytes()) {
    const auto& points = arrays.points;
    VkFFTConfiguration wanted{};
    wanted.FFTdim = 3;
    for (std::size_t axis = 0; axis < 3; ++axis) wanted.size[axis] = points[2 - axis];
    wanted.performR2C = 1;
    wanted.doublePrecision = arrays.fp64 ? 1 : 0;
    wanted.device = &device_;
    wanted.stream = &stream_;
    wanted.num_streams = 1;
    wanted.buffer = &modes_;
    wanted.bufferSize = &mode_bytes_;
    wanted.isInputFormatted = 1;
    wanted.inputBuffer = &values_;
    wanted.inputBufferSize = &value_bytes_;
    wanted.inputBufferStride[0] = points[2];
    wanted.inputBufferStride[1] = std::uint64_t{points[2]} * points[1];
    wanted.inputBufferStride[2] = std::uint64_t{points[2]} * points[1] * points[0];
    wanted.inverseReturnToInputBuffer = 1;
    Compiler::failure() = nullptr;
    const VkFFTResult result = initializeVkFFT(&application_, wanted);
    if (result == VKFFT_SUCCESS) return;
    if (const auto failure = std::exchange(Compiler::failure(), nullptr))
      std::rethrow_exception(failure);
    throw Error(Status::unavailable,
                fmt::format("VkFFT cannot plan {} x {} x {} points: error {}", points[0], points[1],
                            points[2], static_cast<int>(result)));
  }
  ~VkFftTransform() override { deleteVkFFT(&application_); }

  void enqueue(bool backward) const override {
    VkFFTLaunchParams launch{};
    if (VkFFTAppend(&application_, backward ? 1 : -1, &launch) == VKFFT_SUCCESS) return;
    constexpr int kLaunchFailure = 719;
    throw LibraryFailure("VkFFT", kLaunchFailure);
  }

 private:
  // VkFFT keeps pointers to them.
  Device device_;
  Stream stream_;
  void *values_, *modes_;
  std::uint64_t value_bytes_, mode_bytes_;
  mutable VkFFTApplication application_{};
};

}  // namespace
}  // namespace gputest::simt
