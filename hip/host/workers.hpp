// The processor's threads; each runs one block at a time.
#pragma once

#include "hip/host/dialect.hpp"

#if GT_HIP_HOST_TSAN
#include <thread>
#else
#include <omp.h>
#endif

namespace hip_host::detail {

/// The number of threads that run blocks in parallel: OpenMP's. Under ThreadSanitizer, which does
/// not know OpenMP's barriers, it is the number of processors.
inline int processors() {
#if GT_HIP_HOST_TSAN
  return static_cast<int>(std::thread::hardware_concurrency());
#else
  return omp_get_max_threads();
#endif
}

}  // namespace hip_host::detail
