// List builders of the CPU. Each takes the arguments that make_neighbour() states.
#pragma once

#include "common/device/kernel_call.hpp"

namespace gputest::cpu {

/// Particles sorted by cell; each tests the runs of sorted particles that its 27 cells are, a
/// vector at a time, by Highway with run-time dispatch to the widest instruction set.
void neighbour_cell(const KernelCall& call);

}  // namespace gputest::cpu
