#include "app/run/roofs.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <functional>

#include "common/core/host.hpp"

namespace gputest {
namespace {

constexpr double kStep = 4;            // factor between sizes of arrays
constexpr double kFasterCache = 1.25;  // a cache counts if it is so much faster than memory
constexpr unsigned kTimes = 3;         // repetitions of a ceiling's measurement

double shared_bytes_of(const Problem& problem, const Configuration& configuration) {
  return problem.least_shared_bytes(configuration);
}

double roots_of(const Problem& problem, const Configuration& configuration) {
  return problem.least_roots(configuration);
}

double kernels_launched(const Problem&, const Configuration&) { return 10; }

/// A ceiling, and the amount of it that a launch of the row needs.
struct Need {
  double amount;
  double* most;  ///< per second
  std::string ceiling, unit;
  std::function<double()> measure;  ///< measures the ceiling again
};

/// The fastest stream among those at least as large as the row's arrays, or the next smaller one.
StreamRoof& stream_for(DeviceRoofs& roofs, double bytes) {
  StreamRoof* fastest = &roofs.streams.back();
  for (StreamRoof& one : roofs.streams)
    if (one.bytes * kStep > bytes && one.bytes_per_s > fastest->bytes_per_s) fastest = &one;
  return *fastest;
}

std::string name_of(const StreamRoof& stream, const DeviceRoofs& roofs) {
  if (stream.bytes_per_s < kFasterCache * roofs.streams.back().bytes_per_s) return "memory";
  return fmt::format("cache ({})", format_bytes(static_cast<std::uint64_t>(stream.bytes)));
}

/// The bandwidth of the faster of two kernels that stream arrays of that many bytes.
double measured_stream(Ceilings& ceilings, Device& device, double bytes) {
  const auto elements = static_cast<std::uint64_t>(bytes / (2 * sizeof(float)));
  double most = 0;
  for (const char* kernel : {"memory_copy", "memory_dot"})
    most = std::max(
        most,
        ceilings.most(device, {kernel, elements, Precision::fp32, {}, least_bytes_of, false}));
  return most;
}

double measured_shared(Ceilings& ceilings, Device& device) {
  double most = 0;
  for (const Precision precision : {Precision::fp32, Precision::fp64}) {
    if (precision == Precision::fp64 && !device.info().fp64) continue;
    const std::uint64_t items = device.info().on_host ? 1 << 16 : 1 << 20;
    const Probe probe{"memory_bank", items, precision, {{"stride", "1"}}, shared_bytes_of, false};
    most = std::max(most, ceilings.most(device, probe));
  }
  return most;
}

double measured_roots(Ceilings& ceilings, Device& device, Precision precision) {
  const std::uint64_t bodies = device.info().on_host ? 8192 : 262144;
  return ceilings.most(device,
                       {"roofline_rsqrt", bodies, precision, {{"rsqrts", "256"}}, roots_of});
}

double measured_launches(Ceilings& ceilings, Device& device) {
  return ceilings.most(
      device,
      {"memory_launch", 64, Precision::fp32, {{"launches", "10"}}, kernels_launched, false, true});
}

/// The row's needs of all known ceilings.
std::vector<Need> needs_of(Ceilings& ceilings, Device& device, const Problem& problem,
                           const ResultRow& row, DeviceRoofs& roofs) {
  std::vector<Need> needs;
  const auto add = [&](Need need) {
    if (need.amount > 0 && *need.most > 0) needs.push_back(std::move(need));
  };
  if (!roofs.streams.empty()) {
    const double bytes = problem.least_bytes(row.configuration);
    StreamRoof& stream = stream_for(roofs, bytes);
    add({bytes, &stream.bytes_per_s, name_of(stream, roofs), "B/s",
         [&ceilings, &device, size = stream.bytes] {
           return measured_stream(ceilings, device, size);
         }});
  }
  const Precision arithmetic = row.kernel.arithmetic.value_or(row.configuration.precision);
  const double operations = problem.least_operations(row.configuration);
  add({operations, &roofs.multiply_adds[arithmetic],
       fmt::format("{} multiply-adds", name(arithmetic)), "instructions/s",
       [&ceilings, &device, arithmetic, rate = operations / row.timing->median] {
         return ceilings.operations(device, arithmetic, rate);
       }});
  add({problem.least_roots(row.configuration), &roofs.roots[arithmetic],
       fmt::format("{} square roots", name(arithmetic)), "reciprocal square roots/s",
       [&ceilings, &device, arithmetic] { return measured_roots(ceilings, device, arithmetic); }});
  add({problem.least_shared_bytes(row.configuration), &roofs.shared_bytes_per_s, "shared memory",
       "B/s", [&] { return measured_shared(ceilings, device); }});
  double kernels = 0;
  if (row.plan)
    for (const Pass& pass : row.plan->passes)
      if (pass.grid[0] != 0) kernels += static_cast<double>(pass.times);
  add({kernels, &roofs.launches_per_s, "launches", "launches/s",
       [&] { return measured_launches(ceilings, device); }});
  return needs;
}

/// The ceiling of which the row reaches the largest share.
std::optional<Bound> nearest(const std::vector<Need>& needs, double seconds) {
  std::optional<Bound> bound;
  for (const Need& need : needs) {
    const double share = need.amount / seconds / *need.most;
    if (!bound || share > bound->share) bound = Bound{need.ceiling, share, *need.most, need.unit};
  }
  return bound;
}

}  // namespace

DeviceRoofs Roofs::measured(Device& device) {
  const DeviceInfo& info = device.info();
  DeviceRoofs roofs;
  constexpr double kLeast = 64 << 10, kMostUnknown = 64 << 20;
  const double most = info.on_host ? 64 << 20 : 256 << 20;
  const double uncached =
      info.cache_bytes == 0 ? kMostUnknown : 4 * static_cast<double>(info.cache_bytes);
  const double largest = std::clamp(uncached, kLeast * kStep * kStep, most);
  for (double bytes = kLeast; bytes < kStep * largest; bytes *= kStep) {
    const double size = std::min(bytes, largest);
    const StreamRoof stream{size, measured_stream(ceilings_, device, size)};
    if (stream.bytes_per_s > 0) roofs.streams.push_back(stream);
  }
  for (const Precision precision : {Precision::fp32, Precision::fp64})
    if (precision == Precision::fp32 || info.fp64) {
      roofs.multiply_adds[precision] = ceilings_.operations(device, precision, 0);
      roofs.roots[precision] = measured_roots(ceilings_, device, precision);
    }
  roofs.shared_bytes_per_s = measured_shared(ceilings_, device);
  roofs.launches_per_s = measured_launches(ceilings_, device);
  return roofs;
}

DeviceRoofs& Roofs::of(Device& device) {
  const DeviceInfo& info = device.info();
  if (const auto known = known_.find(info.id); known != known_.end()) return known->second;
  std::optional<DeviceRoofs> kept;
  if (!remeasure_) kept = read_roofs(info);
  if (!kept) {
    kept = measured(device);
    keep_roofs(info, *kept);
  }
  return known_[info.id] = *std::move(kept);
}

std::optional<Bound> Roofs::bound_of(Device& device, const Problem& problem, const ResultRow& row) {
  if (!row.timing || !(row.timing->median > 0)) return std::nullopt;
  DeviceRoofs& roofs = of(device);
  const double seconds = row.timing->median;
  const std::vector<Need> needs = needs_of(ceilings_, device, problem, row, roofs);
  bool raised = false;
  for (const Need& need : needs) {
    const double rate = need.amount / seconds;
    for (unsigned k = 0; k < kTimes && rate > *need.most; ++k) {
      *need.most = std::max(*need.most, need.measure());
      raised = true;
    }
    *need.most = std::max(*need.most, rate);
  }
  if (raised) keep_roofs(device.info(), roofs);
  return nearest(needs, seconds);
}

}  // namespace gputest
