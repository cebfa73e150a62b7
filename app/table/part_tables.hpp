// What the parts of launches take, as tables for people.
#pragma once

#include <vector>

#include "app/command/table.hpp"
#include "common/run/result.hpp"

namespace gputest {

/// A table for each list of parts; none where a timed row has none, since then the run is about
/// something else.
std::vector<Table> part_tables(const std::vector<ResultRow>& rows);

}  // namespace gputest
