// The execution of a kernel over its own arrays, the same for every API with a queue.
#pragma once

#include <functional>
#include <memory>

#include "common/core/arguments.hpp"
#include "common/device/device.hpp"
#include "common/device/kernel.hpp"
#include "common/device/queue.hpp"

namespace gputest {

/// Binds a kernel to arrays.
using BindArrays = std::function<std::unique_ptr<BoundKernel>(const KernelArrays&)>;

/// An execution on the device, which must have a queue. Allocates an array of each shape, watches
/// the memory around it, and binds the kernel to the arrays. Throws the errors of Queue::allocate()
/// and `bind`, which it calls again for each copy of the arrays.
std::unique_ptr<Execution> make_execution(Device& device, const KernelSignature& shapes,
                                          BindArrays bind);

}  // namespace gputest
