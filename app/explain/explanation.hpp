// Explains the speed of a row of a result in sentences: one function and one file for each aspect.
// If a fact is unknown, a sentence says so and how to learn it.
#pragma once

#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <vector>

#include "app/explain/explained_row.hpp"
#include "common/codeobject/resource_row.hpp"
#include "common/run/registry.hpp"

namespace gputest {

/// One aspect of a row: sentences for people, and the same figures for programs.
struct Aspect {
  std::string topic;
  std::vector<std::string> sentences;
  nlohmann::ordered_json figures = nlohmann::ordered_json::object();
};

/// A row of roofline_fma, and its file if that is not the explained row's own.
struct CeilingRow {
  ExplainedRow row;
  std::string file;
};

/// The device's measured ceilings, if there are any: a copy's bandwidth and the rate of chained
/// fused multiply-adds.
struct MeasuredCeilings {
  std::optional<CeilingRow> copy, arithmetic;
};

/// The resources that a kernel's code uses, and the device's, as far as this program knows them.
struct RowResources {
  std::string target;               ///< "sm_90"; empty: unknown
  bool on_host = false;             ///< the device is known to be the host's processor
  std::string unknown;              ///< why there is no code: a sentence with a full stop
  std::uint32_t compute_units = 0;  ///< 0: unknown
  std::string compute_units_of;     ///< name of the device
  std::optional<LaunchPlan> plan;   ///< the row's own, else this program's
  bool is_planned_here = false;     ///< `plan` is this program's
  std::vector<std::optional<ResourceRow>> code;  ///< for each pass of `plan`
  std::size_t main_pass = 0;  ///< the pass with the kernel's name, else the largest
};

/// The rows of roofline_fma among those of a file.
std::vector<CeilingRow> ceiling_rows(const std::vector<ExplainedRow>& rows,
                                     const std::string& file);
/// The fastest ceilings of the row's device; rows of the same API come first.
MeasuredCeilings measured_ceilings(const ExplainedRow& row, Precision arithmetic,
                                   const std::vector<CeilingRow>& known);

/// `target` is the user's --target, or empty. Throws Error(usage) for an unknown target.
RowResources row_resources(const Registry& registry, const ExplainedRow& row,
                           const std::string& target);

/// The row's kernel in this program; null if there is none.
const Kernel* kernel_of(const Registry& registry, const ExplainedRow& row);
/// A one-line summary of the row's kernel: that of its API or, if this program has none, of another
/// API's kernel of that name. Empty if there is neither.
std::string summary_of(const Registry& registry, const ExplainedRow& row);
/// The precision of the row's arithmetic.
Precision arithmetic_of(const Registry& registry, const ExplainedRow& row);

/// The speed of the row.
Aspect speed_aspect(const ExplainedRow& row);
/// The ceiling that bounds it, and the share of it that it reaches.
Aspect ceiling_aspect(const ExplainedRow& row, Precision arithmetic,
                      const MeasuredCeilings& ceilings);
/// The passes of a launch, and how full its last block and wave of blocks are.
Aspect launch_aspect(const ExplainedRow& row, const RowResources& resources);
/// Registers, shared memory, occupancy, and its limit.
Aspect occupancy_aspect(const RowResources& resources);
/// The instructions of the inner loop, and the units that they keep busy longest.
Aspect loop_aspect(const ExplainedRow& row, Precision arithmetic, const RowResources& resources,
                   const MeasuredCeilings& ceilings);
/// Counts of a launch, if it was counted (--count).
Aspect counts_aspect(const ExplainedRow& row);
/// The time of copies to and from the device, next to a launch's.
Aspect transfer_aspect(const ExplainedRow& row);
/// How reliable the samples are.
Aspect noise_aspect(const ExplainedRow& row);
/// The rows that differ from it in one thing.
Aspect ladder_aspect(const Registry& registry, const ExplainedRow& row,
                     const std::vector<ExplainedRow>& rows);

}  // namespace gputest
