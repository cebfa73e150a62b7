// The devices of the API "il": the interpreter, and each OpenCL device through the translator.
#pragma once

#include <functional>
#include <memory>
#include <vector>

#include "common/device/device.hpp"
#include "common/device/kernel.hpp"
#include "il_reference/api/gravity.hpp"

namespace gputest::il {

/// The CAL device that gives the limits of every device of the API.
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

/// A device's description, and how to open it.
struct ListedDevice {
  DeviceInfo info;
  std::function<std::unique_ptr<IlDevice>()> open;
};

/// The model's description of a device: limits and memory.
DeviceInfo modelled_info();

/// The device il:interpreter, which always exists.
ListedDevice interpreter();

/// il:cypress, which executes the machine code of a GPU of IL's time. If its compiler is missing,
/// adds the reason to `unavailable`.
std::vector<ListedDevice> machine_code_devices(std::vector<Unavailable>& unavailable);

/// il:opencl:N and il:opencl:N:strict for every OpenCL device N. If there is none, adds the reason
/// to `unavailable`.
std::vector<ListedDevice> opencl_devices(std::vector<Unavailable>& unavailable);

}  // namespace gputest::il
