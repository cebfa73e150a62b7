// What stands above and below the table of a result.
#pragma once

#include <iosfwd>
#include <string>
#include <vector>

#include "app/command/table.hpp"
#include "app/command/text_style.hpp"
#include "app/results/run_report.hpp"
#include "app/table/run_table.hpp"

namespace gputest {

/// "opencl:0: NVIDIA H100 (driver …)", each device once, in order.
std::vector<std::string> device_lines(const std::vector<ResultRow>& rows);

/// What rates count, where rows of several families do not count the same: "rates count
/// interactions (gravity, lj), cells (stencil)". Empty where they do.
std::string counted_items(const std::vector<ResultRow>& rows);

/// What a launch of each case enqueues, where its kernel says so and it was asked for. What is
/// indented belongs to the line above.
std::vector<std::string> plan_lines(const Report& report);

/// The tables of what launches' parts took and of what launches did (part_tables.hpp,
/// count_tables.hpp), each below an empty line; `text` writes one.
std::string tables_below(const Report& report, std::string (*text)(const Table&));

/// Why rows are not ok, and why figures are missing that were asked for; what marks mean, unless
/// `quiet`. Rows of one reason share a line.
std::vector<std::string> note_lines(const Report& report, bool quiet);

/// Devices, what is alike in all rows and a blank line.
void print_heading(std::ostream& out, const std::vector<ResultRow>& cases,
                   const TableLayout& layout, const TextStyle& style);

/// Plans, notes, what was left out, the plot, and which row is the fastest.
void print_below(std::ostream& out, const Report& report, const TableLayout& layout,
                 const TextStyle& style);

}  // namespace gputest
