// A row of a result as `gputest explain` reads it: with numbers instead of texts.
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

/// A row with a kernel. Numbers that the file lacks are none.
struct ExplainedRow {
  std::size_t number = 0;  ///< its place among the file's rows, from 1
  std::string api, device, device_name, kernel, family, layout, precision;
  bool emulated = false;
  std::uint64_t n = 0;
  std::uint64_t block = 0;                  ///< 0: the kernel offers no choice
  std::map<std::string, std::string> axes;  ///< axes of the family
  nlohmann::ordered_json problem;           ///< in today's names, with the axes
  std::string rest_of_problem;              ///< the problem without the axes, for comparisons
  std::string text;                         ///< the kernel's file; empty if it has no source text
  std::string status, reason;
  ResultEntry entry;                          ///< status, samples, median
  std::string convergence;                    ///< empty: the file's version does not report it
  std::optional<double> items, flops, bytes;  ///< per launch
  std::string symbol;  ///< of 1e9 items per second: "Ginter/s"; empty: unknown
  std::string unit;    ///< of items
  std::optional<double> per_s, gflops, gbytes_per_s, upload, download, stdev;
  std::optional<double> bound;  ///< share of its ceiling, if --roofline was given
  std::string ceiling;          ///< name of that ceiling
  std::optional<double> core_mhz, watts;
  std::optional<LaunchPlan> plan;  ///< passes have no function
  std::vector<LaunchPart> parts;   ///< parts of a launch, if there are any
  nlohmann::ordered_json counts;   ///< as in the schema; null: nothing was counted

  /// Whether the row has a speed.
  bool is_timed() const { return entry.median.has_value(); }
  /// "cuda:gravity_tiled".
  std::string name() const { return api + ":" + kernel; }
  /// "float4, fp32, block 128, list=csr, n = 16384".
  std::string point() const;
};

/// The file's rows with kernels, in order. Throws Error(bad_input) if a row does not follow the
/// schema.
std::vector<ExplainedRow> explained_rows(const Registry& registry, const ResultFile& file);

}  // namespace gputest
