#include "il_reference/api/catalogue.hpp"

#include <fmt/format.h>

#include <filesystem>

#include "common/core/checksum.hpp"
#include "common/core/embedded.hpp"
#include "common/core/error.hpp"
#include "common/core/names.hpp"
#include "common/run/manifest.hpp"
#include "il_reference/api/devices.hpp"

namespace gputest {

/// Made by the build from il_reference/kernels/.
const std::vector<EmbeddedFile>& embedded_il_kernels();

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
      for (ListedDevice& device : machine_code_devices(unavailable_))
        devices_.push_back(std::move(device));
    }
    return devices_;
  }

  std::vector<ListedDevice> devices_;
  std::vector<Unavailable> unavailable_;
};

class IlKernel : public Kernel {
 public:
  /// `own` is the user's own file that the kernel's views are of, null for one built in.
  IlKernel(KernelInfo info, const GravityKernel& kernel,
           std::shared_ptr<const OwnKernel> own = nullptr)
      : Kernel(std::move(info)), kernel_(kernel), own_(std::move(own)) {}

  std::unique_ptr<Execution> prepare(Device& device, const Configuration&,
                                     const KernelSignature& arguments) const override {
    if (!info().fault.empty()) throw Error(Status::bad_input, info().fault);
    return dynamic_cast<IlDevice&>(device).prepare(kernel_, arguments);
  }

  std::optional<KernelText> text(const Configuration&) const override {
    if (!info().fault.empty()) return std::nullopt;
    return KernelText{checksum(kernel_.file.text),
                      own_ ? std::vector{own_->path} : std::vector<std::string>{}};
  }

  std::string skip_reason(const DeviceInfo&, const Configuration&, std::uint64_t n) const override {
    try {
      check_gravity_limits(modelled_device(), kernel_, n);
    } catch (const Error& error) {
      return error.what();
    }
    return "";
  }

  std::string slow_reason(const DeviceInfo& device, const Configuration&,
                          std::uint64_t n) const override {
    constexpr std::uint64_t kQuick = 4096;  // some seconds at most
    const bool slow = device.emulated || device.id.ends_with(":strict");
    if (slow && n > kQuick)
      return fmt::format("{} is slow beyond n = {}: it runs where its kernel is named", device.id,
                         kQuick);
    return "";
  }

 private:
  GravityKernel kernel_;
  std::shared_ptr<const OwnKernel> own_;
};

/// What `launch` in a manifest names.
GravityKernel::Form form_of(std::string_view file, const std::string& launch) {
  std::vector<std::string> names;
  for (const auto& [name, form] : {std::pair{"pixels_2d", GravityKernel::Form::pixels_2d},
                                   std::pair{"pixels_1d", GravityKernel::Form::pixels_1d},
                                   std::pair{"groups_by4", GravityKernel::Form::groups_by4}}) {
    if (launch == name) return form;
    names.emplace_back(name);
  }
  throw Error(Status::bad_input,
              fmt::format("{}: {}", file, no_such("launch plan", launch, names)));
}

/// The kernel of a file; none where it has no manifest. What is wrong with that is the kernel's
/// fault and no other's.
std::unique_ptr<Kernel> gravity(const EmbeddedFile& file, const std::string& variant,
                                std::shared_ptr<const OwnKernel> own = nullptr) {
  KernelInfo info;
  info.api = "il";
  info.family = "gravity";
  info.variant = variant;
  GravityKernel kernel{file, {}};
  try {
    const std::optional<Manifest> manifest = parse_manifest(file.path, file.text);
    if (!manifest) return nullptr;
    describe(info, file.path, *manifest, {}, {});
    kernel.form = form_of(file.path, manifest->launch);
  } catch (const Error& error) {
    info.fault = error.what();
  }
  return std::make_unique<IlKernel>(std::move(info), kernel, std::move(own));
}

}  // namespace
}  // namespace il

void register_il(Registry& registry) {
  registry.add(std::make_unique<il::IlBackend>());
  for (const EmbeddedFile& file : embedded_il_kernels())
    if (file.path.starts_with("il_reference/kernels/gravity/"))
      if (auto kernel = il::gravity(file, std::filesystem::path(file.path).stem()))
        registry.add(std::move(kernel));
}

void add_own_il_kernel(Registry& registry, const OwnKernel& own) {
  if (own.family != "gravity")
    throw Error(Status::bad_input,
                fmt::format("{}: kernels in IL are of gravity, not of {}", own.path, own.family));
  const auto kept = std::make_shared<const OwnKernel>(own);
  registry.add(il::gravity({kept->path, kept->text}, own.variant, kept));
}

}  // namespace gputest
