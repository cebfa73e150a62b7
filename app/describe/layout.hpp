// `gputest describe` for a layout.
#pragma once

#include <string>

#include "common/run/registry.hpp"

namespace gputest {

/// Whether a family has a layout of that name.
bool is_layout(const Registry& registry, const std::string& name);

/// Prints a layout: its arrays at the default n in fp32, the places of some particles' numbers in
/// them, and the families that use it. For a layout without particles it prints only the families.
void print_layout(const Registry& registry, const std::string& name, bool json);

}  // namespace gputest
