// Files, pipes and standard input as one content.
#pragma once

#include <string>

namespace gputest {

/// The name of standard input in options.
inline constexpr const char* kStandardInput = "-";

/// "standard input" for kStandardInput, otherwise the path.
std::string input_name(const std::string& path);

/// The content of a regular file, of standard input, or of a pipe that the shell opened
/// (/dev/fd/N). Content that can be read only once replaces its descriptor, so that this process
/// and its children can read it again. Throws Error(bad_input) as read_file() does, for a named
/// pipe, and for a terminal; Error(out_of_memory) if the content does not fit into host memory.
std::string read_whole_input(const std::string& path);

}  // namespace gputest
