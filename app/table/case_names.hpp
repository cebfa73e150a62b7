// What rows are called in tables that have a line for each.
#pragma once

#include <string>
#include <vector>

#include "common/run/result.hpp"

namespace gputest {

/// Each row's kernel, and beside it what tells the row from the others.
std::vector<std::string> case_names(const std::vector<const ResultRow*>& rows);

}  // namespace gputest
