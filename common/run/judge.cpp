// Judges whether a timing is reliable.
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <exception>
#include <new>
#include <system_error>

#include "common/core/defences.hpp"
#include "common/core/error.hpp"
#include "common/core/memory_bound.hpp"
#include "common/run/result.hpp"

namespace gputest {
namespace {

std::string noisy_reason(const Timing& timing) {
  const double width = relative_half_width(timing.samples.interval);
  return fmt::format(
      "after {} samples the median is known to {:.2g} %, not to {:g} %; raise --max-time, or "
      "run nothing else on the machine and the device",
      timing.samples.seconds.size(), width * 100, kAcceptedWidth * 100);
}

std::string disturbed_reason(const HostNoise& host) {
  return fmt::format(
      "other work took {:.0f} % of a processor while the kernel ran on all {:.0f} ({:g} % are "
      "accepted); repeat the run when the machine is idle",
      host.taken() * 100, host.processors, HostNoise::kMaxTaken * 100);
}

std::string throttled_reason(const DeviceReading& reading) {
  return fmt::format(
      "the device throttled its clocks ({}); let it cool, raise its limit, or fix the clocks at "
      "a rate that it can keep",
      fmt::join(reading.throttled, ", "));
}

}  // namespace

bool is_doubtful(RowStatus status) {
  return status == RowStatus::noisy || status == RowStatus::disturbed ||
         status == RowStatus::throttled || status == RowStatus::undefended;
}

void set_error(ResultRow& row, Status status, const std::string& reason) {
  row.status = RowStatus::error;
  row.exit_status = status;
  row.reason = reason;
}

void set_error_from_exception(ResultRow& row) {
  try {
    throw;
  } catch (const Error& error) {
    if (error.status() == Status::interrupted) throw;
    set_error(row, error.status(), error.what());
    row.api_failure = error.api_failure();
  } catch (const std::bad_alloc&) {
    set_error(row, Status::out_of_memory, memory_is_exhausted());
  } catch (const std::system_error& refused) {  // a thread
    set_error(row, Status::out_of_memory,
              fmt::format("the operating system refused a call: {}", refused.what()));
  } catch (const std::exception& fault) {  // of the kernel's own code
    set_error(row, Status::bad_input, fmt::format("the kernel is at fault: {}", fault.what()));
  } catch (...) {
    set_error(row, Status::bad_input, "the kernel is at fault");
  }
}

void judge(ResultRow& row) {
  row.status = RowStatus::ok;
  if (!row.timing) return;
  if (const std::vector<std::string> absent = defences_left_out(); !absent.empty()) {
    row.status = RowStatus::undefended;
    row.reason = fmt::format("verified without {}", fmt::join(absent, ", "));
    return;
  }
  if (row.device.on_host && row.timing->host.disturbed()) {
    row.status = RowStatus::disturbed;
    row.reason = disturbed_reason(row.timing->host);
  } else if (row.monitor && !row.monitor->reading.throttled.empty()) {
    row.status = RowStatus::throttled;
    row.reason = throttled_reason(row.monitor->reading);
  } else if (row.timing->samples.convergence == Convergence::noisy) {
    row.status = RowStatus::noisy;
    row.reason = noisy_reason(*row.timing);
  }
}

}  // namespace gputest
