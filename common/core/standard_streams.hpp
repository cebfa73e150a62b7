// Standard input, output and error, which may be closed, full, or a pipe that nobody reads.
#pragma once

#include <fmt/format.h>

#include <string_view>
#include <utility>

namespace gputest {

/// Opens those of descriptors 0 to 2 that are closed, so that no file which is opened later becomes
/// one of them. Reading and writing them fails as before. The first thing that main() does.
void open_standard_streams();

constexpr const char* kNoStandardOutput = "cannot write to standard output";

/// Throws Error(bad_input) with that sentence unless all that was printed has been written.
void require_standard_output();

/// Whether standard output is a pipe that nobody reads any more.
bool standard_output_lost_its_reader();

/// Writes to standard error as it stands, or does not where that cannot be written.
void write_message(std::string_view text) noexcept;

}  // namespace gputest
