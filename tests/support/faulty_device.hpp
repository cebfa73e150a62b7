// A device with a planted fault between it and the integrator.
#pragma once

#include <functional>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "common/device/queue.hpp"

namespace gputest::test {

/// Spoils the array that a kernel wrote in the launch of that number.
using FaultOfArrays = std::function<void(std::vector<double>&, std::uint64_t launch)>;
/// Spoils the arguments that a kernel is bound to.
using FaultOfArguments = std::function<void(const std::string& kernel, KernelSignature&)>;

/// A device and its queue with one of these faults.
class FaultyDevice : public Device, public Queue {
 public:
  /// Plants the fault in every kernel's arguments.
  FaultyDevice(Device& device, FaultOfArguments fault)
      : Device(device.info()), queue_(*device.queue()), of_arguments_(std::move(fault)) {}
  /// Plants the fault in the first output, of doubles, of the kernel of that name. Only launches
  /// that move particles have it, not those that compute energies.
  FaultyDevice(Device& device, std::string kernel, FaultOfArrays fault)
      : Device(device.info()),
        queue_(*device.queue()),
        kernel_(std::move(kernel)),
        of_arrays_(std::move(fault)) {}

  Queue* queue() override { return this; }
  std::unique_ptr<DeviceMemory> allocate(std::uint64_t bytes) override {
    return queue_.allocate(bytes);
  }
  std::unique_ptr<DeviceMemory> allocate_array(const ArrayShape& shape, std::uint64_t bytes,
                                               bool read_only) override {
    return queue_.allocate_array(shape, bytes, read_only);
  }
  std::unique_ptr<DeviceMemory> part_of(DeviceMemory& whole, std::uint64_t first,
                                        std::uint64_t bytes) override {
    return queue_.part_of(whole, first, bytes);
  }
  std::unique_ptr<BoundKernel> bind(const std::string& kernel, const Configuration& configuration,
                                    const KernelSignature& signature,
                                    const KernelArrays& arrays) override {
    KernelSignature changed = signature;
    if (of_arguments_) of_arguments_(kernel, changed);
    auto bound = queue_.bind(kernel, configuration, changed, arrays);
    for (const Specialization& one : signature.specializations)
      if ((one.name == "energy" || one.name == "potential") && one.value != 0) return bound;
    if (!of_arrays_ || kernel != kernel_) return bound;
    return std::make_unique<FaultyBoundKernel>(std::move(bound), *arrays.outputs.front(), *this);
  }
  void enqueue(const std::vector<BoundKernel*>& sequence, std::uint32_t times) override {
    if (!of_arrays_) return queue_.enqueue(sequence, times);
    for (std::uint32_t k = 0; k < times; ++k)
      for (BoundKernel* kernel : sequence) kernel->enqueue();
  }
  void synchronize() override { queue_.synchronize(); }

 private:
  class FaultyBoundKernel : public BoundKernel {
   public:
    FaultyBoundKernel(std::unique_ptr<BoundKernel> kernel, const DeviceMemory& output,
                      FaultyDevice& device)
        : kernel_(std::move(kernel)), output_(const_cast<DeviceMemory&>(output)), device_(device) {}
    void enqueue() override {
      kernel_->enqueue();
      std::vector<double> values(output_.bytes() / sizeof(double));
      output_.read(values.data());
      device_.of_arrays_(values, device_.launches_++);
      output_.write(values.data());
    }
    const LaunchPlan& plan() const override { return kernel_->plan(); }

   private:
    std::unique_ptr<BoundKernel> kernel_;
    DeviceMemory& output_;
    FaultyDevice& device_;
  };

  Queue& queue_;
  FaultOfArguments of_arguments_;
  std::string kernel_;
  FaultOfArrays of_arrays_;
  std::uint64_t launches_ = 0;
};

}  // namespace gputest::test
