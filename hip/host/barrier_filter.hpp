// How a test takes a barrier out of a kernel that is compiled with it.
#pragma once

#include "hip/host/call_site.hpp"

namespace hip_host {

/// Says of a __syncthreads(), by the line that calls it, whether threads wait there. Every thread
/// of a block asks, and blocks ask side by side.
using BarrierFilter = bool (*)(const detail::CallSite& site);

/// The filter of the launches to come; null: threads wait at every barrier.
void set_barrier_filter(BarrierFilter filter);

}  // namespace hip_host
