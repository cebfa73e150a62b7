#include "opencl/transfer.hpp"

#include <cstring>
#include <string>
#include <utility>

#include "common/core/error.hpp"
#include "common/device/unwritten.hpp"
#include "opencl/host_side.hpp"

namespace gputest::opencl {
namespace {

class TransferExecution : public Execution {
 public:
  TransferExecution(OpenClDevice& device, const KernelSignature& signature, LaunchPlan plan)
      : device_(device),
        output_(signature.outputs.at(0)),
        to_device_(signature.inputs.at(0).is_on_host()),
        plan_(std::move(plan)) {
    const ArrayShape& host = to_device_ ? signature.inputs.at(0) : output_;
    checked("allocating on " + device.info().id, [&] {
      host_ = std::make_unique<HostSide>(device, host.bytes(), host.memory);
      buffer_ = cl::Buffer(device.context(), CL_MEM_READ_WRITE, output_.bytes());
    });
  }

  void upload(const std::vector<HostArray>& inputs) override {
    const std::vector<std::byte>& data = inputs.at(0).data;
    synchronize();
    if (to_device_)
      std::memcpy(host_->get(), data.data(), data.size());
    else
      checked("copying to " + device_.info().id, [&] {
        device_.commands().enqueueWriteBuffer(buffer_, CL_TRUE, 0, data.size(), data.data());
      });
    spoil_outputs();
    synchronize();
  }

  /// Waits where the output is the host's.
  void spoil_outputs() override {
    if (to_device_) {
      checked("filling memory of " + device_.info().id, [&] {
        device_.commands().enqueueFillBuffer(buffer_, cl_uchar{kUnwrittenByte}, 0, output_.bytes());
      });
    } else {
      synchronize();
      std::memset(host_->get(), kUnwrittenByte, host_->bytes());
    }
  }

  void launch() override { enqueue(device_.commands(), nullptr); }

  void synchronize() override {
    checked("running on " + device_.info().id, [&] { device_.commands().finish(); });
  }

  std::vector<HostArray> download() override {
    HostArray array{output_, std::vector<std::byte>(output_.bytes())};
    synchronize();
    if (to_device_)
      checked("copying from " + device_.info().id, [&] {
        device_.commands().enqueueReadBuffer(buffer_, CL_TRUE, 0, array.data.size(),
                                             array.data.data());
      });
    else
      std::memcpy(array.data.data(), host_->get(), array.data.size());
    std::vector<HostArray> arrays;
    arrays.push_back(std::move(array));
    return arrays;
  }

  LaunchPlan plan() const override { return plan_; }

  std::optional<double> event_seconds() override {
    cl::Event event;
    enqueue(device_.timed_commands(), &event);
    std::optional<double> seconds;
    checked("timing on " + device_.info().id, [&] {
      device_.timed_commands().finish();
      const auto start = event.getProfilingInfo<CL_PROFILING_COMMAND_START>();
      const auto end = event.getProfilingInfo<CL_PROFILING_COMMAND_END>();
      seconds = static_cast<double>(end - start) * 1e-9;
    });
    return seconds;
  }
  void flush_cache() override { device_.flush_cache(); }

 private:
  void enqueue(const cl::CommandQueue& commands, cl::Event* event) const {
    checked(copying_, [&] {
      if (to_device_)
        commands.enqueueWriteBuffer(buffer_, CL_FALSE, 0, output_.bytes(), host_->get(), nullptr,
                                    event);
      else
        commands.enqueueReadBuffer(buffer_, CL_FALSE, 0, output_.bytes(), host_->get(), nullptr,
                                   event);
    });
  }

  OpenClDevice& device_;
  std::string copying_ = "copying with " + device_.info().id;
  ArrayShape output_;
  bool to_device_;
  LaunchPlan plan_;
  std::unique_ptr<HostSide> host_;
  cl::Buffer buffer_;
};

}  // namespace

std::unique_ptr<Execution> make_transfer(OpenClDevice& device, const KernelSignature& signature,
                                         LaunchPlan plan) {
  return std::make_unique<TransferExecution>(device, signature, std::move(plan));
}

}  // namespace gputest::opencl
