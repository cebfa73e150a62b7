// Standard input, output and error, which may be closed, full, or a pipe without reader.
#pragma once

#include <fmt/format.h>

#include <string_view>
#include <utility>

namespace gputest {

/// Opens those of descriptors 0 to 2 that are closed, so that no file opened later gets their
/// numbers. Reading and writing them fails as before. main() calls this first.
void open_standard_streams();

constexpr const char* kNoStandardOutput = "cannot write to standard output";

/// Throws Error(bad_input) with that message unless all printed text has been written.
void require_standard_output();

/// Whether standard output is a pipe that has lost its reader.
bool standard_output_lost_its_reader();

/// Writes the text unchanged to standard error; ignores failures.
void write_message(std::string_view text) noexcept;

}  // namespace gputest
