// Every family, API and kernel of this build.
#pragma once

#include "common/run/registry.hpp"

namespace gputest {

/// One line an API: its register_<api>(), or why this build lacks it.
Registry make_registry();

}  // namespace gputest
