// For a reference's inner loop, which is most of a verified run's time.
#pragma once

#include "common/core/sanitizers.hpp"

/// Before a function: compiled for several levels of the instruction set, of which the highest that
/// the processor has runs, whoever made it: a name such as "arch=haswell" would stand for that one
/// processor. Without fused multiply-adds each is a call of a library. Sanitizers do not support
/// the indirect functions this makes.
#if defined(__x86_64__) && defined(__GNUC__) && !defined(__clang__) && !GT_ASAN
#define GPUTEST_WIDEST_VECTORS \
  __attribute__((target_clones("default", "arch=x86-64-v3", "arch=x86-64-v4")))
#else
#define GPUTEST_WIDEST_VECTORS
#endif
