#include "opencl/transfer.hpp"

#include <string>
#include <utility>

#include "common/device/queue_execution.hpp"

namespace gputest::opencl {
namespace {

class Transfer : public BoundKernel {
 public:
  /// Between host memory and a buffer of the same size.
  Transfer(OpenClDevice& device, void* host, cl_mem buffer, std::uint64_t bytes, bool to_device,
           LaunchPlan plan)
      : device_(device),
        host_(host),
        buffer_(buffer, true),
        bytes_(bytes),
        to_device_(to_device),
        plan_(std::move(plan)) {}

  void enqueue() override { enqueue(device_.commands(), nullptr); }
  const LaunchPlan& plan() const override { return plan_; }

  std::optional<double> event_seconds() override {
    cl::Event event;
    enqueue(device_.timed_commands(), &event);
    std::optional<double> seconds;
    checked("timing on " + device_.info().id, [&] {
      device_.timed_commands().finish();
      seconds = seconds_of(event, event);
    });
    return seconds;
  }
  void flush_cache() override { device_.flush_cache(); }

 private:
  void enqueue(const cl::CommandQueue& commands, cl::Event* event) const {
    checked(copying_, [&] {
      if (to_device_)
        commands.enqueueWriteBuffer(buffer_, CL_FALSE, 0, bytes_, host_, nullptr, event);
      else
        commands.enqueueReadBuffer(buffer_, CL_FALSE, 0, bytes_, host_, nullptr, event);
    });
  }

  OpenClDevice& device_;
  std::string copying_ = "copying with " + device_.info().id;
  void* host_;
  cl::Buffer buffer_;
  std::uint64_t bytes_;
  bool to_device_;
  LaunchPlan plan_;
};

}  // namespace

std::unique_ptr<Execution> make_transfer(OpenClDevice& device, const KernelSignature& signature,
                                         LaunchPlan plan) {
  const bool to_device = signature.inputs.at(0).is_on_host();
  return make_execution(device, signature, [=, &device](const KernelArrays& arrays) {
    const DeviceMemory *from = arrays.inputs[0], *to = arrays.outputs[0];
    const DeviceMemory& buffer = to_device ? *to : *from;
    return std::make_unique<Transfer>(device, (to_device ? from : to)->get(),
                                      static_cast<cl_mem>(buffer.get()), buffer.bytes(), to_device,
                                      plan);
  });
}

}  // namespace gputest::opencl
