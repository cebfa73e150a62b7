// Lennard-Jones kernels of the CPU. Each takes the arguments that make_lj() states.
#pragma once

#include "common/device/kernel_call.hpp"

namespace gputest::cpu {

/// One i at a time, its sums in memory as the list goes by, OpenMP over i. With the third law the
/// sums of j are added to atomically.
void lj_naive(const KernelCall& call);

/// A vector of list entries at a time, gathered, against one i in registers, by Highway with
/// run-time dispatch to the widest instruction set. Full lists in csr.
void lj_simd(const KernelCall& call);

}  // namespace gputest::cpu
