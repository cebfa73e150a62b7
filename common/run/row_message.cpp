#include "common/run/row_message.hpp"

#include <tuple>
#include <type_traits>

namespace gputest {
namespace {

using Json = nlohmann::ordered_json;

/// fields(x): the members of x, each once. A type with a member more than is named here does not
/// compile.
#define GPUTEST_FIELDS(Type, ...)                       \
  template <class T>                                    \
  requires std::is_same_v<std::remove_const_t<T>, Type> \
  auto fields(T& whole) {                               \
    auto& [__VA_ARGS__] = whole;                        \
    return std::tie(__VA_ARGS__);                       \
  }

GPUTEST_FIELDS(KernelText, checksum, replaced, compiler, options, code, file)
GPUTEST_FIELDS(ApiFailure, api, call, code, build_log)
GPUTEST_FIELDS(Verification, passed, max_error, rms_error, tolerance, worst_index, checked, salt,
               second, reason)
GPUTEST_FIELDS(Work, items, flops, bytes)
GPUTEST_FIELDS(SamplingOptions, strategy, samples, min_time, max_time)
GPUTEST_FIELDS(Interval, low, high)
GPUTEST_FIELDS(Samples, launches, seconds, of_events, events, interval, convergence, left_out)
GPUTEST_FIELDS(HostNoise, seconds, others, steal, preempted, processors)
GPUTEST_FIELDS(Timing, asked, samples, median, min, stdev, event_median, upload, download, host)
GPUTEST_FIELDS(DeviceReading, core, memory, watts, celsius, joules, throttled)
GPUTEST_FIELDS(MonitorReading, source, reason, reading)
GPUTEST_FIELDS(Energy, seconds, launches, joules)
GPUTEST_FIELDS(EnergyReport, source, reason, energy)
GPUTEST_FIELDS(Bound, ceiling, share, most, unit)
GPUTEST_FIELDS(LaunchPart, name, seconds)
GPUTEST_FIELDS(DeviceShare, device, kernel, items, copies, kernels, waits, rank, host)
GPUTEST_FIELDS(SharedWork, copies, split, shares)
GPUTEST_FIELDS(LaunchPlan, passes, parameters, scratch_bytes)
GPUTEST_FIELDS(UnitCounts, unit, instructions, lanes, cycles)
GPUTEST_FIELDS(MemoryCounts, access, requests, lanes, bytes, lines_32, lines_64, lines_128)
GPUTEST_FIELDS(BankCounts, access, requests, bytes, cycles, without, most_in_a_row)
GPUTEST_FIELDS(AtomicCounts, operations, addresses, most)
GPUTEST_FIELDS(CountedKernel, name, launches, vector_registers, scalar_registers, shared_bytes,
               scratch_bytes, occupancy)
GPUTEST_FIELDS(LaunchCounts, wavefront, line, wavefronts, instructions, on_lanes, active_lanes,
               units, memory, banks, atomics, kernels)
#undef GPUTEST_FIELDS

/// Without the instance, which no table shows.
template <class T>
requires std::is_same_v<std::remove_const_t<T>, Pass>
auto fields(T& whole) {
  auto& [name, grid, block, shared_bytes, instance, times] = whole;
  static_cast<void>(instance);
  return std::tie(name, grid, block, shared_bytes, times);
}

/// Without what tells which case it is.
template <class T>
requires std::is_same_v<std::remove_const_t<T>, ResultRow>
auto fields(T& whole) {
  auto& [api, device, kernel, configuration, text, n, problem, status, reason, exit_status,
         api_failure, verification, timing, monitor, energy, work, unit, plan, counts, bound,
         shared, parts] = whole;
  std::ignore = std::tie(api, device, kernel, configuration, unit);
  return std::tie(text, n, problem, status, reason, exit_status, api_failure, verification, timing,
                  monitor, energy, work, plan, counts, bound, shared, parts);
}

template <class T>
concept HasFields = requires(T& value) {
  fields(value);
};

template <class T>
struct IsOptional : std::false_type {};
template <class T>
struct IsOptional<std::optional<T>> : std::true_type {};
template <class T>
struct IsVector : std::false_type {};
template <class T>
struct IsVector<std::vector<T>> : std::true_type {};

/// A list of its parts; numbers and texts as they are.
template <class T>
Json packed(const T& value) {
  Json list = Json::array();
  if constexpr (HasFields<const T>) {
    std::apply([&](const auto&... field) { (list.push_back(packed(field)), ...); }, fields(value));
  } else if constexpr (IsOptional<T>::value) {
    if (value) list.push_back(packed(*value));
  } else if constexpr (IsVector<T>::value) {
    for (const auto& part : value) list.push_back(packed(part));
  } else {
    return Json(value);
  }
  return list;
}

template <class T>
void unpack(const Json& json, T& value) {
  if constexpr (HasFields<T>) {
    std::size_t k = 0;
    std::apply([&](auto&... field) { (unpack(json.at(k++), field), ...); }, fields(value));
  } else if constexpr (IsOptional<T>::value) {
    value.reset();
    if (!json.empty()) unpack(json.at(0), value.emplace());
  } else if constexpr (IsVector<T>::value) {
    value.clear();
    for (const Json& part : json) unpack(part, value.emplace_back());
  } else {
    value = json.get<T>();
  }
}

}  // namespace

std::string to_message(const ResultRow& row) {
  std::string message;
  Json::to_cbor(packed(row), message);
  return message;
}

void from_message(std::string_view message, ResultRow& row) {
  unpack(Json::from_cbor(message), row);
}

}  // namespace gputest
