// One row of a result: a kernel's one case, as every printer shows it.
#pragma once

#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <vector>

#include "common/core/error.hpp"
#include "common/device/device.hpp"
#include "common/device/kernel.hpp"
#include "common/run/family.hpp"

namespace gputest {

enum class RowStatus {
  ok,
  failed,   ///< the answer is wrong: no speed is given
  skipped,  ///< not run: an absent API, a configuration that the device or the kernel lacks
  error,    ///< could not be run
};

/// The status as a result has it: "ok".
std::string_view name(RowStatus status);

/// How long one launch takes. Every time is in seconds.
struct Timing {
  std::string method;  ///< "wall-batch": see Runner
  std::uint64_t launches_per_sample = 1;
  std::vector<double> samples;  ///< a launch's share of each sample, in order
  double median = 0;
  double min = 0;
  double relative_stdev = 0;
  std::optional<double> event_median;  ///< by the device's own events
  double upload = 0;
  double download = 0;
};

/// One result: a kernel at one point of its axes on one device.
struct ResultRow {
  std::string api;
  DeviceInfo device;  ///< id, name, vendor, driver and emulated are reported
  KernelInfo kernel;
  Configuration configuration;
  std::uint64_t n = 0;
  nlohmann::ordered_json problem = nlohmann::ordered_json::object();
  RowStatus status = RowStatus::error;
  std::string reason;               ///< a sentence where the status is not ok
  Status exit_status = Status::ok;  ///< what this row makes of the command's exit status
  ApiFailure api_failure;           ///< the API call that failed, if one did
  std::optional<Verification> verification;
  std::optional<Timing> timing;    ///< only where the status is ok and the device is real
  std::optional<Work> work;        ///< none for a case that was not looked at
  RateUnit unit;                   ///< of work->items
  std::optional<LaunchPlan> plan;  ///< where the kernel was prepared and says one

  std::optional<double> items_per_second() const;
  std::optional<double> flops_per_second() const;
  std::optional<double> bytes_per_second() const;
};

/// The row as an element of "results" in the shipped JSON schema. NaN and infinity become null.
nlohmann::ordered_json to_json(const ResultRow& row);

/// A number as JSON, null if it is not finite.
nlohmann::ordered_json json_number(double value);

}  // namespace gputest
