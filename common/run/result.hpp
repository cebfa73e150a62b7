// One row of a result: one case of a kernel, as every printer shows it.
#pragma once

#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <vector>

#include "common/core/error.hpp"
#include "common/device/device.hpp"
#include "common/device/kernel.hpp"
#include "common/device/shared_work.hpp"
#include "common/run/family.hpp"
#include "common/run/launch_parts.hpp"
#include "common/run/timing.hpp"

namespace gputest {

enum class RowStatus {
  ok,
  noisy,       ///< verified and timed; the samples did not converge
  disturbed,   ///< likewise; other work used the host's processors, on which it ran
  throttled,   ///< likewise; the device throttled its clocks
  undefended,  ///< likewise; the run left out defences against kernels that cheat
  failed,      ///< the answer is wrong: no speed is given
  skipped,     ///< not run: an absent API, a configuration that the device or the kernel does not
               ///< support
  error,       ///< could not be run
};

/// The status in results: "ok".
std::string_view name(RowStatus status);
/// The meaning of the status for a row, as a clause.
std::string_view meaning(RowStatus status);
/// Every status, as `gputest help table` lists them.
const std::vector<RowStatus>& all_statuses();

/// Whether the answer was right but the speed is not reliable: noisy, disturbed, throttled or
/// undefended. Such a row is never a baseline.
bool is_doubtful(RowStatus status);

/// The ceiling of a device that a row comes nearest to (--roofline).
struct Bound {
  std::string ceiling;  ///< "memory", "fp32 multiply-adds"
  double share = 0;     ///< the fraction of it that the row reaches
  double most = 0;      ///< the ceiling, in `unit`
  std::string unit;     ///< "B/s"
};

/// One result: a kernel at one point of its axes on one device.
struct ResultRow {
  std::string api;
  DeviceInfo device;  ///< id, name, vendor, driver and emulated are reported
  KernelInfo kernel;
  Configuration configuration;
  std::optional<KernelText> text;  ///< of a kernel compiled at run time
  std::uint64_t n = 0;
  nlohmann::ordered_json problem = nlohmann::ordered_json::object();
  RowStatus status = RowStatus::error;
  std::string reason;               ///< a sentence if the status is not ok
  Status exit_status = Status::ok;  ///< this row's contribution to the command's exit status
  ApiFailure api_failure;           ///< the API call that failed, if one did
  std::optional<Verification> verification;
  std::optional<Timing> timing;           ///< only if the answer is right and the device is real
  std::optional<MonitorReading> monitor;  ///< if there is a timing
  std::optional<EnergyReport> energy;     ///< if there is a timing, and if requested
  std::optional<Work> work;               ///< none if the problem was not examined
  RateUnit unit;                          ///< of work->items
  std::optional<LaunchPlan> plan;         ///< if the kernel was prepared and has one
  std::optional<LaunchCounts> counts;     ///< if requested and the device counts
  std::string not_counted = {};           ///< why a device that counts has not; may be empty
  std::optional<Bound> bound;             ///< if there is a timing, and if requested
  std::optional<SharedWork> shared;       ///< if several devices gave a right answer
  std::vector<LaunchPart> parts;          ///< if there is a timing and the launch has parts
  std::vector<double> turns;              ///< least seconds of a launch, in turns with other rows

  std::optional<double> items_per_second() const;
  std::optional<double> flops_per_second() const;
  std::optional<double> bytes_per_second() const;
  std::optional<double> items_per_joule() const;
};

/// Makes the row an error with that reason.
void set_error(ResultRow& row, Status status, const std::string& reason);

/// Makes the row an error with the exception that is being handled. Rethrows it if the run was
/// interrupted.
void set_error_from_exception(ResultRow& row);

/// Sets the status of a timed row, and the reason if it is not ok, from its timing and its
/// monitor's reading. disturbed precedes throttled, which precedes noisy, because the former
/// explains the latter.
void judge(ResultRow& row);

/// The row as an element of "results" in the shipped JSON schema. NaN and infinity become null.
nlohmann::ordered_json to_json(const ResultRow& row);

/// A plan as the element "plan" of a row.
nlohmann::ordered_json to_json(const LaunchPlan& plan);

/// Counts as the element "counts" of a row.
nlohmann::ordered_json to_json(const LaunchCounts& counts);

/// Shared work as the element "shared" of a row.
nlohmann::ordered_json to_json(const SharedWork& shared);

/// A number as JSON, null if it is not finite.
nlohmann::ordered_json json_number(double value);

}  // namespace gputest
