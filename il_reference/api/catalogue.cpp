#include "il_reference/api/catalogue.hpp"

#include <fmt/format.h>

#include "common/core/error.hpp"
#include "il_reference/api/devices.hpp"

namespace gputest {
namespace il {
namespace {

class IlBackend : public Backend {
 public:
  std::string name() const override { return "il"; }

  DeviceList devices() override {
    DeviceList list;
    for (const ListedDevice& device : listed()) list.devices.push_back(device.info);
    list.unavailable = unavailable_;
    return list;
  }

  std::unique_ptr<Device> open(const std::string& id) override {
    for (const ListedDevice& device : listed())
      if (device.info.id == id) return device.open();
    throw Error(Status::unavailable, fmt::format("there is no IL device {}", id));
  }

 private:
  const std::vector<ListedDevice>& listed() {
    if (devices_.empty()) {
      devices_ = opencl_devices(unavailable_);
      // The first device fast and strict, and the interpreter: strict mode's cost is to be seen.
      for (std::size_t k = 0; k < std::min<std::size_t>(2, devices_.size()); ++k)
        devices_[k].info.with_its_api = true;
      devices_.push_back(interpreter());
      devices_.back().info.with_its_api = true;
    }
    return devices_;
  }

  std::vector<ListedDevice> devices_;
  std::vector<Unavailable> unavailable_;
};

class IlKernel : public Kernel {
 public:
  IlKernel(KernelInfo info, const GravityKernel& kernel)
      : Kernel(std::move(info)), kernel_(kernel) {}

  std::unique_ptr<Execution> prepare(Device& device, const Configuration&,
                                     const KernelSignature& arguments) const override {
    return dynamic_cast<IlDevice&>(device).prepare(kernel_, arguments);
  }

  std::string skip_reason(const DeviceInfo& device, const Configuration&,
                       std::uint64_t n) const override {
    try {
      check_gravity_limits(modelled_device(), kernel_, n);
    } catch (const Error& error) {
      return error.what();
    }
    constexpr std::uint64_t kQuick = 4096;  // some seconds at most
    const bool slow = device.emulated || device.id.ends_with(":strict");
    if (slow && n > kQuick)
      return fmt::format("{} is slow beyond n = {}: it runs where its kernel is named", device.id,
                         kQuick);
    return "";
  }

 private:
  GravityKernel kernel_;
};

std::unique_ptr<Kernel> gravity(const std::string& variant, const std::string& layout,
                                const std::string& summary, const std::string& source,
                                const GravityKernel& kernel) {
  KernelInfo info;
  info.api = "il";
  info.family = "gravity";
  info.variant = variant;
  info.layouts = {layout};
  info.precisions = {Precision::fp32};
  info.summary = summary;
  info.source = source;
  return std::make_unique<IlKernel>(std::move(info), kernel);
}

}  // namespace
}  // namespace il

void register_il(Registry& registry) {
  using Form = il::GravityKernel::Form;
  registry.add(std::make_unique<il::IlBackend>());
  registry.add(il::gravity(
      "texture2d", "image2d",
      "j from a 2D FLOAT_4 resource, the row pointer walked as the CAL kernel walks it",
      "CAL wiki, Aizu: the IL loop, lines 1 to 19", {"gravity/texture2d.il", Form::pixels_2d}));
  registry.add(il::gravity(
      "texture1d", "float4", "j from a 1D FLOAT_4 resource, which ends at CAL's 8192 elements",
      "CAL wiki, Aizu: what its 2D kernel overcomes", {"gravity/texture1d.il", Form::pixels_1d}));
  registry.add(il::gravity(
      "texture2d_by4", "image2d", "four i a thread, j from a 2D FLOAT_4 resource, results to g[]",
      "CAL wiki, Aizu, with the loop's body four times", {"gravity/texture2d_by4.il", Form::groups_by4}));
}

}  // namespace gputest
