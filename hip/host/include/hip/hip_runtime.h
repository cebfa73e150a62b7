// HIP for the CPU: the header that HIP kernel sources include, in the project's own small version.
//
// Three compilers take a kernel source that includes <hip/hip_runtime.h>: hipcc for AMD, nvcc for
// NVIDIA and, with this folder first in the include path, g++ or clang++ in C++20 for the
// processor. A GPU thread is then a fiber. A block runs whole on one OpenMP thread, so its threads
// take turns and synchronise at __syncthreads and at wavefront operations. Blocks run in parallel.
// hip/host/README.md says how to write kernels for all three compilers.
#pragma once

#ifndef GT_HIP_HOST
#define GT_HIP_HOST 1
#endif

#include <cassert>
#include <cstdio>

#include "hip/host/atomics.hpp"
#include "hip/host/bits.hpp"
#include "hip/host/conversions.hpp"
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
#include "hip/host/vector_operators.hpp"
#include "hip/host/vector_types.hpp"
#include "hip/host/wavefront.hpp"
