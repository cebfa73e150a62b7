// step_extent on the CPU: the least and the greatest coordinate along each axis.
#include "common/cpu/declaration.hpp"
#include "common/simulate/cpu/step_blocks.hpp"

namespace gputest::cpu {
namespace {

Launch bind(const KernelCall& call) {
  const auto* positions = static_cast<const double*>(call.inputs[0]);
  auto* extent = static_cast<double*>(call.outputs[0]);
  const auto n = call.scalar<std::uint32_t>("n");
  return [=] {
    for (unsigned axis = 0; axis < 3; ++axis) {
      const double* values = positions + std::size_t{axis} * n;
      double least = values[0], most = values[0];
#pragma omp parallel for reduction(min : least) reduction(max : most)
      for (std::uint32_t i = 0; i < n; ++i) {
        least = values[i] < least ? values[i] : least;
        most = values[i] > most ? values[i] : most;
      }
      extent[axis] = least;
      extent[3 + axis] = most;
    }
  };
}

}  // namespace

extern const Declaration step_extent_cpu{nullptr, bind};

}  // namespace gputest::cpu
