// Parses the command line with CLI11 and calls the subcommand.
#pragma once

namespace gputest {

/// The exit status of an internal error: EX_SOFTWARE of sysexits.h.
constexpr int kOwnFault = 70;

/// Runs gputest and returns its exit status. Every error is one line on standard error.
int run_command_line(int argc, char** argv);

}  // namespace gputest
