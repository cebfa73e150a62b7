// The execution of a kernel over arrays of its own, alike for every API that has a queue.
#pragma once

#include <functional>
#include <memory>

#include "common/core/arguments.hpp"
#include "common/device/device.hpp"
#include "common/device/kernel.hpp"
#include "common/device/queue.hpp"

namespace gputest {

/// An execution on the device, which must have a queue: allocates an array of each shape, watched,
/// and binds the kernel to them. Throws what Queue::allocate() and `bind` throw.
std::unique_ptr<Execution> make_execution(
    Device& device, const KernelSignature& shapes,
    const std::function<std::unique_ptr<BoundKernel>(const KernelArrays&)>& bind);

}  // namespace gputest
