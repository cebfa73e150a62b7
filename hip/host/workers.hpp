// The processor's threads, of which each runs one block at a time.
#pragma once

#include "hip/host/dialect.hpp"

#if GT_HIP_HOST_TSAN
#include <thread>
#else
#include <omp.h>
#endif

namespace hip_host::detail {

/// How many threads run blocks side by side: OpenMP's, or under ThreadSanitizer, to which OpenMP's
/// barriers are unknown, as many as the machine has processors.
inline int processors() {
#if GT_HIP_HOST_TSAN
  return static_cast<int>(std::thread::hardware_concurrency());
#else
  return omp_get_max_threads();
#endif
}

}  // namespace hip_host::detail
