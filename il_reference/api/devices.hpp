// The devices of the API "il": the interpreter, and each OpenCL device by way of the translator.
#pragma once

#include <functional>
#include <memory>
#include <vector>

#include "common/device/device.hpp"
#include "common/device/kernel.hpp"
#include "il_reference/api/gravity.hpp"

namespace gputest::il {

/// The CAL device whose limits hold for every device of the API, whatever runs the kernels.
const cal::DeviceAttributes& modelled_device();

/// A device that runs IL kernels, with its CAL model.
class IlDevice : public Device {
 public:
  explicit IlDevice(DeviceInfo info) : Device(std::move(info)), cal_(modelled_device()) {}
  virtual std::unique_ptr<Execution> prepare(const GravityKernel& kernel,
                                             const KernelSignature& shapes) = 0;

 protected:
  cal::Device cal_;
};

/// What a device says of itself, and how to open it.
struct ListedDevice {
  DeviceInfo info;
  std::function<std::unique_ptr<IlDevice>()> open;
};

/// What the model says of a device: limits and memory.
DeviceInfo modelled_info();

/// The device il:interpreter, which is always there.
ListedDevice interpreter();

/// il:cypress, the machine code of a card of IL's time executed. Where its compiler is not there,
/// why.
std::vector<ListedDevice> machine_code_devices(std::vector<Unavailable>& unavailable);

/// il:opencl:N and il:opencl:N:strict for every OpenCL device N. Where there is none, why.
std::vector<ListedDevice> opencl_devices(std::vector<Unavailable>& unavailable);

}  // namespace gputest::il
