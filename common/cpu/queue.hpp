// The CPU's queue. Kernels run when they are enqueued.
#pragma once

#include <cstdint>
#include <memory>
#include <string>

#include "common/cpu/declaration.hpp"
#include "common/device/queue.hpp"

namespace gputest::cpu {

/// Memory is host memory aligned to 64 bytes; get() is its address. Its kernels are declared in
/// files `common/<family>/cpu/<variant>.cpp`.
std::unique_ptr<Queue> make_queue();

/// A kernel bound to a launch of one block with all of OpenMP's threads.
std::unique_ptr<BoundKernel> make_bound_kernel(const std::string& kernel, Launch launch);

/// A call of a kernel with those arrays.
KernelCall call_with(const Configuration& configuration, const KernelSignature& signature,
                     const KernelArrays& arrays);

/// The size of the processor's largest cache; 0 if unknown.
std::uint64_t cache_bytes();

}  // namespace gputest::cpu
