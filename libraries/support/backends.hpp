// The APIs of this build that a library can compute with.
#pragma once

#include <string>
#include <vector>

#include "common/run/registry.hpp"

namespace gputest::libraries {

/// Made on first use and never destroyed, since a client's threads may outlive main().
const Registry& backends();

/// The APIs in the order of the search for a device.
const std::vector<std::string>& api_order();

}  // namespace gputest::libraries
