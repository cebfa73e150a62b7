// Wide vectors for inner loops of references, which take most of a verified run's time.
#pragma once

#include "common/core/sanitizers.hpp"

/// Put before a function, this compiles it for several levels of the instruction set; the highest
/// that the processor supports runs. The levels apply to any manufacturer; a name such as
/// "arch=haswell" would mean only that one processor. Without fused multiply-add instructions each
/// fma is a library call. Sanitizers do not support the resulting indirect functions.
#if defined(__x86_64__) && defined(__GNUC__) && !defined(__clang__) && !GT_ASAN
#define GPUTEST_WIDEST_VECTORS \
  __attribute__((target_clones("default", "arch=x86-64-v3", "arch=x86-64-v4")))
#else
#define GPUTEST_WIDEST_VECTORS
#endif
