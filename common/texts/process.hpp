// Compilers that are programs and read files.
#pragma once

#include <string>
#include <vector>

#include "common/texts/program.hpp"

namespace gputest::texts {

/// Runs `words` with the paths of a header folder, an output and a source appended: `-I folder -o
/// output source`. Returns the output. Adds `variables` to the environment. Throws Error(bad_input)
/// with the compiler's messages if it fails, Error(unavailable) if it is missing or does not know
/// the target.
std::string compile_by_process(const std::vector<std::string>& words, const Program& program,
                               const std::string& target, const std::string& source_ending,
                               const std::vector<std::string>& variables = {});

/// The first group of the pattern in the program's output about itself, "5.2"; empty if there is no
/// such program.
std::string version_of_process(const std::vector<std::string>& words, const std::string& pattern);

}  // namespace gputest::texts
