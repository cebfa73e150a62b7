// A row of a result as `gputest explain` reads it: numbers, not texts.
#pragma once

#include <array>
#include <cstdint>
#include <map>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "app/results/result_file.hpp"
#include "common/device/launch_plan.hpp"
#include "common/measure/statistics.hpp"
#include "common/run/launch_parts.hpp"
#include "common/run/registry.hpp"

namespace gputest {

/// A row that has a kernel. A number that the file does not have is none.
struct ExplainedRow {
  std::size_t number = 0;  ///< its place among the file's rows, from 1
  std::string api, device, device_name, kernel, family, layout, precision;
  bool emulated = false;
  std::uint64_t n = 0;
  std::uint64_t block = 0;                  ///< 0 where the kernel has no choice of them
  std::map<std::string, std::string> axes;  ///< the family's own
  nlohmann::ordered_json problem;           ///< in today's names, with the axes
  std::string rest_of_problem;              ///< the problem without the axes, to compare by
  std::string text;                         ///< the kernel's file; empty where it is no text
  std::string status, reason;
  ResultEntry entry;                          ///< status, samples, median
  std::string convergence;                    ///< empty: an earlier version, which does not say
  std::optional<double> items, flops, bytes;  ///< of a launch
  std::string symbol;  ///< of 1e9 items a second: "Ginter/s"; empty: not known
  std::string unit;    ///< of items
  std::optional<double> per_s, gflops, gbytes_per_s, upload, download, stdev;
  std::optional<double> bound;  ///< the share of its ceiling, where --roofline was asked for
  std::string ceiling;          ///< which that is
  std::optional<double> core_mhz, watts;
  std::optional<LaunchPlan> plan;  ///< passes have no function
  std::vector<LaunchPart> parts;   ///< of a launch that has some
  nlohmann::ordered_json counts;   ///< as the schema has them; null: nothing was counted

  /// Whether there is a speed.
  bool is_timed() const { return entry.median.has_value(); }
  /// "cuda:gravity_tiled".
  std::string name() const { return api + ":" + kernel; }
  /// "float4, fp32, block 128, list=csr, n = 16384".
  std::string point() const;
};

/// The file's rows that have a kernel, in order. Throws Error(bad_input) where a row is not as the
/// schema has it.
std::vector<ExplainedRow> explained_rows(const Registry& registry, const ResultFile& file);

}  // namespace gputest
