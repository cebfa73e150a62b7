// `gputest help table`: what the table of a run says.
#pragma once

#include <string>

#include "common/run/registry.hpp"

namespace gputest {

/// The word behind `gputest help`.
constexpr const char* kTableTopic = "table";

/// Columns, units, statuses and the lines around the table, in lines of 80 characters at most. Each
/// explanation is the one that its column, family, axis or status has.
std::string table_help(const Registry& registry);

}  // namespace gputest
