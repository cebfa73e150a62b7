#include "hip/platforms.hpp"

#include <fmt/format.h>

#include "common/core/error.hpp"
#include "common/device/text_kernel.hpp"

namespace gputest::hip {
namespace {

bool owns(const std::string& prefix, const std::string& device_id) {
  return device_id == prefix || device_id.rfind(prefix + ":", 0) == 0;
}

class HipBackend : public Backend {
 public:
  HipBackend(const std::vector<Platform>& platforms, std::vector<Unavailable> not_built)
      : not_built_(std::move(not_built)) {
    for (const Platform& platform : platforms)
      backends_.push_back({platform.prefix, platform.make_backend()});
  }

  std::string name() const override { return "hip"; }

  DeviceList devices() override {
    DeviceList all{{}, not_built_};
    for (const auto& [prefix, backend] : backends_) {
      const DeviceList list = backend->devices();
      all.devices.insert(all.devices.end(), list.devices.begin(), list.devices.end());
      all.unavailable.insert(all.unavailable.end(), list.unavailable.begin(),
                             list.unavailable.end());
    }
    return all;
  }

  std::unique_ptr<Device> open(const std::string& id) override {
    for (const auto& [prefix, backend] : backends_)
      if (owns(prefix, id)) return backend->open(id);
    throw Error(Status::unavailable, fmt::format("there is no HIP device {}", id));
  }

 private:
  std::vector<std::pair<std::string, std::unique_ptr<Backend>>> backends_;
  std::vector<Unavailable> not_built_;
};

class HipKernel : public Kernel, public TextKernel {
 public:
  HipKernel(KernelInfo info, const std::vector<Platform>& platforms) : Kernel(std::move(info)) {
    for (const Platform& platform : platforms)
      kernels_.push_back({platform.prefix, platform.make_kernel(this->info())});
  }

  HipKernel(const owncode::OwnCode& code, const std::vector<Platform>& platforms)
      : Kernel(code.info), is_own_(true) {
    for (const Platform& platform : platforms)
      if (platform.make_own_kernel != nullptr)
        kernels_.push_back({platform.prefix, platform.make_own_kernel(code)});
  }

  std::unique_ptr<Execution> prepare(Device& device, const Configuration& configuration,
                                     const KernelSignature& arguments) const override {
    for (const auto& [prefix, kernel] : kernels_)
      if (owns(prefix, device.info().id)) return kernel->prepare(device, configuration, arguments);
    throw Error(Status::unavailable,
                is_own_ ? fmt::format("{} does not take a user's kernels", device.info().id)
                        : fmt::format("{} has no {}", device.info().id, info().name()));
  }

  std::optional<KernelText> text(const Configuration& configuration) const override {
    return kernels_.empty() ? std::nullopt : kernels_.front().second->text(configuration);
  }

  std::vector<std::string> platforms() const override {
    std::vector<std::string> all;
    for (const auto& [prefix, kernel] : kernels_)
      for (const std::string& platform : kernel->platforms()) all.push_back(platform);
    return all;
  }

  std::string skip_reason(const DeviceInfo& device, const Configuration& configuration,
                          std::uint64_t n) const override {
    for (const auto& [prefix, kernel] : kernels_)
      if (owns(prefix, device.id)) return kernel->skip_reason(device, configuration, n);
    return "";
  }

  std::string slow_reason(const DeviceInfo& device, const Configuration& configuration,
                          std::uint64_t n) const override {
    for (const auto& [prefix, kernel] : kernels_)
      if (owns(prefix, device.id)) return kernel->slow_reason(device, configuration, n);
    return "";
  }

  std::optional<LaunchPlan> plan(const DeviceInfo& on, const Configuration& configuration,
                                 const KernelSignature& arguments) const override {
    for (const auto& [prefix, kernel] : kernels_)
      if (owns(prefix, on.id)) return kernel->plan(on, configuration, arguments);
    return std::nullopt;
  }

  std::vector<std::shared_ptr<const texts::Image>> images(
      const LaunchPlan& plan, const std::string& target) const override {
    const std::string platform = target.starts_with("gfx") ? "hip:amd" : "hip:nvidia";
    for (const auto& [prefix, kernel] : kernels_)
      if (prefix == platform) return kernel->images(plan, target);
    return {};
  }

  texts::Wanted wanted(const LaunchPlan& plan, const DeviceInfo& device) const override {
    for (const auto& [prefix, kernel] : kernels_)
      if (const auto* of_text = dynamic_cast<const TextKernel*>(kernel.get());
          of_text != nullptr && owns(prefix, device.id))
        return of_text->wanted(plan, device);
    return {};
  }

 private:
  bool is_own_ = false;
  std::vector<std::pair<std::string, std::unique_ptr<Kernel>>> kernels_;
};

}  // namespace

std::unique_ptr<Backend> make_backend(const std::vector<Platform>& platforms,
                                      std::vector<Unavailable> not_built) {
  return std::make_unique<HipBackend>(platforms, std::move(not_built));
}

std::unique_ptr<Kernel> make_kernel(const std::vector<Platform>& platforms, KernelInfo info) {
  info.api = "hip";
  return std::make_unique<HipKernel>(std::move(info), platforms);
}

std::unique_ptr<Kernel> make_own_kernel(const std::vector<Platform>& platforms,
                                        const owncode::OwnCode& code) {
  return std::make_unique<HipKernel>(code, platforms);
}

}  // namespace gputest::hip
