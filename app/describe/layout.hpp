// What `gputest describe` tells of a layout.
#pragma once

#include <string>

#include "common/run/registry.hpp"

namespace gputest {

/// Whether a family has a layout of that name.
bool is_layout(const Registry& registry, const std::string& name);

/// Prints what a layout is: its arrays at a run's own n in fp32, the places of some particles'
/// numbers in them and the families that take it. A layout that holds no particles has its families
/// alone.
void print_layout(const Registry& registry, const std::string& name, bool json);

}  // namespace gputest
