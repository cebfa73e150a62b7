#include "common/cpu/fftw.hpp"

#include <fmt/format.h>

#include <mutex>
#include <string>

#include "common/core/error.hpp"
#include "common/core/shared_library.hpp"

namespace gputest::cpu {
namespace {

/// The called functions, as fftw3.h declares them.
template <class Real>
class Fftw {
 public:
  using Plan = void*;

  explicit Fftw(const char* name, const std::string& prefix) : library_{name} {
    complete_ = library_.find(forward, (prefix + "_plan_dft_r2c_3d").c_str()) &&
                library_.find(backward, (prefix + "_plan_dft_c2r_3d").c_str()) &&
                library_.find(execute, (prefix + "_execute").c_str()) &&
                library_.find(destroy, (prefix + "_destroy_plan").c_str());
  }
  /// Why the library cannot be used; empty if it can.
  std::string absence() const {
    if (complete_) return "";
    return fmt::format(
        "its Fourier transforms use FFTW, but {} (Debian: libfftw3-double3, "
        "libfftw3-single3)",
        library_.absence().empty() ? "the library lacks a function" : library_.absence());
  }

  Plan (*forward)(int, int, int, Real* values, Real* modes, unsigned flags) = nullptr;
  Plan (*backward)(int, int, int, Real* modes, Real* values, unsigned flags) = nullptr;
  void (*execute)(Plan) = nullptr;
  void (*destroy)(Plan) = nullptr;

 private:
  SharedLibrary library_;
  bool complete_ = false;
};

const Fftw<float>& fftw(float) {
  static const Fftw<float> library("libfftw3f.so.3", "fftwf");
  return library;
}
const Fftw<double>& fftw(double) {
  static const Fftw<double> library("libfftw3.so.3", "fftw");
  return library;
}

/// A lock for planning: of the library's functions, only execute() is thread-safe.
std::mutex& planning() {
  static std::mutex mutex;
  return mutex;
}

template <class Real>
class FftwTransform : public RealTransform {
 public:
  FftwTransform(const std::array<std::uint32_t, 3>& points, Real* values, Real* modes)
      : library_(fftw(Real())) {
    if (const std::string reason = library_.absence(); !reason.empty())
      throw Error(Status::unavailable, reason);
    constexpr unsigned kEstimate = 1u << 6;  // FFTW_ESTIMATE: the same plan in every run
    const int n[] = {static_cast<int>(points[0]), static_cast<int>(points[1]),
                     static_cast<int>(points[2])};
    const std::lock_guard lock(planning());
    forward_ = library_.forward(n[0], n[1], n[2], values, modes, kEstimate);
    backward_ = library_.backward(n[0], n[1], n[2], modes, values, kEstimate);
    if (forward_ != nullptr && backward_ != nullptr) return;
    destroy();
    throw Error(
        Status::unavailable,
        fmt::format("FFTW cannot plan a transform of {} x {} x {} points", n[0], n[1], n[2]));
  }
  ~FftwTransform() override {
    const std::lock_guard lock(planning());
    destroy();
  }
  FftwTransform(const FftwTransform&) = delete;
  FftwTransform& operator=(const FftwTransform&) = delete;

  void forward() const override { library_.execute(forward_); }
  void backward() const override { library_.execute(backward_); }

 private:
  void destroy() {
    if (forward_ != nullptr) library_.destroy(forward_);
    if (backward_ != nullptr) library_.destroy(backward_);
  }

  const Fftw<Real>& library_;
  typename Fftw<Real>::Plan forward_ = nullptr, backward_ = nullptr;
};

}  // namespace

std::string why_no_transform(Precision precision) {
  return precision == Precision::fp32 ? fftw(float()).absence() : fftw(double()).absence();
}

std::unique_ptr<RealTransform> plan_transform(const std::array<std::uint32_t, 3>& points,
                                              float* values, float* modes) {
  return std::make_unique<FftwTransform<float>>(points, values, modes);
}

std::unique_ptr<RealTransform> plan_transform(const std::array<std::uint32_t, 3>& points,
                                              double* values, double* modes) {
  return std::make_unique<FftwTransform<double>>(points, values, modes);
}

}  // namespace gputest::cpu
