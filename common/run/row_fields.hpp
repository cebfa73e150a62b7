// The members of a row and of its parts, each described once: its JSON and the message between
// processes follow. app/results/result.schema.json has the members' meanings and units.
#pragma once

#include <optional>
#include <string_view>
#include <tuple>
#include <type_traits>
#include <vector>

#include "common/run/result.hpp"

namespace gputest {
namespace row_fields {

/// The number of words in the text.
constexpr std::size_t words_in(std::string_view text) {
  std::size_t count = 0;
  for (std::size_t k = 0; k < text.size(); ++k)
    if (text[k] != ' ' && (k == 0 || text[k - 1] == ' ')) ++count;
  return count;
}

/// The JSON names of the members of Type, in their order. A name may begin with
///   ?  an empty member is null in JSON
///   !  an empty member is left out of JSON
/// and a name may be replaced by
///   -  the member is only in the message
///   <  the member's members become members of Type in JSON
template <class Type>
constexpr std::string_view kNames = "";

/// fields(whole): the members of `whole`. A type with more members than are named here does not
/// compile, and neither does a different number of names.
#define GPUTEST_FIELDS(Type, names, ...)                                    \
  template <>                                                               \
  constexpr std::string_view kNames<Type> = names;                          \
  template <class T>                                                        \
  requires std::is_same_v<std::remove_const_t<T>, Type>                     \
  auto fields(T& whole) {                                                   \
    auto& [__VA_ARGS__] = whole;                                            \
    auto members = std::tie(__VA_ARGS__);                                   \
    static_assert(std::tuple_size_v<decltype(members)> == words_in(names)); \
    return members;                                                         \
  }

GPUTEST_FIELDS(KernelText, "checksum replaced !compiler - - !file",  //
               checksum, replaced, compiler, options, code, file)
GPUTEST_FIELDS(ApiFailure, "- call code build_log", api, call, code, build_log)
GPUTEST_FIELDS(Verification,
               "passed max_error rms_error tolerance worst_index checked salt ?second -",  //
               passed, max_error, rms_error, tolerance, worst_index, checked, salt, second, reason)
GPUTEST_FIELDS(Work, "items flops bytes", items, flops, bytes)
GPUTEST_FIELDS(SamplingOptions, "strategy - - -", strategy, samples, min_time, max_time)
GPUTEST_FIELDS(Interval, "- -", low, high)  // JSON has a list of the two
GPUTEST_FIELDS(Samples, "launches_per_sample samples_s - - interval_s convergence -",  //
               launches, seconds, of_events, events, interval, convergence, left_out)
GPUTEST_FIELDS(HostNoise, "seconds others steal preempted -",  //
               seconds, others, steal, preempted, processors)
GPUTEST_FIELDS(Timing,
               "< < median_s min_s relative_stdev event_median_s upload_s download_s host",  //
               asked, samples, median, min, stdev, event_median, upload, download, host)
GPUTEST_FIELDS(DeviceReading, "core_mhz memory_mhz watts celsius - throttled",  //
               core, memory, watts, celsius, joules, throttled)
GPUTEST_FIELDS(MonitorReading, "?source reason <", source, reason, reading)
GPUTEST_FIELDS(Energy, "- - -", seconds, launches, joules)
GPUTEST_FIELDS(EnergyReport, "?source reason <", source, reason, energy)
GPUTEST_FIELDS(Bound, "ceiling share most unit", ceiling, share, most, unit)
GPUTEST_FIELDS(LaunchPart, "name seconds", name, seconds)
GPUTEST_FIELDS(DeviceShare, "id kernel items copies_s kernels_s waits_s rank host",  //
               device, kernel, items, copies, kernels, waits, rank, host)
GPUTEST_FIELDS(SharedWork, "copies split devices", copies, split, shares)
GPUTEST_FIELDS(LaunchPlan, "passes - scratch_bytes", passes, parameters, scratch_bytes)
GPUTEST_FIELDS(UnitCounts, "unit instructions !active_lanes !cycles !share",  //
               unit, instructions, lanes, cycles, share)
GPUTEST_FIELDS(MemoryCounts,
               "access requests !active_lanes bytes_asked lines_32 !lines_64 !lines_128 !hits_32",
               access, requests, lanes, bytes, lines_32, lines_64, lines_128, hits)
GPUTEST_FIELDS(BankCounts,
               "access requests bytes_asked cycles cycles_without_conflicts !most_in_a_row",  //
               access, requests, bytes, cycles, without, most)
GPUTEST_FIELDS(AtomicCounts, "atomic_operations atomic_addresses atomic_most_on_one",  //
               operations, addresses, most)
GPUTEST_FIELDS(CountedKernel,
               "name launches vector_registers scalar_registers shared_bytes scratch_bytes -",  //
               name, launches, vector, scalar, shared, scratch, occupancy)
GPUTEST_FIELDS(LevelCounts, "level bytes !hit_bytes !read_bytes share !peak_bytes_per_s",  //
               level, bytes, hits, read, share, peak)
GPUTEST_FIELDS(StallCounts, "reason share", reason, share)
GPUTEST_FIELDS(CardCounts, "source cycles occupancy issue_share levels stalls",  //
               source, cycles, occupancy, issue_share, levels, stalls)
GPUTEST_FIELDS(CountSums,
               "!valu_cycles global_bytes_asked global_bytes_moved lds_cycles "
               "lds_cycles_without_conflicts",  //
               valu, asked, moved, lds, without)
GPUTEST_FIELDS(FirstAccess, "kernel access bytes lanes places",  //
               kernel, access, bytes, lanes, places)
GPUTEST_FIELDS(LaunchCounts,
               "wavefront line_bytes wavefronts instructions - - units memory banks < !kernels "
               "!first_accesses !card",  //
               wavefront, line, wavefronts, instructions, on_lanes, active_lanes, units, memory,
               banks, atomics, kernels, first, card)
#undef GPUTEST_FIELDS

/// Without the instance, which is not shown.
template <>
constexpr std::string_view kNames<Pass> = "name grid block shared_bytes times";
template <class T>
requires std::is_same_v<std::remove_const_t<T>, Pass>
auto fields(T& whole) {
  auto& [name, grid, block, shared_bytes, instance, times] = whole;
  static_cast<void>(instance);
  return std::tie(name, grid, block, shared_bytes, times);
}

/// Without the members that identify the case, which the message's receiver knows.
template <>
constexpr std::string_view kNames<ResultRow> =
    "text n problem status reason - !api_failure verify time monitor energy work plan !counts "
    "!not_counted !bound "
    "!shared !parts !turns_s";
template <class T>
requires std::is_same_v<std::remove_const_t<T>, ResultRow>
auto fields(T& whole) {
  auto& [api, device, kernel, configuration, text, n, problem, status, reason, exit_status,
         api_failure, verification, timing, monitor, energy, work, unit, plan, counts, not_counted,
         bound, shared, parts, turns] = whole;
  std::ignore = std::tie(api, device, kernel, configuration, unit);
  return std::tie(text, n, problem, status, reason, exit_status, api_failure, verification, timing,
                  monitor, energy, work, plan, counts, not_counted, bound, shared, parts, turns);
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

}  // namespace row_fields
}  // namespace gputest
