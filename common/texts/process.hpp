// A compiler that is a program, and reads files.
#pragma once

#include <string>
#include <vector>

#include "common/texts/program.hpp"

namespace gputest::texts {

/// What `words`, with the paths of a folder of headers, of a source and of an output behind them,
/// make of the program: `-I folder -o output source`. `variables` are put into its environment.
/// Throws Error(bad_input) with its messages where it fails, Error(unavailable) where it is not
/// there or does not know the target.
std::string compile_by_process(const std::vector<std::string>& words, const Program& program,
                               const std::string& target, const std::string& source_ending,
                               const std::vector<std::string>& variables = {});

/// What the program prints about itself that matches the pattern's first group, "5.2"; empty where
/// there is no such program.
std::string version_of_process(const std::vector<std::string>& words, const std::string& pattern);

}  // namespace gputest::texts
