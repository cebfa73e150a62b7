// Wide vectors for inner loops of references, which take most of a verified run's time.
#pragma once

#include "common/core/sanitizers.hpp"

/// Put before a function, this compiles it for several levels of the instruction set; the highest
/// that the processor supports runs. The levels apply to any manufacturer; a name such as
/// "arch=haswell" would mean only that one processor. Without fused multiply-add instructions each
/// fma is a library call. Sanitizers do not support the resulting indirect functions.
///
/// GPUTEST_VECTOR_LEVELS: the levels above the lowest; a build for one machine has only the
/// machine's.
#ifndef GPUTEST_VECTOR_LEVELS
#define GPUTEST_VECTOR_LEVELS "arch=x86-64-v3", "arch=x86-64-v4"
#endif
#if defined(__x86_64__) && defined(__GNUC__) && !defined(__clang__) && !GT_ASAN
#define GPUTEST_WIDEST_VECTORS __attribute__((target_clones("default", GPUTEST_VECTOR_LEVELS)))
#else
#define GPUTEST_WIDEST_VECTORS
#endif
