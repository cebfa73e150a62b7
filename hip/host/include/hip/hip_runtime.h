// HIP for the CPU: the header that HIP kernel sources include, in the project's own small version.
//
// A kernel source that includes <hip/hip_runtime.h> is compiled by hipcc for AMD, by nvcc for
// NVIDIA and, with this folder first in the include path, by g++ or clang++ in C++20 for the
// processor. A GPU thread is then a fiber; a block runs whole on one OpenMP thread, so its threads
// take turns and synchronise at __syncthreads and at wavefront operations; blocks run side by side.
// hip/host/README.md says how kernels are written so that all three compilers take them.
#pragma once

#ifndef GT_HIP_HOST
#define GT_HIP_HOST 1
#endif

#include "hip/host/atomics.hpp"
#include "hip/host/bits.hpp"
#include "hip/host/device.hpp"
#include "hip/host/dialect.hpp"
#include "hip/host/errors.hpp"
#include "hip/host/events.hpp"
#include "hip/host/launch.hpp"
#include "hip/host/math.hpp"
#include "hip/host/memory.hpp"
#include "hip/host/streams.hpp"
#include "hip/host/synchronise.hpp"
#include "hip/host/textures.hpp"
#include "hip/host/thread_order.hpp"
#include "hip/host/vector_types.hpp"
#include "hip/host/wavefront.hpp"
