// For a reference's inner loop, which is most of a verified run's time.
#pragma once

/// Before a function: compiled for several vector sets, of which the widest that the processor has
/// runs. Sanitizers do not support the indirect functions this makes.
#if defined(__x86_64__) && defined(__GNUC__) && !defined(__clang__) && \
    !defined(__SANITIZE_ADDRESS__)
#define GPUTEST_WIDEST_VECTORS \
  __attribute__((target_clones("default", "arch=haswell", "arch=skylake-avx512")))
#else
#define GPUTEST_WIDEST_VECTORS
#endif
