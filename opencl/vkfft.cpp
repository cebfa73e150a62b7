#include "opencl/vkfft.hpp"

#include <fmt/format.h>

#include "common/core/error.hpp"

#ifdef GPUTEST_HAVE_VKFFT
#define VKFFT_BACKEND 3  // OpenCL
#include <vkFFT.h>       // uses the calls that cl.hpp has loaded
#endif

namespace gputest::opencl {

#ifdef GPUTEST_HAVE_VKFFT

namespace {

void require_success(VkFFTResult result, const char* doing) {
  if (result != VKFFT_SUCCESS)
    throw Error(Status::unavailable,
                fmt::format("VkFFT {}: its error {}", doing, static_cast<int>(result)));
}

class VkFftTransform : public RealTransform {
 public:
  VkFftTransform(const OpenClDevice& device, const std::array<std::uint32_t, 3>& points, bool fp64,
                 const cl::Memory& values, const cl::Memory& modes)
      : device_(device.handle()()),
        context_(device.context()()),
        values_(values()),
        modes_(modes()) {
    const std::uint64_t number = fp64 ? 8 : 4;
    value_bytes_ = number * points[0] * points[1] * points[2];
    mode_bytes_ = 2 * number * points[0] * points[1] * (points[2] / 2 + 1);
    VkFFTConfiguration wanted{};
    wanted.FFTdim = 3;
    for (std::size_t axis = 0; axis < 3; ++axis) wanted.size[axis] = points[2 - axis];
    wanted.performR2C = 1;
    wanted.doublePrecision = fp64 ? 1 : 0;
    wanted.device = &device_;
    wanted.context = &context_;
    wanted.buffer = &modes_;
    wanted.bufferSize = &mode_bytes_;
    wanted.isInputFormatted = 1;
    wanted.inputBuffer = &values_;
    wanted.inputBufferSize = &value_bytes_;
    wanted.inputBufferStride[0] = points[2];
    wanted.inputBufferStride[1] = std::uint64_t{points[2]} * points[1];
    wanted.inputBufferStride[2] = std::uint64_t{points[2]} * points[1] * points[0];
    wanted.inverseReturnToInputBuffer = 1;
    require_success(
        initializeVkFFT(&application_, wanted),
        fmt::format("plans no {} x {} x {} points", points[0], points[1], points[2]).c_str());
  }
  ~VkFftTransform() override { deleteVkFFT(&application_); }
  VkFftTransform(const VkFftTransform&) = delete;
  VkFftTransform& operator=(const VkFftTransform&) = delete;

  void enqueue(const cl::CommandQueue& commands, bool backward) const override {
    cl_command_queue queue = commands();
    VkFFTLaunchParams launch{};
    launch.commandQueue = &queue;
    require_success(VkFFTAppend(&application_, backward ? 1 : -1, &launch), "enqueues nothing");
  }

 private:
  // VkFFT keeps pointers to these.
  cl_device_id device_;
  cl_context context_;
  cl_mem values_, modes_;
  std::uint64_t value_bytes_ = 0, mode_bytes_ = 0;
  mutable VkFFTApplication application_{};
};

}  // namespace

std::string why_no_transform() { return ""; }

std::unique_ptr<RealTransform> plan_transform(const OpenClDevice& device,
                                              const std::array<std::uint32_t, 3>& points, bool fp64,
                                              const cl::Memory& values, const cl::Memory& modes) {
  return std::make_unique<VkFftTransform>(device, points, fp64, values, modes);
}

#else

std::string why_no_transform() {
  return "it needs VkFFT for its transforms, and the build found no vkFFT.h (Debian: libvkfft-dev)";
}

std::unique_ptr<RealTransform> plan_transform(const OpenClDevice&,
                                              const std::array<std::uint32_t, 3>&, bool,
                                              const cl::Memory&, const cl::Memory&) {
  throw Error(Status::unavailable, why_no_transform());
}

#endif

}  // namespace gputest::opencl
