// Runs IL programs on the CPU.
#pragma once

#include "il_reference/interpreter/bindings.hpp"
#include "il_reference/language/program.hpp"

namespace gputest::il {

/// Runs a checked pixel program over a domain, with OpenMP over wavefronts of 64 threads.
///
/// Throws Error(bad_input) before anything runs if:
/// - a used resource, constant buffer, output or UAV is not bound or too small.
/// - a surface's memory is smaller than its shape, or the domain larger than an output.
///
/// During the run it throws if a thread accesses g[], cb, x or a UAV out of bounds (with line and
/// column), or exceeds the step limit (with its loop's line).
RunStatistics run(const Program& program, const Bindings& bindings, const Domain& domain,
                  const RunOptions& options = {});

/// Runs a checked compute program over groups, with OpenMP over the groups. Throws as above.
RunStatistics run(const Program& program, const Bindings& bindings, const Groups& groups,
                  const RunOptions& options = {});

/// Makes run()'s checks before a run, for code that runs a program otherwise.
void check_bindings(const Program& program, const Bindings& bindings, const Domain& domain);
/// The same for a compute program.
void check_bindings(const Program& program, const Bindings& bindings, const Groups& groups);

}  // namespace gputest::il
