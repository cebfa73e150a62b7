// The lines above and below the table of a result.
#pragma once

#include <functional>
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

/// The items that rates count, if families count different ones: "rates count interactions
/// (gravity, lj), cells (stencil)". Otherwise empty.
std::string counted_items(const std::vector<ResultRow>& rows);

/// The passes of each case's launch, if the user asked for them and the kernel reports them.
/// Indented lines belong to the line above.
std::vector<std::string> plan_lines(const Report& report);

/// The tables of parts and counts of launches (part_tables.hpp, count_tables.hpp), each below an
/// empty line; `text` formats a table.
std::string tables_below(const Report& report,
                         const std::function<std::string(const Table&)>& text);

/// The reasons why rows are not ok or requested figures are missing. Rows with the same reason
/// share a line. Also explains marks, unless `quiet`.
std::vector<std::string> note_lines(const Report& report, bool quiet);

/// Prints devices, values that are the same in all rows, and a blank line.
void print_heading(std::ostream& out, const std::vector<ResultRow>& cases,
                   const TableLayout& layout, const TextStyle& style);

/// Prints plans, notes, left-out columns, the plot and the fastest rows.
void print_below(std::ostream& out, const Report& report, const TableLayout& layout,
                 const TextStyle& style);

}  // namespace gputest
