// The queue of the processor, whose kernels run when they are enqueued.
#pragma once

#include <cstdint>
#include <memory>
#include <string>

#include "common/cpu/declaration.hpp"
#include "common/device/queue.hpp"

namespace gputest::cpu {

/// Memory is host memory aligned to 64 bytes; get() is its address. Kernels are those that the
/// files `common/<family>/cpu/<variant>.cpp` declare.
std::unique_ptr<Queue> make_queue();

/// A kernel bound to a launch of one block of as many threads as OpenMP has.
std::unique_ptr<BoundKernel> make_bound_kernel(const std::string& kernel, Launch launch);

/// A call of a kernel with those arrays.
KernelCall call_with(const Configuration& configuration, const KernelSignature& signature,
                     const KernelArrays& arrays);

/// Of the processor's largest cache; 0 where the system does not tell.
std::uint64_t cache_bytes();

}  // namespace gputest::cpu
