#include "libraries/support/accelerator.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <vector>

#include "common/core/error.hpp"
#include "common/core/names.hpp"
#include "common/device/kernel.hpp"
#include "common/run/registry.hpp"
#include "libraries/support/backends.hpp"

namespace gputest::libraries {
namespace {

/// An API and one of its devices.
struct Candidate {
  Backend* backend;
  DeviceInfo device;

  bool is_gpu() const { return !device.emulated && !device.on_host; }
};

bool is_called(const DeviceInfo& device, const std::string& wanted) {
  if (wanted.empty() || device.id == wanted) return true;
  const std::string part = in_small_letters(wanted);
  for (const std::string* text : {&device.name, &device.vendor})
    if (in_small_letters(*text).find(part) != std::string::npos) return true;
  return false;
}

/// The devices of an API that a client's device numbers select from: all its GPUs, or else one
/// device.
std::vector<Candidate> alike(std::vector<Candidate> all) {
  const auto is_gpu = [](const Candidate& one) { return one.is_gpu(); };
  if (std::any_of(all.begin(), all.end(), is_gpu))
    all.erase(std::stable_partition(all.begin(), all.end(), is_gpu), all.end());
  else if (all.size() > 1)
    all.resize(1);
  return all;
}

/// The devices that the settings name, of the first API that has such devices.
std::vector<Candidate> candidates(const Settings& settings) {
  const bool is_named = !settings.api.empty() || !settings.device.empty();
  std::vector<Candidate> found;
  std::string reason = "";
  for (const std::string& api : api_order()) {
    if (!settings.api.empty() && settings.api != api) continue;
    Backend* const backend = backends().find_backend(api);
    if (backend == nullptr) continue;
    const DeviceList list = backend->devices();
    for (const Unavailable& one : list.unavailable)
      if (!settings.api.empty()) reason = fmt::format(": {}", one.reason);
    for (const DeviceInfo& device : list.devices) {
      const Candidate one{backend, device};
      if (is_named ? is_called(device, settings.device) : one.is_gpu() || api == "cpu")
        found.push_back(one);
    }
    if (!found.empty()) return alike(std::move(found));
  }
  std::string wanted = settings.api.empty() ? "" : fmt::format(" GPUTEST_API={}", settings.api);
  if (!settings.device.empty()) wanted += fmt::format(" GPUTEST_DEVICE={}", settings.device);
  throw Error(Status::unavailable, fmt::format("there is no device for{}{}", wanted, reason));
}

/// The mutex of the device of that id. It is never destroyed: threads may outlive main().
std::mutex& mutex_of(const std::string& id) {
  static std::mutex own;
  static auto* const all = new std::map<std::string, std::mutex>;
  const std::lock_guard<std::mutex> guard(own);
  return (*all)[id];
}

}  // namespace

Accelerator::Accelerator(const Settings& settings, unsigned number) {
  static std::mutex opening;
  const std::lock_guard<std::mutex> guard(opening);
  const std::vector<Candidate> all = candidates(settings);
  const Candidate& chosen = all[number % all.size()];
  api_ = chosen.backend->name();
  device_ = chosen.backend->open(chosen.device.id);
  mutex_ = &mutex_of(chosen.device.id);
  if (device_->queue() == nullptr)
    throw Error(Status::unavailable,
                fmt::format("a library cannot use {}, because it keeps no data between launches",
                            chosen.device.id));
}

std::unique_lock<std::mutex> Accelerator::lock() {
  if (api_ == "cpu") return {};
  std::unique_lock<std::mutex> held(*mutex_);
  queue().use();
  return held;
}

ChosenKernel Accelerator::kernel_of(const std::string& family, Arithmetic arithmetic) const {
  const Precision precision = arithmetic == Arithmetic::fp32 ? Precision::fp32 : Precision::fp64;
  if (arithmetic == Arithmetic::double_single)
    if (const auto chosen = find(family, "double_single", precision)) return *chosen;
  return kernel_of(family, api_ == "cpu" ? "simd" : "blocked", precision);
}

ChosenKernel Accelerator::kernel_of(const std::string& family, const std::string& variant,
                                    Precision precision) const {
  if (const auto chosen = find(family, variant, precision)) return *chosen;
  throw Error(Status::unavailable, fmt::format("{} has no kernel of {}", api_, family));
}

std::optional<ChosenKernel> Accelerator::find(const std::string& family, const std::string& variant,
                                              Precision precision) const {
  if (precision == Precision::fp64 && !info().fp64)
    throw Error(Status::unavailable, fmt::format("{} has no double precision", info().id));
  for (const auto& kernel : backends().kernels()) {
    const KernelInfo& found = kernel->info();
    if (found.api != api_ || found.family != family || found.variant != variant) continue;
    ChosenKernel chosen;
    chosen.name = found.name();
    chosen.configuration.layout = "soa";
    chosen.configuration.precision = precision;
    for (const std::uint32_t block : found.blocks) {
      chosen.configuration.block = block;
      if (info().max_block == 0 || block <= info().max_block) break;
    }
    return chosen;
  }
  return std::nullopt;
}

}  // namespace gputest::libraries
