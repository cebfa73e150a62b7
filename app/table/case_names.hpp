// Names of rows in tables with one line per row.
#pragma once

#include <string>
#include <vector>

#include "common/run/result.hpp"

namespace gputest {

/// For each row, its kernel and the values that distinguish it from the others.
std::vector<std::string> case_names(const std::vector<const ResultRow*>& rows);

}  // namespace gputest
