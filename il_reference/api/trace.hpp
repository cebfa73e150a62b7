// The thread that il:interpreter traces.
#pragma once

#include "il_reference/interpreter/bindings.hpp"

namespace gputest::il {

/// The trace of every launch on il:interpreter; none by default. The command line sets it once,
/// before anything runs: a launch has no argument for a feature of a single device.
Trace& interpreter_trace();

}  // namespace gputest::il
