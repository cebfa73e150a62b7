// Where the report of a run goes: standard output, or the file of --output.
#pragma once

#include "app/command/options.hpp"
#include "app/command/text_style.hpp"
#include "app/results/run_report.hpp"

namespace gputest {

/// How text on that descriptor is to look.
TextStyle style_of(const RunCommand& command, int descriptor);

/// Prints the report in the command's format to its file or to standard output. An interrupted
/// report never replaces a file with more rows: it goes to standard output then, with a sentence on
/// stderr. Throws Error(bad_input) where it cannot be written.
void print_to(const RunCommand& command, const Report& report);

}  // namespace gputest
