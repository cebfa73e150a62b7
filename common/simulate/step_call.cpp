#include "common/simulate/step_call.hpp"

#include <algorithm>

#include "common/simulate/step_report.h"

namespace gputest {
namespace {

ArrayShape shape_of(const char* name, Element element, const DeviceMemory& memory) {
  return {name, element, 1, memory.bytes() / bytes(element)};
}

}  // namespace

Memory allocate(Queue& queue, std::uint64_t count, std::uint64_t element_bytes) {
  return queue.allocate(std::max<std::uint64_t>(1, count) * element_bytes);
}

StepCall::StepCall(std::string kernel, std::uint64_t n, const Configuration& forces)
    : kernel_(std::move(kernel)) {
  configuration_.layout = forces.layout;
  configuration_.precision = Precision::fp64;  // the state's precision
  configuration_.block = GT_STEP_BLOCK;
  signature_.items = n;
  signature_.specializations = {{"force_bits", forces.precision == Precision::fp32 ? 32u : 64u}};
  scalar("n", static_cast<std::uint32_t>(n));
}

StepCall& StepCall::input(const char* name, Element element, const DeviceMemory& memory) {
  signature_.inputs.push_back(shape_of(name, element, memory));
  arrays_.inputs.push_back(&memory);
  return *this;
}

StepCall& StepCall::output(const char* name, Element element, const DeviceMemory& memory) {
  signature_.outputs.push_back(shape_of(name, element, memory));
  arrays_.outputs.push_back(&memory);
  return *this;
}

StepCall& StepCall::scratch(const char* name, Element element, const DeviceMemory& memory) {
  signature_.scratch.push_back(shape_of(name, element, memory));
  arrays_.scratch.push_back(&memory);
  return *this;
}

StepCall& StepCall::scalar(const char* name, std::uint32_t value) {
  signature_.scalars.push_back({name, value});
  return *this;
}

StepCall& StepCall::scalar(const char* name, double value) {
  signature_.scalars.push_back({name, value});
  return *this;
}

StepCall& StepCall::scalars(const std::string& name, const std::array<double, 3>& values) {
  for (std::size_t axis = 0; axis < 3; ++axis)
    signature_.scalars.push_back({name + "_" + "xyz"[axis], values[axis]});
  return *this;
}

StepCall& StepCall::specialization(const char* name, std::uint32_t value) {
  signature_.specializations.push_back({name, value});
  return *this;
}

StepCall& StepCall::one_block() {
  signature_.items = 1;
  return *this;
}

std::unique_ptr<BoundKernel> StepCall::bind(Queue& queue) const {
  return queue.bind(kernel_, configuration_, signature_, arrays_);
}

}  // namespace gputest
