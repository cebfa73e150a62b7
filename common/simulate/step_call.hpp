// A call of a step kernel: its arguments, array by array and number by number.
#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <string>

#include "common/device/queue.hpp"

namespace gputest {

using Memory = std::unique_ptr<DeviceMemory>;

/// Memory for `count` elements of that many bytes, and for one element if `count` is 0.
Memory allocate(Queue& queue, std::uint64_t count, std::uint64_t element_bytes);

/// Collects the arguments in the order in which the kernel takes them: inputs, outputs and scratch,
/// each in the order of the calls, then scalars. An array's shape is given together with its
/// memory, so that the two cannot disagree.
class StepCall {
 public:
  /// A call of "step_move", for example, over n particles, next to forces of that configuration.
  StepCall(std::string kernel, std::uint64_t n, const Configuration& forces);

  StepCall& input(const char* name, Element element, const DeviceMemory& memory);
  StepCall& output(const char* name, Element element, const DeviceMemory& memory);
  StepCall& scratch(const char* name, Element element, const DeviceMemory& memory);
  StepCall& scalar(const char* name, std::uint32_t value);
  StepCall& scalar(const char* name, double value);
  /// Three scalars: name_x, name_y, name_z.
  StepCall& scalars(const std::string& name, const std::array<double, 3>& values);
  StepCall& specialization(const char* name, std::uint32_t value);

  /// Makes one block do all the work.
  StepCall& one_block();

  /// Throws as Queue::bind() does.
  std::unique_ptr<BoundKernel> bind(Queue& queue) const;

 private:
  std::string kernel_;
  Configuration configuration_;
  KernelSignature signature_;
  KernelArrays arrays_;
};

}  // namespace gputest
