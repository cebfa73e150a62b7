// A comparison of two results as text: its devices, its table, and the reasons of its verdicts.
#pragma once

#include <string>
#include <vector>

#include "app/command/fitted_table.hpp"
#include "app/report/comparison.hpp"

namespace gputest {

/// A line for each device of the two results: "cuda:0: NVIDIA H100, now cuda:1: NVIDIA H200".
std::vector<std::string> compared_device_lines(const ComparedResult& before,
                                               const ComparedResult& now);

/// A sentence for each device that another device is compared with. The names are of the results.
std::vector<std::string> different_devices(const ComparedResult& before, const ComparedResult& now,
                                           const std::string& name_before,
                                           const std::string& name_now);

/// Every column of every row.
Table comparison_table(const std::vector<ComparedRow>& rows);

/// The table in lines of `width` characters. Members of the problem that every row has are in
/// FittedTable::in_common.
FittedTable fitted_comparison(const std::vector<ComparedRow>& rows, std::size_t width);

/// "2 undecided: new is noisy", for each verdict with a reason.
std::vector<std::string> verdict_reasons(const std::vector<ComparedRow>& rows);

}  // namespace gputest
