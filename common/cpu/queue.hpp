// The queue of the processor, whose kernels run when they are enqueued.
#pragma once

#include <memory>

#include "common/device/queue.hpp"

namespace gputest::cpu {

/// Memory is host memory aligned to 64 bytes; get() is its address. Kernels are those that the
/// files `common/<family>/cpu/<variant>.cpp` declare.
std::unique_ptr<Queue> make_queue();

}  // namespace gputest::cpu
