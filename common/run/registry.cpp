#include "common/run/registry.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <stdexcept>

#include "common/core/error.hpp"

namespace gputest {
namespace {

/// An API that is listed but was not built.
class UnavailableBackend : public Backend {
 public:
  UnavailableBackend(std::string api, std::string reason)
      : api_(std::move(api)), reason_(std::move(reason)) {}
  std::string name() const override { return api_; }
  DeviceList devices() override { return {{}, {{api_, reason_}}}; }
  std::unique_ptr<Device> open(const std::string&) override {
    throw Error(Status::unavailable, reason_);
  }

 private:
  std::string api_;
  std::string reason_;
};

template <class Items>
auto find_named(const Items& items, std::string_view name) -> decltype(items.front().get()) {
  const auto found = std::find_if(items.begin(), items.end(),
                                  [&](const auto& item) { return item->name() == name; });
  return found == items.end() ? nullptr : found->get();
}

bool contains(const std::vector<std::string>& values, const std::string& value) {
  return std::find(values.begin(), values.end(), value) != values.end();
}

void require(bool condition, const std::string& complaint) {
  if (!condition) throw std::logic_error("registry: " + complaint);
}

}  // namespace

void Registry::add(std::unique_ptr<Backend> backend) {
  require(find_backend(backend->name()) == nullptr,
          "API " + backend->name() + " is registered twice");
  backends_.push_back(std::move(backend));
}

void Registry::add(std::unique_ptr<Family> family) {
  require(find_family(family->name()) == nullptr,
          "family " + family->name() + " is registered twice");
  families_.push_back(std::move(family));
}

/// The error in the description; empty if there is none.
std::string Registry::fault_of(const KernelInfo& info) const {
  if (!info.fault.empty()) return info.fault;
  if (find_backend(info.api) == nullptr) return fmt::format("there is no API '{}'", info.api);
  const Family* family = find_family(info.family);
  if (family == nullptr) return fmt::format("there is no family '{}'", info.family);
  if (info.layouts.empty()) return "it names no layout";
  if (info.precisions.empty()) return "it names no precision";
  const std::vector<std::string> layouts = names_of(family->layouts());
  for (const std::string& layout : info.layouts)
    if (!contains(layouts, layout)) return no_such("layout of " + family->name(), layout, layouts);
  const std::vector<Axis> axes = family->axes();
  for (const auto& [name, values] : info.axes) {
    const auto axis = std::find_if(axes.begin(), axes.end(),
                                   [&, wanted = name](const Axis& a) { return a.name == wanted; });
    if (axis == axes.end()) return fmt::format("{} has no axis '{}'", family->name(), name);
    for (const std::string& value : values)
      if (!contains(axis->values, value)) return no_such("value of " + name, value, axis->values);
  }
  for (const auto& other : kernels_)
    if (other->info().api == info.api && other->info().name() == info.name())
      return "another kernel of the same API has its name";
  return "";
}

void Registry::add(std::unique_ptr<Kernel> kernel) {
  kernel->set_fault(fault_of(kernel->info()));
  if (const Family* family = find_family(kernel->info().family))
    for (const Axis& axis : family->axes()) {
      const auto named = kernel->info().axes.find(axis.name);
      const bool is_named = named != kernel->info().axes.end();
      if (is_named ? named->second.empty() : axis.of_every_kernel)
        kernel->set_axis(axis.name, axis.values);
    }
  for (const auto& other : kernels_)
    if (other->info().name() == kernel->info().name()) {
      kernel->complete(other->info());
      other->complete(kernel->info());
    }
  kernels_.push_back(std::move(kernel));
}

void Registry::add_unavailable(const std::string& api, const std::string& reason) {
  add(std::make_unique<UnavailableBackend>(api, reason));
}

Backend* Registry::find_backend(std::string_view name) const { return find_named(backends_, name); }

const Family* Registry::find_family(std::string_view name) const {
  return find_named(families_, name);
}

const Kernel* Registry::second_to(const Kernel& kernel, const DeviceInfo& device) const {
  if (device.on_host || device.emulated || !device.fp64) return nullptr;
  const KernelInfo& first = kernel.info();
  for (const auto& other : kernels_) {
    const KernelInfo& info = other->info();
    if (info.api == first.api && info.family == first.family && info.variant != first.variant &&
        info.fault.empty() && info.axes.empty() && !info.arithmetic && !info.precisions.empty() &&
        std::find(info.precisions.begin(), info.precisions.end(), Precision::fp64) !=
            info.precisions.end())
      return other.get();
  }
  return nullptr;
}

std::vector<Named> Registry::layouts() const {
  std::vector<Named> all;
  for (const auto& family : families_)
    for (Named& layout : family->layouts())
      if (!contains(names_of(all), layout.name)) all.push_back(std::move(layout));
  return all;
}

std::vector<std::string> Registry::api_names() const {
  std::vector<std::string> names;
  for (const auto& backend : backends_) names.push_back(backend->name());
  return names;
}

std::vector<std::string> Registry::kernel_names() const {
  std::vector<std::string> names;
  for (const auto& kernel : kernels_) {
    const std::string name = kernel->info().name();
    if (std::find(names.begin(), names.end(), name) == names.end()) names.push_back(name);
  }
  return names;
}

}  // namespace gputest
