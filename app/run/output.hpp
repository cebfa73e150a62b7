// Writes the report of a run to standard output or to the file of --output.
#pragma once

#include "app/command/options.hpp"
#include "app/command/text_style.hpp"
#include "app/results/run_report.hpp"

namespace gputest {

/// The style of text on that descriptor.
TextStyle style_of(const RunCommand& command, int descriptor);

/// Prints the report in the command's format to its file or to standard output. An interrupted
/// report does not replace a file with more rows: it goes to standard output, with a message on
/// stderr. Throws Error(bad_input) if it cannot be written. If the file cannot be written, for
/// example on a full disk, the report has gone to standard output before, so that no row is lost;
/// not if `is_kept` says that the rows are also elsewhere.
void print_to(const RunCommand& command, const Report& report, bool is_kept = false);

}  // namespace gputest
