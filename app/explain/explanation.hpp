// Why a row of a result is as fast as it is, in sentences: one function for each aspect, each in
// the file of its name. What is not known is said to be unknown, and how to learn it.
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

/// A roofline's row and, where it is not the explained row's own, the file that it is in.
struct CeilingRow {
  ExplainedRow row;
  std::string file;
};

/// What the device reaches, where results say: a copy's bytes and chained fused multiply-adds.
struct MeasuredCeilings {
  std::optional<CeilingRow> copy, arithmetic;
};

/// What a kernel's code takes of the row's device, and what this program knows of both.
struct RowResources {
  std::string target;               ///< "sm_90"; empty: it is not known
  bool on_host = false;             ///< the device is the host's processor, as far as is known
  std::string unknown;              ///< why there is no code, a sentence with a full stop
  std::uint32_t compute_units = 0;  ///< 0: not known
  std::string compute_units_of;     ///< the device in words
  std::optional<LaunchPlan> plan;   ///< the row's own or, where it has none, this program's
  bool is_planned_here = false;     ///< the latter
  std::vector<std::optional<ResourceRow>> code;  ///< of each pass of `plan`
  std::size_t main_pass = 0;  ///< the one that the kernel is named by, else the largest
};

/// The rows of a ceiling's measurement among those of a file.
std::vector<CeilingRow> ceiling_rows(const std::vector<ExplainedRow>& rows,
                                     const std::string& file);
/// The fastest of the row's device; those of its own API before others'.
MeasuredCeilings measured_ceilings(const ExplainedRow& row, Precision arithmetic,
                                   const std::vector<CeilingRow>& known);

/// `target` is empty or what the user says that the device's code is for. Throws Error(usage) for
/// one that this program knows nothing of.
RowResources row_resources(const Registry& registry, const ExplainedRow& row,
                           const std::string& target);

/// The kernel of that row in this program; null where it has none.
const Kernel* kernel_of(const Registry& registry, const ExplainedRow& row);
/// What the row's kernel does, in a line: as its API's kernel says or, where this program has none,
/// another API's of that name. Empty where it knows none.
std::string summary_of(const Registry& registry, const ExplainedRow& row);
/// The precision of its arithmetic.
Precision arithmetic_of(const Registry& registry, const ExplainedRow& row);

/// How fast it is.
Aspect speed_aspect(const ExplainedRow& row);
/// What bounds it from above, and how near it is.
Aspect ceiling_aspect(const ExplainedRow& row, Precision arithmetic,
                      const MeasuredCeilings& ceilings);
/// What a launch enqueues, and how full its last block and wave of blocks are.
Aspect launch_aspect(const ExplainedRow& row, const RowResources& resources);
/// Registers, shared memory, wavefronts that a multiprocessor holds, and what limits them.
Aspect occupancy_aspect(const RowResources& resources);
/// The instructions of the inner loop, and which of the device's units they keep busy longest.
Aspect loop_aspect(const ExplainedRow& row, Precision arithmetic, const RowResources& resources,
                   const MeasuredCeilings& ceilings);
/// What a launch did, where it was counted (--count).
Aspect counts_aspect(const ExplainedRow& row);
/// What copying to and from the device costs beside a launch.
Aspect transfer_aspect(const ExplainedRow& row);
/// How far the samples are to be trusted.
Aspect noise_aspect(const ExplainedRow& row);
/// The rows that differ from it in one thing.
Aspect ladder_aspect(const Registry& registry, const ExplainedRow& row,
                     const std::vector<ExplainedRow>& rows);

}  // namespace gputest
