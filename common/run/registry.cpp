#include "common/run/registry.hpp"

#include <fmt/format.h>
#include <fnmatch.h>

#include <algorithm>
#include <numeric>
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

/// Levenshtein's distance: insertions, deletions and substitutions between two words.
std::size_t edit_distance(std::string_view a, std::string_view b) {
  std::vector<std::size_t> row(b.size() + 1);
  std::iota(row.begin(), row.end(), std::size_t{0});
  for (std::size_t i = 1; i <= a.size(); ++i) {
    std::size_t diagonal = row[0];
    row[0] = i;
    for (std::size_t j = 1; j <= b.size(); ++j) {
      const std::size_t substituted = diagonal + (a[i - 1] == b[j - 1] ? 0 : 1);
      diagonal = row[j];
      row[j] = std::min({row[j] + 1, row[j - 1] + 1, substituted});
    }
  }
  return row.back();
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

bool matches_glob(std::string_view pattern, std::string_view name) {
  return fnmatch(std::string(pattern).c_str(), std::string(name).c_str(), FNM_NOESCAPE) == 0;
}

std::vector<std::string> near_matches(std::string_view name,
                                      const std::vector<std::string>& candidates) {
  std::vector<std::pair<std::size_t, std::string>> ranked;
  for (const std::string& candidate : candidates) {
    const std::size_t distance = edit_distance(name, candidate);
    const bool part = name.size() >= 3 && candidate.find(name) != std::string::npos;
    if (part || distance <= std::max<std::size_t>(1, candidate.size() / 3))
      ranked.emplace_back(part ? 0 : distance, candidate);
  }
  std::stable_sort(ranked.begin(), ranked.end(),
                   [](const auto& a, const auto& b) { return a.first < b.first; });
  std::vector<std::string> near;
  for (const auto& [distance, candidate] : ranked)
    if (near.size() < 3) near.push_back(candidate);
  return near;
}

std::string no_such(std::string_view kind, std::string_view name,
                    const std::vector<std::string>& candidates) {
  const std::vector<std::string> near = near_matches(name, candidates);
  if (!near.empty())
    return fmt::format("there is no {} '{}'; did you mean {}?", kind, name,
                       fmt::join(near, " or "));
  return fmt::format("there is no {} '{}'; there are {}", kind, name, fmt::join(candidates, ", "));
}

}  // namespace gputest
