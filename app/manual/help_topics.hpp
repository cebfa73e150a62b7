// The topics of `gputest help` that are no commands: options, table, and a family's kernels.
#pragma once

#include <string>
#include <vector>

#include "common/run/registry.hpp"

namespace gputest {

constexpr const char* kTableTopic = "table";
constexpr const char* kOptionsTopic = "options";

/// The topic of each family: its name or, if a command has that name, "sweep_*".
std::vector<std::string> family_topics(const Registry& registry,
                                       const std::vector<std::string>& commands);

/// All topics: those of families, options and table.
std::vector<std::string> help_topics(const Registry& registry,
                                     const std::vector<std::string>& commands);

/// The family of a topic: its name, or the name or pattern of a kernel. Null if there is none.
const Family* family_of_topic(const Registry& registry, const std::string& topic);

/// The kernels of a family, its axes and the options of its problems, in lines of at most 80
/// characters.
std::string family_help(const Registry& registry, const Family& family);

}  // namespace gputest
