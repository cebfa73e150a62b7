// The rows of a result in the form that the page of `gputest report` needs.
#pragma once

#include <nlohmann/json.hpp>

#include "app/results/result_file.hpp"

namespace gputest {

/// An array with one object for each row of the file. The members below are always present: text, a
/// number or null, so that the page needs no checks. It has quartiles instead of samples.
///
/// - api, device, device_name, driver, vendor, emulated
/// - kernel, family, layout, precision, n, block, problem ("eps=0.02 list=csr"); null: an absent
/// API
/// - status, reason, strategy, convergence
/// - seconds: median, and low, high (interval), least, first_quartile, third_quartile, most; stdev
///   (relative), samples (their number), upload, download
/// - error, rms_error, tolerance, checked
/// - items, flops, bytes; unit, rate (items per second), gflops, gbytes; over_baseline
/// - joules, items_per_joule, watts, watts_source, no_joules (why), core_mhz, memory_mhz
/// - price, currency, rate_per_price
/// - plan: null, or parameters, scratch, passes of name, grid, block, shared, times
///
/// Throws Error(bad_input) if a value of a row does not follow the schema.
nlohmann::ordered_json report_rows(const ResultFile& file);

}  // namespace gputest
