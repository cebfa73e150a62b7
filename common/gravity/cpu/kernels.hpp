// Gravity kernels of the CPU. Each takes the arguments that make_gravity() states.
#pragma once

#include "common/device/kernel_call.hpp"

namespace gputest::cpu {

/// One i at a time, every j: the pair function in a double loop, OpenMP over i.
void gravity_naive(const KernelCall& call);

/// Blocks of i against tiles of j that stay in the first-level cache, the sums of a block's bodies
/// in arrays, so that the inner loop runs over i and needs no reordering of sums to be vectorised.
void gravity_tiled(const KernelCall& call);

/// Vectors of j against several i in registers, by Highway with run-time dispatch to the widest
/// instruction set.
void gravity_simd(const KernelCall& call);

}  // namespace gputest::cpu
