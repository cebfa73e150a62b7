// Which thread il:interpreter shows while it runs.
#pragma once

#include "il_reference/interpreter/bindings.hpp"

namespace gputest::il {

/// The trace of every launch on il:interpreter; none at first. The command line sets it once,
/// before anything runs: a kernel's launch has no argument for what only one device of one API can
/// do.
Trace& interpreter_trace();

}  // namespace gputest::il
