// Lets a test remove a barrier from a compiled kernel.
#pragma once

#include "hip/host/call_site.hpp"

namespace hip_host {

/// Says whether threads wait at a __syncthreads(), identified by the calling line. Every thread of
/// a block asks, and blocks ask in parallel.
using BarrierFilter = bool (*)(const detail::CallSite& site);

/// Sets the filter for later launches; null: threads wait at every barrier.
void set_barrier_filter(BarrierFilter filter);

}  // namespace hip_host
