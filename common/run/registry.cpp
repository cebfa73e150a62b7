#include "common/run/registry.hpp"

#include <algorithm>
#include <stdexcept>

#include "common/core/error.hpp"
#include "common/layout/layout.hpp"

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

void require(bool condition, const std::string& complaint) {
  if (!condition) throw std::logic_error("registry: " + complaint);
}

}  // namespace

void Registry::add(std::unique_ptr<Backend> backend) {
  require(find_backend(backend->name()) == nullptr, "API " + backend->name() + " twice");
  backends_.push_back(std::move(backend));
}

void Registry::add(std::unique_ptr<Family> family) {
  require(find_family(family->name()) == nullptr, "family " + family->name() + " twice");
  families_.push_back(std::move(family));
}

void Registry::add(std::unique_ptr<Kernel> kernel) {
  const KernelInfo& info = kernel->info();
  const std::string full = info.api + ":" + info.name();
  require(find_backend(info.api) != nullptr, full + " of an unknown API");
  require(find_family(info.family) != nullptr, full + " of an unknown family");
  require(!info.layouts.empty() && !info.precisions.empty(), full + " without layout or precision");
  for (const std::string& layout : info.layouts)
    require(find_layout(layout) != nullptr, full + " of an unknown layout " + layout);
  const std::vector<Axis> axes = find_family(info.family)->axes();
  for (const auto& [name, values] : info.axes) {
    const auto axis = std::find_if(axes.begin(), axes.end(),
                                   [&, wanted = name](const Axis& a) { return a.name == wanted; });
    require(axis != axes.end() && !values.empty(), full + " with an unknown axis " + name);
    for (const std::string& value : values)
      require(std::find(axis->values.begin(), axis->values.end(), value) != axis->values.end(),
              full + " with an unknown value of " + name);
  }
  for (const Axis& axis : axes)
    if (axis.of_every_kernel && info.axes.count(axis.name) == 0)
      kernel->add_axis(axis.name, axis.values);
  for (const auto& other : kernels_)
    require(other->info().api != info.api || other->info().name() != info.name(), full + " twice");
  kernels_.push_back(std::move(kernel));
}

void Registry::add(LoadedKernelsOf loaded_kernels) {
  loaded_kernels_.push_back(std::move(loaded_kernels));
}

void Registry::add_unavailable(const std::string& api, const std::string& reason) {
  add(std::make_unique<UnavailableBackend>(api, reason));
}

Backend* Registry::find_backend(std::string_view name) const { return find_named(backends_, name); }

const Family* Registry::find_family(std::string_view name) const {
  return find_named(families_, name);
}

std::vector<LoadedKernel> Registry::loaded_kernels(const std::string& kernel) const {
  std::vector<LoadedKernel> all;
  for (const LoadedKernelsOf& ask : loaded_kernels_) {
    const std::vector<LoadedKernel> told = ask(kernel);
    all.insert(all.end(), told.begin(), told.end());
  }
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
