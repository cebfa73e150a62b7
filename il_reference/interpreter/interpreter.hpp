// Runs IL programs on the CPU.
#pragma once

#include "il_reference/interpreter/bindings.hpp"
#include "il_reference/language/program.hpp"

namespace gputest::il {

/// Runs a checked pixel program over a domain, with OpenMP over wavefronts of 64 threads.
///
/// Throws Error (bad_input) before anything runs where a resource, constant buffer, output or UAV
/// that the program uses is not bound or too small, a surface's memory is smaller than its shape,
/// or the domain is larger than an output; and when a thread reads or writes g[], cb, x or a UAV
/// out of bounds (with the line and column) or passes the step limit (with its loop's line).
RunStatistics run(const Program& program, const Bindings& bindings, const Domain& domain,
                  const RunOptions& options = {});

/// Runs a checked compute program over groups, with OpenMP over the groups. Throws as above.
RunStatistics run(const Program& program, const Bindings& bindings, const Groups& groups,
                  const RunOptions& options = {});

/// Throws what run() would throw before anything runs, for those who run a program otherwise.
void check_bindings(const Program& program, const Bindings& bindings, const Domain& domain);
/// The same for a compute program.
void check_bindings(const Program& program, const Bindings& bindings, const Groups& groups);

}  // namespace gputest::il
