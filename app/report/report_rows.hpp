// The rows of a result as the page of `gputest report` takes them.
#pragma once

#include <nlohmann/json.hpp>

#include "app/results/result_file.hpp"

namespace gputest {

/// One object for each row of the file, an array. Its members are named below and are always there:
/// text, a number or null, so that the page has nothing to check. Of the samples it has quartiles.
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
/// Throws Error(bad_input) where a value that a row has is not as the schema has it.
nlohmann::ordered_json report_rows(const ResultFile& file);

}  // namespace gputest
