// Times of the parts of launches as tables for people.
#pragma once

#include <vector>

#include "app/command/table.hpp"
#include "common/run/result.hpp"

namespace gputest {

/// A table for each list of parts. None if a timed row has no parts, because then the parts are not
/// the subject of the run.
std::vector<Table> part_tables(const std::vector<ResultRow>& rows);

}  // namespace gputest
